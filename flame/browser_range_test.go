package flame

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
)

// browserRangeTests try what shows a part of a frame, and what stays when one goes from view to view.
var browserRangeTests = []browserTest{
	{"wheel and drag", testWheel},
	{"pinch", testPinch},
	{"arrows to frames that are not drawn", testArrows},
	{"heaviest outermost match first", testMatchOrder},
	{"no pattern freezes the tab", testNoFreeze},
	{"function of the sandwich", testChosenFunction},
	{"ways back", testWaysBack},
	{"hidden frames in the address", testHiddenLink},
	{"table of the zoom", testZoomedTable},
	{"long table", testLongTable},
}

const hash = `() => location.hash`

// shownRange is the part of the root's width that the picture shows, and where the pointer is in it, of a 1000.
const shownRange = `(x) => {
	const all = probe.frames().filter((f) => f.depth === 1);
	return all.map((f) => f.name + " " + Math.round(f.x) + "+" + Math.round(f.width)).join(", ");
}`

// wheel turns the wheel at a place of the window, and waits until the address follows.
func (p *tab) wheel(x, y, dx, dy float64, modifiers ...chromedp.Modifier) {
	p.Helper()
	before := browsertest.Eval[string](p.Tab, hash)
	event := input.DispatchMouseEventParams{Type: "mouseWheel", X: x, Y: y, DeltaX: dx + 1e-9, DeltaY: dy + 1e-9} // zeros are left out
	for _, modifier := range modifiers {
		event.Modifiers |= int64(modifier)
	}
	p.Mouse(event)
	p.Until(true, `(before) => location.hash !== before`, before)
}

