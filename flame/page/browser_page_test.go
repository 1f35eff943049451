package page

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
	"fold/flame/browsertest"
	"fold/flame/compare"
)

var browserTests = []browserTest{
	{"at rest", testRest},
	{"zoom and choice are in the address, and Back undoes them", testZoom},
	{"a link reopens the view", testLink},
	{"slivers spread, and the range is in the address", testSliver},
	{"wheel and drag", testWheel},
	{"search", testSearch},
	{"chips", testChipsInPage},
	{"chips of categories", testCategoryChips},
	{"chips of a search", testSearchChips},
	{"what a chip would match", testRefinePreview},
	{"filters before the page", testFiltered},
	{"menu", testMenu},
	{"Back undoes every step", testBack},
	{"callers and callees", testGraphs},
	{"time", testTime},
	{"what a chip took away is zoomed out of", testLostZoom},
	{"keys", testPageKeys},
	{"two profiles", testPair},
	{"metrics and threads", testMetrics},
	{"narrow windows", testNarrow},
	{"theme", testTheme},
	{"policies", testPolicies},
	{"from disk", testDisk},
	{"hostile names", testHostile},
	{"deep stacks and many callees", testExtremes},
}

// app is a profile of 100 samples.
const app = `idle 10
main;parse;lex 40
main;parse;malloc 20
main;send;malloc 10
main;send;write 20
`

const hash = `() => decodeURIComponent(location.hash)`

// testRest: what a page says before anybody chooses anything.
func testRest(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.Is([]string{"all 100", "idle 10", "main 90", "parse 60", "send 30", "lex 40", "malloc 20", "malloc 10", "write 20"}, `() => probe.names()`)
	p.Is([][]any{{"lex", 40.0, 40.0}, {"malloc", 30.0, 30.0}, {"write", 20.0, 20.0}, {"idle", 10.0, 10.0}, {"main", 0.0, 90.0}, {"parse", 0.0, 60.0}, {"send", 0.0, 30.0}}, `() => probe.rows()`)
	p.Is([]string{"Functions", "Categories"}, `() => probe.texts(".by button")`)
	p.Is([]string{"own code7070.0%", "allocator3030.0%"}, `() => probe.texts(".sum .lr")`)
	p.Is("8 frames · 7 functions · depth 3", `() => probe.text(".det")`)
	p.Is("100 · 8 frames", `() => probe.text(".tot")`)
	p.Is("", hash)
	p.click(".by button", "Categories")
	p.Is([][]any{{"own code", 70.0, 70.0}, {"allocator", 30.0, 30.0}}, `() => probe.rows()`)
	p.click(".tr", "allocator")
	p.Is("#cat=allocator", hash)
	p.Is([][]any{{"malloc", 30.0, 30.0}}, `() => probe.rows()`)
	p.click(".oc button", "✕")
	p.Is("", hash)
	p.click(".lr", "own code")
	p.Is([]any{"lex", 40.0, 40.0}, `() => probe.rows()[0]`)
	p.Is(6.0, `() => probe.rows().length`)
	p.click(".oc button", "✕")
	p.click(".th button", "Total")
	p.Is("#k=total", hash)
	p.Is([]any{"main", 0.0, 90.0}, `() => probe.rows()[0]`)
}

// zoomedNames are the frames that the picture shows whole.
const zoomedNames = `() => probe.frames().filter((f) => f.w > 60).map((f) => f.name)`

func testZoom(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.clickFrame("parse")
	link := browsertest.Eval[string](p.Tab, hash)
	if !strings.Contains(link, "z=") || !strings.Contains(link, "&f=") {
		p.Errorf("the address has %q", link)
	}
	p.Is([]string{"all", "main", "parse", "lex", "malloc"}, zoomedNames)
	p.Is("parse", `() => probe.text(".fh .b, .fh bdi")`)
	p.Is([][]any{{"lex", 40.0, 40.0}, {"malloc", 20.0, 20.0}, {"parse", 0.0, 60.0}}, `() => probe.rows()`)
	p.Is([]string{"all", "main", "parse", "✕"}, `() => probe.texts(".crumbs button")`)
	p.Is("parse · 60 · 60.0% of all · 66.7% of its caller · self 0%", `() => probe.text(".det")`)
	p.Is([]string{"main60.0%", "lex40.0%", "malloc20.0%"}, `() => probe.texts(".two .lr")`)
	p.clickFrame("lex")
	p.back()
	p.Is(link, hash)
	p.Is([]string{"all", "main", "parse", "lex", "malloc"}, zoomedNames)
	p.back()
	p.Is("", hash)
	p.Is(9.0, `() => probe.frames().length`)
	p.Is(true, `() => !!document.querySelector(".sum")`)

	// Crumbs have the last folder of a package.
	p.open(p.page("runtime.main;a/b/main.main;a/b/c.(*T).Do 1\nidle 1\n", Options{}), "")
	p.clickFrame("a/b/c.(*T).Do")
	p.Is([]string{"all", "runtime.main", "main.main", "c.(*T).Do", "✕"}, `() => probe.texts(".crumbs button")`)
	p.open(p.page(app, Options{}), "")

	// A crumb zooms out to a caller; only choosing leaves the zoom as it is.
	p.clickFrame("lex")
	p.click(".crumbs button", "main")
	p.Is([]string{"all", "main", "parse", "send", "lex", "malloc", "malloc", "write"}, zoomedNames)
	p.clickFrame("write", chromedp.ButtonModifiers(chromedp.ModifierAlt))
	p.Is("write", `() => probe.text(".fh bdi")`)
	p.Is([]string{"all", "main", "parse", "send", "lex", "malloc", "malloc", "write"}, zoomedNames)
	for _, want := range []bool{true, false} { // Esc: the zoom, then the choice
		p.press(kb.Escape)
		p.Is(want, `() => !!document.querySelector(".fh")`)
	}
	p.Is("", hash)
}

