package flame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	browserdom "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
	"fold/flame/browsertest"
	"fold/flame/table"
)

var browserViewTests = []browserTest{
	{"flip", testFlip},
	{"reverse", testReverse},
	{"order by width", testOrder},
	{"sandwich", testSandwich},
	{"table", testTable},
	{"hide and undo", testHide},
	{"copy", testCopy},
	{"percentages", testBase},
	{"same function", testSame},
	{"flame chart", testChart},
	{"links of functions", testLinks},
}

const view = `() => probe.svg().dataset.view`

func testFlip(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.button("flip")
	p.Is("true", `() => probe.find("[data-act=flip]").ariaPressed`)
	// The pointer is still on it. It is as dark as its text is light.
	p.Is([]any{true, "rgb(0, 0, 0)", "rgb(238, 238, 238)"}, `() => {
		const b = probe.find("[data-act=flip]"), s = getComputedStyle(b);
		return [b.matches(":hover"), s.backgroundColor, s.color];
	}`)
	p.checkFrames(total(stacks))
	p.Is(true, `() => probe.frames().every((f) => f.y >= probe.svg().fold.frames("all")[0].y)`)
	p.click(p.one("lex"))
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
	p.Press("i")
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
	p.Is(true, `() => probe.frames().every((f) => f.y <= probe.svg().fold.frames("all")[0].y)`)

	p.open(appFolded(t), SVGOptions{Inverted: true})
	p.Is("true", `() => probe.find("[data-act=flip]").ariaPressed`)
	p.checkFrames(total(stacks))
	p.Press("i")
	p.checkFrames(total(stacks))
}

func testReverse(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), reversed(appFolded(t))
	p.open(appFolded(t), SVGOptions{})
	p.button("reverse")
	p.Is("reverse", view)
	p.checkFrames(total(stacks))
	p.click(p.one("memcpy"))
	p.checkFrames(zoomed(stacks, "memcpy"))
	p.click(p.frames("fill")[0])
	p.checkFrames(zoomed(stacks, "memcpy", "fill"))
	p.Is(detailsOf(stacks, "memcpy", "fill"), details)
	p.search("draw|lex")
	p.Until(matchedOf(appStacks(t), found("draw|lex")), `() => probe.text(".matched").replace(/, [\d.]+% of zoom/, "")`)
	inside := under(stacks, "memcpy", "fill")
	p.Is(share(weightOf(holding(inside, found("draw|lex"))), weightOf(inside))+" of zoom", `() => /, ([\d.]+% of zoom)/.exec(probe.text(".matched"))[1]`)
	p.reload()
	p.Is("reverse", view)
	p.checkFrames(zoomed(stacks, "memcpy", "fill"))
	p.Run(`() => probe.svg().focus()`)
	p.Press("r")
	p.Is("flame", view)
	p.checkFrames(total(appStacks(t)))
	p.Press("r") // and back: the zoom is still there
	p.checkFrames(zoomed(stacks, "memcpy", "fill"))
}

func testOrder(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.button("order")
	p.Is("By width", `() => probe.text("[data-act=order]")`)
	p.checkFrames(expectation{width: wide, byWidth: true}.draw("all", stacks))
	p.click(p.one("main"))
	p.checkFrames(expectation{width: wide, byWidth: true, zoom: []string{"main"}}.draw("all", stacks))
	p.Press("r")
	p.checkFrames(expectation{width: wide, byWidth: true}.draw("all", reversed(appFolded(t))))
	p.Press("ro")
	p.Is("A–Z", `() => probe.text("[data-act=order]")`)
	p.checkFrames(zoomed(stacks, "main")) // each way to show the stacks has a zoom of its own
}

