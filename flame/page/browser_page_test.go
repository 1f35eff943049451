package page

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
	"fold/flame/compare"
)

var browserTests = []struct {
	name string
	run  func(p *tab)
}{
	{"at rest", testRest},
	{"zoom and choice are in the address, and Back undoes them", testZoom},
	{"a link reopens the view", testLink},
	{"slivers spread, and the range is in the address", testSliver},
	{"wheel and drag", testWheel},
	{"search", testSearch},
	{"chips", testChipsInPage},
	{"filters before the page", testFiltered},
	{"menu", testMenu},
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
	is(p, []string{"all 100", "idle 10", "main 90", "parse 60", "send 30", "lex 40", "malloc 20", "malloc 10", "write 20"}, `() => probe.names()`)
	is(p, [][]any{{"lex", 40.0, 40.0}, {"malloc", 30.0, 30.0}, {"write", 20.0, 20.0}, {"idle", 10.0, 10.0}, {"main", 0.0, 90.0}, {"parse", 0.0, 60.0}, {"send", 0.0, 30.0}}, `() => probe.rows()`)
	is(p, []string{"Functions", "Categories"}, `() => probe.texts(".by button")`)
	is(p, []string{"own code7070.0%", "allocator3030.0%"}, `() => probe.texts(".sum .lr")`)
	is(p, "8 frames · 7 functions · depth 3", `() => probe.text(".det")`)
	is(p, "100 · 8 frames", `() => probe.text(".tot")`)
	is(p, "", hash)
	p.click(".by button", "Categories")
	is(p, [][]any{{"own code", 70.0, 70.0}, {"allocator", 30.0, 30.0}}, `() => probe.rows()`)
	p.click(".tr", "allocator")
	is(p, "#cat=allocator", hash)
	is(p, [][]any{{"malloc", 30.0, 30.0}}, `() => probe.rows()`)
	p.click(".th button", "✕")
	is(p, "", hash)
	p.click(".lr", "own code")
	is(p, []any{"lex", 40.0, 40.0}, `() => probe.rows()[0]`)
	is(p, 6.0, `() => probe.rows().length`)
	p.click(".th button", "✕")
	p.click(".th button", "Total")
	is(p, "#k=total", hash)
	is(p, []any{"main", 0.0, 90.0}, `() => probe.rows()[0]`)
}

// zoomedNames are the frames that the picture shows whole.
const zoomedNames = `() => probe.frames().filter((f) => f.w > 60).map((f) => f.name)`

func testZoom(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.clickFrame("parse")
	link := eval[string](p, hash)
	if !strings.Contains(link, "z=") || !strings.Contains(link, "&f=") {
		p.Errorf("the address has %q", link)
	}
	is(p, []string{"all", "main", "parse", "lex", "malloc"}, zoomedNames)
	is(p, "parse", `() => probe.text(".fh .b, .fh bdi")`)
	is(p, [][]any{{"lex", 40.0, 40.0}, {"malloc", 20.0, 20.0}, {"parse", 0.0, 60.0}}, `() => probe.rows()`)
	is(p, []string{"all", "main", "parse", "✕"}, `() => probe.texts(".crumbs button")`)
	is(p, "parse · 60 · 60.0% · 66.7% of its caller · self 0%", `() => probe.text(".det")`)
	is(p, []string{"main60.0%", "lex40.0%", "malloc20.0%"}, `() => probe.texts(".two .lr")`)
	p.clickFrame("lex")
	p.back()
	is(p, link, hash)
	is(p, []string{"all", "main", "parse", "lex", "malloc"}, zoomedNames)
	p.back()
	is(p, "", hash)
	is(p, 9.0, `() => probe.frames().length`)
	is(p, true, `() => !!document.querySelector(".sum")`)

	// A crumb zooms out to a caller; only choosing leaves the zoom as it is.
	p.clickFrame("lex")
	p.click(".crumbs button", "main")
	is(p, []string{"all", "main", "parse", "send", "lex", "malloc", "malloc", "write"}, zoomedNames)
	p.clickFrame("write", chromedp.ButtonModifiers(chromedp.ModifierAlt))
	is(p, "write", `() => probe.text(".fh bdi")`)
	is(p, []string{"all", "main", "parse", "send", "lex", "malloc", "malloc", "write"}, zoomedNames)
	for _, want := range []bool{true, false} { // Esc: the zoom, then the choice
		p.press(kb.Escape)
		is(p, want, `() => !!document.querySelector(".fh")`)
	}
	is(p, "", hash)
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
	want := eval[[]any](p, state)
	p.open(page, eval[string](p, `() => location.hash`))
	is(p, want, state)
	// Keys that nobody knows stay.
	p.open(page, "#x=1&i=1")
	p.click("button", "Flip")
	is(p, "#x=1", hash)
}