func testLink(p *tab) {
	page := p.page(app, Options{})
	p.open(page, "")
	p.clickFrame("send")
	p.click(".tr", "malloc")
	p.click("button", "Widest first")
	p.click("button", "Flip")
	p.click(".th button", "Total")
	state := `() => [location.hash, probe.frames(), probe.rows(), probe.texts(".info *"), probe.text(".det")]`
	want := browsertest.Eval[[]any](p.Tab, state)
	p.open(page, browsertest.Eval[string](p.Tab, `() => location.hash`))
	p.Is(want, state)
	// Keys that nobody knows stay.
	p.open(page, "#x=1&i=1")
	p.click("button", "Flip")
	p.Is("#x=1", hash)
}

// testSliver: what is too narrow is reached by clicks, and each range is a step in the history.
func testSliver(p *tab) {
	var text strings.Builder
	for i := range 20_000 {
		text.WriteString("main;f" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + " 1\n")
	}
	p.open(p.page(text.String(), Options{}), "")
	for click := 0; ; click++ {
		if browsertest.Eval[float64](p.Tab, `() => probe.frames().filter((f) => f.row === 2 && f.name !== "…").length`) > 0 {
			break
		}
		if click == 3 {
			p.Fatal("no function is to be seen after three clicks")
		}
		p.clickFrame("…")
	}
	p.Is(true, `() => /z=\w+@[\d.]+-[\d.]+$/.test(decodeURIComponent(location.hash))`)
	p.back()
	p.press("0")
	p.Is("", hash)
}

func testWheel(p *tab) {
	p.open(p.page(app, Options{}), "")
	at := browsertest.Eval[[2]float64](p.Tab, `() => probe.frame("parse")`)
	wheel := func(dx, dy float64, modifiers ...chromedp.Modifier) {
		p.Helper()
		before := browsertest.Eval[string](p.Tab, hash)
		event := input.DispatchMouseEventParams{Type: "mouseWheel", X: at[0], Y: at[1], DeltaX: dx + 1e-9, DeltaY: dy + 1e-9} // zeros are left out
		for _, modifier := range modifiers {
			event.Modifiers |= int64(modifier)
		}
		p.Mouse(event)
		p.Until(true, `(before) => decodeURIComponent(location.hash) !== before`, before)
		p.rest()
	}
	under := `(x) => { const { from, to, width } = probe.page().picture; return Math.round(from + (x / width) * (to - from)); }`
	before := browsertest.Eval[float64](p.Tab, under, at[0])
	wheel(0, -60, chromedp.ModifierCtrl)
	p.Is(before, under, at[0]) // what is under the pointer stays there
	p.Is(55.0, `() => Math.round(probe.page().view.to - probe.page().view.from)`)
	from := browsertest.Eval[float64](p.Tab, `() => probe.page().view.from`)
	wheel(40, 0)
	if now := browsertest.Eval[float64](p.Tab, `() => probe.page().view.from`); now <= from {
		p.Errorf("panned from %v to %v", from, now)
	}
	// A drag pans as well, and its click is none.
	link := browsertest.Eval[string](p.Tab, hash)
	p.MouseAt(chromedp.MousePressed, at[0], at[1], chromedp.ButtonLeft)
	p.MouseAt(chromedp.MouseMoved, at[0]+200, at[1], chromedp.ButtonLeft)
	p.MouseAt(chromedp.MouseReleased, at[0]+200, at[1], chromedp.ButtonLeft)
	p.Until(true, `(before) => decodeURIComponent(location.hash) !== before`, link)
	p.rest()
	p.Is(false, `() => location.hash.includes("f=")`)
	p.back()
	p.Is(link, hash)
}

func testSearch(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.press("/malloc")
	p.Until("30.0% matches", `() => probe.text(".mat")`)
	p.rest()
	p.Until("#s=malloc", hash)
	p.Is([][]any{{"malloc", 30.0, 30.0}}, `() => probe.rows()`)
	p.Is([]string{"hit", "hit"}, `() => probe.frames().filter((f) => f.name === "malloc").map((f) => f.color)`)
	p.press(kb.Enter)
	p.Is("1 of 2", `() => probe.text(".nth")`)
	p.Is([]string{"all", "main", "parse", "malloc"}, zoomedNames) // the heavier one first
	p.press(kb.Enter)
	p.Is("2 of 2", `() => probe.text(".nth")`)
	p.Is([]string{"all", "main", "send", "malloc"}, zoomedNames)
	p.press(kb.Escape)
	p.Is(false, `() => location.hash.includes("s=")`)

	// What is no expression is searched for as text; what would freeze the browser's own engine does not.
	p.open(p.page("a(b 3\nc 1\n"+strings.Repeat("x.", 60)+"y 1\n", Options{}), "#s=a(b")
	p.Is("not a regular expression, searched for as text · 60.0% matches", `() => probe.text(".mat")`)
	p.press("/")
	p.Run(`() => { const box = document.querySelector(".find input"); box.value = "(\\w+\\.?)+!"; box.dispatchEvent(new Event("input")); }`)
	p.Until("no match", `() => probe.text(".mat")`)
}

