package flame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
	"fold/flame/compare"
)

var browserDeltaTests = []browserTest{
	{"changes", testChanges},
	{"changes of merged frames", testMergedChanges},
	{"changes in the table", testChangeTable},
	{"changes of functions", testChangesOfFunctions},
	{"changes of the rest", testHideChanges},
	{"changes of weights", testAbsoluteChanges},
	{"changes are not looked for in a subtitle", testSubtitle},
}

// pairProfile has 100 samples before and 200 after. In points of the share of self, copy has 20 more and read 15,
// parse has 6 less and lex 9; of total, parse has 15 less. The largest change is 20 points.
func pairProfile() *collapse.Profile {
	return readPair(`
main 10 20
main;copy 0 40
main;parse 30 48
main;parse;lex 20 22
main;read 20 70
main;old 20 0
`)
}

// readPair makes a profile of lines of a stack and its weights before and after.
func readPair(text string) *collapse.Profile {
	b := collapse.NewBuilder()
	before := b.Metric(collapse.Metric{Name: "before", Unit: "count"})
	after := b.Metric(collapse.Metric{Name: "after", Unit: "count"})
	for line := range strings.Lines(strings.TrimSpace(text)) {
		var stack string
		var earlier, later int64
		fmt.Sscan(line, &stack, &earlier, &later)
		n := collapse.Root
		for name := range strings.SplitSeq(stack, ";") {
			n = b.Call(n, b.Frame(collapse.Frame{Name: name}))
		}
		b.Add(n, before, earlier)
		b.Add(n, after, later)
	}
	return b.Profile()
}

// looks are the class and the label of each rectangle in the document, from its left upper corner on; frames
// too narrow for a label have none.
const looks = `() => {
	const looks = {};
	const labels = [...probe.svg().querySelectorAll("g.f text")];
	for (const f of probe.frames()) {
		const at = "M" + Math.round(f.x * 100) / 100 + " " + f.y + "v";
		const path = [...probe.svg().querySelectorAll("g.f path")].find((p) => p.getAttribute("d").includes(at));
		const text = labels.find((t) => Math.abs(t.getAttribute("x") - f.x - 3) < 1 && t.getAttribute("y") - f.y > 0 && t.getAttribute("y") - f.y < 16);
		looks[f.name] = path.getAttribute("class") + " " + (text ? text.textContent : "");
	}
	return looks;
}`

func (p *tab) openPair(shown int, o SVGOptions) (before, after []stack) {
	p.Helper()
	pair := pairProfile()
	o.CountName = "samples"
	p.openProfile(pair.WithDefault(shown), o)
	return listColumn(pair, 0), listColumn(pair, 1)
}

func testChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, after := p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	p.checkFrames(total(after))
	// 6 of 20 points are step 2.7 of 9, 9 are 4.05, 15 are 6.75.
	bySelf := map[string]string{
		"all": "c20 all", "main": "c20 main", "copy": "c21 ▲ copy", "read": "c7 ▲ read", "parse": "c13 ▼ parse", "lex": "c14 ▼ lex",
	}
	is(p, bySelf, looks)

	// By total, and back.
	p.button("kind")
	byTotal := map[string]string{
		"all": "c20 all", "main": "c20 main", "copy": "c21 ▲ copy", "read": "c7 ▲ read", "parse": "c17 ▼ parse", "lex": "c14 ▼ lex",
	}
	is(p, byTotal, looks)
	is(p, "Δ total", `() => probe.text("[data-act=kind]")`)
	p.reload()
	is(p, byTotal, looks)
	p.run(`() => probe.svg().focus()`)
	p.press("D", chromedp.ModifierShift)
	is(p, bySelf, looks)

	// As wide as before: what is gone is there, and what is new is not. The line below the title is true of both.
	const line = `() => probe.text(".head .title span")`
	is(p, "100 → 200 samples (+100 %)", line)
	p.press("e")
	is(p, "100 → 200 samples (+100 %)", line)
	p.checkFrames(total(before))
	wasThere := map[string]string{
		"all": "c20 all", "main": "c20 main", "old": "c22 ▼ old", "read": "c7 ▲ read", "parse": "c13 ▼ parse", "lex": "c14 ▼ lex",
	}
	is(p, wasThere, looks)
	is(p, "true", `() => probe.find("[data-act=elided]").ariaPressed`)
	is(p, "#e=1", `() => location.hash`)
	p.reload()
	p.checkFrames(total(before))
	is(p, wasThere, looks)

	// The zoom stays where the frame is in both, and goes to its caller where it is not.
	p.click(p.one("parse"))
	p.checkFrames(zoomed(before, "main", "parse"))
	p.button("elided")
	p.checkFrames(zoomed(after, "main", "parse"))
	p.press("u")
	p.click(p.one("copy"))
	p.button("elided")
	p.checkFrames(zoomed(before, "main"))
	p.run(`() => history.back()`)
	until(p, true, `() => probe.frames().some((f) => f.name === "copy" && !f.faded)`)
	p.checkFrames(zoomed(after, "main", "copy"))
	p.press("0")

	// What is told.
	p.hover(p.one("read"))
	is(p, "Function: read (70 samples, 35.00%; +15.00%)", details)
	is(p, []string{
		"read",
		"total 20.00% → 35.00%, +15.00 points (20 → 70 samples)",
		"self 20.00% → 35.00%, +15.00 points (20 → 70 samples)",
		"35.00% of all · 35.00% of parent, as wide as after",
	}, tipLines)
	p.hover(p.one("copy"))
	is(p, "Function: copy (40 samples, 20.00%; +20.00%)", details)
	p.press("e")
	p.hover(p.one("parse"))
	is(p, []string{
		"parse",
		"total 50.00% → 35.00%, -15.00 points (50 → 70 samples)",
		"self 30.00% → 24.00%, -6.00 points (30 → 48 samples)",
		"50.00% of all · 50.00% of parent, as wide as before",
	}, tipLines)
	p.search("read|lex")
	until(p, "Matched: 40.00% of total (46.00% after) · 2 frames", matched)
	p.press(kb.Escape)
	p.run(`() => probe.svg().focus()`)
	p.press("?")
	is(p, []string{"e", "D", "F"}, `() => [...probe.svg().querySelectorAll(".help th")].slice(-3).map((th) => th.textContent)`)
}