func testSandwich(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	for _, name := range []string{"memcpy", "draw(int)", "tree", "main"} {
		p.hover(p.frames(name)[0])
		p.Press("s")
		p.Is("sandwich", view)
		p.checkFrames(sandwich(stacks, name))
		top := table.Top(readFolded(appFolded(t)), table.Options{})
		at := slices.IndexFunc(top.Rows, func(r table.Row) bool { return r.Function == name })
		if got := int64(p.frames(name)[0].Total); got != top.Rows[at].Total {
			t.Errorf("%s: got %d, want %d as in the table", name, got, top.Rows[at].Total)
		}
		p.HoverAt(640, 880)
		p.Is("callers and callees of "+name, details)
		p.button("sandwich")
		p.Is("flame", view)
		p.checkFrames(total(stacks))
	}

	// By mouse alone: the way to the button leads off the frame.
	p.hover(p.frames("fill")[0])
	p.button("sandwich")
	p.checkFrames(sandwich(stacks, "fill"))
	p.button("sandwich")
	p.checkFrames(total(stacks))

	// Zoomed to a caller, and the link to that.
	p.hover(p.frames("memcpy")[0])
	p.Press("s")
	p.click(p.one("fill"))
	var callers []stack
	for _, s := range holding(stacks, found("^memcpy$")) {
		up := slices.Clone(s.names[:slices.Index(s.names, "memcpy")])
		slices.Reverse(up)
		callers = append(callers, stack{up, s.weight})
	}
	want := expectation{width: wide, side: 1, zoom: []string{"fill"}}.draw("memcpy", callers)
	p.checkFrames(want)
	p.reload()
	p.checkFrames(want)
	p.Run(`() => probe.svg().focus()`)
	p.Press(kb.Escape)
	p.checkFrames(sandwich(stacks, "memcpy"))
	p.Press(kb.Escape)
	p.checkFrames(total(stacks))

	// Esc leads back to where one was.
	p.click(p.one("main"))
	p.hover(p.frames("memcpy")[0])
	p.Press("s")
	p.checkFrames(sandwich(stacks, "memcpy"))
	p.Press(kb.Escape)
	p.checkFrames(zoomed(stacks, "main"))
}

// tableCells are the cells of the page's table.
const tableCells = `() => [...probe.svg().querySelectorAll(".table [data-name]")].map((tr) =>
	["self", "selfp", "sum", "total", "totalp", "name"].map((c) => tr.querySelector("." + c).textContent).join(" | "))`

// cellsOf are the cells of the rows of fold's own table.
func cellsOf(top table.Table, rows []table.Row) (lines []string) {
	sum := int64(0)
	for _, r := range rows {
		sum += r.Self
		lines = append(lines, grouped(r.Self)+" | "+share(r.Self, top.Total)+" | "+share(sum, top.Total)+" | "+
			grouped(r.Total)+" | "+share(r.Total, top.Total)+" | "+r.Function)
	}
	return lines
}

func testTable(t *testing.T, b *browser) {
	p := b.newTab(t)
	profile := readFolded(appFolded(t))
	p.open(appFolded(t), SVGOptions{})
	p.button("top")
	p.Is("top", view)
	bySelf, byTotal := table.Top(profile, table.Options{}), table.Top(profile, table.Options{By: table.ByTotal})
	p.Is(cellsOf(bySelf, bySelf.Rows), tableCells)
	p.Is(0, `() => probe.frames().length`)
	p.Is(0, `() => probe.svg().querySelectorAll("g.f path").length`)

	p.Do(chromedp.Click(chromedp.CSS(".table [data-by=total]")))
	p.Is(cellsOf(byTotal, byTotal.Rows), tableCells)
	p.Is([]string{"total", "totalp"}, `() => [...probe.svg().querySelectorAll("[aria-sort=descending]")].map((e) => e.className)`)
	p.Do(chromedp.Click(chromedp.CSS(".table [data-by=name]")))
	byName := slices.SortedFunc(slices.Values(bySelf.Rows), func(a, b table.Row) int {
		return slices.Compare([]byte(a.Function), []byte(b.Function))
	})
	p.Is(cellsOf(bySelf, byName), tableCells)
	p.Do(chromedp.Click(chromedp.CSS(".table [data-by=self]")))

	p.search("mem|mal")
	some := slices.DeleteFunc(slices.Clone(bySelf.Rows), func(r table.Row) bool { return !found("mem|mal")(r.Function) })
	p.Until(cellsOf(bySelf, some), tableCells)
	p.Press(kb.Escape)
	p.Is(cellsOf(bySelf, bySelf.Rows), tableCells)

	// A click on a function shows its sandwich; Back leads to the table again.
	p.Do(chromedp.Click(chromedp.CSS(`.table [data-name="scan"] button`)))
	p.Is("sandwich", view)
	p.checkFrames(sandwich(appStacks(t), "scan"))
	p.Run(`() => history.back()`)
	p.Until("top", view)
	p.Is(cellsOf(bySelf, bySelf.Rows), tableCells)
	p.Press("t")
	p.Is("flame", view)
	p.checkFrames(total(appStacks(t)))
}

