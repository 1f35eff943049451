package flame

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
)

var browserPageTests = []browserTest{
	{"two pictures in one page", testTwo},
	{"file on disk", testFile},
	{"embedded as an object", testObject},
	{"touch", testTouch},
	{"elements", testElements},
	{"deep picture scrolls", testScroll},
}

// testTwo: pictures in one page have each their own state, and the page's address that of both.
func testTwo(t *testing.T, b *browser) {
	p := b.newTab(t)
	other := "x;y 3001\nx;malloc 1002\nz;scan 1004\n"
	page := "<!DOCTYPE html><title>two</title><body>" + string(svgOf(t, readFolded(appFolded(t)), SVGOptions{})) + "<hr>" +
		string(svgOf(t, readFolded(other), SVGOptions{Colors: "mem", Inverted: true}))
	p.load(b.Put(t, "two.html", browsertest.Page{Content: []byte(page)}))
	p.Until("ready", `() => probe.svg(1)?.dataset.state`)
	const second = `() => JSON.stringify(probe.frames(1)) + probe.svg(1).querySelector("g.f").innerHTML + probe.text(".foot", 1)`
	before := browsertest.Eval[string](p.Tab, second)

	p.click(p.one("parse"))
	p.Press("/malloc")
	p.Until(matchedOf(appStacks(t), found("malloc"), "main", "parse"), matched)
	p.Run(`() => probe.svg().focus()`)
	p.Press("r")
	p.Press("i")
	p.Is(before, second)
	first := browsertest.Eval[string](p.Tab, `() => JSON.stringify(probe.frames(0))`)
	at := browsertest.Eval[[2]float64](p.Tab, `() => {
		const f = probe.svg(1).fold.frames("x")[0], b = probe.svg(1).getBoundingClientRect();
		return [Math.round(b.left + f.x + f.width / 2), Math.round(b.top + f.y + f.height / 2)];
	}`)
	p.ClickAt(at[0], at[1])
	p.Is(first, `() => JSON.stringify(probe.frames(0))`)
	const names = `() => probe.frames(1).map((f) => f.name + (f.faded ? " faded " : " ") + f.total)`
	zoomedFrames := []string{"all faded 5007", "x 4003", "malloc 1002", "y 3001"}
	p.Is(zoomedFrames, names)
	p.Is(first, `() => JSON.stringify(probe.frames(0))`)

	p.reload()
	p.Until("ready", `() => probe.svg(1)?.dataset.state`)
	p.Is(first, `() => JSON.stringify(probe.frames(0))`)
	p.Is(zoomedFrames, names)

	// Keys go to the picture that has the focus.
	p.Run(`() => probe.svg(1).focus()`)
	p.Press("0")
	p.Is(first, `() => JSON.stringify(probe.frames(0))`)
	p.Is([]string{"all 5007", "x 4003", "z 1004", "malloc 1002", "y 3001", "scan 1004"}, names)
}