// tipLines are the lines of the tooltip.
const tipLines = `() => [...probe.svg().querySelectorAll(".tip b, .tip .box div")].map((e) => e.textContent)`

// testMergedChanges: in merged views a change is that of all places together.
func testMergedChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, after := p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	p.press("r")
	p.checkFrames(total(listColumn(pairProfile().Reverse(), 1)))
	// As the stacks' ends, main has 10 % and 10 %, copy 0 and 20, parse 30 and 24, lex 20 and 11, read 20 and 35.
	ends := eval[map[string]string](p, looks)
	for name, want := range map[string]string{"copy": "c21 ▲ copy", "read": "c7 ▲ read"} {
		if ends[name] != want {
			t.Errorf("got %s, want %s", ends[name], want)
		}
	}
	p.hover(p.frames("parse")[1]) // a row above lex
	is(p, "total 20.00% → 11.00%, -9.00 points (20 → 22 samples)", `() => (`+tipLines+`)()[1]`)
	p.hover(p.frames("parse")[0])
	is(p, "total 30.00% → 24.00%, -6.00 points (30 → 48 samples)", `() => (`+tipLines+`)()[1]`)
	p.press("e")
	p.checkFrames(total(listColumn(pairProfile().Reverse(), 0)))
	p.hover(p.one("old"))
	is(p, "total 20.00% → 0.00%, -20.00 points (20 → 0 samples)", `() => (`+tipLines+`)()[1]`)

	// The sandwich of a function that is in both, and of one that is gone.
	p.press("r")
	p.hover(p.one("parse"))
	p.press("s")
	p.checkFrames(sandwich(before, "parse"))
	is(p, map[string]string{"parse": "c13 ▼ parse", "lex": "c14 ▼ lex", "main": "c17 ▼ main"}, looks)
	p.press("e")
	p.checkFrames(sandwich(after, "parse"))
	is(p, map[string]string{"parse": "c13 ▼ parse", "lex": "c14 ▼ lex", "main": "c17 ▼ main"}, looks)
	p.press(kb.Escape + "e")
	p.hover(p.one("old"))
	p.press("s")
	is(p, map[string]string{"old": "c22 ▼ old", "main": "c22 ▼ main"}, looks)
}

func testChangeTable(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	const cells = `() => [...probe.svg().querySelectorAll(".table tbody tr")].map((tr) =>
		["before", "beforep", "after", "afterp", "change", "name"].map((c) => tr.querySelector("." + c).textContent).join(" "))`
	p.press("t")
	parse, lex, read := "30 30.00% 48 24.00% -6.00 parse", "20 20.00% 22 11.00% -9.00 lex", "20 20.00% 70 35.00% +15.00 read"
	main, added, old := "10 10.00% 20 10.00% 0.00 main", "0 0.00% 40 20.00% +20.00 copy", "20 20.00% 0 0.00% -20.00 old"
	is(p, []string{added, old, read, lex, parse, main}, cells)
	is(p, "Δ self", `() => probe.text(".table [aria-sort]")`)
	p.do(chromedp.Click(chromedp.CSS(".table [data-by=before]")))
	is(p, []string{parse, lex, old, read, main, added}, cells)
	p.do(chromedp.Click(chromedp.CSS(".table [data-by=after]")))
	is(p, []string{read, parse, added, lex, main, old}, cells)
	p.do(chromedp.Click(chromedp.CSS(".table [data-by=change]")))
	p.press("D", chromedp.ModifierShift)
	parse, main = "50 50.00% 70 35.00% -15.00 parse", "100 100.00% 200 100.00% 0.00 main"
	is(p, []string{added, old, parse, read, lex, main}, cells)
}

