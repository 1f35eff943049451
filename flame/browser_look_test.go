package flame

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image/color"
	"image/png"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
)

var browserLookTests = []browserTest{
	{"without scripts", testNoScript},
	{"without styles", testNoStyle},
	{"allowed scripts", testPolicies},
	{"the script draws what stood there", testSameAsStatic},
	{"width of the window", testWidths},
	{"dark mode", testDark},
	{"themes that are fixed", testFixedTheme},
	{"print", testPrint},
	{"no motion", testNoMotion},
}

// screenshot returns what the window shows.
func (p *tab) screenshot() []byte {
	p.Helper()
	shot, err := chromedp.Run(p.Chromium, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	return shot
}

// pixel returns the colour of a place of the window.
func (p *tab) pixel(x, y int) string {
	p.Helper()
	img, err := png.Decode(bytes.NewReader(p.screenshot()))
	if err != nil {
		p.Fatal(err)
	}
	c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
	return fmt.Sprintf("rgb(%d, %d, %d)", c.R, c.G, c.B)
}

// testNoScript: where a policy forbids the script, and in an image, the picture is what it is without one.
func testNoScript(t *testing.T, b *browser) {
	p := b.newTab(t)
	svg := svgOf(t, readFolded(appFolded(t)), SVGOptions{})
	p.Navigate(b.Put(t, "policy.svg", browsertest.Page{Content: svg, Policy: "script-src 'none'"}))
	troubles := p.TakeTroubles()
	if len(troubles) != 1 || !strings.HasPrefix(troubles[0], "security: ") {
		t.Errorf("got %q, want one line that says that the script is forbidden", troubles)
	}
	p.Is([]any{nil, hint, "img"}, `() => [probe.svg().dataset.state ?? null, probe.text(".hint"), probe.svg().getAttribute("role")]`)
	forbidden := p.screenshot()
	p.Resize(1200, 900)
	var labels []string
	for _, text := range parseSVG(t, svg).texts {
		if text.inFrames {
			labels = append(labels, text.text)
		}
	}
	p.Is(labels, `() => [...probe.svg().querySelectorAll("g.f text")].map((e) => e.textContent)`)
	p.Resize(1280, 900)

	picture := b.Put(t, "graph.svg", browsertest.Page{Content: svg})
	p.Do(chromedp.Navigate(b.Put(t, "image.html", browsertest.Page{Content: []byte(
		`<!DOCTYPE html><style>body{margin:0}</style><img src="` + picture + `">`)})))
	p.Until(true, `() => document.images[0].complete`)
	if image := p.screenshot(); !bytes.Equal(image, forbidden) {
		t.Errorf("an image looks different from a page without scripts")
	}
	// A policy that allows scripts of the page itself is enough, and needs no more than that.
	p.load(b.Put(t, "inline.svg", browsertest.Page{Content: svg, Policy: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"}))
	p.checkFrames(total(appStacks(t)))
	p.Navigate(b.Put(t, "plain.svg", browsertest.Page{Content: svgOf(t, readFolded(appFolded(t)), SVGOptions{NoScript: true})}))
	p.Is(false, `() => !!probe.find("script, .hint")`)
}

// testNoStyle: where a policy forbids styles as well, the picture has the same colours and letters. Only the
// lines around frames are missing.
func testNoStyle(t *testing.T, b *browser) {
	p := b.newTab(t)
	const look = `() => [...probe.svg().querySelectorAll("rect, path, text")].map((e) => {
		const s = getComputedStyle(e);
		const letters = e.localName === "text" && e.textContent ? [e.textContent, e.getComputedTextLength().toFixed(2), s.fontSize, s.textAnchor] : [];
		return [e.localName, s.fill.replace(/"/g, ""), ...letters].join(" ");
	})`
	for _, o := range []SVGOptions{
		{},
		{Colors: "kind"},
		{Theme: ThemeDark, Colors: "mem"},
		{UIColor: "#102030", BgColors: "#eeeeff", SearchColor: "#00ff00", Highlight: regexp.MustCompile("lex")},
		{FontType: "Courier New", FontSize: 11, NoData: true},
	} {
		svg := svgOf(t, readFolded("a;lex;scan 400\na;- 300\na;kern_[k] 200\n"+strings.Repeat("a;lex;narrow 1\n", 3)), o)
		var looks [2][]string
		for i, policy := range []string{"script-src 'none'", "default-src 'none'"} {
			p.Navigate(b.Put(t, "graph"+strconv.Itoa(i)+".svg", browsertest.Page{Content: svg, Policy: policy}))
			looks[i] = browsertest.Eval[[]string](p.Tab, look)
		}
		p.TakeTroubles() // what the policies forbid
		if len(looks[0]) < 10 || !slices.Equal(looks[0], looks[1]) {
			t.Errorf("%+v: got\n%s\nwant\n%s", o, strings.Join(looks[1], "\n"), strings.Join(looks[0], "\n"))
		}
	}
}

// testPolicies: a page can allow the script and the styles of its pictures without allowing all others.
func testPolicies(t *testing.T, b *browser) {
	p := b.newTab(t)
	svg := svgOf(t, readFolded(appFolded(t)), SVGOptions{})
	hash := func(script string) string {
		sum := sha256.Sum256([]byte(script))
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p.load(b.Put(t, "hash.svg", browsertest.Page{Content: svg, Policy: "default-src 'none'; style-src 'unsafe-inline'; script-src" + hash(startScript) + hash(unpacked(t, script)[0])}))
	p.checkFrames(total(appStacks(t)))
	named := strings.NewReplacer("<script>", `<script nonce="abc">`, "<style>", `<style nonce="abc">`).Replace(string(svg))
	p.load(b.Put(t, "nonce.svg", browsertest.Page{Content: []byte(named), Policy: "default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'"}))
	p.checkFrames(total(appStacks(t)))
	p.Is("17px", `() => getComputedStyle(probe.find(".head b")).fontSize`) // the script's styles as well
}

// testSameAsStatic: at the width for which the picture was made, the script draws the same rectangles and
// labels. The rows are where they were, too.
func testSameAsStatic(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.Resize(1200, 900)
	for _, folded := range []string{appFolded(t), manyFolded(300)} {
		drawn := parseSVG(t, svgOf(t, readFolded(folded), SVGOptions{}))
		p.open(folded, SVGOptions{})
		var want, got [][4]float64
		for _, r := range drawn.rects {
			want = append(want, [4]float64{r.x, r.y, r.width, r.height})
		}
		got = browsertest.Eval[[][4]float64](p.Tab, `() => probe.rects().map(([_, ...r]) => r)`)
		slices.SortFunc(got, compareRects)
		slices.SortFunc(want, compareRects)
		wantTotal, gotTotal := 0.0, 0.0
		for _, r := range want {
			wantTotal += r[2]
		}
		for _, r := range got {
			gotTotal += r[2]
		}
		if len(got) != len(want) || gotTotal-wantTotal > 1 || wantTotal-gotTotal > 1 {
			t.Errorf("got %d rectangles, %.1f pixels wide together, want %d, %.1f pixels", len(got), gotTotal, len(want), wantTotal)
		}
	}
}

// testWidths: the picture is as wide as the window, letters keep their size, and nothing sticks out.
func testWidths(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	for _, width := range []int{390, 2560, 1280, 700} {
		p.Resize(width, 900)
		p.Until(float64(width-20), `() => probe.svg().fold.frames("all")[0].width`)
		p.checkFrames(expectation{width: float64(width)}.draw("all", stacks))
		p.Is([]any{"12px", true}, `() => [getComputedStyle(probe.find("g.f text")).fontSize, document.documentElement.scrollWidth <= innerWidth]`)
		// All controls are in the window, beside each other.
		p.Is([]string{}, `() => {
			const all = [...probe.svg().querySelectorAll(".head button, .head input")].filter(probe.shown);
			const rect = (e) => e.getBoundingClientRect(), bad = [];
			for (const e of all) {
				const r = rect(e);
				if (r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > probe.svg().getBoundingClientRect().top + Math.min(...probe.frames().map((f) => f.y))) bad.push(e.outerHTML);
				for (const o of all) {
					const q = rect(o);
					if (e !== o && r.left < q.right && q.left < r.right && r.top < q.bottom && q.top < r.bottom) bad.push(e.outerHTML + " over " + o.outerHTML);
				}
			}
			return bad;
		}`)
		// Labels stay within their rectangles.
		p.Is([]string{}, `() => {
			const left = probe.svg().getBoundingClientRect().left, rects = probe.rects();
			return [...probe.svg().querySelectorAll("g.f text")].filter((e) => {
				const r = e.getBoundingClientRect(), y = +e.getAttribute("y");
				return !rects.some(([_, x, top, w, h]) => r.left - left >= x && r.right - left <= x + w + 0.5 && y > top && y < top + h);
			}).map((e) => e.textContent);
		}`)
	}
	// Zoomed, too.
	p.Resize(1280, 900)
	p.Until(1260.0, `() => probe.svg().fold.frames("all")[0].width`)
	p.click(p.one("lex"))
	p.Resize(800, 600)
	p.Until(780.0, `() => probe.svg().fold.frames("all")[0].width`)
	p.checkFrames(expectation{width: 800, zoom: []string{"main", "parse", "lex"}}.draw("all", stacks))
}

func (p *tab) prefer(feature, value string) {
	p.Helper()
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
}

const isDark = `() => getComputedStyle(probe.find(".head button")).color === "rgb(221, 221, 221)"`

func testDark(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	light := p.pixel(5, 880)
	const frames = `() => probe.rects().map(([fill]) => fill).join()`
	lightFrames := browsertest.Eval[string](p.Tab, frames)
	check := func(what string, dark bool) {
		t.Helper()
		p.Until(dark, isDark)
		background := light
		if dark {
			background = "rgb(27, 27, 29)"
		}
		if got := p.pixel(5, 880); got != background {
			t.Errorf("%s: got the background %s, want %s", what, got, background)
		}
		if got := browsertest.Eval[string](p.Tab, frames); (got == lightFrames) == dark {
			t.Errorf("%s: the frames have the colours of the other theme", what)
		}
		// What is in the document is what one sees.
		f := p.one("all")
		if got, want := p.pixel(int(f.X+f.Width-30), int(f.Y+7)), browsertest.Eval[string](p.Tab, `() => probe.rects().find(([_, x, y, w]) => w > 1259)[0]`); got != want {
			t.Errorf("%s: got %s where the frame's colour is %s", what, got, want)
		}
	}
	check("at first", false)
	p.prefer("prefers-color-scheme", "dark")
	check("dark system", true)
	p.Press("d")
	check("dark system, key", false)
	p.Press("d")
	check("dark system, key twice", true)
	p.prefer("prefers-color-scheme", "light")
	p.button("theme")
	p.Until(true, `() => true`)
	p.reload()
	check("after a reload", false)
	p.button("theme")
	check("light system, button", true)
	p.click(p.one("lex"))
	p.Press("0")
	check("and back from a zoom", true)
}

func testFixedTheme(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{Theme: ThemeDark})
	p.Until(true, isDark)
	p.prefer("prefers-color-scheme", "dark")
	p.open(appFolded(t), SVGOptions{Theme: ThemeLight})
	p.Until(false, isDark)
}

// pdfPage is a page of a PDF file as Chromium writes it.
var pdfPage = regexp.MustCompile(`(?s)/Type /Page\n.*?/MediaBox \[([\d. ]+)\]`)

// testPrint: on paper a picture is as wide as the page and on one page, however high it is.
func testPrint(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	var deep strings.Builder
	deep.WriteString("main")
	for i := range 200 {
		deep.WriteString(";f" + strconv.Itoa(i))
	}
	for _, folded := range []string{appFolded(t), deep.String() + " 1009\n"} {
		p.open(folded, SVGOptions{})
		for _, options := range [][]chromedp.PDFOption{nil, {chromedp.PDFLandscape()}} {
			pdf, err := chromedp.Run(p.Chromium, chromedp.PrintToPDF(options...))
			if err != nil {
				t.Fatal(err)
			}
			size := "0 0 612 792"
			if options != nil {
				size = "0 0 792 612"
			}
			var pages []string
			for _, m := range pdfPage.FindAllSubmatch(pdf, -1) {
				pages = append(pages, string(m[1]))
			}
			if !slices.Equal(pages, []string{size}) {
				t.Errorf("got pages of the sizes %q, want one of %s", pages, size)
			}
		}
		p.checkFrames(total(listStacks(readFolded(folded)))) // afterwards all is as it was
		p.Is(false, `() => probe.svg().hasAttribute("viewBox")`)
	}

	// What is on the page: the title and all frames, and none of the controls.
	p.open(appFolded(t), SVGOptions{})
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.Run(`() => dispatchEvent(new Event("beforeprint"))`)
	p.Is([]any{true, true, false, false}, `() => {
		const { x, y, width, height } = probe.svg().viewBox.baseVal;
		const inside = probe.rects().every(([_, left, top, w, h]) => left >= x && top >= y && left + w <= x + width && top + h <= y + height);
		return [inside, probe.shown(probe.find("text.title")), probe.shown(probe.find(".head")), probe.shown(probe.find(".foot"))];
	}`)
	p.Run(`() => dispatchEvent(new Event("afterprint"))`)
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	p.checkFrames(total(stacks))

	// The table is printed as such, on as many pages as it takes.
	p.Press("t")
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.Run(`() => dispatchEvent(new Event("beforeprint"))`)
	p.Is([]any{true, false, "", true}, `() => {
		const table = probe.find(".table"), svg = probe.svg();
		const { y, height } = svg.viewBox.baseVal;
		const isWhole = +table.getAttribute("y") + +table.getAttribute("height") <= y + height;
		return [probe.shown(table), probe.shown(probe.find(".head")), svg.style.maxHeight, isWhole];
	}`)
	p.Run(`() => dispatchEvent(new Event("afterprint"))`)
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
}

// testNoMotion: nothing moves by itself, so there is nothing to reduce.
func testNoMotion(t *testing.T, b *browser) {
	p := b.newTab(t)
	for _, preference := range []string{"no-preference", "reduce"} {
		p.prefer("prefers-reduced-motion", preference)
		p.open(appFolded(t), SVGOptions{})
		p.click(p.one("lex"))
		p.Press("/mem" + kb.Enter)
		p.Is([]any{0.0, []any{}}, `() => [document.getAnimations().length, [...document.querySelectorAll("*")].filter((e) => {
			const s = getComputedStyle(e);
			return s.transitionDuration !== "0s" || s.animationName !== "none";
		}).map((e) => e.outerHTML)]`)
	}
}
