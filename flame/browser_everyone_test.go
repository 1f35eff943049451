package flame

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
)

// browserEveryoneTests hold that everybody can use the picture: with a screen reader, with other colours, by touch.
var browserEveryoneTests = []browserTest{
	{"what axe finds", testAxe},
	{"letters stand out", testContrast},
	{"what a screen reader hears", testHeard},
	{"forced colours", testForcedColors},
	{"rows for fingers", testCoarse},
	{"letters that turn others around", testBidi},
}

// testAxe: axe, which knows pages only, finds nothing serious in one that has a picture.
func testAxe(t *testing.T, b *browser) {
	axe := browsertest.LoadAxe(t)
	p := b.newTab(t)
	pageOf := func(svg []byte) string {
		return b.Put(t, "page.html", browsertest.Page{Content: fmt.Appendf(nil, `<!DOCTYPE html><html lang="en"><title>a page</title><main><h1>A page</h1>%s</main>`, svg)})
	}
	plain := svgOf(t, readFolded(appFolded(t)), SVGOptions{})
	changes := svgOf(t, pairProfile().WithDefault(1), SVGOptions{Delta: &Delta{After: 1}})
	for _, view := range []struct {
		name     string
		svg      []byte
		fragment string
		keys     string
	}{
		{"at rest", plain, "", ""},
		{"reverse", plain, "#r=1&s=malloc", "n"},
		{"table", plain, "#v=top", ""},
		{"help", plain, "", "?"},
		{"changes", changes, "", ""},
		{"table of changes", changes, "#v=top", ""},
	} {
		p.prefer("prefers-color-scheme", "light")
		p.Navigate("about:blank")
		p.load(pageOf(view.svg) + view.fragment)
		if view.keys != "" {
			p.Run(`() => probe.svg().focus()`)
			p.Press(view.keys)
		}
		axe.Check(p.Tab, view.name+", light")
		p.prefer("prefers-color-scheme", "dark")
		p.Run(`() => { document.body.style.background = "#1b1b1d"; document.querySelector("h1").style.color = "#ddd"; }`)
		axe.Check(p.Tab, view.name+", dark", "color-contrast") // all else is the same
	}
}

// labelsOf finds the labels of the picture, and what is below each.
const labelsOf = `() => {
	const { top } = probe.svg().getBoundingClientRect();
	const rects = [...probe.svg().querySelectorAll("g.f path")].flatMap((path) => {
		const { fill, opacity } = getComputedStyle(path);
		return [...path.getAttribute("d").matchAll(/M([\d.-]+) ([\d.-]+)v([\d.]+)h([\d.]+)/g)].map(([, x, y, h, w]) => ({ x: +x, y: +y, h: +h, w: +w, color: fill, alpha: +opacity }));
	});
	return [...probe.svg().querySelectorAll("g.f text")].map((text) => {
		const [x, y] = [+text.getAttribute("x"), text.getAttribute("y") - 4];
		const below = rects.find((r) => x >= r.x && x <= r.x + r.w && y >= r.y && y <= r.y + r.h);
		return { text: text.textContent, color: getComputedStyle(text).fill, below: below.color, alpha: below.alpha };
	});
}`

type labelOnFrame struct {
	Text, Color, Below string
	Alpha              float64 // of what is below
}

// checkContrast checks that all labels keep a contrast of 4.5:1, whatever is faded.
func (p *tab) checkContrast(what string, page rgb) {
	p.Helper()
	labels := browsertest.Eval[[]labelOnFrame](p.Tab, labelsOf)
	if len(labels) < 4 {
		p.Fatalf("%s: %d labels, want 4 or more", what, len(labels))
	}
	for _, l := range labels {
		below := cssColor(p, l.Below)
		mix := func(a, b uint8) uint8 { return uint8(float64(a)*l.Alpha + float64(b)*(1-l.Alpha)) }
		seen := rgb{mix(below.r, page.r), mix(below.g, page.g), mix(below.b, page.b)}
		if ratio := contrast(cssColor(p, l.Color), seen); ratio < 4.5 {
			p.Errorf("%s: the label %q has a contrast of %.2f, want 4.5", what, l.Text, ratio)
		}
	}
}