// testSliver: what is too narrow is reached by clicks, and each range is a step in the history.
func testSliver(p *tab) {
	var text strings.Builder
	for i := range 20_000 {
		text.WriteString("main;f" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + " 1\n")
	}
	p.open(p.page(text.String(), Options{}), "")
	for click := 0; ; click++ {
		if eval[float64](p, `() => probe.frames().filter((f) => f.row === 2 && f.name !== "…").length`) > 0 {
			break
		}
		if click == 3 {
			p.Fatal("no function is to be seen after three clicks")
		}
		p.clickFrame("…")
	}
	is(p, true, `() => /z=\w+@[\d.]+-[\d.]+$/.test(decodeURIComponent(location.hash))`)
	p.back()
	p.press("0")
	is(p, "", hash)
}

func testWheel(p *tab) {
	p.open(p.page(app, Options{}), "")
	at := eval[[2]float64](p, `() => probe.frame("parse")`)
	wheel := func(dx, dy float64, modifiers ...chromedp.Modifier) {
		p.Helper()
		before := eval[string](p, hash)
		event := input.DispatchMouseEventParams{Type: "mouseWheel", X: at[0], Y: at[1], DeltaX: dx + 1e-9, DeltaY: dy + 1e-9} // zeros are left out
		for _, modifier := range modifiers {
			event.Modifiers |= int64(modifier)
		}
		command(p, input.DispatchMouseEvent, event)
		until(p, true, `(before) => decodeURIComponent(location.hash) !== before`, before)
		p.rest()
	}
	under := `(x) => { const { from, to, width } = probe.page().picture; return Math.round(from + (x / width) * (to - from)); }`
	before := eval[float64](p, under, at[0])
	wheel(0, -60, chromedp.ModifierCtrl)
	is(p, before, under, at[0]) // what is under the pointer stays there
	is(p, 55.0, `() => Math.round(probe.page().view.to - probe.page().view.from)`)
	from := eval[float64](p, `() => probe.page().view.from`)
	wheel(40, 0)
	if now := eval[float64](p, `() => probe.page().view.from`); now <= from {
		p.Errorf("panned from %v to %v", from, now)
	}
	// A drag pans as well, and its click is none.
	link := eval[string](p, hash)
	p.do(chromedp.MouseEvent(chromedp.MousePressed, at[0], at[1], chromedp.ButtonLeft))
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0]+200, at[1], chromedp.ButtonLeft))
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, at[0]+200, at[1], chromedp.ButtonLeft))
	until(p, true, `(before) => decodeURIComponent(location.hash) !== before`, link)
	p.rest()
	is(p, false, `() => location.hash.includes("f=")`)
	p.back()
	is(p, link, hash)
}

func testSearch(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.press("/malloc")
	until(p, "30.0% matches", `() => probe.text(".mat")`)
	p.rest()
	is(p, "#s=malloc", hash)
	is(p, [][]any{{"malloc", 30.0, 30.0}}, `() => probe.rows()`)
	is(p, []string{"hit", "hit"}, `() => probe.frames().filter((f) => f.name === "malloc").map((f) => f.color)`)
	p.press(kb.Enter)
	is(p, "1 of 2", `() => probe.text(".nth")`)
	is(p, []string{"all", "main", "parse", "malloc"}, zoomedNames) // the heavier one first
	p.press(kb.Enter)
	is(p, "2 of 2", `() => probe.text(".nth")`)
	is(p, []string{"all", "main", "send", "malloc"}, zoomedNames)
	p.press(kb.Escape)
	is(p, false, `() => location.hash.includes("s=")`)

	// What is no expression is searched for as text; what would freeze the browser's own engine does not.
	p.open(p.page("a(b 3\nc 1\n"+strings.Repeat("x.", 60)+"y 1\n", Options{}), "#s=a(b")
	is(p, "not a regular expression, searched for as text · 60.0% matches", `() => probe.text(".mat")`)
	p.press("/")
	p.run(`() => { const box = document.querySelector(".find input"); box.value = "(\\w+\\.?)+!"; box.dispatchEvent(new Event("input")); }`)
	until(p, "no match", `() => probe.text(".mat")`)
}