func testChipsInPage(p *tab) {
	p.open(p.page(app, Options{Input: []string{"my app.folded"}}), "")
	p.click("button", "Refine")
	p.press("(")
	p.press(kb.Enter)
	p.Is("missing closing )", `() => probe.text(".why")`)
	p.press(kb.Backspace)
	p.press("^malloc$" + kb.Enter)
	p.Is("#focus=^malloc$", hash)
	p.Is("30.0% of 100 Copy fold command", `() => probe.text(".kept")`)
	p.Is([][]any{{"malloc", 30.0, 30.0}, {"main", 0.0, 30.0}, {"parse", 0.0, 20.0}, {"send", 0.0, 10.0}}, `() => probe.rows()`)
	p.clickFrame("parse")
	p.click(".acts button", "Hide")
	p.Is([]string{"parse", "Not in the current view: filtered out."}, `() => [probe.text(".fh bdi"), probe.text(".fn .note")]`)
	p.Is([]string{"Focus malloc", "Hide parse"}, `() => probe.texts(".chip").map((text) => text.replace("✕", ""))`)
	p.Is([][]any{{"malloc", 30.0, 30.0}, {"main", 0.0, 30.0}, {"send", 0.0, 10.0}}, `() => probe.rows()`)
	p.Is(`fold top --focus '^malloc$' --hide '^parse$' 'my app.folded'`, `() => new Promise((done) => {
		navigator.clipboard.writeText = async (text) => done(text);
		document.querySelector("[data-act=copyCommand]").click();
	})`)
	p.click(".chip button", "✕") // the first
	p.Is(true, `() => /^#hide=\^parse\$/.test(decodeURIComponent(location.hash))`)
	p.back()
	p.Is(2.0, `() => document.querySelectorAll(".chip").length`)
}

// copied is the command that the page copies.
const copied = `() => new Promise((done) => {
	navigator.clipboard.writeText = async (text) => done(text);
	document.querySelector("[data-act=copyCommand]").click();
})`

const chipTexts = `() => probe.texts(".chip").map((text) => text.replace("✕", ""))`

// testCategoryChips: a category is focused on and ignored where one chose it, by a menu and by keys; what is left is the
// total less its row.
func testCategoryChips(p *tab) {
	p.open(p.page(app, Options{Input: []string{"in"}}), "")
	p.click(".lr", "allocator")
	p.Is([]string{"Focus", "Ignore", "✕"}, `() => probe.texts(".oc button")`)
	p.click(".oc button", "Ignore")
	p.Is("#ignore-category=allocator", hash)
	p.Is([]string{"Ignore allocator"}, chipTexts)
	p.Is("70.0% of 100 Copy fold command", `() => probe.text(".kept")`)
	p.Is([]string{"own code70100%"}, `() => probe.texts(".sum .lr").map((text) => text.replace("70.0%", "100%"))`)
	p.Is([]any{"lex", 40.0, 40.0}, `() => probe.rows()[0]`)
	p.Is("fold top --ignore-category allocator in", copied)
	p.back()
	p.Is("#cat=allocator", hash)
	p.Is("", `() => probe.text(".kept")`)
	p.click(".oc button", "✕")

	// The menu, of the details and of the table.
	p.click(".lr", "allocator", chromedp.ButtonRight)
	p.Is("menu allocator", `() => document.querySelector(".pop").getAttribute("role") + probe.text(".mh")`)
	p.click(".pop button", "Focus")
	p.Is("#focus-category=allocator", hash)
	p.Is([][]any{{"malloc", 30.0, 30.0}, {"main", 0.0, 30.0}, {"parse", 0.0, 20.0}, {"send", 0.0, 10.0}}, `() => probe.rows()`)
	p.click(".chip button", "✕")
	p.click(".by button", "Categories")
	p.click(".tr", "own code", chromedp.ButtonRight)
	p.click(".pop button", "Ignore")
	p.Is("#ignore-category=own code&g=category", hash)
	p.Is([][]any{{"allocator", 30.0, 30.0}}, `() => probe.rows()`)
	p.click(".chip button", "✕")

	// Keys: arrows choose a category, and the focus goes back.
	p.Run(`() => document.querySelector(".scroll").focus()`)
	p.press(kb.ArrowDown + kb.ArrowDown)
	p.Is([]string{"allocator"}, `() => [...document.querySelectorAll(".tr.on .nm")].map((e) => e.title)`)
	p.press(kb.F10, chromedp.ModifierShift)
	p.Is("menu allocator", `() => document.querySelector(".pop").getAttribute("role") + probe.text(".mh")`)
	p.press(kb.Escape)
	p.Is("scroll", `() => document.activeElement.className`)
	p.press(kb.Enter)
	p.Is("#cat=allocator", hash)
	p.Run(`() => document.querySelector(".sum .lr").focus()`)
	p.press(kb.F10, chromedp.ModifierShift)
	p.Is(" own code", `() => probe.text(".mh")`)
	p.press(kb.ArrowDown + kb.Enter)
	p.Is("#ignore-category=own code", hash)

	p.open(p.page(app, Options{}), "#focus-category=regular expressions")
	p.Is("No stack matches. Remove Focus regular expressions", `() => probe.text(".empty")`)

	// With other chips: categories are those of the frames as they were recorded.
	p.open(p.page(app, Options{}), "#ignore-category=allocator&hide=malloc|lex&focus-category=nosuch&focus-category=own code")
	p.Is([]string{"Ignore allocator", "Hide malloc|lex", "Focus nosuch", "Focus own code"}, chipTexts)
	p.Is([][]any{{"parse", 40.0, 40.0}, {"write", 20.0, 20.0}, {"idle", 10.0, 10.0}, {"main", 0.0, 60.0}, {"send", 0.0, 20.0}}, `() => probe.rows()`)
}

// testSearchChips: what is searched for becomes a chip, which minds case only if the search did.
func testSearchChips(p *tab) {
	p.open(p.page(app, Options{Input: []string{"in"}}), "")
	p.Is(false, `() => probe.element(".mch", "")[0] > 0`)
	p.press("/LEX")
	p.Until("no match", `() => probe.text(".mat")`)
	p.Is(false, `() => probe.element(".mch", "")[0] > 0`)
	p.open(p.page(app, Options{Input: []string{"in"}}), "#s=lex|write")
	p.Is("only stacks with a match of (?i)lex|write: 2 functions · 60.0% of the weight", `() => {
		const button = document.querySelector(".mch button");
		button.dispatchEvent(new Event("pointerover", { bubbles: true }));
		return button.title;
	}`)
	p.click(".mch button", "Ignore")
	p.Is("#ignore=(?i)lex|write", hash)
	p.Is([]string{"Ignore (?i)lex|write"}, chipTexts)
	p.Is("40.0% of 100 Copy fold command", `() => probe.text(".kept")`)
	p.Is(true, `() => document.querySelector(".find input").value === "" && document.querySelector(".mch").hidden`)
	p.Is("fold top --ignore '(?i)lex|write' in", copied)
	p.back()
	p.Is("#s=lex|write", hash)
	p.click(".mch button", "Focus")
	p.Is("#focus=(?i)lex|write", hash)

	// What is no expression is searched for as text, and so is the chip's.
	p.open(p.page("a(B 3\nc 1\n", Options{}), "#s=a(B")
	p.click(".mch button", "Focus")
	p.Is("#focus=a\\(B", hash)
	p.Is("75.0% of 4 Copy fold command", `() => probe.text(".kept")`)
}

