package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fold/flame/browsertest"
)

// shotWidths are the windows of [TestShots].
var shotWidths = [][2]int{{390, 844}, {1280, 800}, {1920, 1080}, {2560, 1300}}

// shotStates are what is done with a page before its picture is taken.
var shotStates = []struct{ name, do string }{
	{"rest", `() => probe.set({ v: probe.page().view.profile.hasTimes ? "chart" : "" })`},
	{"chosen", `() => probe.set({ v: probe.page().view.profile.hasTimes ? "chart" : "", f: probe.page().view.profile.hashOf(probe.page().table.rows[1].name), p: innerWidth < 900 ? "info" : "" })`},
	{"refined", `() => {
		const { middle, wide } = probe.functions();
		probe.set({ chips: [["focus", wide], ["hide", middle]], s: "al", p: innerWidth < 900 ? "table" : "" });
	}`},
}

// TestShots takes pictures of pages, for people to look at: of each *.html in the folder that FOLD_SHOTS names, in all
// widths and both themes, at rest and in use. They are put beside the page.
func TestShots(t *testing.T) {
	folder := os.Getenv("FOLD_SHOTS")
	if folder == "" {
		t.Skip("FOLD_SHOTS names no folder of pages")
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages in %s: %v", folder, err)
	}
	p := &tab{browsertest.StartChromium(t).NewTab(t, probe+browsertest.Stopwatch+benchProbe)}
	for _, file := range pages {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range shotWidths {
			p.shoot(strings.TrimSuffix(file, ".html"), string(content), size[0], size[1])
		}
	}
}

// shoot takes the pictures of a page in a window of some size.
func (p *tab) shoot(name, content string, width, height int) {
	options := []chromedp.EmulateViewportOption{}
	if width < 900 {
		options = append(options, chromedp.EmulateTouch, chromedp.EmulateMobile, chromedp.EmulateScale(2))
	}
	p.Do(chromedp.EmulateViewport(int64(width), int64(height), options...))
	for _, theme := range []string{"light", "dark"} {
		p.prefer("prefers-color-scheme", theme)
		for _, state := range shotStates {
			p.open(content, "")
			p.Run(state.do)
			p.rest()
			shot, err := chromedp.Run(p.Chromium, chromedp.CaptureScreenshot())
			if err != nil {
				p.Fatal(err)
			}
			if err := os.WriteFile(fmt.Sprintf("%s-%d-%s-%s.png", name, width, theme, state.name), shot, 0o644); err != nil {
				p.Fatal(err)
			}
		}
	}
}