func testChipsInPage(p *tab) {
	p.open(p.page(app, Options{Input: []string{"my app.folded"}}), "")
	p.click("button", "Refine")
	p.press("(")
	p.press(kb.Enter)
	is(p, "missing closing )", `() => probe.text(".why")`)
	p.press(kb.Backspace)
	p.press("^malloc$" + kb.Enter)
	is(p, "#focus=^malloc$", hash)
	is(p, "30.0% of 100 Copy as command", `() => probe.text(".kept")`)
	is(p, [][]any{{"malloc", 30.0, 30.0}, {"main", 0.0, 30.0}, {"parse", 0.0, 20.0}, {"send", 0.0, 10.0}}, `() => probe.rows()`)
	p.clickFrame("parse")
	p.click(".acts button", "Hide")
	is(p, []string{"Focus malloc", "Hide parse"}, `() => probe.texts(".chip").map((text) => text.replace("✕", ""))`)
	is(p, [][]any{{"malloc", 30.0, 30.0}, {"main", 0.0, 30.0}, {"send", 0.0, 10.0}}, `() => probe.rows()`)
	is(p, `fold top --focus '^malloc$' --hide '^parse$' 'my app.folded'`, `() => new Promise((done) => {
		navigator.clipboard.writeText = async (text) => done(text);
		document.querySelector("[data-act=copyCommand]").click();
	})`)
	p.click(".chip button", "✕") // the first
	is(p, true, `() => /^#hide=\^parse\$/.test(decodeURIComponent(location.hash))`)
	p.back()
	is(p, 2.0, `() => document.querySelectorAll(".chip").length`)
}

// testFiltered: a page of what filters left says so, and its commands begin with them.
func testFiltered(p *tab) {
	p.open(p.page(app, Options{Whole: []int64{400}, Flags: []string{"--focus", "."}, Input: []string{"in"}}), "")
	is(p, "100 · 8 frames", `() => probe.text(".tot")`)
	is(p, "25.0% of 400 left by filters; shares are of that · Copy as command", `() => probe.text(".kept")`)
	is(p, []any{"lex", 40.0, 40.0}, `() => probe.rows()[0]`)
	is(p, "fold top --focus . in", `() => new Promise((done) => {
		navigator.clipboard.writeText = async (text) => done(text);
		document.querySelector("[data-act=copyCommand]").click();
	})`)
}

func testMenu(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.clickFrame("lex", chromedp.ButtonRight)
	is(p, "menu", `() => document.querySelector(".pop").getAttribute("role")`)
	is(p, true, `() => document.querySelector(".pop").contains(document.activeElement)`)
	p.click(".pop button", "Ignore its stacks")
	is(p, "#ignore=^lex$", hash)
	is(p, "60.0% of 100 Copy as command", `() => probe.text(".kept")`)
	is(p, true, `() => document.querySelector(".pop").hidden`)
	// By keys, and the focus goes back.
	p.run(`() => document.querySelector(".pane").focus()`)
	p.press(kb.F10, chromedp.ModifierShift)
	is(p, true, `() => document.querySelector(".pop").hidden`) // the root has none
	p.press(kb.ArrowDown + kb.ArrowDown)
	p.press(kb.F10, chromedp.ModifierShift)
	is(p, "send", `() => probe.text(".mh")`)
	p.press(kb.Escape)
	is(p, "pane", `() => document.activeElement.className`)
	is(p, "#ignore=^lex$", hash)
}