// testRefinePreview: while one types an expression, a line says what its chip would match.
func testRefinePreview(p *tab) {
	p.open(p.page(app, Options{}), "#s=LEX&hide=malloc")
	line := `() => probe.text(".why")`
	p.click("button", "Refine")
	p.Is([]string{"LEX", "no function matches"}, `() => [document.querySelector(".rf input").value, probe.text(".why")]`)
	p.press(kb.Backspace + "(")
	p.Until("missing closing )", line)
	p.Is("why bad", `() => document.querySelector(".why").className`)
	p.press(kb.Backspace + "malloc|write") // of frames as they were recorded
	p.Until("2 functions · 50.0% of the weight", line)
	p.Is("why", `() => document.querySelector(".why").className`)
	p.press(kb.Enter)
	p.Is("50.0% of 100 Copy fold command", `() => probe.text(".kept")`)
	p.click("button", "Refine")
	p.press("malloc")
	p.Until("1 function · 30.0% of the weight", line)
	p.press(kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace)
	p.Until("", line)
	p.press(kb.Escape)

	// The buttons of a function say what the menu and the form say.
	p.open(p.page(app, Options{}), "")
	p.click(".tr", "write")
	p.Is([]string{
		"Focus on it: only stacks with a match", "Ignore its stacks: only stacks without a match",
		"Hide the frame, keep what it calls: take matching frames out of their stacks",
		"Show from here: start stacks at their first match; drop the rest", "More",
	}, `() => [...document.querySelectorAll(".fn .acts button")].map((b) => b.title)`)
}

// testFiltered: a page of what filters left says so, and its commands begin with them.
func testFiltered(p *tab) {
	p.open(p.page(app, Options{Whole: []int64{400}, Flags: []string{"--focus", "."}, Input: []string{"in"}}), "")
	p.Is("100 · 8 frames", `() => probe.text(".tot")`)
	p.Is("25.0% of 400 left by filters · Copy fold command", `() => probe.text(".kept")`)
	p.Is([]any{"lex", 40.0, 40.0}, `() => probe.rows()[0]`)
	// Shares are those of "fold top": of all.
	p.Is("lex10.0%10.0%", `() => document.querySelector(".tr").innerText.replace(/\s/g, "").replace(/40/g, "")`)
	p.click(".tr", "malloc")
	p.Is([]string{"Self30 7.50% of all30.0% of what is left", "Total30 7.50% of all30.0% of what is left"}, `() => probe.texts(".nums div").slice(0, 2).map((text) => text.replace("30", "30 "))`)
	p.clickFrame("main")
	p.Is("main · 90 · 22.5% of all · 90.0% of what is left · self 0%", `() => probe.text(".det")`)
	p.Is("lex44.4%44.4%", `() => document.querySelector(".tr").innerText.replace(/\s/g, "").replace(/40/g, "")`) // of the zoomed frame
	p.Is("fold top --focus . in", `() => new Promise((done) => {
		navigator.clipboard.writeText = async (text) => done(text);
		document.querySelector("[data-act=copyCommand]").click();
	})`)
}

func testMenu(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.clickFrame("lex", chromedp.ButtonRight)
	p.Is("menu", `() => document.querySelector(".pop").getAttribute("role")`)
	p.Is(true, `() => document.querySelector(".pop").contains(document.activeElement)`)
	p.click(".pop button", "Ignore its stacks")
	p.Is("#ignore=^lex$", hash)
	p.Is("60.0% of 100 Copy fold command", `() => probe.text(".kept")`)
	p.Is(true, `() => document.querySelector(".pop").hidden`)
	// By keys, and the focus goes back.
	p.Run(`() => document.querySelector(".pane").focus()`)
	p.press(kb.F10, chromedp.ModifierShift)
	p.Is(true, `() => document.querySelector(".pop").hidden`) // the root has none
	p.press(kb.ArrowDown + kb.ArrowDown)
	p.press(kb.F10, chromedp.ModifierShift)
	p.Is("send", `() => probe.text(".mh")`)
	p.press(kb.Escape)
	p.Is("pane", `() => document.activeElement.className`)
	p.Is("#ignore=^lex$", hash)
}

