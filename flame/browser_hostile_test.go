package flame

import (
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/browsertest"
	"fold/flame/table"
	"fold/flame/text"
)

var browserHostileTests = []browserTest{
	{"hostile names", testHostile},
	{"hostile texts", testHostileTexts},
	{"deep stack", testDeep},
	{"many callees", testSiblings},
	{"large and broken numbers", testNumbers},
	{"pruned data", testPruned},
}

// hostileNames are names as profiles may hold them, and what a reader sees of each.
var hostileNames = []struct{ name, seen string }{
	{"</script><script>window.hacked=1</script>", "</script><script>window.hacked=1</script>"},
	{`"><img src=x onerror=window.hacked=2>`, `"><img src=x onerror=window.hacked=2>`},
	{"]]><script>window.hacked=3</script>", "]]><script>window.hacked=3</script>"},
	{"javascript:window.hacked=4", "javascript:window.hacked=4"},
	{"</metadata></svg><svg onload=window.hacked=5>", "</metadata></svg><svg onload=window.hacked=5>"},
	{"<!--", "<!--"},
	{"&lt;&amp;&#0;&nbsp;", "&lt;&amp;&#0;&nbsp;"},
	{"'\"`${window.hacked=6}`", "'\"`${window.hacked=6}`"},
	{"esc\x1b[31m nul\x00 bs\x08 del\x7f", "esc␛[31m nul␀ bs␈ del␡"},
	{"not\ufffea\uffffcharacter", "not�a�character"},
	{"invalid\xff\xfe\xed\xa0\x80", "invalid�����"},
	{"tab\there", "tab␉here"},
	{"عربي\u200f \u202egnp.exe", `عربي\u200f \u202egnp.exe`},
	{"zero\u200b\u200d\u200cwidth", "zero\u200b\u200d\u200cwidth"},
	{"größe 日本語 👩‍👩‍👧 e\u0301", "größe 日本語 👩‍👩‍👧 e\u0301"},
	{"constructor", "constructor"},
	{"__proto__", "__proto__"},
	{"toString", "toString"},
	{"hasOwnProperty", "hasOwnProperty"},
	{"foo 3 bar 10", "foo 3 bar 10"},
	{"-1", "-1"},
	{"$&$1\\1", "$&$1\\1"},
	{"a;;b;", "a;;b;"},
	{"line\nfeed\r", "line␊feed␍"},
	{"%s%n%E0%A4%A", "%s%n%E0%A4%A"},
	{strings.Repeat("long", 1300), strings.Repeat("long", 1300)},
}

// hostileProfile has a stack of each name, which calls itself.
func hostileProfile() *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	root := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "root"}))
	for i, h := range hostileNames {
		f := b.Frame(collapse.Frame{Name: h.name})
		b.Add(b.Call(b.Call(root, f), f), samples, int64(1000+i))
	}
	return b.Profile()
}

const countScripts = `() => document.querySelectorAll("script").length`

// testHostile: each name is shown as it is, wherever the page shows names, and none is run.
func testHostile(t *testing.T, b *browser) {
	profile := hostileProfile()
	p := b.newTab(t)
	p.open("a 1\n", SVGOptions{})
	scripts := browsertest.Eval[float64](p.Tab, countScripts)
	p.openProfile(profile, SVGOptions{})
	check := func(in string) {
		t.Helper()
		p.Is([]any{nil, scripts, 0.0}, `() => [window.hacked ?? null, document.querySelectorAll("script").length, document.querySelectorAll("img").length]`)
		if t.Failed() {
			t.Fatalf("after %s", in)
		}
	}
	check("the start")
	for _, h := range hostileNames {
		p.Run(`() => probe.svg().focus()`)
		found := p.frames(h.seen)
		if len(found) != 2 {
			t.Fatalf("%q: %d frames are drawn, want 2", h.seen, len(found))
		}
		p.hover(found[0])
		p.Is(h.seen, `() => probe.text(".tip b")`)
		p.click(found[0])
		p.Is(2, `() => probe.frames().filter((f) => f.faded).length`)
		link := browsertest.Eval[string](p.Tab, `() => location.href`)
		p.reload()
		p.Is([]string{link, h.seen}, `() => [location.href, probe.frames().find((f) => f.depth === 2).name]`)
		p.hover(p.frames(h.seen)[0])
		p.Press("s")
		p.Is("sandwich", view)
		p.HoverAt(640, 880)
		p.Is("callers and callees of "+h.seen, details)
		p.Press("s0")
		p.Is("flame", view)
		check(h.seen)
	}
	p.Press("t")
	var seen []string
	for _, r := range table.Top(profile, table.Options{}).Rows {
		seen = append(seen, text.Shown(r.Function))
	}
	p.Is(seen, `() => [...probe.svg().querySelectorAll(".table .tr")].slice(0, -1).map((e) => e.dataset.name)`)
	check("the table")
	for _, term := range []string{"</script>", "<img", "__proto__", "constructor", "日本", "␛"} {
		p.Run(`(term) => {
			const box = probe.find(".search");
			box.value = term;
			box.dispatchEvent(new Event("input", { bubbles: true }));
		}`, term)
		p.Until([]string{term}, `() => [new URLSearchParams(location.hash.slice(1)).get("s")]`)
		check("a search for " + term)
	}
}

