package flame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
	"fold/flame/browsertest"
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
	p.Is(bySelf, looks)

	// By total, and back.
	p.button("kind")
	byTotal := map[string]string{
		"all": "c20 all", "main": "c20 main", "copy": "c21 ▲ copy", "read": "c7 ▲ read", "parse": "c17 ▼ parse", "lex": "c14 ▼ lex",
	}
	p.Is(byTotal, looks)
	p.Is("Δ total", `() => probe.text("[data-act=kind]")`)
	p.reload()
	p.Is(byTotal, looks)
	p.Run(`() => probe.svg().focus()`)
	p.Press("D", chromedp.ModifierShift)
	p.Is(bySelf, looks)

	// As wide as before: what is gone is there, and what is new is not. The line below the title is true of both.
	const line = `() => probe.text(".head .title span")`
	p.Is("100 → 200 samples (+100%)", line)
	p.Press("e")
	p.Is("100 → 200 samples (+100%)", line)
	p.checkFrames(total(before))
	wasThere := map[string]string{
		"all": "c20 all", "main": "c20 main", "old": "c22 ▼ old", "read": "c7 ▲ read", "parse": "c13 ▼ parse", "lex": "c14 ▼ lex",
	}
	p.Is(wasThere, looks)
	p.Is("true", `() => probe.find("[data-act=elided]").ariaPressed`)
	p.Is("#e=1", `() => location.hash`)
	p.reload()
	p.checkFrames(total(before))
	p.Is(wasThere, looks)

	// The zoom stays where the frame is in both, and goes to its caller where it is not.
	p.click(p.one("parse"))
	p.checkFrames(zoomed(before, "main", "parse"))
	p.button("elided")
	p.checkFrames(zoomed(after, "main", "parse"))
	p.Press("u")
	p.click(p.one("copy"))
	p.button("elided")
	p.checkFrames(zoomed(before, "main"))
	p.Run(`() => history.back()`)
	p.Until(true, `() => probe.frames().some((f) => f.name === "copy" && !f.faded)`)
	p.checkFrames(zoomed(after, "main", "copy"))
	p.Press("0")

	// What is told.
	p.hover(p.one("read"))
	p.Is("Function: \u2068read\u2069 (70 samples, 35.00%; +15.00%)", details)
	p.Is([]string{
		"read",
		"total 20.00% → 35.00%, +15.00 points (20 → 70 samples)",
		"self 20.00% → 35.00%, +15.00 points (20 → 70 samples)",
		"35.00% of all · 35.00% of parent, as wide as after",
	}, tipLines)
	p.hover(p.one("copy"))
	p.Is("Function: \u2068copy\u2069 (40 samples, 20.00%; +20.00%)", details)
	p.Press("e")
	p.hover(p.one("parse"))
	p.Is([]string{
		"parse",
		"total 50.00% → 35.00%, -15.00 points (50 → 70 samples)",
		"self 30.00% → 24.00%, -6.00 points (30 → 48 samples)",
		"50.00% of all · 50.00% of parent, as wide as before",
	}, tipLines)
	p.search("read|lex")
	p.Until("Matched: 40.00% of total (46.00% after) · 2 frames", matched)
	p.Press(kb.Escape)
	p.Run(`() => probe.svg().focus()`)
	p.Press("?")
	p.Is([]string{"e", "D", "F"}, `() => [...probe.svg().querySelectorAll(".help th")].slice(-3).map((th) => th.textContent)`)
}

// tipLines are the lines of the tooltip.
const tipLines = `() => [...probe.svg().querySelectorAll(".tip b, .tip .box div")].map((e) => e.textContent)`

// testMergedChanges: in merged views a change is that of all places together.
func testMergedChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, after := p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	p.Press("r")
	p.checkFrames(total(listColumn(pairProfile().Reverse(), 1)))
	// As the stacks' ends, main has 10% and 10%, copy 0 and 20, parse 30 and 24, lex 20 and 11, read 20 and 35.
	ends := browsertest.Eval[map[string]string](p.Tab, looks)
	for name, want := range map[string]string{"copy": "c21 ▲ copy", "read": "c7 ▲ read"} {
		if ends[name] != want {
			t.Errorf("got %s, want %s", ends[name], want)
		}
	}
	p.hover(p.frames("parse")[1]) // a row above lex
	p.Is("total 20.00% → 11.00%, -9.00 points (20 → 22 samples)", `() => (`+tipLines+`)()[1]`)
	p.hover(p.frames("parse")[0])
	p.Is("total 30.00% → 24.00%, -6.00 points (30 → 48 samples)", `() => (`+tipLines+`)()[1]`)
	p.Press("e")
	p.checkFrames(total(listColumn(pairProfile().Reverse(), 0)))
	p.hover(p.one("old"))
	p.Is("total 20.00% → 0.00%, -20.00 points (20 → 0 samples)", `() => (`+tipLines+`)()[1]`)

	// The sandwich of a function that is in both, and of one that is gone.
	p.Press("r")
	p.hover(p.one("parse"))
	p.Press("s")
	p.checkFrames(sandwich(before, "parse"))
	p.Is(map[string]string{"parse": "c13 ▼ parse", "lex": "c14 ▼ lex", "main": "c17 ▼ main"}, looks)
	p.Press("e")
	p.checkFrames(sandwich(after, "parse"))
	p.Is(map[string]string{"parse": "c13 ▼ parse", "lex": "c14 ▼ lex", "main": "c17 ▼ main"}, looks)
	p.Press(kb.Escape + "e")
	p.hover(p.one("old"))
	p.Press("s")
	p.Is(map[string]string{"old": "c22 ▼ old", "main": "c22 ▼ main"}, looks)
}