// testGraphs: the sandwich of a function, and stacks merged from their leaves.
func testGraphs(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.press("s")
	is(p, "choose a function first", `() => probe.text(".det")`)
	is(p, "", hash)
	p.click(".tr", "malloc")
	p.click(".two button", "as a graph")
	is(p, []string{"malloc 30 2", "parse 20 1", "send 10 1", "main 20 0", "main 10 0"}, `() => probe.frames().map((f) => f.name + " " + f.weight + " " + f.row)`)
	is(p, []string{"Sandwich of malloc✕"}, `() => probe.texts(".chip")`)
	// Both sides share the range; the function stays chosen.
	p.clickFrame("send")
	is(p, true, `() => /&v=sandwich|v=sandwich&/.test(location.hash) && /z=-\w+/.test(location.hash)`)
	is(p, []string{"malloc", "send", "main"}, zoomedNames)
	is(p, "malloc", `() => probe.text(".fh bdi")`)
	p.press(kb.Escape) // the sandwich
	is(p, 9.0, `() => probe.frames().length`)
	p.press("s") // and back: it kept its zoom
	is(p, []string{"malloc", "send", "main"}, zoomedNames)
	p.press("0")
	// Keys: callers are above.
	p.press("g" + kb.ArrowUp)
	is(p, "parse · 20 · 66.7% · self 0%", `() => probe.text(".det")`)
	p.press(kb.ArrowRight + kb.ArrowUp)
	is(p, "main · 10 · 33.3% · 100% of its caller · self 33.3%", `() => probe.text(".det")`)
	p.press(kb.ArrowDown + kb.ArrowDown)
	is(p, "malloc · 30 · 100% · self 100%", `() => probe.text(".det")`)
	p.press(kb.Escape)
	// An older link.
	p.open(p.page(app, Options{}), "#v=calls&f="+eval[string](p, `() => probe.page().view.state.f`))
	is(p, "sandwich", `() => probe.page().view.state.v`)
	is(p, 5.0, `() => probe.frames().length`)

	// Callers: stacks merged from their leaves. Each way has its own zoom.
	p.open(p.page(app, Options{}), "")
	p.clickFrame("parse")
	p.press("r")
	is(p, "all 100", `() => probe.names()[0]`)
	is(p, "callers", `() => probe.page().view.state.v`)
	p.clickFrame("malloc")
	is(p, []string{"all", "malloc", "parse", "send", "main", "main"}, zoomedNames)
	p.press("r")
	is(p, []string{"all", "main", "parse", "lex", "malloc"}, zoomedNames)
}

func testLostZoom(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.clickFrame("lex")
	p.run(`() => { location.hash += "&ignore=lex" }`)
	until(p, "the zoomed frame is not there any more: its nearest caller is shown", `() => probe.text(".live")`)
	p.rest()
	is(p, []string{"all", "main", "parse", "malloc"}, zoomedNames)
}

func testPageKeys(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.press("g")
	p.press(kb.ArrowDown)
	is(p, "main · 90 · 90.0% · self 0%", `() => probe.text(".det")`)
	until(p, "main · 90 · 90.0% · self 0%", `() => probe.text(".live")`)
	p.press(kb.ArrowDown + kb.ArrowRight)
	is(p, "send · 30 · 30.0% · 33.3% of its caller · self 0%", `() => probe.text(".det")`)
	p.press(kb.Enter)
	is(p, []string{"all", "main", "send", "malloc", "write"}, zoomedNames)
	p.press(kb.ArrowUp + kb.Enter)
	is(p, []string{"all", "main", "parse", "send", "lex", "malloc", "malloc", "write"}, zoomedNames)
	p.press("0")
	p.press("t")
	p.press(kb.ArrowDown)
	is(p, "parse", `() => probe.text(".fh bdi")`)
	p.press(kb.Home + kb.ArrowDown)
	is(p, "malloc", `() => probe.text(".fh bdi")`)
	is(p, "row1", `() => document.querySelector(".scroll").getAttribute("aria-activedescendant")`)
	p.press("?")
	is(p, "dialog", `() => document.querySelector(".pop").getAttribute("role")`)
	p.press(kb.Escape)
	is(p, true, `() => document.querySelector(".pop").hidden`)
}

// pairOfProfiles returns a profile before a change and after it.
func pairOfProfiles(p *tab) *collapse.Profile {
	return collapse.Beside(
		collapse.Column{Profile: read(p, "main;old 10\nmain;same 50\nmain;work 40\n")},
		collapse.Column{Profile: read(p, "main;new 20\nmain;same 50\nmain;work 130\n")},
	)
}

