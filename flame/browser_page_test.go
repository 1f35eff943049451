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
	p.load(b.put(t, "two.html", servedPage{content: []byte(page)}))
	until(p, "ready", `() => probe.svg(1)?.dataset.state`)
	const second = `() => JSON.stringify(probe.frames(1)) + probe.svg(1).querySelector("g.f").innerHTML + probe.text(".foot", 1)`
	before := eval[string](p, second)

	p.click(p.one("parse"))
	p.press("/malloc")
	until(p, matchedOf(appStacks(t), found("malloc"), "main", "parse"), matched)
	p.run(`() => probe.svg().focus()`)
	p.press("r")
	p.press("i")
	is(p, before, second)
	first := eval[string](p, `() => JSON.stringify(probe.frames(0))`)
	at := eval[[2]float64](p, `() => {
		const f = probe.svg(1).fold.frames("x")[0], b = probe.svg(1).getBoundingClientRect();
		return [Math.round(b.left + f.x + f.width / 2), Math.round(b.top + f.y + f.height / 2)];
	}`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	is(p, first, `() => JSON.stringify(probe.frames(0))`)
	const names = `() => probe.frames(1).map((f) => f.name + (f.faded ? " faded " : " ") + f.total)`
	zoomedFrames := []string{"all faded 5007", "x 4003", "malloc 1002", "y 3001"}
	is(p, zoomedFrames, names)
	is(p, first, `() => JSON.stringify(probe.frames(0))`)

	p.reload()
	until(p, "ready", `() => probe.svg(1)?.dataset.state`)
	is(p, first, `() => JSON.stringify(probe.frames(0))`)
	is(p, zoomedFrames, names)

	// Keys go to the picture that has the focus.
	p.run(`() => probe.svg(1).focus()`)
	p.press("0")
	is(p, first, `() => JSON.stringify(probe.frames(0))`)
	is(p, []string{"all 5007", "x 4003", "z 1004", "malloc 1002", "y 3001", "scan 1004"}, names)
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
	p.run(`() => history.back()`)
	until(p, 3, `() => probe.frames().filter((f) => f.faded).length`)
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
}

// testObject: a page that embeds the picture as an object can say what it shows, and need not say how large it is.
func testObject(t *testing.T, b *browser) {
	p := b.newTab(t)
	picture := p.putSVG("graph.svg", appFolded(t), SVGOptions{})
	page := b.put(t, "page.html", servedPage{content: []byte(`<!DOCTYPE html><object data="` + picture + `#s=malloc"></object>`)})
	p.do(chromedp.Navigate(page))
	until(p, matchedOf(appStacks(t), found("malloc")), `() =>
		document.querySelector("object").contentDocument?.querySelector(".matched")?.textContent`)
	const frames = `() => document.querySelector("object").contentDocument.documentElement.fold.frames()`
	is(p, 1200.0-20, `() => (`+frames+`)()[0].width`)
}

// testTouch: the first touch tells about a frame, the second zooms.
func testTouch(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.do(chromedp.EmulateViewport(wide, 900, chromedp.EmulateTouch))
	p.open(appFolded(t), SVGOptions{})
	tap := func(name string) {
		x, y := p.middle(p.one(name))
		p.do(chromedp.TapXY(x, y))
	}
	const tip = `() => probe.shown(probe.find(".tip")) ? probe.text(".tip b") : ""`
	tap("lex")
	until(p, "lex", tip)
	p.checkFrames(total(stacks))
	tap("scan")
	until(p, "scan", tip)
	p.checkFrames(total(stacks))
	tap("scan")
	until(p, 4, `() => probe.frames().filter((f) => f.faded).length`)
	p.checkFrames(zoomed(stacks, "main", "parse", "lex", "scan"))
	is(p, "", tip)
	tap("parse")
	until(p, "parse", tip)
	tap("parse")
	until(p, 2, `() => probe.frames().filter((f) => f.faded).length`)
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
		if n := eval[int](p, `() => document.querySelectorAll("*").length`); n > 3000 {
			t.Errorf("%s: %d elements, want 3,000 at most", what, n)
		}
	}
	small("at first")
	wide := eval[[]frame](p, `() => probe.frames().filter((f) => f.depth === 3 && f.width > 100 && f.name !== "…")`)
	p.click(wide[0])
	small("zoomed")
	p.search("function1")
	until(p, true, `() => /^Matched/.test(probe.text(".matched"))`)
	small("searched")
	p.press(kb.Escape + "0r")
	small("reversed")
	p.press("o")
	small("by width")
	p.press("rt")
	is(p, "top", view)
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
	until(p, []bool{true, true}, inSight)
	is(p, true, `() => { const y = probe.svg().getBoundingClientRect().top + probe.svg().fold.frames("all")[0].y; return y > 0 && y < innerHeight }`)
	for _, at := range []float64{0.5, 0, 0.25, 1} {
		p.run(`(at) => scrollTo(0, at * (document.documentElement.scrollHeight - innerHeight))`, at)
		until(p, []bool{true, true}, inSight)
		// All rows in the window have their labels.
		want := eval[[]string](p, `() => {
			const top = probe.svg().getBoundingClientRect().top;
			return probe.frames().filter((f) => top + f.y > 100 - 11 && top + f.y < innerHeight - 50 - 11).map((f) => f.name);
		}`)
		if len(want) < 40 {
			t.Fatalf("got %d rows in the window, want 40 or more", len(want))
		}
		until(p, want, texts)
	}
	// The cursor is scrolled to.
	p.press(kb.Tab + strings.Repeat("k", 150))
	is(p, "Function: f149 (1,009 samples, 100.00%)", details)
	if y := eval[float64](p, `() => probe.svg().getBoundingClientRect().top + probe.mark(".cursor")[1]`); y < 54 || y > 900-24-16 {
		t.Errorf("the cursor is %v pixels below the edge of the window", y)
	}
}