// testHostileTexts: the same for all else that comes from outside.
func testHostileTexts(t *testing.T, b *browser) {
	p := b.newTab(t)
	const evil = `</text></svg><script>window.hacked=1</script>"'&]]>` + "\x1b"
	const shown = `</text></svg><script>window.hacked=1</script>"'&]]>␛`
	p.open("a 1\n", SVGOptions{})
	scripts := browsertest.Eval[float64](p.Tab, countScripts)
	p.open("a;b 1009\n", SVGOptions{Title: evil, Subtitle: evil, CountName: evil, NameType: evil, Notes: evil})
	p.Is([]string{shown, shown}, `() => [probe.text(".head b"), probe.text(".head .title span")]`)
	p.hover(p.one("b"))
	p.Is(shown+" \u2068b\u2069 (1,009 "+shown+", 100.00%)", details)
	p.Is([]any{nil, scripts}, `() => [window.hacked ?? null, document.querySelectorAll("script").length]`)
}

// cursorInSight reports whether the cursor is wide enough to be seen, and between the header and the footer.
const cursorInSight = `() => {
	const mark = probe.mark(".cursor");
	if (!mark) return "no cursor";
	const [, y, width, height] = mark, top = probe.svg().getBoundingClientRect().top + y;
	return (width >= 12 && top >= 54 && top + height <= innerHeight - 24) || [top, width, scrollY].join();
}`

// testDeep: a stack of 20,000 frames is shown, and its end can be reached.
func testDeep(t *testing.T, b *browser) {
	p := b.newTab(t)
	const depth = 20_000
	folded := "main" + strings.Repeat(";recurse", depth-2) + ";end 1009\nmain;other 1000\n"
	p.open(folded, SVGOptions{})
	p.Is(2009.0, `() => probe.svg().fold.frames("all")[0].total`)
	if n := browsertest.Eval[int](p.Tab, `() => document.querySelectorAll("*").length`); n > 3000 {
		t.Errorf("%d elements, want 3,000 at most", n)
	}
	p.Press("/^end$")
	p.Until("Matched: "+share(1009, 2009)+" of total · 1 frame", matched)
	p.Press("\r")
	p.Is(lineOf("end", 1009, 2009), details)
	p.Is(true, cursorInSight)
	p.search("^other$")
	p.Until("Matched: "+share(1000, 2009)+" of total, "+share(0, 1009)+" of zoom · 1 frame", matched)
	p.Press("\r")
	p.Is(lineOf("other", 1000, 2009), details)
	p.Is(true, cursorInSight)
	p.search("^(recurse|end)$")
	p.Until("Matched: "+share(1009, 2009)+" of total, "+share(1009, 2009)+" of zoom · 19,999 frames", matched)
	p.Press("\r")
	p.Is([]string{"1 of 1", lineOf("recurse", 1009, 2009)}, `() => [probe.text(".nth"), probe.text(".details")]`) // the outermost
	p.Is(true, cursorInSight)
	p.search("^end$")
	p.Until("Matched: "+share(1009, 2009)+" of total, "+share(1, 1)+" of zoom · 1 frame", matched)
	p.Press("\r")
	p.Is(true, cursorInSight)
	p.Run(`() => probe.svg().focus()`)
	p.Press("\r")
	p.Is(depth, `() => probe.frames().filter((f) => f.faded).length`)
	p.Is(true, `() => {
		const y = probe.svg().getBoundingClientRect().top + probe.svg().fold.frames("end")[0].y;
		return y > 0 && y < innerHeight;
	}`)
	p.Press("0r")
	p.Is([]string{"all", "end", "other"}, `() => probe.frames().filter((f) => f.depth < 2).map((f) => f.name)`)
	p.button("clear")
	p.button("reverse")
	p.button("top")
	top := table.Top(readFolded(folded), table.Options{})
	p.Is(cellsOf(top, top.Rows), tableCells)
}