// testGraphs: the sandwich of a function, and stacks merged from their leaves.
func testGraphs(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.press("s")
	p.Is("choose a function first", `() => probe.text(".det")`)
	p.Is("", hash)
	p.click(".tr", "malloc")
	p.click(".two button", "as a graph")
	p.Is([]string{"malloc 30 2", "parse 20 1", "send 10 1", "main 20 0", "main 10 0"}, `() => probe.frames().map((f) => f.name + " " + f.weight + " " + f.row)`)
	p.Is([]string{"Sandwich of malloc✕"}, `() => probe.texts(".chip")`)
	// Both sides share the range; the function stays chosen.
	p.clickFrame("send")
	p.Is(true, `() => /&v=sandwich|v=sandwich&/.test(location.hash) && /z=-\w+/.test(location.hash)`)
	p.Is([]string{"malloc", "send", "main"}, zoomedNames)
	p.Is("malloc", `() => probe.text(".fh bdi")`)
	p.press(kb.Escape) // the sandwich
	p.Is(9.0, `() => probe.frames().length`)
	p.press("s") // and back: it kept its zoom
	p.Is([]string{"malloc", "send", "main"}, zoomedNames)
	p.press("0")
	// Keys: callers are above.
	p.press("g" + kb.ArrowUp)
	p.Is("parse · 20 · 20.0% of all · 66.7% of the function", `() => probe.text(".det")`)
	p.press(kb.ArrowRight + kb.ArrowUp)
	p.Is("main · 10 · 10.0% of all · 33.3% of the function · 100% of what it calls", `() => probe.text(".det")`)
	p.press(kb.ArrowDown + kb.ArrowDown)
	p.Is("malloc · 30 · 30.0% of all · self 30.0% of all", `() => probe.text(".det")`)
	p.press(kb.Escape)
	// An older link.
	p.open(p.page(app, Options{}), "#v=calls&f="+browsertest.Eval[string](p.Tab, `() => probe.page().view.state.f`))
	p.Is("sandwich", `() => probe.page().view.state.v`)
	p.Is(5.0, `() => probe.frames().length`)

	// Callers: stacks merged from their leaves. Each way has its own zoom.
	p.open(p.page(app, Options{}), "")
	p.clickFrame("parse")
	p.press("r")
	p.Is("all 100", `() => probe.names()[0]`)
	p.Is("callers", `() => probe.page().view.state.v`)
	p.clickFrame("malloc")
	p.Is([]string{"all", "malloc", "parse", "send", "main", "main"}, zoomedNames)
	p.press("r")
	p.Is([]string{"all", "main", "parse", "lex", "malloc"}, zoomedNames)
}

func testLostZoom(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.clickFrame("lex")
	p.Run(`() => { location.hash += "&ignore=lex" }`)
	p.Until("the zoomed frame is not there any more: its nearest caller is shown", `() => probe.text(".live")`)
	p.rest()
	p.Is([]string{"all", "main", "parse", "malloc"}, zoomedNames)
}

func testPageKeys(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.press("g")
	p.press(kb.ArrowDown)
	p.Is("main · 90 · 90.0% · self 0%", `() => probe.text(".det")`)
	p.Until("main · 90 · 90.0% · self 0%", `() => probe.text(".live")`)
	p.press(kb.ArrowDown + kb.ArrowRight)
	p.Is("send · 30 · 30.0% · 33.3% of its caller · self 0%", `() => probe.text(".det")`)
	p.press(kb.Enter)
	p.Is([]string{"all", "main", "send", "malloc", "write"}, zoomedNames)
	p.press(kb.ArrowUp + kb.Enter)
	p.Is([]string{"all", "main", "parse", "send", "lex", "malloc", "malloc", "write"}, zoomedNames)
	p.press("0")
	p.press("t")
	p.press(kb.ArrowDown)
	p.Is("parse", `() => probe.text(".fh bdi")`)
	p.press(kb.Home + kb.ArrowDown)
	p.Is("malloc", `() => probe.text(".fh bdi")`)
	p.Is("row1", `() => document.querySelector(".scroll").getAttribute("aria-activedescendant")`)
	p.press("?")
	p.Is("dialog", `() => document.querySelector(".pop").getAttribute("role")`)
	p.press(kb.Escape)
	p.Is(true, `() => document.querySelector(".pop").hidden`)
}

// pairOfProfiles returns a profile before a change and after it.
func pairOfProfiles(p *tab) *collapse.Profile {
	return collapse.Beside(
		collapse.Column{Profile: read(p, "main;old 10\nmain;same 50\nmain;work 40\n")},
		collapse.Column{Profile: read(p, "main;new 20\nmain;same 50\nmain;work 130\n")},
	)
}

// noisyPair is the page of both, in which some changes are noise.
func noisyPair(p *tab) string {
	only := func(names ...string) func(collapse.Frame) bool {
		return func(f collapse.Frame) bool { return slices.Contains(names, f.Name) }
	}
	beyond := compare.Beyond{Self: only("work", "same"), Total: only("work", "new"), Noise: "noise between runs", Basis: "3 and 3 runs", Caveat: "All else is unknown."}
	return write(p, pairOfProfiles(p), Options{Title: "diff", Compare: &Compare{Pairs: []Pair{{After: 1, Beyond: beyond}}}})
}

