package page

import (
	"slices"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
)

// numberTests hold that every number says what it is of, and that what is left out is said to be.
var numberTests = []browserTest{
	{"shares of inverted stacks", testInvertedShares},
	{"shares of what is left", testSharesOfLeft},
	{"shares of zoom", testSharesOfZoom},
	{"nothing in the table", testNothingInTable},
	{"the head of the table is one line", testHeadOfTable},
	{"nothing in the picture", testNothingInPicture},
	{"counts of what is left", testCounts},
	{"menus stand at their frames", testMenuPlace},
	{"the cursor stays where a chip leaves something", testCursorStays},
	{"words", testWords},
}

// hover points at a frame.
func (p *tab) hover(name string) {
	p.Helper()
	at := browsertest.Eval[[2]float64](p.Tab, `(name) => probe.frame(name)`, name)
	p.MouseAt(chromedp.MouseMoved, at[0], at[1])
}

// told are the footer and the rows of the tooltip, and what follows these.
const told = `() => [probe.text(".det"), ...probe.texts(".tip tr"), ...probe.texts(".tip > span")]`

// testInvertedShares: where callers stand on what they call, a frame has no self, and its share is of what it calls.
func testInvertedShares(p *tab) {
	p.open(p.page(app, Options{}), "#v=callers")
	p.hover("send")
	p.Is([]string{"send · 10 · 10.0% · 33.3% of what it calls", "weight1010.0%", "33.3% of what it calls"}, told)
	p.hover("lex")
	p.Is([]string{"lex · 40 · 40.0%", "weight4040.0%"}, told)
	p.Run(`() => document.querySelector(".pane").focus()`)
	p.press(kb.ArrowDown + kb.ArrowDown)
	p.Until("parse · 40 · 40.0% · 100% of what it calls", `() => probe.text(".live")`)

	p.open(p.page(app, Options{}), "")
	p.click(".tr", "malloc")
	p.press("s")
	p.hover("send")
	p.Is([]string{"send · 10 · 10.0% of all · 33.3% of the function", "of allof the function", "weight1010.0%33.3%"}, told)
	p.hover("malloc")
	p.Is([]string{"malloc · 30 · 30.0% of all · self 30.0% of all", "of all", "total3030.0%", "self3030.0%"}, told)
	// What the function calls is the right way up.
	p.click(".tr", "parse")
	p.press("s")
	p.hover("lex")
	p.Is([]string{"lex · 40 · 40.0% of all · 66.7% of the function · self 40.0% of all", "of allof the function", "total4040.0%66.7%", "self4040.0%66.7%"}, told)
}

// heads are the heads of the lists, which say what their percentages are of.
const heads = `() => probe.texts(".base, .th .n, .info .h")`

// testSharesOfLeft: with chips on, shares are of all and of what is left, and say so.
func testSharesOfLeft(p *tab) {
	p.open(p.page(app, Options{}), "#focus=malloc")
	p.hover("parse")
	p.Is([]string{"parse · 20 · 20.0% of all · 66.7% of what is left · 66.7% of its caller · self 0%", "of allof what is left", "total2020.0%66.7%", "self00%0%"}, told)
	p.hover("malloc")
	p.Is([]string{"in 2 occurrences3030.0%"}, `() => probe.texts(".tip tr").slice(3)`)
	p.Is([]string{"% of 100", "Function 4", "Where it goes % of 100"}, heads)
	p.click(".tr", "parse")
	p.Is([]string{"% of 100", "Function 4", "Called by 1 · % of 100as a graph", "Calls 1 · % of 100as a graph"}, heads)
	p.Is([]string{"Self00%0%", "Total2020.0% of all66.7% of what is left", "Occurrences1show"}, `() => probe.texts(".nums div")`)
	p.press("/malloc")
	p.Until("matches: 30.0% of all", `() => probe.text(".mat")`)

	// Of two profiles, shares are of what is left of each.
	p.open(noisyPair(p), "#focus=work")
	p.hover("work")
	p.Is([]string{"work · 130 · 100% of what is left · 0.00 pt · 100% of its caller · self 100% of what is left", "of what is left", "before40100%", "after130100%", "change0.00 pt"}, told)
	p.Is([]string{"", "Function 2", "What changed", "Where it goes % of what is left"}, heads)
}

