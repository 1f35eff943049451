package flame

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"fold/flame/browsertest"
)

var browserZoomTests = []browserTest{
	{"zoom by clicks", testZoom},
	{"zoom between pixels", testZoomFraction},
	{"zoom into slivers", testZoomSliver},
	{"back and forward", testHistory},
	{"link", testLink},
	{"link to nothing", testBadLink},
	{"tooltip", testTooltip},
}

// wide is the width of the window in most tests, in pixels.
const wide = 1280

func appStacks(t testing.TB) []stack { return listStacks(readFolded(appFolded(t))) }

const details = `() => probe.text(".details")`

func testZoom(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.Is("flame", `() => probe.svg().dataset.view`)
	p.Is(false, `() => probe.shown(probe.find("[data-act=reset]"))`)
	p.Is(false, `() => !!probe.find(".hint")`)
	p.checkFrames(total(stacks))

	p.click(p.one("lex"))
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
	p.Is(true, `() => probe.shown(probe.find("[data-act=reset]"))`)
	// The callers are faded, and nothing else.
	p.Is([]string{"0.45", "3", "1"}, `() => [
		getComputedStyle(probe.find("g.f g.dim path")).opacity,
		String([...probe.svg().querySelectorAll("g.f g.dim path")].flatMap((e) => e.getAttribute("d").match(/M/g)).length),
		getComputedStyle(probe.find("g.f > path")).opacity,
	]`)

	p.click(p.one("main")) // a faded caller
	p.checkFrames(zoomed(stacks, "main"))
	p.click(p.one("stroke"))
	p.checkFrames(zoomed(stacks, "main", "render", "draw(int)", "stroke"))
	p.button("reset")
	p.checkFrames(total(stacks))
	p.click(p.one("render"))
	p.click(p.one("all"))
	p.checkFrames(total(stacks))
}

// testZoomFraction: a click tells whole pixels, but it zooms into what the pointer has been shown to be on.
func testZoomFraction(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open("a 1000\nb 1009\n", SVGOptions{})
	f := p.one("b")
	_, y := p.middle(f)
	// The frames meet at 10 + 1260 * 1000/2009 = 637.178 pixels, and a click there is one at 637.
	for _, tt := range []struct {
		x    float64
		name string
	}{{637.1, "a"}, {637.5, "b"}} {
		p.HoverAt(tt.x, y)
		p.Is(tt.name, `() => probe.text(".tip b")`)
		p.ClickAt(tt.x, y)
		p.Is([]string{"all", tt.name}, `() => probe.frames().map((f) => f.name)`)
		p.Press("0")
	}
}

// testZoomSliver: what is too narrow to draw appears when one zooms in.
func testZoomSliver(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	for _, name := range []string{"a", "b"} {
		if found := p.frames(name); len(found) > 0 {
			t.Errorf("%s is drawn as %+v", name, found)
		}
	}
	sliver := p.one(dots) // a and b, 20 samples of 99089 together
	if want := 20.0 / 99089 * 1260; sliver.Total != 20 || sliver.Width < want-1e-3 || sliver.Width > want+1e-3 {
		t.Errorf("got %+v, want 20 samples, %v pixels wide", sliver, want)
	}
	p.click(p.one("glyphs"))
	p.checkFrames(zoomed(stacks, "main", "render", "draw(int)", "glyphs"))
	if a, b := p.one("a"), p.one("b"); a.Total != 9 || b.Total != 11 {
		t.Errorf("got %+v and %+v, want 9 and 11 samples", a, b)
	}
	p.button("reset")

	// One that is wide enough to point at stands for many; a click spreads those that are there.
	var folded []byte
	for i := range 4000 {
		folded = append(folded, "root;f"+string(rune('A'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676))+" "...)
		folded = append(folded, map[bool]string{true: "7\n", false: "5\n"}[i == 1234]...)
	}
	p.open(string(folded), SVGOptions{})
	p.hover(p.one(dots))
	p.Is("… 4,000 frames too narrow to draw (20,002 samples, 100.00%)", details)
	const names = `() => probe.frames().filter((f) => f.depth === 2).map((f) => f.name)`
	p.click(p.one(dots))
	p.Is([]any{64.0, true, true}, `() => { // the first and the last in part
		const spread = probe.frames().filter((f) => f.depth === 2);
		return [spread.length, spread.slice(1, -1).every((f) => f.width > 19), probe.shown(probe.find("[data-act=reset]"))];
	}`)
	shown := browsertest.Eval[[]string](p.Tab, names)
	p.reload()
	p.Is(shown, names)
	p.click(p.one("root")) // the whole frame again
	p.Is([]string{dots}, names)
	p.Run(`() => history.back()`)
	p.Until(shown, names)
	p.button("reset")
	p.Is([]string{dots}, names)
}

func testHistory(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	address := []string{browsertest.Eval[string](p.Tab, `() => location.href`)}
	for _, name := range []string{"parse", "scan", "main"} {
		p.click(p.one(name))
		address = append(address, browsertest.Eval[string](p.Tab, `() => location.href`))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(address)))) != 4 {
		t.Errorf("got the addresses %q, want four", address)
	}
	zooms := [][]string{nil, {"main", "parse"}, {"main", "parse", "lex", "scan"}, {"main"}}
	for _, step := range []struct {
		move string
		at   int
	}{{"back", 2}, {"back", 1}, {"forward", 2}, {"back", 1}, {"back", 0}, {"forward", 1}} {
		p.Run(`(move) => history[move]()`, step.move)
		p.Until(address[step.at], `() => location.href`)
		p.Until(len(zooms[step.at]), `() => probe.frames().filter((f) => f.faded).length`)
		p.checkFrames(zoomed(stacks, zooms[step.at]...))
	}
	p.click(p.one("lex")) // from here there is no way forward any more
	p.Run(`() => history.forward()`)
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))

	// Views are steps too; what is typed is none.
	p.Press("r")
	p.Press("/mem")
	p.Until("mem", `() => new URLSearchParams(location.hash.slice(1)).get("s")`)
	p.Run(`() => history.back()`)
	p.Until("flame", `() => probe.svg().dataset.view`)
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
}