// testPair: what changed between two profiles.
func testPair(p *tab) {
	testNoise(p, noisyPair(p))
	p.open(write(p, pairOfProfiles(p), Options{Title: "diff", Compare: &Compare{Pairs: []Pair{{After: 1}}}}), "")
	p.Is("Samples: 100 → 200", `() => probe.text(".tot")`)
	p.Is([]string{"before100", "grew+90", "new+20", "gone−10", "after200 +100%"}, `() => probe.texts(".led tr")`)
	p.Is([]string{"Changes are not tested against noise: how many samples there are is not known."}, `() => probe.texts(".sum .verdict, .sum .note")`)
	p.Is([]string{"same−25.00 pt−25.00 pt", "work+25.00 pt+25.00 pt", "new+10.00 pt+10.00 pt", "old−10.00 pt−10.00 pt", "main0.00 pt0.00 pt"}, `() => probe.texts(".tr")`)
	p.Is([]string{"all 200 root", "main 200 d0", "new 20 new", "same 50 n4", "work 130 u4"}, `() => probe.frames().map((f) => f.name + " " + f.weight + " " + f.color)`)
	p.click(".seg button", "Before")
	p.Is([]string{"all 100", "main 100", "old 10", "same 50", "work 40"}, `() => probe.names()`)
	p.click(".tr", "work")
	p.Is([]string{"beforeafterchange", "self40 40.0%130 65.0%+25.00 pt", "total40 40.0%130 65.0%+25.00 pt"}, `() => probe.texts(".ba tr")`)
	p.Is([]string{"main+25.00 pt40.0%", "(self)+25.00 pt40.0%"}, `() => probe.texts(".two .lr")`)

	// The colour of a place, and that of its function everywhere; and a second metric.
	both := collapse.Beside(
		collapse.Column{Profile: read(p, "a;f 50\nb;f 50\n")}, collapse.Column{Profile: read(p, "a;f 90\nb;f 10\n")},
		collapse.Column{Profile: read(p, "a;f 1\nb;f 3\n")}, collapse.Column{Profile: read(p, "a;f 3\nb;f 1\n")},
	)
	both.Metrics[2].Name, both.Metrics[3].Name = "other", "other"
	p.open(write(p, both, Options{Compare: &Compare{Pairs: []Pair{{Before: 0, After: 1}, {Before: 2, After: 3}}}}), "")
	colors := `() => probe.frames().map((f) => f.name + " " + f.color)`
	p.Is([]string{"all root", "a u4", "b n4", "f u4", "f n4"}, colors)
	p.Run(`() => { const menu = document.querySelector("[data-key=c]"); menu.value = "fn"; menu.dispatchEvent(new Event("change")); }`)
	p.rest()
	p.Is("#c=fn", hash)
	p.Is([]string{"all root", "a u4", "b n4", "f d0", "f d0"}, colors)
	p.Is("Samples: 100 → 100", `() => probe.text(".tot")`)
	p.Run(`() => { const menu = document.querySelector("[data-key=m]"); menu.value = "other"; menu.dispatchEvent(new Event("change")); }`)
	p.rest()
	p.Is("other: 4 → 4", `() => probe.text(".tot")`)
	p.Is([]string{"all 4", "a 3", "b 1", "f 3", "f 1"}, `() => probe.names()`)
}

// testNoise: what is within the noise is faded, by self and by total, wherever it stands, and says so; unless chips leave only
// a part, which nobody tested.
func testNoise(p *tab, page string) {
	p.open(page, "")
	colors := `() => probe.frames().map((f) => f.name + " " + f.color)`
	quiet := `() => [...document.querySelectorAll(".tr .quiet")].map((e) => e.title + ": " + e.closest(".tr").querySelector(".b").textContent + e.textContent)`
	note := `() => probe.texts(".sum .verdict, .sum .note")`
	const inside = "the change is within the noise between runs: "
	p.Is([]string{"all root", "main d0", "new new", "same n1", "work u4"}, colors)
	p.Is([]string{inside + "same−25.00 pt", inside + "new+10.00 pt", inside + "old−10.00 pt", inside + "old−10.00 pt", inside + "main0.00 pt", inside + "main0.00 pt"}, quiet)
	p.Is([]string{
		"2 functions changed beyond the noise between runs by self, 2 by total.",
		"Faded: the change is within the noise between runs (3 and 3 runs). All else is unknown.",
	}, note)
	ledger := `() => [...document.querySelectorAll(".led tr")].map((e) => e.textContent + " " + (e.querySelector(".dot")?.className ?? "") + " " + e.querySelector("td").className + " " + e.querySelector("td").title)`
	const none = " quiet no function among these changed beyond the noise between runs"
	p.Is([]string{"before100   ", "grew+90 dot u4 up ", "new+20 dot new s" + none, "gone−10 dot gone s" + none, "after200 +100%   "}, ledger)

	// The picture's tooltip and line, the details and the lists say what the row says.
	tip := func(frame string) []string {
		p.Helper()
		at := browsertest.Eval[[2]float64](p.Tab, `(name) => probe.frame(name)`, frame)
		p.HoverAt(at[0], at[1])
		return browsertest.Eval[[]string](p.Tab, `() => [...probe.texts(".tip tr, .tip .verdict, .det"), document.querySelector(".tip tr:last-child td").className]`)
	}
	for frame, want := range map[string][]string{
		"same": {"before5050.0%", "after5025.0%", "change−25.00 pt", "within the noise between runs", "same · 50 · 25.0% · −25.00 pt within noise · 25.0% of its caller · self 25.0%", "quiet"},
		"work": {"before4040.0%", "after13065.0%", "change+25.00 pt", "beyond the noise between runs", "work · 130 · 65.0% · +25.00 pt · 65.0% of its caller · self 65.0%", "up"},
		"main": {"before100100%", "after200100%", "change0.00 pt", "main · 200 · 100% · 0.00 pt · self 0%", ""},
	} {
		if got := tip(frame); !slices.Equal(got, want) {
			p.Errorf("%s: the tooltip has %q, want %q", frame, got, want)
		}
	}
	details := `() => [...document.querySelectorAll(".ba tbody tr, .two .lr")].map((e) => { const c = e.querySelector("td:last-child, .chg"); return e.textContent + ": " + c.className + " " + c.title; })`
	p.click(".tr", "same")
	p.Is([]string{
		"self50 50.0%50 25.0%−25.00 pt: dn ",
		"total50 50.0%50 25.0%−25.00 ptwithin noise: quiet the change is within the noise between runs",
		"main−25.00 pt within noise25.0%: quiet chg the change of same as a whole is within the noise between runs",
		"(self)−25.00 pt25.0%: dn chg ",
	}, details)
	p.click(".tr", "main")
	p.Is([]string{
		"self0 0%0 0%0.00 pt:  ",
		"total100 100%200 100%0.00 pt:  ",
		"(root)0.00 pt100%:  chg ",
		"work+25.00 pt65.0%: up chg ",
		"same−25.00 pt within noise25.0%: quiet chg the change of same as a whole is within the noise between runs",
		"new+10.00 pt10.0%: up chg ",
		"old−10.00 pt within noise0%: quiet chg the change of old as a whole is within the noise between runs",
	}, details)

	p.click(".seg button", "Before")
	p.Is([]string{"all root", "main d0", "old gone s", "same n1", "work u4"}, colors)
	p.open(page, "#focus=a")
	p.Is([]string{"all root", "main d0", "new new", "same n4", "work u4"}, colors)
	p.Is([]string{}, quiet)
	p.Is([]string{"What chips and a thread leave is not tested against noise: nothing is faded."}, note)

	// Two recordings of one program: nothing changed, and nothing is coloured as if it had.
	before, after := recorded(p, "statistics/same-program-1.heap.pb.gz"), recorded(p, "statistics/same-program-2.heap.pb.gz")
	heaps := collapse.Beside(collapse.Column{Profile: before, Metric: before.Default}, collapse.Column{Profile: after, Metric: after.Default})
	beyond := compare.BeyondOf([]compare.Side{{Runs: []compare.Run{{Profile: before, Metric: before.Default}}}, {Runs: []compare.Run{{Profile: after, Metric: after.Default}}}}, true)
	p.open(write(p, heaps, Options{Compare: &Compare{Pairs: []Pair{{After: 1, Absolute: true, Beyond: beyond}}}}), "")
	p.Is([]string{
		"No function changed beyond the noise of sampling.",
		"Faded: the change is within the noise of sampling (effectively 3.3 and 7.2 samples). With one run per side, variation from run to run is unknown; pass several runs per side to measure it.",
	}, note)
	const colored = `() => document.querySelectorAll(".side :is(.up, .dn):not(.quiet)").length`
	p.Is(0, colored)
	p.click(".tr", "doGzip")
	p.Is(0, colored)
	// Its minimap is as pale as the picture.
	p.Is([]any{"rgb(216, 166, 232)", "0.5"}, `() => probe.page().picture.fillOf("new s")`)
}