// testSiblings: a frame with 100,000 callees.
func testSiblings(t *testing.T, b *browser) {
	p := b.newTab(t)
	folded := siblings(100_000)
	p.open(folded, SVGOptions{})
	if n := browsertest.Eval[int](p.Tab, `() => document.querySelectorAll("*").length`); n > 3000 {
		t.Errorf("%d elements, want 3,000 at most", n)
	}
	stacks := listStacks(readFolded(folded))
	p.Press("r")
	p.checkFrames(total(reversed(folded)))
	p.Press("r")
	last := stacks[len(stacks)-1].names
	p.search("^" + last[1] + "$")
	p.Until(matchedOf(stacks, found("^"+last[1]+"$")), matched)
	p.Press("\r")
	p.Is(detailsOf(stacks, last[:2]...), details)
}

// numbersTests are profiles of unusual numbers, and what is told about a frame b in each.
var numbersTests = []struct{ folded, details, matched string }{
	{"a;b 1\n", "Function: \u2068b\u2069 (1 samples, 100.00%)", "Matched: 100.00% of total · 1 frame"},
	// 2^53 + 2^54 + 3: a browser calculates with 16 digits.
	{"a;b 18014398509481985\na;c 9007199254740993\n", "Function: \u2068b\u2069 (≈18,014,398,509,481,984 samples, 66.67%)", "Matched: 66.67% of total · 1 frame"},
	{"a;b 240000000000000000\na;c 80000000000000000\n", "Function: \u2068b\u2069 (≈240,000,000,000,000,000 samples, 75.00%)", "Matched: 75.00% of total · 1 frame"},
	{"a;b 0\na;c 7\n", "", "no match"},
	// Weights below zero cannot be shown and count as zero.
	{"a;b 5\na;b;x -3\na;c 2\n", "Function: \u2068b\u2069 (5 samples, 71.43%)", "Matched: 71.43% of total · 1 frame"},
}

func testNumbers(t *testing.T, b *browser) {
	p := b.newTab(t)
	for _, tt := range numbersTests {
		p.open(tt.folded, SVGOptions{})
		p.search("^b$")
		p.Until(tt.matched, matched)
		if tt.details == "" {
			p.Is(0, `() => probe.svg().fold.frames("b").length`)
			continue
		}
		p.hover(p.one("b"))
		p.Is(tt.details, details)
	}
	p.openProfile(fractions(), SVGOptions{}) // as folded files of other tools have them
	p.hover(p.one("b"))
	p.Is("Function: \u2068b\u2069 (1,234.75 samples, 93.74%)", details) // of 1317.25: 93.7369
	p.hover(p.one("a"))
	p.Is("Function: \u2068a\u2069 (1,317.25 samples, 100.00%)", details)
}

// testPruned: a file that has no more than what it shows says so.
func testPruned(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{PruneData: true, MinWidth: 5})
	p.Is(false, `() => probe.svg().querySelector("metadata").textContent === ""`)
	p.HoverAt(640, 880)
	// Narrower than 5 of 1180 pixels, that is 420 samples: gc;sweep;malloc, and glyphs with what it calls.
	p.Is("the file leaves 6 narrow frames out", details)
	p.Is(99089.0, `() => probe.svg().fold.frames("all")[0].total`)
	p.search("glyphs")
	p.Until("no match", matched)
}