// testLink: a link to what is shown shows it again, and finds its frame in a profile with more samples.
func testLink(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	p.click(p.one("layout"))
	p.Press("/mem")
	p.Until("mem", `() => new URLSearchParams(location.hash.slice(1)).get("s")`)
	link := browsertest.Eval[string](p.Tab, `() => location.href`)
	p.reload()
	p.Is(link, `() => location.href`)
	p.checkFrames(zoomed(appStacks(t), "main", "render", "layout"))
	isMem := func(name string) bool { return name == "memcpy" }
	p.Is(matchedOf(appStacks(t), isMem, "main", "render", "layout"), `() => probe.text(".matched")`)
	p.Is("mem", `() => probe.find(".search").value`)

	more := appFolded(t) + "main;parse;lex;scan;utf8 7001\naardvark;x 40031\nmain;render;layout;align 2003\n"
	p.putSVG("graph.svg", more, SVGOptions{Inverted: true})
	p.reload()
	p.checkFrames(zoomed(listStacks(readFolded(more)), "main", "render", "layout"))
	p.Is(matchedOf(listStacks(readFolded(more)), isMem, "main", "render", "layout"), `() => probe.text(".matched")`)

	// All that a link can say.
	p.putSVG("graph.svg", appFolded(t), SVGOptions{})
	p.reload()
	for _, key := range []string{"r", "i", "o"} {
		p.Run(`() => probe.svg().focus()`)
		p.Press(key)
	}
	p.Press("t")
	before := browsertest.Eval[string](p.Tab, `() => location.hash`)
	p.reload()
	p.Is(before, `() => location.hash`)
	p.Is([]string{"top", "true", "true", "By width"}, `() => [
		probe.svg().dataset.view, probe.find("[data-act=flip]").ariaPressed, probe.find("[data-act=reverse]").ariaPressed,
		probe.text("[data-act=order]"),
	]`)
}

func testBadLink(t *testing.T, b *browser) {
	p := b.newTab(t)
	url := p.putSVG("graph.svg", appFolded(t), SVGOptions{})
	for _, fragment := range []string{"#z=1", "#z=zzzzzzzzzzzzz", "#z=<script>", "#f=12&z=-3", "#z", "#=&&", "#s=%E0%A4%A", "#o=sideways", "#v=x&i=9&r=9&c=9"} {
		p.Navigate("about:blank")
		p.load(url + fragment)
		p.checkFrames(total(appStacks(t)))
	}
	p.Navigate("about:blank")
	p.load(url + "#z=1")
	p.Is("this profile lacks the frame of the link", `() => probe.text(".live")`)
}

func testTooltip(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	const tip = `() => { const t = probe.find(".tip"); return probe.shown(t) ? [...t.firstChild.children].map((e) => e.textContent) : null }`
	p.Is([]string(nil), tip)
	scan, whole := under(stacks, "main", "parse", "lex", "scan"), weightOf(stacks)
	lex, parse := weightOf(under(stacks, "main", "parse", "lex")), weightOf(under(stacks, "main", "parse"))
	self := weightOf(scan) - weightOf(under(stacks, "main", "parse", "lex", "scan", "memcpy"))
	p.hover(p.one("scan"))
	p.Is([]string{
		"scan",
		"total " + grouped(weightOf(scan)) + " samples (" + share(weightOf(scan), whole) + " of all · " + share(weightOf(scan), lex) + " of parent)",
		"self " + grouped(self) + " (" + share(self, whole) + ")",
	}, tip)
	p.Is(detailsOf(stacks, "main", "parse", "lex", "scan"), details)

	p.click(p.one("parse"))
	p.hover(p.frames("memcpy")[0])
	memcpy := weightOf(under(stacks, "main", "parse", "lex", "scan", "memcpy"))
	everywhere := weightOf(holding(stacks, func(n string) bool { return n == "memcpy" }))
	p.Is([]string{
		"memcpy",
		"total " + grouped(memcpy) + " samples (" + share(memcpy, whole) + " of all · " + share(memcpy, parse) + " of zoom · " + share(memcpy, weightOf(scan)) + " of parent)",
		"self " + grouped(memcpy) + " (" + share(memcpy, whole) + ")",
		"in 5 places " + grouped(everywhere) + " (" + share(everywhere, whole) + ")",
	}, tip)

	// Recursion: tree holds itself twice more, and these samples once.
	p.hover(p.frames("tree")[0])
	tree := weightOf(under(stacks, "main", "parse", "tree"))
	p.Is([]string{
		"tree",
		"total " + grouped(tree) + " samples (" + share(tree, whole) + " of all · " + share(tree, parse) + " of zoom · " + share(tree, parse) + " of parent)",
		"self 0 (0.00%)",
		"in 3 places " + grouped(tree) + " (" + share(tree, whole) + ")",
	}, tip)

	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, 640, 880)) // beside the frames
	p.Is([]string(nil), tip)
	p.Is(detailsOf(stacks, "main", "parse"), details) // the zoomed frame, where none is pointed at
	p.button("reset")
	p.HoverAt(640, 880)
	p.Is("", details)
}