func cssColor(t testing.TB, text string) (c rgb) {
	if _, err := fmt.Sscanf(text, "rgb(%d, %d, %d)", &c.r, &c.g, &c.b); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return c
}

// testContrast: labels keep a contrast of 4.5:1 where callers of what is zoomed fade, and what a search does not find.
func testContrast(t *testing.T, b *browser) {
	p := b.newTab(t)
	pages := map[string]rgb{"light": tints[0].to, "dark": darkPage.to}
	for theme, page := range pages {
		p.prefer("prefers-color-scheme", theme)
		p.open(appFolded(t), SVGOptions{})
		p.checkContrast(theme, page)
		p.click(p.one("lex"))
		p.checkContrast(theme+", zoomed", page)
		p.Press("/scan" + kb.Enter)
		p.checkContrast(theme+", zoomed and searched", page)
		p.Press(kb.Escape + kb.Escape)
	}
}

// testHeard: a screen reader says what each change of the view did.
func testHeard(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	for _, step := range []struct{ keys, want string }{
		{"i", "flame, by name, root at top. "},
		{"o", "flame, by width, root at top. "},
		{"r", "reverse, by width, root at top. stacks merged from their leaves"},
		{"t", "top, by width, root at top. stacks merged from their leaves"},
		{"tri", "flame, by width, root at bottom. "},
		{kb.ArrowUp + "\r", detailsOf(stacks, "main")},
		{"s", "sandwich, by width, root at bottom. callers and callees of main"},
		{"s0", lineOf("all", weightOf(stacks), weightOf(stacks))},
	} {
		p.Press(step.keys)
		p.Is(step.want, `() => probe.text(".live")`)
	}
	// Back says what it leads to, as the command for that does.
	for _, step := range []struct{ keys, want string }{
		{"r", "flame, by width, root at bottom. "},
		{kb.ArrowUp + "\r", lineOf("all", weightOf(stacks), weightOf(stacks))},
		{kb.ArrowUp + "\r0", detailsOf(stacks, "main")},
	} {
		p.Press(step.keys)
		p.Run(`() => history.back()`)
		p.Until(step.want, `() => probe.text(".live")`)
	}
	p.Press("0")
	p.click(p.one("gc"), chromedp.ButtonModifiers(chromedp.ModifierAlt))
	p.Until("flame, by width, root at bottom. 1 frame hidden, percentages of the rest", `() => probe.text(".live")`)
}

// testForcedColors: where the system's colours are forced, frames, their labels and buttons that are on keep theirs.
func testForcedColors(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{Inverted: true})
	const looks = `() => [...probe.svg().querySelectorAll("g.f path, g.f text")].map((e) => getComputedStyle(e).fill).concat(getComputedStyle(probe.find("[aria-pressed=true]")).backgroundColor)`
	want := browsertest.Eval[[]string](p.Tab, looks)
	p.prefer("forced-colors", "active")
	p.Is(want, looks)
}

// testCoarse: rows are 24 pixels high for fingers.
func testCoarse(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.Do(chromedp.EmulateViewport(390, 844, chromedp.EmulateTouch, chromedp.EmulateMobile))
	p.open(appFolded(t), SVGOptions{})
	p.Is(24.0, `() => probe.svg().fold.frames("all")[0].y - probe.svg().fold.frames("main")[0].y`)
	p.Is([]string{}, `() => [...probe.svg().querySelectorAll(".head button")].filter((e) => {
		const { width, height } = e.getBoundingClientRect();
		return height > 0 && (height < 24 || width < 24);
	}).map((e) => e.outerHTML)`)
}

// testBidi: letters that turn the order of others around are visible, also where no script runs.
func testBidi(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("main;safe\u202elif.exe 60\nmain;zzz 40\n", SVGOptions{Title: "a\u202eb"})
	p.hover(p.one(`safe\u202elif.exe`))
	p.Is([]any{`safe\u202elif.exe`, `a\u202eb`, false}, `() => [probe.text(".tip b"), probe.text(".title"), /\u202e/.test(probe.svg().outerHTML)]`)
	p.Press("t")
	p.Is(`safe\u202elif.exe`, `() => probe.text(".table [data-name] .name")`)
}