// testFile: a picture that was opened from the disk can do the same.
func testFile(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	file := filepath.Join(t.TempDir(), "my #1 graph.svg")
	if err := os.WriteFile(file, svgOf(t, readFolded(appFolded(t)), SVGOptions{}), 0o644); err != nil {
		t.Fatal(err)
	}
	p.load((&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String())
	p.click(p.one("lex"))
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
	p.reload()
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
	p.click(p.one("main"))
	p.Run(`() => history.back()`)
	p.Until(3, `() => probe.frames().filter((f) => f.faded).length`)
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
}

// testObject: a page that embeds the picture as an object can say what it shows, and need not say how large it is.
func testObject(t *testing.T, b *browser) {
	p := b.newTab(t)
	picture := p.putSVG("graph.svg", appFolded(t), SVGOptions{})
	page := b.Put(t, "page.html", browsertest.Page{Content: []byte(`<!DOCTYPE html><object data="` + picture + `#s=malloc"></object>`)})
	p.Navigate(page)
	p.Until(matchedOf(appStacks(t), found("malloc")), `() =>
		document.querySelector("object").contentDocument?.querySelector(".matched")?.textContent`)
	const frames = `() => document.querySelector("object").contentDocument.documentElement.fold.frames()`
	p.Is(1200.0-20, `() => (`+frames+`)()[0].width`)
}

// testTouch: the first touch tells about a frame, the second zooms.
func testTouch(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.Do(chromedp.EmulateViewport(wide, 900, chromedp.EmulateTouch))
	p.open(appFolded(t), SVGOptions{})
	tap := func(name string) {
		x, y := p.middle(p.one(name))
		p.Do(chromedp.TapXY(x, y))
	}
	const tip = `() => probe.shown(probe.find(".tip")) ? probe.text(".tip b") : ""`
	tap("lex")
	p.Until("lex", tip)
	p.checkFrames(total(stacks))
	tap("scan")
	p.Until("scan", tip)
	p.checkFrames(total(stacks))
	tap("scan")
	p.Until(4, `() => probe.frames().filter((f) => f.faded).length`)
	p.checkFrames(zoomed(stacks, "main", "parse", "lex", "scan"))
	p.Is("", tip)
	tap("parse")
	p.Until("parse", tip)
	tap("parse")
	p.Until(2, `() => probe.frames().filter((f) => f.faded).length`)
	p.checkFrames(zoomed(stacks, "main", "parse"))
}

// manyFolded is a profile of many frames: stacks of 5 to 40 functions, as programs have them.
func manyFolded(stacks int) string {
	var folded strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	for range stacks {
		at := 1
		folded.WriteString("main")
		for range 5 + random.IntN(36) {
			at = (at*7 + random.IntN(3)) % 997
			fmt.Fprintf(&folded, ";pkg%d.function%d", at%31, at)
		}
		fmt.Fprintf(&folded, " %d\n", 1+random.IntN(100)*random.IntN(100))
	}
	return folded.String()
}

// testElements: whatever is shown of a large profile, the document stays small.
func testElements(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(manyFolded(20_000), SVGOptions{})
	small := func(what string) {
		if n := browsertest.Eval[int](p.Tab, `() => document.querySelectorAll("*").length`); n > 3000 {
			t.Errorf("%s: %d elements, want 3,000 at most", what, n)
		}
	}
	small("at first")
	wide := browsertest.Eval[[]frame](p.Tab, `() => probe.frames().filter((f) => f.depth === 3 && f.width > 100 && f.name !== "…")`)
	p.click(wide[0])
	small("zoomed")
	p.search("function1")
	p.Until(true, `() => /^Matched/.test(probe.text(".matched"))`)
	small("searched")
	p.Press(kb.Escape + "0r")
	small("reversed")
	p.Press("o")
	small("by width")
	p.Press("rt")
	p.Is("top", view)
	small("table")
}

// testScroll: in a picture higher than the window, header and footer stay in sight, rows are drawn where one
// scrolls to, and the root is what one sees first.
func testScroll(t *testing.T, b *browser) {
	p := b.newTab(t)
	var names []string
	for i := range 600 {
		names = append(names, fmt.Sprintf("f%d", i))
	}
	p.open(strings.Join(names, ";")+" 1009\n", SVGOptions{})
	const inSight = `() => [".head", ".foot"].map((s) => {
		const r = probe.find(s).firstChild.getBoundingClientRect();
		return r.top >= 0 && r.bottom <= innerHeight + 1;
	})`
	const texts = `() => {
		const top = probe.svg().getBoundingClientRect().top;
		return [...probe.svg().querySelectorAll("g.f text")].filter((e) => {
			const y = top + +e.getAttribute("y");
			return y > 100 && y < innerHeight - 50;
		}).map((e) => e.textContent);
	}`
	p.Until([]bool{true, true}, inSight)
	p.Is(true, `() => { const y = probe.svg().getBoundingClientRect().top + probe.svg().fold.frames("all")[0].y; return y > 0 && y < innerHeight }`)
	for _, at := range []float64{0.5, 0, 0.25, 1} {
		p.Run(`(at) => scrollTo(0, at * (document.documentElement.scrollHeight - innerHeight))`, at)
		p.Until([]bool{true, true}, inSight)
		// All rows in the window have their labels.
		want := browsertest.Eval[[]string](p.Tab, `() => {
			const top = probe.svg().getBoundingClientRect().top;
			return probe.frames().filter((f) => top + f.y > 100 - 11 && top + f.y < innerHeight - 50 - 11).map((f) => f.name);
		}`)
		if len(want) < 40 {
			t.Fatalf("got %d rows in the window, want 40 or more", len(want))
		}
		p.Until(want, texts)
		// Where the footer lies over the picture it has the header's colour, and at the end the page's.
		ground := "rgb(238, 238, 238)"
		if at == 1 {
			ground = "rgb(238, 238, 176)"
		}
		p.Until(ground, `() => getComputedStyle(probe.find(".foot .box")).backgroundColor`)
	}
	// The cursor is scrolled to.
	p.Press(kb.Tab + strings.Repeat("k", 150))
	p.Is("Function: \u2068f149\u2069 (1,009 samples, 100.00%)", details)
	if y := browsertest.Eval[float64](p.Tab, `() => probe.svg().getBoundingClientRect().top + probe.mark(".cursor")[1]`); y < 54 || y > 900-24-16 {
		t.Errorf("the cursor is %v pixels below the edge of the window", y)
	}
}