// testChangesOfFunctions: all places of a function have the colour of its change, and what is inside the noise is pale.
func testChangesOfFunctions(t *testing.T, b *browser) {
	p := b.newTab(t)
	beyond := compare.Beyond{
		Self:  func(f collapse.Frame) bool { return f.Name != "sum" },
		Total: func(f collapse.Frame) bool { return f.Name != "new" },
	}
	p.openProfile(movedProfile().WithDefault(1), SVGOptions{CountName: "samples", Delta: &Delta{After: 1, Beyond: beyond}})
	places := map[string]string{"all": "c20 all", "main": "c15 ▼ main", "new": "c21 ▲ new", "hash": "c21 ▲ hash", "sum": "c23 ▲ sum"}
	is(p, places, looks)
	p.run(`() => probe.svg().focus()`)
	p.press("F", chromedp.ModifierShift)
	functions := map[string]string{"all": "c20 all", "main": "c19 ▼ main", "new": "c21 ▲ new", "hash": "c20 hash", "sum": "c0 ▲ sum"}
	is(p, functions, looks)
	is(p, "#p=1", `() => location.hash`)
	is(p, "true", `() => probe.find("[data-act=whole]").ariaPressed`)
	p.reload()
	is(p, functions, looks)
	p.button("kind")
	is(p, map[string]string{"all": "c20 all", "main": "c20 main", "new": "c23 ▲ new", "hash": "c20 hash", "sum": "c3 ▲ sum"}, looks)
	p.button("kind")
	p.press("r")
	is(p, "c20 hash", `() => (`+looks+`)().hash`)
	p.press("rt")
	is(p, []string{"sum"}, `() => [...probe.svg().querySelectorAll(".table tr.noise .name")].map((e) => e.textContent)`)

	// The file may ask for it.
	p.openProfile(movedProfile().WithDefault(1), SVGOptions{CountName: "samples", Delta: &Delta{After: 1, ByFunction: true, Beyond: beyond}})
	is(p, functions, looks)
	p.button("whole")
	is(p, "#p=0", `() => location.hash`)
}

// testHideChanges: shares are of what is left of each profile.
func testHideChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, after := p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	without := func(stacks []stack) []stack {
		return slices.DeleteFunc(slices.Clone(stacks), func(s stack) bool { return slices.Contains(s.names, "read") })
	}
	p.hover(p.one("read"))
	p.press("x")
	p.checkFrames(total(without(after)))
	p.hover(p.one("parse"))
	// 30 of 80 before, 48 of 130 after; with lex 50 and 70.
	is(p, []string{
		"total 62.50% → 53.85%, -8.65 points (50 → 70 samples)",
		"self 37.50% → 36.92%, -0.58 points (30 → 48 samples)",
	}, `() => (`+tipLines+`)().slice(1, 3)`)
	p.press("e")
	p.checkFrames(total(without(before)))
	p.press("z")
	p.checkFrames(total(before))

	// In the merged view, what the other profile alone has is hidden, too: f called by a.
	p.openProfile(readPair("a;f 10 0\nb;f 10 10\nc 10 10\n").WithDefault(1), SVGOptions{CountName: "samples", Delta: &Delta{After: 1}})
	p.press("r")
	p.hover(p.one("f"))
	p.press("xre")
	p.checkFrames(total([]stack{{[]string{"c"}, 10}}))
}

// testAbsoluteChanges compares weights: main has 10 more, copy 40, parse 18, lex 2, and read 50, the largest change.
func testAbsoluteChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, _ := p.openPair(0, SVGOptions{Delta: &Delta{After: 1, Absolute: true}})
	p.checkFrames(total(before))
	is(p, map[string]string{
		"all": "c20 all", "main": "c2 ▲ main", "old": "c22 ▼ old", "read": "c9 ▲ read", "parse": "c3 ▲ parse", "lex": "c0 ▲ lex",
	}, looks)
	p.press("t")
	is(p, []string{"+50", "+40", "-20", "+18", "+10", "+2"}, `() => [...probe.svg().querySelectorAll(".table td.change")].map((e) => e.textContent)`)
}

// testSubtitle: the header of a picture of one profile shows its subtitle whole, even if it reads like that of a picture
// of changes.
func testSubtitle(t *testing.T, b *browser) {
	p := b.newTab(t)
	const text = "one row, as wide as the other"
	p.open(appFolded(t), SVGOptions{Subtitle: text})
	is(p, text, `() => probe.text(".head .title span")`)
}