func testHide(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	without := func(stacks []stack, path ...string) []stack {
		return slices.DeleteFunc(slices.Clone(stacks), func(s stack) bool { return len(under([]stack{s}, path...)) > 0 })
	}
	p.hover(p.one("lex"))
	p.Press("x")
	once := without(stacks, "main", "parse", "lex")
	p.checkFrames(total(once))
	p.click(p.one("gc"), func(e *input.DispatchMouseEventParams) { e.Modifiers |= int64(chromedp.ModifierAlt) })
	twice := without(once, "gc")
	p.checkFrames(total(twice))
	p.HoverAt(640, 880)
	p.Is(true, `() => probe.shown(probe.find("[data-act=undo]"))`)

	// All numbers are of the rest now.
	p.search("malloc")
	p.Until(matchedOf(twice, found("malloc")), matched)
	p.Press(kb.Escape)
	p.button("top")
	p.Is(share(weightOf(under(twice, "main", "render")), weightOf(twice)), `() => probe.text('.table [data-name="render"] .totalp')`)
	p.Is(0, `() => probe.svg().querySelectorAll('.table [data-name="gc"]').length`)
	p.button("top")

	p.button("undo")
	p.checkFrames(total(once))
	p.Run(`() => probe.svg().focus()`)
	p.Press("z")
	p.checkFrames(total(stacks))
	p.Is(false, `() => probe.shown(probe.find("[data-act=undo]"))`)

	// Where all stacks end in one frame, it stays.
	p.hover(p.one("all"))
	p.Press("x")
	p.checkFrames(total(stacks))
	p.Is("all cannot be hidden", `() => probe.text(".live")`)

	// Leaves, in the view that has them at the root.
	p.Press("r")
	p.hover(p.frames("scan")[0])
	p.Press("x")
	p.checkFrames(total(without(reversed(appFolded(t)), "scan")))
	p.Press("z")
	p.checkFrames(total(reversed(appFolded(t))))
}