func testMetrics(p *tab) {
	b := collapse.NewBuilder()
	count := b.Metric(collapse.Metric{Name: "samples"})
	cpu := b.Metric(collapse.Metric{Name: "cpu", Unit: "nanoseconds"})
	for i, thread := range []string{"one", "two"} {
		n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: thread, Kind: collapse.KindThread}))
		n = b.Call(n, b.Frame(collapse.Frame{Name: "work", File: "/src/a.go", Line: 7, Module: "app"}))
		b.Add(n, count, int64(2+i))
		b.Add(n, cpu, int64(2+i)*5_000_000)
	}
	p.open(write(p, b.Profile(), Options{SourceURL: "https://example.test/{file}#L{line}"}), "#m=cpu")
	p.Is("25ms · 4 frames", `() => probe.text(".tot")`)
	p.Is([]string{"all 25000000", "one 10000000", "two 15000000", "work 10000000", "work 15000000"}, `() => probe.names()`)
	p.Run(`() => { const menu = document.querySelectorAll("select")[0]; menu.value = "samples"; menu.dispatchEvent(new Event("change")); }`)
	p.rest()
	p.Is("", hash)
	p.Is([]string{"all 5", "one 2", "two 3", "work 2", "work 3"}, `() => probe.names()`)
	for _, tt := range []struct {
		thread string
		want   []string
	}{
		{"two", []string{"all 3", "two 3", "work 3"}},
		{"*", []string{"all 5", "work 5"}},
	} {
		p.Run(`(thread) => { const menu = document.querySelectorAll("select")[1]; menu.value = thread; menu.dispatchEvent(new Event("change")); }`, tt.thread)
		p.rest()
		p.Is(tt.want, `() => probe.names()`)
	}
	p.click(".tr", "work")
	p.Is("Open /src/a.go:7", `() => document.querySelector("[data-act=source]").title`)
	p.Is("https://example.test//src/a.go#L7", `() => new Promise((done) => { open = done; document.querySelector("[data-act=source]").click(); })`)
}

func testNarrow(p *tab) {
	p.Resize(390, 844)
	p.open(p.page(app, Options{}), "")
	shown := `() => [".pic", ".tab", ".info"].filter((s) => document.querySelector(s).getBoundingClientRect().height > 0)`
	p.Is([]string{".pic"}, shown)
	p.Is(true, `() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight`)
	p.click(".tabs button", "Functions")
	p.Is([]string{".tab"}, shown)
	p.click(".tr", "lex")
	p.Is([]string{".info"}, shown)
	p.Is("lex", `() => probe.text(".fh bdi")`)
	p.click(".tabs button", "Graph")
	p.Is([]string{".pic"}, shown)
}

func testTheme(p *tab) {
	p.open(p.page(app, Options{}), "")
	background := `() => getComputedStyle(document.body).backgroundColor`
	p.Is("rgb(247, 246, 243)", background)
	p.press("d")
	p.Is("rgb(21, 21, 23)", background)
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	p.open(p.page(app, Options{}), "")
	p.Is("rgb(21, 21, 23)", background)
}

// testPolicies: where a policy forbids the script or the style sheet, the still page stays.
func testPolicies(p *tab) {
	content := p.page(app, Options{})
	for _, tt := range []struct {
		policy string
		ready  bool
	}{
		{"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'", true},
		{"sandbox allow-scripts", true},
		{"script-src 'none'", false},
		{"style-src 'none'", false},
	} {
		p.Navigate(p.put("policy.html", content, tt.policy))
		if tt.ready {
			p.Until("ready", `() => document.getElementById("app").dataset.state`)
			continue
		}
		p.Until(true, `() => document.readyState === "complete"`)
		p.Is([]any{"still", true, 8.0}, `() => {
			const app = document.getElementById("app");
			return [app.className, app.querySelector("svg").getBoundingClientRect().width <= innerWidth, app.querySelectorAll("tr").length];
		}`)
		p.TakeTroubles() // what the policy forbids
	}
}