// testSharesOfZoom: in a zoom, shares are of all and of the zoomed frame, wherever a function weighs something in it.
func testSharesOfZoom(p *tab) {
	page := p.page(app, Options{})
	p.open(page, "")
	p.clickFrame("send")
	p.hover("malloc")
	p.Is([]string{"malloc · 10 · 10.0% of all · 33.3% of zoom · 33.3% of its caller · self 10.0% of all", "of allof zoom", "total1010.0%33.3%", "self1010.0%33.3%", "in 2 occurrences3030.0%"}, told)
	p.hover("main") // is not in the zoom
	p.Is([]string{"main · 90 · 90.0% of all · self 0%", "of all", "total9090.0%", "self00%"}, told)
	p.click(".tr", "malloc")
	p.Is([]string{"% of zoom", "Function 3", "Called by 2 · % of 100as a graph", "Calls 0 · % of 100as a graph"}, heads)
	p.Is([]string{"Self3030.0% of all10 · 33.3% of zoom", "Total3030.0% of all10 · 33.3% of zoom", "Occurrences2largest"}, `() => probe.texts(".nums div")`)
	// The details follow the zoom.
	p.press("0")
	p.Is([]string{"Self3030.0%", "Total3030.0%", "Occurrences2largest"}, `() => probe.texts(".nums div")`)
	p.Is([]string{"", "Function 7", "Called by 2as a graph", "Calls 0as a graph"}, heads)

	// With chips, the zoom is the part that counts.
	p.open(page, "#ignore=idle")
	p.clickFrame("send")
	p.hover("malloc")
	p.Is("malloc · 10 · 10.0% of all · 33.3% of zoom · 33.3% of its caller · self 10.0% of all", `() => probe.text(".det")`)
	p.press(kb.Escape + kb.Escape)
	p.Is([]string{"% of 100", "Function 6", "Where it goes % of 100"}, heads)
}

// testNothingInTable: a table that lists a part says so where it has nothing, and lists all at the press of a button.
func testNothingInTable(p *tab) {
	const none = `() => { const e = document.querySelector(".table .none"); return e.hidden ? "" : e.textContent; }`
	p.open(p.page(app, Options{}), "#cat=allocator&s=lex")
	p.Is("No match in allocator. show all", none)
	p.Is([]string{"hit"}, `() => probe.frames().filter((f) => f.name === "lex").map((f) => f.color)`)
	p.click(".none button", "show all")
	p.Is("#s=lex", hash)
	p.Is("", none)
	p.Is([][]any{{"lex", 40.0, 40.0}}, `() => probe.rows()`)
	p.clickFrame("send")
	p.Is("No match in the zoomed frame. show all", none)
	p.click(".none button", "show all")
	p.Is([][]any{{"lex", 40.0, 40.0}}, `() => probe.rows()`)
	p.open(p.page(app, Options{}), "#s=nothing")
	p.Is("No function matches the search.", none)
	p.open(p.page(app, Options{}), "#focus=nothing")
	p.Is("No stack matches.", none)
}

// testHeadOfTable: the head is one line which names the base, and a category stands whole above it.
func testHeadOfTable(p *tab) {
	p.open(p.page("main;handle;encoding/json.Marshal;encoding/json.(*encodeState).marshal 60\nmain;work 40\n", Options{}), "#cat=formatting and serialisation")
	p.clickFrame("handle")
	p.Is("% of zoomFunction 2formatting and serialisation", `() => probe.text(".base") + probe.text(".th .n") + probe.text(".oc .nm").trim()`)
	for _, width := range []int{1280, 900, 390} {
		p.Resize(width, 800)
		p.rest()
		if width == 390 {
			p.click(".tabs button", "Functions")
		}
		p.Is([]any{[]any{}, false, false}, `() => {
			const inside = (line) => {
				const { top, bottom } = line.getBoundingClientRect();
				return (e) => ((r) => r.top >= top && r.bottom <= bottom)(e.getBoundingClientRect());
			};
			const [strip, head, category, base] = [".oc", ".th", ".oc .nm", ".base"].map((s) => document.querySelector(s));
			const out = [...head.querySelectorAll(".n > *, small > *")].filter((e) => !inside(head)(e)).concat([...strip.children].filter((e) => !inside(strip)(e)));
			return [out.map((e) => e.outerHTML), category.scrollWidth > category.clientWidth, base.scrollWidth > base.clientWidth];
		}`)
	}
}