func testCopy(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(p.Chromium, browserdom.SetPermission, browserdom.SetPermissionParams{
			Permission: &browserdom.PermissionDescriptor{Name: name}, Setting: browserdom.PermissionSettingGranted,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	p.open(appFolded(t)+"a;b c;\"<>&'\u20ac 5001\n", SVGOptions{})
	const clipboard = `() => navigator.clipboard.readText()`
	for _, step := range []struct{ frame, key, want, said string }{
		{"scan", "c", "scan", "name copied"},
		{"scan", "C", "main;parse;lex;scan " + fmt.Sprint(weightOf(under(stacks, "main", "parse", "lex", "scan"))), "stack copied"},
		{"draw(int)", "C", "main;render;draw(int) " + fmt.Sprint(weightOf(under(stacks, "main", "render", "draw(int)"))), "stack copied"},
		{"\"<>&'\u20ac", "c", "\"<>&'\u20ac", "name copied"},
		{"\"<>&'\u20ac", "C", "a;b c;\"<>&'\u20ac 5001", "stack copied"},
	} {
		p.hover(p.one(step.frame))
		p.Press(step.key)
		p.Until(step.want, clipboard)
		p.Until(step.said, `() => probe.text(".live")`)
	}
	// In the leaf-merged view and in the sandwich a stack is still written root first.
	p.Press("r")
	p.click(p.one("memcpy"))
	p.hover(p.frames("fill")[0])
	p.Press("C")
	p.Until("fill;memcpy 3544", clipboard)
	p.Press("s")
	p.hover(p.frames("draw(int)")[0])
	p.Press("C")
	p.Until("draw(int);fill "+fmt.Sprint(weightOf(holding(stacks, found("^fill$")))), clipboard)

	// Where the page has no right to the clipboard, as on plain http, it says so.
	p.Run(`() => Object.defineProperty(navigator, "clipboard", { value: undefined })`)
	p.Press("c")
	p.Until("copying is not allowed", `() => probe.text(".live")`)
}

func testBase(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.click(p.one("parse"))
	p.hover(p.one("scan"))
	weight := func(path ...string) int64 { return weightOf(under(stacks, path...)) }
	scan := weight("main", "parse", "lex", "scan")
	line := "Function: \u2068scan\u2069 (" + grouped(scan) + " samples, "
	p.Is(line+share(scan, weightOf(stacks))+")", details)
	p.Press("%")
	p.Is(line+share(scan, weight("main", "parse"))+" of zoom)", details)
	p.Press("%")
	p.Is(line+share(scan, weight("main", "parse", "lex"))+" of parent)", details)
	p.Press("%")
	p.Is(line+share(scan, weightOf(stacks))+")", details)
}

// testSame: where the pointer is on a function, all its frames are outlined, and nothing is when it leaves.
func testSame(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	p.hover(p.frames("malloc")[0])
	p.Is(4, `() => probe.find("path.same").getAttribute("d").match(/M/g).length`)
	p.Is(true, `() => {
		const at = (f) => "M" + f.x + " " + f.y;
		return probe.svg().fold.frames("malloc").every((f) => probe.find("path.same").getAttribute("d").split(/(?=M)/)
			.some((d) => d.startsWith(at(f) + "h")));
	}`)
	p.Is(true, `() => {
		const f = probe.svg().fold.frames("malloc")[0], [x, y, w, h] = probe.mark(".hover");
		return f.x === x && f.y === y && Math.abs(f.width - w) < 0.01 && f.height === h;
	}`)
	p.HoverAt(640, 880)
	p.Is([]string{"none", "none"}, `() => [".same", ".hover"].map((s) => getComputedStyle(probe.find(s)).display)`)
}

// testChart: stacks in the order of the input, each beside the one before it, and put together again in the
// views that are about functions.
func testChart(t *testing.T, b *browser) {
	builder := collapse.NewBuilder()
	builder.RecordSequence()
	samples := builder.Metric(collapse.Metric{Name: "samples"})
	call := func(parent collapse.NodeID, name string) collapse.NodeID {
		return builder.Call(parent, builder.Frame(collapse.Frame{Name: name}))
	}
	main := call(collapse.Root, "main")
	for _, add := range []struct {
		at     collapse.NodeID
		weight int64
	}{{call(main, "b"), 301}, {call(main, "a"), 200}, {call(main, "b"), 100}, {call(collapse.Root, "idle"), 50}, {call(main, "a"), 350}} {
		builder.Add(add.at, samples, add.weight)
	}
	p := b.newTab(t)
	p.openProfile(builder.Profile(), SVGOptions{FlameChart: true})
	const frames = `() => probe.frames().map((f) => f.depth + " " + f.name + " " + f.total)`
	p.Is([]string{"0 all 1001", "1 main 601", "1 idle 50", "1 main 350", "2 b 301", "2 a 200", "2 b 100", "2 a 350"}, frames)
	p.Is([]string{"Flame Chart", "As input"}, `() => [probe.text(".head b"), probe.text("[data-act=order]")]`)
	p.checkRects()
	p.Press("r")
	p.Is([]string{"0 all 1001", "1 a 550", "1 b 401", "1 idle 50", "2 main 401", "2 main 550"}, `() => probe.frames().map((f) =>
		f.depth + " " + f.name + " " + f.total).sort()`)
	p.Press("r")
	p.hover(p.frames("b")[0])
	p.Press("s")
	p.Is([]string{"0 b 401", "-1 main 401"}, frames)
	p.Press("st")
	p.Is([]string{"a 550 550", "b 401 401", "idle 50 50", "main 0 951"}, `() => [...probe.svg().querySelectorAll(".table [data-name]")].map((tr) =>
		[tr.dataset.name, tr.querySelector(".self").textContent, tr.querySelector(".total").textContent].join(" "))`)
}

// testLinks: a function's label is the link that it was given, also where the script draws it, and the rest
// of its frame zooms.
func testLinks(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	elsewhere := b.Put(t, "elsewhere.html", browsertest.Page{Content: []byte("<!DOCTYPE html>")}) + "?a&b"
	attributes, _, err := ReadNameAttributes(strings.NewReader("lex\thref=" + elsewhere + "\ttarget=_self\tclass=mine\nscan\thref=javascript:hacked=1\n"))
	if err != nil {
		t.Fatal(err)
	}
	p.open(appFolded(t), SVGOptions{Attributes: attributes})
	p.Is([]string{elsewhere + " _self mine lex"}, `() => [...probe.svg().querySelectorAll("g.f a[*|href]")].map((a) =>
		[a.href.baseVal, a.target.baseVal, a.getAttribute("class"), a.textContent].join(" "))`)
	p.click(p.one("lex"))
	p.checkFrames(zoomed(stacks, "main", "parse", "lex"))
	at := browsertest.Eval[[2]float64](p.Tab, `() => {
		const r = probe.find("g.f a text").getBoundingClientRect();
		return [Math.round(r.left + r.width / 2), Math.round(r.top + r.height / 2)];
	}`)
	p.ClickAt(at[0], at[1])
	p.Until(elsewhere, `() => location.href`)
}