// testPair: what changed between two profiles.
func testPair(p *tab) {
	only := func(names ...string) func(collapse.Frame) bool {
		return func(f collapse.Frame) bool { return slices.Contains(names, f.Name) }
	}
	beyond := compare.Beyond{Self: only("work", "same"), Total: only("work", "new"), Noise: "noise between runs", Basis: "3 and 3 runs"}
	testNoise(p, write(p, pairOfProfiles(p), Options{Title: "diff", Compare: &Compare{Pairs: []Pair{{After: 1, Beyond: beyond}}}}))
	p.open(write(p, pairOfProfiles(p), Options{Title: "diff", Compare: &Compare{Pairs: []Pair{{After: 1}}}}), "")
	is(p, "Samples: 100 → 200", `() => probe.text(".tot")`)
	is(p, []string{"before100", "grew+90", "new+20", "gone−10", "after200 +100%"}, `() => probe.texts(".led tr")`)
	is(p, []string{"same−25.00 pt−25.00 pt", "work+25.00 pt+25.00 pt", "new+10.00 pt+10.00 pt", "old−10.00 pt−10.00 pt", "main0.00 pt0.00 pt"}, `() => probe.texts(".tr")`)
	is(p, []string{"all 200 root", "main 200 d0", "new 20 new", "same 50 n4", "work 130 u4"}, `() => probe.frames().map((f) => f.name + " " + f.weight + " " + f.color)`)
	p.click(".seg button", "Before")
	is(p, []string{"all 100", "main 100", "old 10", "same 50", "work 40"}, `() => probe.names()`)
	p.click(".tr", "work")
	is(p, []string{"beforeafterchange", "self40 40.0%130 65.0%+25.00 pt", "total40 40.0%130 65.0%+25.00 pt"}, `() => probe.texts(".ba tr")`)
	is(p, []string{"main+25.00 pt40.0%", "itself+25.00 pt40.0%"}, `() => probe.texts(".two .lr")`)

	// The colour of a place, and that of its function everywhere; and a second metric.
	both := collapse.Beside(
		collapse.Column{Profile: read(p, "a;f 50\nb;f 50\n")}, collapse.Column{Profile: read(p, "a;f 90\nb;f 10\n")},
		collapse.Column{Profile: read(p, "a;f 1\nb;f 3\n")}, collapse.Column{Profile: read(p, "a;f 3\nb;f 1\n")},
	)
	both.Metrics[2].Name, both.Metrics[3].Name = "other", "other"
	p.open(write(p, both, Options{Compare: &Compare{Pairs: []Pair{{Before: 0, After: 1}, {Before: 2, After: 3}}}}), "")
	colors := `() => probe.frames().map((f) => f.name + " " + f.color)`
	is(p, []string{"all root", "a u4", "b n4", "f u4", "f n4"}, colors)
	p.run(`() => { const menu = document.querySelector("[data-key=c]"); menu.value = "fn"; menu.dispatchEvent(new Event("change")); }`)
	p.rest()
	is(p, "#c=fn", hash)
	is(p, []string{"all root", "a u4", "b n4", "f d0", "f d0"}, colors)
	is(p, "Samples: 100 → 100", `() => probe.text(".tot")`)
	p.run(`() => { const menu = document.querySelector("[data-key=m]"); menu.value = "other"; menu.dispatchEvent(new Event("change")); }`)
	p.rest()
	is(p, "other: 4 → 4", `() => probe.text(".tot")`)
	is(p, []string{"all 4", "a 3", "b 1", "f 3", "f 1"}, `() => probe.names()`)
}

// testNoise: what is inside the noise is pale, by self and by total, unless chips leave only a part, which nobody tested.
func testNoise(p *tab, page string) {
	p.open(page, "")
	colors := `() => probe.frames().map((f) => f.name + " " + f.color)`
	quiet := `() => [...document.querySelectorAll(".tr .quiet")].map((e) => e.title + ": " + e.closest(".tr").querySelector(".b").textContent + e.textContent)`
	note := `() => probe.text(".sum .note")`
	const inside = "the change of the function is inside the noise between runs: "
	is(p, []string{"all root", "main d0", "new new", "same n1", "work u4"}, colors)
	is(p, []string{inside + "same−25.00 pt", inside + "new+10.00 pt", inside + "old−10.00 pt", inside + "old−10.00 pt", inside + "main0.00 pt", inside + "main0.00 pt"}, quiet)
	is(p, "Pale: the change of the function is inside the noise between runs. 3 and 3 runs.", note)
	p.click(".seg button", "Before")
	is(p, []string{"all root", "main d0", "old gone s", "same n1", "work u4"}, colors)
	p.open(page, "#focus=a")
	is(p, []string{"all root", "main d0", "new new", "same n4", "work u4"}, colors)
	is(p, []string{}, quiet)
	is(p, "What chips and a thread leave is not tested against noise: nothing is pale.", note)
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
	is(p, "25ms · 4 frames", `() => probe.text(".tot")`)
	is(p, []string{"all 25000000", "one 10000000", "two 15000000", "work 10000000", "work 15000000"}, `() => probe.names()`)
	p.run(`() => { const menu = document.querySelectorAll("select")[0]; menu.value = "samples"; menu.dispatchEvent(new Event("change")); }`)
	p.rest()
	is(p, "", hash)
	is(p, []string{"all 5", "one 2", "two 3", "work 2", "work 3"}, `() => probe.names()`)
	for _, tt := range []struct {
		thread string
		want   []string
	}{
		{"two", []string{"all 3", "two 3", "work 3"}},
		{"*", []string{"all 5", "work 5"}},
	} {
		p.run(`(thread) => { const menu = document.querySelectorAll("select")[1]; menu.value = thread; menu.dispatchEvent(new Event("change")); }`, tt.thread)
		p.rest()
		is(p, tt.want, `() => probe.names()`)
	}
	p.click(".tr", "work")
	is(p, "Open /src/a.go:7", `() => document.querySelector("[data-act=source]").title`)
	is(p, "https://example.test//src/a.go#L7", `() => new Promise((done) => { open = done; document.querySelector("[data-act=source]").click(); })`)
}