// testNothingInPicture: where nothing is left, the picture says so and offers to take off what was added last.
func testNothingInPicture(p *tab) {
	const nothing = `() => { const e = document.querySelector(".empty"); return [e.hidden ? "" : e.textContent, probe.text(".det"), probe.text(".tot"), probe.text(".kept")]; }`
	p.open(p.page(app, Options{}), "")
	p.Is([]string{"", "8 frames · 7 functions · depth 3", "100 · 8 frames", ""}, nothing)
	p.click(".tr", "lex")
	p.click(".acts button", "Focus")
	p.click(".acts button", "Ignore")
	p.Is([]string{"No stack matches. Remove Ignore lex", "0 of 8 frames · 0 of 7 functions · depth 0", "100 · 0 of 8 frames", "0% of 100 Copy fold command"}, nothing)
	p.Is("Not in the current view: filtered out.", `() => probe.text(".fn .note")`)
	p.click(".empty button", "Remove")
	p.Is([]string{"", "3 of 8 frames · 3 of 7 functions · depth 3", "100 · 3 of 8 frames", "40.0% of 100 Copy fold command"}, nothing)
	p.Is("#focus=^lex$", `() => decodeURIComponent(location.hash).replace(/&f=.*/, "")`)
	// A sandwich of a function that is left out.
	p.click(".acts button", "⋯")
	p.click(".pop button", "graph")
	p.click(".tr", "main")
	p.click(".acts button", "Hide")
	p.Is([]string{"No stack with main matches. Remove Hide main", "2 of 8 frames · 2 of 7 functions · depth 2", "100 · 2 of 8 frames", "40.0% of 100 Copy fold command"}, nothing)
}

// testCounts: counts are of what chips and a thread leave.
func testCounts(p *tab) {
	const counts = `() => [probe.text(".det"), probe.text(".tot")]`
	p.open(p.page(app, Options{}), "#ignore=idle")
	p.Is([]string{"7 of 8 frames · 6 of 7 functions · depth 3", "100 · 7 of 8 frames"}, counts)
	p.click(".chip button", "✕")
	p.Is([]string{"8 frames · 7 functions · depth 3", "100 · 8 frames"}, counts)
	p.open(p.page(app, Options{}), "#hide=parse")
	p.Is([]string{"7 of 8 frames · 6 of 7 functions · depth 3", "100 · 7 of 8 frames"}, counts)
	p.open(p.page(app, Options{}), "#hide=nothing")
	p.Is([]string{"8 frames · 7 functions · depth 3", "100 · 8 frames"}, counts)
}

// testMenuPlace: by keys, the menu opens below its frame or its row; the tooltip makes room for it.
func testMenuPlace(p *tab) {
	const place = `(x, y) => { const { left, top } = document.querySelector(".pop").getBoundingClientRect(); return [Math.abs(left - x) < 3, Math.abs(top - y) < 3]; }`
	p.open(p.page(app, Options{}), "")
	p.press("g" + kb.ArrowDown + kb.ArrowDown + kb.ArrowRight)
	at := browsertest.Eval[[2]float64](p.Tab, `() => { const { x, y } = probe.frames().find((f) => f.name === "send"); return [x, y + 18]; }`)
	p.press(kb.F10, chromedp.ModifierShift)
	p.Is("send", `() => probe.text(".mh")`)
	p.Is([]bool{true, true}, place, at[0], at[1])
	p.press(kb.Escape)
	p.press("t" + kb.ArrowDown + kb.ArrowDown)
	at = browsertest.Eval[[2]float64](p.Tab, `() => { const { left, bottom } = document.querySelector(".tr.on .nm").getBoundingClientRect(); return [left, bottom]; }`)
	name := browsertest.Eval[string](p.Tab, `() => probe.text(".tr.on .nm")`)
	p.press(kb.F10, chromedp.ModifierShift)
	p.Is(name, `() => probe.text(".mh")`)
	p.Is([]bool{true, true}, place, at[0], at[1])
	p.press(kb.Escape)

	p.hover("lex")
	p.Is(false, `() => document.querySelector(".tip").hidden`)
	p.clickFrame("lex", chromedp.ButtonRight)
	p.Is([]any{"menu", true}, `() => [document.querySelector(".pop").getAttribute("role"), document.querySelector(".tip").hidden]`)
	p.hover("idle")
	p.Is(true, `() => document.querySelector(".tip").hidden`)
}