// testWheel: the wheel zooms at the pointer and pans, a drag pans, and each makes one entry in the history.
func testWheel(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("a 250\nb 500\nc 250\n", SVGOptions{}) // 1260 pixels from 10 on: a has 315, b 630
	_, y := p.middle(p.one("b"))
	p.Is("a 10+315, b 325+630, c 955+315", shownRange)
	steps := browsertest.Eval[int](p.Tab, `() => history.length`)

	// e^-0.6 = 0.549 of the width; what is at 325 stays there.
	p.wheel(325, y, 0, -60, chromedp.ModifierCtrl)
	p.Is("a 10+315, b 325+945", shownRange)
	p.Is(steps+1, `() => history.length`)
	p.Is(true, `() => probe.shown(probe.find("[data-act=reset]"))`)
	p.wheel(325, y, 0, -1000, chromedp.ModifierMeta) // no more than that at once
	p.Is("a 10+315, b 325+945", shownRange)

	// Shift makes it pan: 252 pixels of the 1260 are a fifth of what is shown.
	p.wheel(640, y, 0, 252, chromedp.ModifierShift)
	p.Is("a 10+63, b 73+1197", shownRange)
	p.wheel(640, y, -252, 0)
	p.Is("a 10+315, b 325+945", shownRange)
	link := browsertest.Eval[string](p.Tab, hash)
	p.reload()
	p.Is("a 10+315, b 325+945", shownRange)

	// A drag pans, too, and its click is none.
	p.MouseAt(chromedp.MousePressed, 700, y, chromedp.ButtonLeft)
	p.MouseAt(chromedp.MouseMoved, 600, y, chromedp.ButtonLeft)
	p.MouseAt(chromedp.MouseMoved, 448, y, chromedp.ButtonLeft)
	p.MouseAt(chromedp.MouseReleased, 448, y, chromedp.ButtonLeft)
	p.Until(true, `(before) => location.hash !== before`, link)
	p.Until("a 10+63, b 73+1197", shownRange)
	p.Run(`() => history.back()`)
	p.Until("a 10+315, b 325+945", shownRange)
	p.Is(link, hash)

	// Up to five pixels are a click.
	p.MouseAt(chromedp.MousePressed, 700, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	p.MouseAt(chromedp.MouseMoved, 704, y, chromedp.ButtonLeft)
	p.MouseAt(chromedp.MouseReleased, 704, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	p.Is("b 10+1260", shownRange)

	// No further out than all there is, and no further to the side.
	for range 4 {
		p.Run(`(y) => probe.svg().dispatchEvent(new WheelEvent("wheel", { deltaY: 60, ctrlKey: true, clientX: 900, clientY: y, bubbles: true, cancelable: true }))`, y)
	}
	p.Until("a 10+315, b 325+630, c 955+315", shownRange)
	p.Until("", hash)
	p.Run(`(y) => probe.svg().dispatchEvent(new WheelEvent("wheel", { deltaX: 900, clientX: 900, clientY: y, bubbles: true, cancelable: true }))`, y)
	p.Is("a 10+315, b 325+630, c 955+315", shownRange)

	// The wheel alone is the browser's, and so is all of it over the buttons and in the table.
	p.Is([]bool{true, true, false}, `(y) => ["svg", ".head button", "svg"].map((selector, i) => {
		const element = selector === "svg" ? probe.svg() : probe.find(selector);
		return element.dispatchEvent(new WheelEvent("wheel", { deltaY: 60, ctrlKey: i > 0, clientX: 900, clientY: y, bubbles: true, cancelable: true }));
	})`, y)
	p.Run(`() => probe.svg().focus()`)
	p.Press("t")
	p.Is(true, `() => probe.svg().dispatchEvent(new WheelEvent("wheel", { deltaY: 60, ctrlKey: true, bubbles: true, cancelable: true }))`)

	// Both sides of a sandwich show the same range.
	p.open("a;f;x 500\nb;f;y 500\n", SVGOptions{})
	p.hover(p.frames("f")[0])
	p.Press("s")
	p.wheel(640, y, 0, -60, chromedp.ModifierCtrl)
	p.wheel(640, y, 6000, 0)
	p.Is([]string{"b", "y"}, `() => probe.frames().filter((f) => Math.abs(f.depth) === 1 && f.width > 600).map((f) => f.name).sort()`)
}

// testPinch: two fingers zoom.
func testPinch(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.Do(chromedp.EmulateViewport(wide, 900, chromedp.EmulateTouch))
	p.open("a 250\nb 500\nc 250\n", SVGOptions{})
	_, y := p.middle(p.one("b"))
	touch := func(kind input.DispatchTouchEventType, xs ...float64) {
		points := []*input.TouchPoint{}
		for i, x := range xs {
			points = append(points, &input.TouchPoint{X: x, Y: y, ID: new(float64(i))})
		}
		browsertest.Send(p.Tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	touch(input.DispatchTouchEventTypeTouchStart, 540, 740)
	for _, half := range []float64{120, 160, 200} {
		touch(input.DispatchTouchEventTypeTouchMove, 640-half, 640+half)
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
	p.Until(true, `() => location.hash !== ""`)
	p.Is(true, `() => {
		const [f] = probe.svg().fold.frames("b");
		return Math.round(f.x) === 115 && Math.round(f.width) === 1050; // of 60%
	}`)
}

// testArrows: arrows reach all callees of a frame, also those that are too narrow to be drawn; the range follows, and
// makes no entry in the history.
func testArrows(t *testing.T, b *browser) {
	var folded strings.Builder
	const n = 4000
	for i := range n {
		fmt.Fprintf(&folded, "main;h%05d;work 10\n", i)
	}
	p := b.newTab(t)
	p.open(folded.String(), SVGOptions{})
	p.Is([]string{"all", "main", dots}, `() => probe.frames().map((f) => f.name)`)
	steps := browsertest.Eval[int](p.Tab, `() => history.length`)
	p.Press(kb.Tab + kb.ArrowUp + kb.ArrowUp)
	p.Is(lineOf("h00000", 10, 10*n), details)
	for i := range 3 {
		p.Press(kb.ArrowRight)
		p.Is(lineOf(fmt.Sprintf("h%05d", i+1), 10, 10*n), details)
		p.Is(true, cursorInSight)
	}
	p.Is(steps, `() => history.length`)
	p.Press(kb.ArrowLeft + kb.ArrowUp)
	p.Is(lineOf("work", 10, 10*n), details)
	p.Press(kb.ArrowDown)
	p.Is(lineOf("h00002", 10, 10*n), details)
	p.reload() // the range is in the address
	p.Is(1, `() => probe.svg().fold.frames("h00002").length`)

	// In the order of widths, and in the leaf-merged view.
	p.Press("0o")
	p.Press(kb.ArrowUp + kb.ArrowUp + kb.ArrowRight)
	p.Is(lineOf("h00001", 10, 10*n), details)
	p.Is(true, cursorInSight)
	p.Press("0r")
	p.Press(kb.ArrowUp + kb.ArrowUp + kb.ArrowRight)
	p.Is(lineOf("h00001", 10, 10*n), details)
	p.Is(true, cursorInSight)
}

// testMatchOrder: the heaviest of the outermost matches comes first, and those that they call are none.
func testMatchOrder(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("main;a;lock_tiny 1\nmain;z;lock_big;lock_inner 99\nmain;m;other 100\n", SVGOptions{})
	steps := browsertest.Eval[int](p.Tab, `() => history.length`)
	p.Press("/lock" + kb.Enter)
	const nth = `() => [probe.text(".nth"), probe.text(".details")]`
	p.Until([]string{"1 of 2", lineOf("lock_big", 99, 200)}, nth)
	p.Press(kb.Enter)
	p.Is([]string{"2 of 2", lineOf("lock_tiny", 1, 200)}, nth)
	p.Press(kb.Enter)
	p.Is([]string{"1 of 2", lineOf("lock_big", 99, 200)}, nth)
	p.Is(steps, `() => history.length`)

	// In the table, a step goes to the next row, and says what it holds.
	p.button("reset")
	p.button("top")
	p.Run(`() => probe.svg().focus()`)
	const row = `() => [probe.text(".nth"), probe.find("[aria-current]")?.dataset.name, probe.text(".live")]`
	p.Press("n")
	p.Is([]string{"1 of 3", "lock_inner", "lock_inner: Self 99, Self % 49.50%, Sum % 49.50%, Total 99, Total % 49.50%"}, row)
	p.Press("n")
	p.Is([]string{"2 of 3", "lock_tiny", "lock_tiny: Self 1, Self % 0.50%, Sum % 50.00%, Total 1, Total % 0.50%"}, row)
	p.Press("NN")
	p.Is([]string{"3 of 3", "lock_big", "lock_big: Self 0, Self % 0.00%, Sum % 50.00%, Total 99, Total % 49.50%"}, row)
	p.Press(kb.ArrowDown + kb.Enter)
	p.Is([]string{"sandwich", lineOf("lock_inner", 99, 200)}, `() => [probe.svg().dataset.view, probe.text(".details")]`)
}

// testNoFreeze: the browser's own engine takes forever over such a pattern. What is no expression is searched for as text.
func testNoFreeze(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("main;"+strings.Repeat("a", 200)+" 1\nmain;f\\(x 3\nmain;µsd_K 4\n", SVGOptions{})
	p.search(`(a+)+!`)
	p.Until("no match", matched)
	p.search(`^(a|aa)+$`)
	p.Until("Matched: 12.50% of total · 1 frame", matched)
	p.search(`\(`)
	p.Until("Matched: 37.50% of total · 1 frame", matched)
	p.search(`f\(`)
	p.Until("no match", matched) // there is a backslash between
	p.search(`(x`)
	p.Until("not a regular expression, searched for as text · Matched: 37.50% of total · 1 frame", matched)
	p.search(`(?i)^\pLsd_\x6b$`)
	p.Until("Matched: 50.00% of total · 1 frame", matched)
}

// testChosenFunction: the sandwich is of the function that was pointed at or chosen last.
func testChosenFunction(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.button("sandwich")
	p.Is("flame", view)
	// It says so below the button, and to a screen reader.
	p.Is([]any{"point at a function first", "point at a function first", true}, `() => {
		const tip = probe.find(".tip .box").getBoundingClientRect(), button = probe.find("[data-act=sandwich]").getBoundingClientRect();
		return [probe.text(".tip"), probe.text(".live"), tip.left - button.left < 40 && tip.top > button.top && tip.top - button.bottom < 40];
	}`)
	p.click(p.one("main")) // zoomed to main, but the last one pointed at is another
	p.hover(p.frames("memcpy")[0])
	p.button("sandwich")
	p.checkFrames(sandwich(stacks, "memcpy"))
	p.button("sandwich")
	p.checkFrames(zoomed(stacks, "main"))
	p.Press("k") // the keyboard's cursor
	p.Is(detailsOf(stacks, "main", "render"), details)
	p.HoverAt(640, 880)
	p.button("sandwich")
	p.checkFrames(sandwich(stacks, "render"))
}

// testWaysBack: Esc leads from the sandwich of a function in the table to the table, and each view keeps its range.
func testWaysBack(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.click(p.one("main"))
	p.button("top")
	p.Do(chromedp.Click(chromedp.CSS(`.table [data-name="scan"] button`)))
	p.Is("sandwich", view)
	p.Press(kb.Escape)
	p.Is("top", view)
	p.Press(kb.Escape)
	p.checkFrames(zoomed(stacks, "main"))
	_, y := p.middle(p.one("main"))
	p.wheel(640, y, 0, -60, chromedp.ModifierCtrl)
	link := browsertest.Eval[string](p.Tab, hash)
	p.Press("r")
	p.checkFrames(total(reversed(appFolded(t))))
	p.Press("r")
	p.Is(link, hash)
}

// testHiddenLink: a reload, and Back, show what was hidden and nothing else.
func testHiddenLink(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("main;parse;lex 30\nmain;read;copy 20\nmain;send;copy 10\nidle 40\n", SVGOptions{})
	const frames = `() => probe.frames().map((f) => f.name + " " + f.total).join(" ")`
	all := browsertest.Eval[string](p.Tab, frames)
	p.hover(p.one("idle"))
	p.Press("x")
	const noIdle = "all 60 main 60 parse 30 read 20 send 10 lex 30 copy 20 copy 10"
	p.Is(noIdle, frames)
	p.hover(p.frames("copy")[0])
	p.Press("s")
	p.hover(p.one("send")) // copy, where send calls it
	p.Press("xs")
	const noSend = "all 50 main 50 parse 30 read 20 lex 30 copy 20"
	p.Is(noSend, frames)
	p.Press("r")
	p.hover(p.one("lex"))
	p.Press("xr")
	const noLex = "all 20 main 20 read 20 copy 20"
	p.Is(noLex, frames)
	p.reload()
	p.Is(noLex, frames)
	p.Run(`() => probe.svg().focus()`)
	p.Press("z")
	p.Is(noSend, frames)
	p.Press("z")
	p.Is(noIdle, frames)
	p.Press("z")
	p.Is([]string{all, ""}, `() => [probe.frames().map((f) => f.name + " " + f.total).join(" "), location.hash]`)
	for _, want := range []string{noIdle, noSend, noLex} {
		p.Run(`() => history.back()`)
		p.Until(want, frames)
	}
	p.Run(`() => history.forward()`)
	p.Until(noSend, frames)
}

// testZoomedTable: the table is of the zoomed frame.
func testZoomedTable(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("main;parse;lex 30\nmain;parse 10\nmain;send;lex 10\nidle 50\n", SVGOptions{})
	p.click(p.one("parse"))
	p.button("top")
	p.Is([]string{"30 | 75.00% | 75.00% | 30 | 75.00% | lex", "10 | 25.00% | 100.00% | 40 | 100.00% | parse"}, tableCells)
	p.Is("Function 2 · % of zoom", `() => probe.text(".table [role=columnheader].name")`)
	p.Run(`() => probe.svg().focus()`)
	p.Press("t0t")
	p.Is([]string{
		"50 | 50.00% | 50.00% | 50 | 50.00% | idle", "40 | 40.00% | 90.00% | 40 | 40.00% | lex", "10 | 10.00% | 100.00% | 40 | 40.00% | parse",
		"0 | 0.00% | 100.00% | 50 | 50.00% | main", "0 | 0.00% | 100.00% | 10 | 10.00% | send",
	}, tableCells)
	p.Is("Function 5", `() => probe.text(".table [role=columnheader].name")`)
	p.Resize(390, 800)
	p.Until([]string{"selfp", "totalp", "name"}, `() => [...probe.svg().querySelectorAll(".table [role=columnheader]")].map((e) => e.className)`)
}

// testLongTable: of a long table only rows in sight are there, and its head stays in sight; on paper there are all.
func testLongTable(t *testing.T, b *browser) {
	p := b.newTab(t)
	var folded strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&folded, "f%04d %d\n", i, 5000-i)
	}
	p.open(folded.String(), SVGOptions{})
	p.button("top")
	const rows = `() => [...probe.svg().querySelectorAll(".table [data-name]")].map((e) => e.dataset.name)`
	inSight := func(name string) string {
		return `() => {
			const r = probe.find(".table [data-name=` + name + `]")?.getBoundingClientRect();
			const head = probe.find(".table .tr:not([data-name])").getBoundingClientRect();
			const gap = head.top - probe.find(".head .box").getBoundingClientRect().bottom;
			return !!r && r.top >= head.bottom && r.bottom <= innerHeight && Math.abs(gap) <= 1;
		}`
	}
	p.Is([]any{true, "3001"}, `() => [probe.svg().querySelectorAll(".table .tr").length < 100, probe.find(".table").getAttribute("aria-rowcount")]`)
	p.Until(true, inSight("f0000"))
	p.Run(`() => scrollTo(0, 24 * 1500)`)
	p.Until(true, inSight("f1510"))
	p.Is(true, `() => probe.svg().querySelectorAll(".table .tr").length < 100`)
	p.Resize(390, 800) // with a higher header, which has room for all buttons
	p.Run(`() => scrollTo(0, 24 * 1000)`)
	p.Until(true, inSight("f1010"))
	p.Resize(wide, 900)
	p.Run(`() => scrollTo(0, 24 * 1500)`)
	p.Until(true, inSight("f1510"))
	p.Is("1512", `() => probe.find(".table [data-name=f1510]").getAttribute("aria-rowindex")`)
	p.Run(`() => probe.svg().focus()`)
	p.Press(kb.ArrowUp) // the last one
	p.Until(true, inSight("f2999"))
	p.Press(kb.ArrowDown)
	p.Until(true, inSight("f0000"))
	if n := len(browsertest.Eval[[]string](p.Tab, `() => { dispatchEvent(new Event("beforeprint")); return (`+rows+`)(); }`)); n != 3000 {
		t.Errorf("%d rows on paper, want 3000", n)
	}
	p.Run(`() => dispatchEvent(new Event("afterprint"))`)
	p.Is(true, `() => probe.svg().querySelectorAll(".table .tr").length < 100`)
}