func testNarrow(p *tab) {
	p.resize(390, 844)
	p.open(p.page(app, Options{}), "")
	shown := `() => [".pic", ".tab", ".info"].filter((s) => document.querySelector(s).getBoundingClientRect().height > 0)`
	is(p, []string{".pic"}, shown)
	is(p, true, `() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight`)
	p.click(".tabs button", "Functions")
	is(p, []string{".tab"}, shown)
	p.click(".tr", "lex")
	is(p, []string{".info"}, shown)
	is(p, "lex", `() => probe.text(".fh bdi")`)
	p.click(".tabs button", "Graph")
	is(p, []string{".pic"}, shown)
}

func testTheme(p *tab) {
	p.open(p.page(app, Options{}), "")
	background := `() => getComputedStyle(document.body).backgroundColor`
	is(p, "rgb(247, 246, 243)", background)
	p.press("d")
	is(p, "rgb(21, 21, 23)", background)
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	p.open(p.page(app, Options{}), "")
	is(p, "rgb(21, 21, 23)", background)
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
		p.do(chromedp.Navigate(p.put("policy.html", content, tt.policy)))
		if tt.ready {
			until(p, "ready", `() => document.getElementById("app").dataset.state`)
			continue
		}
		until(p, true, `() => document.readyState === "complete"`)
		is(p, []any{"still", true, 8.0}, `() => {
			const app = document.getElementById("app");
			return [app.className, app.querySelector("svg").getBoundingClientRect().width <= innerWidth, app.querySelectorAll("tr").length];
		}`)
	}
}

func testDisk(p *tab) {
	file := filepath.Join(p.TempDir(), "my #1 report.html")
	if err := os.WriteFile(file, []byte(p.page(app, Options{})), 0o644); err != nil {
		p.Fatal(err)
	}
	p.do(chromedp.Navigate("file://" + strings.ReplaceAll(strings.ReplaceAll(file, "#", "%23"), " ", "%20")))
	until(p, "ready", `() => document.getElementById("app").dataset.state`)
	p.rest()
	p.clickFrame("lex")
	is(p, []string{"all", "main", "parse", "lex"}, zoomedNames)
	p.back()
	is(p, 9.0, `() => probe.frames().length`)
}

func testHostile(p *tab) {
	name := `</script><img src=x onerror=window.hacked=1>"'&` + "\u202e" + `evil`
	p.open(p.page("main;"+name+" 3\n__proto__;constructor 4\n", Options{Title: name, Input: []string{name}}), "")
	p.click(".tr", "onerror")
	p.clickFrame("constructor")
	p.clickFrame("all")
	p.press("/img" + kb.Enter)
	is(p, []any{nil, 0.0, false}, `() => [window.hacked ?? null, document.querySelectorAll("img").length, document.getElementById("app").textContent.includes("\u202e")]`)
}

// testExtremes: stacks of 20,000 frames, and 20,000 callees of the same weight.
func testExtremes(p *tab) {
	p.open(p.page(strings.Repeat("f;", 20_000)+"leaf 3\nother 1\n", Options{}), "")
	is(p, "20,002 frames · 3 functions · depth 20,001", `() => probe.text(".det")`)
	p.click(".tr", "leaf")
	p.click("button", "heaviest")
	is(p, true, `() => probe.frames().some((f) => f.name === "leaf" && f.w > 100)`)
	p.click(".acts button", "Show from")
	is(p, []string{"all 3", "leaf 3"}, `() => probe.names()`)
}