func testChangeTable(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	const cells = `() => [...probe.svg().querySelectorAll(".table [data-name]")].map((tr) =>
		["before", "beforep", "after", "afterp", "change", "name"].map((c) => tr.querySelector("." + c).textContent).join(" "))`
	p.Press("t")
	parse, lex, read := "30 30.00% 48 24.00% -6.00 parse", "20 20.00% 22 11.00% -9.00 lex", "20 20.00% 70 35.00% +15.00 read"
	main, added, old := "10 10.00% 20 10.00% 0.00 main", "0 0.00% 40 20.00% +20.00 copy", "20 20.00% 0 0.00% -20.00 old"
	p.Is([]string{added, old, read, lex, parse, main}, cells)
	p.Is("Δ self", `() => probe.text(".table [aria-sort]")`)
	p.Do(chromedp.Click(chromedp.CSS(".table [data-by=before]")))
	p.Is([]string{parse, lex, old, read, main, added}, cells)
	p.Do(chromedp.Click(chromedp.CSS(".table [data-by=after]")))
	p.Is([]string{read, parse, added, lex, main, old}, cells)
	p.Do(chromedp.Click(chromedp.CSS(".table [data-by=change]")))
	p.Press("D", chromedp.ModifierShift)
	parse, main = "50 50.00% 70 35.00% -15.00 parse", "100 100.00% 200 100.00% 0.00 main"
	p.Is([]string{added, old, parse, read, lex, main}, cells)
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
	p.Is(places, looks)
	p.Run(`() => probe.svg().focus()`)
	p.Press("F", chromedp.ModifierShift)
	functions := map[string]string{"all": "c20 all", "main": "c19 ▼ main", "new": "c21 ▲ new", "hash": "c20 hash", "sum": "c0 ▲ sum"}
	p.Is(functions, looks)
	p.Is("#p=1", `() => location.hash`)
	p.Is("true", `() => probe.find("[data-act=whole]").ariaPressed`)
	p.reload()
	p.Is(functions, looks)
	p.button("kind")
	p.Is(map[string]string{"all": "c20 all", "main": "c20 main", "new": "c23 ▲ new", "hash": "c20 hash", "sum": "c3 ▲ sum"}, looks)
	p.button("kind")
	p.Press("r")
	p.Is("c20 hash", `() => (`+looks+`)().hash`)
	p.Press("rt")
	p.Is([]string{"sum"}, `() => [...probe.svg().querySelectorAll(".table .noise .name")].map((e) => e.textContent)`)

	// The file may ask for it.
	p.openProfile(movedProfile().WithDefault(1), SVGOptions{CountName: "samples", Delta: &Delta{After: 1, ByFunction: true, Beyond: beyond}})
	p.Is(functions, looks)
	p.button("whole")
	p.Is("#p=0", `() => location.hash`)
}

// testHideChanges: shares are of what is left of each profile.
func testHideChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, after := p.openPair(1, SVGOptions{Delta: &Delta{After: 1}})
	without := func(stacks []stack) []stack {
		return slices.DeleteFunc(slices.Clone(stacks), func(s stack) bool { return slices.Contains(s.names, "read") })
	}
	p.hover(p.one("read"))
	p.Press("x")
	p.checkFrames(total(without(after)))
	p.hover(p.one("parse"))
	// 30 of 80 before, 48 of 130 after; with lex 50 and 70.
	p.Is([]string{
		"total 62.50% → 53.85%, -8.65 points (50 → 70 samples)",
		"self 37.50% → 36.92%, -0.58 points (30 → 48 samples)",
	}, `() => (`+tipLines+`)().slice(1, 3)`)
	p.Press("e")
	p.checkFrames(total(without(before)))
	p.Press("z")
	p.checkFrames(total(before))

	// In the merged view, what the other profile alone has is hidden, too: f called by a.
	p.openProfile(readPair("a;f 10 0\nb;f 10 10\nc 10 10\n").WithDefault(1), SVGOptions{CountName: "samples", Delta: &Delta{After: 1}})
	p.Press("r")
	p.hover(p.one("f"))
	p.Press("xre")
	p.checkFrames(total([]stack{{[]string{"c"}, 10}}))
}

// testAbsoluteChanges compares weights: main has 10 more, copy 40, parse 18, lex 2, and read 50, the largest change.
func testAbsoluteChanges(t *testing.T, b *browser) {
	p := b.newTab(t)
	before, _ := p.openPair(0, SVGOptions{Delta: &Delta{After: 1, Absolute: true}})
	p.checkFrames(total(before))
	p.Is(map[string]string{
		"all": "c20 all", "main": "c2 ▲ main", "old": "c22 ▼ old", "read": "c9 ▲ read", "parse": "c3 ▲ parse", "lex": "c0 ▲ lex",
	}, looks)
	p.Press("t")
	p.Is([]string{"+50", "+40", "-20", "+18", "+10", "+2"}, `() => [...probe.svg().querySelectorAll(".table [data-name] .change")].map((e) => e.textContent)`)
}

// testSubtitle: the header of a picture of one profile shows its subtitle whole, even if it reads like that of a picture
// of changes.
func testSubtitle(t *testing.T, b *browser) {
	p := b.newTab(t)
	const text = "one row, as wide as the other"
	p.open(appFolded(t), SVGOptions{Subtitle: text})
	p.Is(text, `() => probe.text(".head .title span")`)
}