func testDisk(p *tab) {
	file := filepath.Join(p.TempDir(), "my #1 report.html")
	if err := os.WriteFile(file, []byte(p.page(app, Options{})), 0o644); err != nil {
		p.Fatal(err)
	}
	p.Navigate("file://" + strings.ReplaceAll(strings.ReplaceAll(file, "#", "%23"), " ", "%20"))
	p.Until("ready", `() => document.getElementById("app").dataset.state`)
	p.rest()
	p.clickFrame("lex")
	p.Is([]string{"all", "main", "parse", "lex"}, zoomedNames)
	p.back()
	p.Is(9.0, `() => probe.frames().length`)
}

func testHostile(p *tab) {
	name := `</script><img src=x onerror=window.hacked=1>"'&` + "\u202e" + `evil`
	p.open(p.page("main;"+name+" 3\n__proto__;constructor 4\n", Options{Title: name, Input: []string{name}}), "")
	p.click(".tr", "onerror")
	p.clickFrame("constructor")
	p.clickFrame("all")
	p.press("/img" + kb.Enter)
	p.Is([]any{nil, 0.0, false}, `() => [window.hacked ?? null, document.querySelectorAll("img").length, document.getElementById("app").textContent.includes("\u202e")]`)
}

// testExtremes: stacks of 20,000 frames, and 20,000 callees of the same weight.
func testExtremes(p *tab) {
	p.open(p.page(strings.Repeat("f;", 20_000)+"leaf 3\nother 1\n", Options{}), "")
	p.Is("20,002 frames · 3 functions · depth 20,001", `() => probe.text(".det")`)
	p.click(".tr", "leaf")
	p.click("button", "show")
	p.Is(true, `() => probe.frames().some((f) => f.name === "leaf" && f.w > 100)`)
	p.click(".acts button", "Show from")
	p.Is([]string{"all 3", "leaf 3"}, `() => probe.names()`)

	// Callees that are drawn together are reached one by one with the arrows, and each becomes wide enough to be seen.
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "main;f%05d 1\n", i)
	}
	p.open(p.page(many.String(), Options{}), "")
	p.press("g" + kb.ArrowDown + kb.ArrowDown)
	for i := range 4 {
		name := fmt.Sprintf("f%05d", i)
		p.Is([]any{name + " · 1 · 0.01% of all · 0.01% of its caller · self 0.01% of all", true}, `(name) => [probe.text(".det"), probe.frames().some((f) => f.name === name && f.w >= 20)]`, name)
		p.press(kb.ArrowRight)
	}
}

// testBack: each value of the state that is a step in the history is undone by one Back; the others leave no steps.
func testBack(p *tab) {
	b := collapse.NewBuilder()
	for _, metric := range []int{b.Metric(collapse.Metric{Name: "samples"}), b.Metric(collapse.Metric{Name: "bytes", Unit: "bytes"})} {
		for i, thread := range []string{"one", "two"} {
			n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: thread, Kind: collapse.KindThread}))
			n = b.Call(n, b.Frame(collapse.Frame{Name: "work"}))
			b.Add(b.Call(n, b.Frame(collapse.Frame{Name: "malloc"})), metric, int64(2+3*i+metric*metric))
			b.Add(n, metric, 5)
		}
	}
	single, pair := write(p, b.Profile(), Options{}), write(p, pairOfProfiles(p), Options{Compare: &Compare{Pairs: []Pair{{After: 1}}}})
	choose := func(key, value string) func() {
		return func() {
			p.Run(`(key, value) => { const menu = document.querySelector("select[data-key=" + key + "]"); menu.value = value; menu.dispatchEvent(new Event("change")); }`, key, value)
			p.rest()
		}
	}
	click := func(selector, text string) func() { return func() { p.click(selector, text) } }
	const seen = `() => [location.hash, probe.frames(), probe.rows(), probe.texts(".info, .bar, .det")]`
	for _, step := range []struct {
		key, page, from string
		do              func()
	}{
		{"z", single, "#f=x", func() { p.clickFrame("one") }},
		{"f", single, "", click(".tr", "malloc")},
		{"v", single, "", click(".seg button", "Callers")},
		{"v", single, "", func() { p.click(".tr", "work"); p.click(".two button", "as a graph") }},
		{"m", single, "", choose("m", "bytes")},
		{"t", single, "", choose("t", "two")},
		{"c", single, "", choose("c", "pkg")},
		{"i", single, "", click("button", "Flip")},
		{"o", single, "", click("button", "Widest first")},
		{"side", pair, "", click(".seg button", "Before")},
		{"focus", single, "", func() { p.click(".tr", "malloc"); p.click(".acts button", "Focus") }},
		{"ignore", single, "", func() { p.click(".tr", "malloc"); p.click(".acts button", "Ignore") }},
		{"hide", single, "", func() { p.click(".tr", "work"); p.click(".acts button", "Hide") }},
		{"show-from", single, "", func() { p.click(".tr", "work"); p.click(".acts button", "Show from") }},
		{"skip-after", single, "", func() { p.click(".tr", "work"); p.click(".acts button", "⋯"); p.click(".pop button", "Skip") }},
		{"recursion", single, "", func() { p.click("button", "Refine"); p.click(".pop button", "recursion") }},
	} {
		p.open(step.page, step.from)
		steps := browsertest.Eval[int](p.Tab, `() => history.length`)
		before := browsertest.Eval[[]any](p.Tab, seen)
		step.do()
		p.Is(true, `(key) => new URLSearchParams(location.hash.slice(1)).has(key)`, step.key)
		for range browsertest.Eval[int](p.Tab, `() => history.length`) - steps {
			p.back()
		}
		p.Is(before, seen)
	}
	p.open(single, "")
	steps := browsertest.Eval[int](p.Tab, `() => history.length`)
	p.press("/mal")
	p.Until("#s=mal", hash)
	p.press(kb.Enter)
	click(".th button", "Total")()
	click(".by button", "Categories")()
	click(".tr", "allocator")()
	p.Is(true, `() => ["s", "k", "cat"].every((key) => new URLSearchParams(location.hash.slice(1)).has(key))`)
	p.Is(steps, `() => history.length`)
}