// testCursorStays: the keyboard's cursor stays on its frame, or on the nearest caller that a chip leaves.
func testCursorStays(p *tab) {
	const cursor = `() => { const { cursor } = probe.page().picture; return cursor ? probe.page().view.profile.text(cursor.name) + " " + cursor.row : ""; }`
	p.open(p.page(app, Options{}), "")
	p.press("g" + kb.ArrowDown + kb.ArrowDown + kb.ArrowDown)
	p.Is("lex 3", cursor)
	p.Run(`() => { location.hash = "ignore=idle" }`)
	p.Until(true, `() => !!document.querySelector(".chip")`)
	p.rest()
	p.Is("lex 3", cursor)
	p.press(kb.F10, chromedp.ModifierShift)
	p.click(".pop button", "Ignore its stacks")
	p.Is("parse 2", cursor)
	p.press(kb.F10, chromedp.ModifierShift)
	p.click(".pop button", "Hide the frame")
	p.Is("main 1", cursor)
	p.Is("pane", `() => document.activeElement.className`)
	p.press("r") // another way of merging is another picture
	p.Is("", cursor)
}

// testWords: menus, lists and keys use the words of the field.
func testWords(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.click(".tr", "main")
	p.Is([]string{"Called by 0as a graph", "Calls 2as a graph"}, `() => probe.texts(".two .h")`)
	p.Is([]string{"(root)90.0%", "parse60.0%", "send30.0%"}, `() => probe.texts(".two .lr")`)
	p.click(".tr", "malloc")
	p.Is([]string{"parse20.0%", "send10.0%", "(self)30.0%"}, `() => probe.texts(".two .lr")`)
	entries := []string{"Focus on it", "Ignore its stacks", "Hide the frame, keep what it calls", "Show from here", "Skip its callers", "Callers and callees graph", "Largest occurrence", "Copy name"}
	p.click(".acts button", "⋯")
	p.Is(entries, `() => probe.texts(".pop button")`)
	p.Is("Function menu", `() => document.querySelector(".pop").ariaLabel`)
	p.click(".pop button", "Largest")
	p.Is([]string{"all", "main", "parse", "malloc"}, zoomedNames)
	p.click(".crumbs button", "main")
	entries = slices.Insert(entries, len(entries), "Copy stack")
	entries[6] = "Show the occurrence"
	p.clickFrame("lex", chromedp.ButtonRight)
	p.Is(entries, `() => probe.texts(".pop button")`)
	p.press(kb.Escape + "?")
	p.Is([]string{
		"clickzoom into the frame and choose its function", "Alt+clickselect without zooming", "Ctrl+wheel, pinchzoom at the pointer", "drag, Shift+wheelmove sideways",
		"right click, Shift+F10function menu", "arrows, Enterheaviest callee, caller, siblings; zoom", "Escstep back: menu, search, graph, zoom, choice", "/ n Nsearch, next and previous match",
		"r s i ocallers, callers and callees of the function, flip, widest first", "t g 0table, graph, show all", "c Ccopy the name, the stack", "d ?light or dark, this list",
	}, `() => probe.texts(".pop dt").map((key, i) => key + probe.texts(".pop dd")[i])`)
	p.open(noisyPair(p), "")
	p.Is([]string{"by call path", "by function"}, `() => probe.texts("[data-key=c] option")`)
}
