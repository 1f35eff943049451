package flame

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var browserKeyTests = []browserTest{
	{"move by keys", testMove},
	{"zoom by keys", testZoomKeys},
	{"search by keys", testSearchKeys},
	{"help", testHelp},
	{"tab key", testTab},
	{"keys of the browser", testForeignKeys},
	{"accessible names", testAccessible},
}

// checkCursor checks that the cursor is on the frame at the end of a path, and that it is told.
func (p *tab) checkCursor(stacks []stack, path string) {
	p.Helper()
	names := strings.Split(path, ";")
	text := detailsOf(stacks, names...)
	if path == "" {
		text = lineOf("all", weightOf(stacks), weightOf(stacks))
		names = nil
	}
	is(p, []string{text, text}, `() => [probe.text(".details"), probe.text(".live")]`)
	is(p, []any{true, float64(len(names))}, `() => {
		const [x, y, w, h] = probe.mark(".cursor");
		const f = probe.frames().find((f) => Math.abs(f.x - x) < 0.1 && f.y === y && Math.abs(f.width - w) < 0.1);
		return [!!f && h === 15, f?.depth];
	}`)
}

func testMove(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	is(p, []float64(nil), `() => probe.mark(".cursor")`)
	p.press(kb.Tab)
	p.press(kb.ArrowUp) // to the widest callee
	p.checkCursor(stacks, "main")
	// The ring is two pixels wide and in a colour that is not the lines'.
	is(p, []string{"2px", "rgb(5, 80, 200)"}, `() => {
		const s = getComputedStyle(probe.find(".cursor"));
		return [s.strokeWidth, s.stroke];
	}`)
	for _, step := range []struct{ keys, path string }{
		{"k", "main;render"},
		{kb.ArrowRight, "main;render"}, // there is none
		{kb.ArrowLeft, "main;parse"},
		{"h", "main;idle"},
		{"l", "main;parse"},
		{kb.ArrowUp, "main;parse;lex"},
		{"k", "main;parse;lex;scan"},
		{kb.ArrowUp, "main;parse;lex;scan;memcpy"},
		{kb.ArrowUp, "main;parse;lex;scan;memcpy"}, // there is none
		{kb.ArrowRight, "main;parse;tree;malloc;mmap"},
		{"j", "main;parse;tree;malloc"},
		{kb.ArrowDown, "main;parse;tree"},
		{"jj", "main"},
		{"j", ""},
		{"j", ""},
		{kb.ArrowUp + kb.ArrowLeft, "gc"},
	} {
		p.press(step.keys)
		p.checkCursor(stacks, step.path)
	}
	p.checkFrames(total(stacks)) // moving changes nothing else
	is(p, "", `() => location.hash`)

	// With the root at the top, up and down are as on the screen.
	p.press("i" + kb.ArrowDown)
	p.checkCursor(stacks, "gc;mark")
	p.press(kb.ArrowUp)
	p.checkCursor(stacks, "gc")
}

func testZoomKeys(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.press(kb.Tab + "kk" + kb.Enter)
	p.checkFrames(zoomed(stacks, "main", "render"))
	p.checkCursor(stacks, "main;render")
	p.press("k" + kb.Enter)
	p.checkFrames(zoomed(stacks, "main", "render", "draw(int)"))
	p.press(kb.Backspace)
	p.checkFrames(zoomed(stacks, "main", "render"))
	p.checkCursor(stacks, "main;render")
	p.press("u")
	p.checkFrames(zoomed(stacks, "main"))
	p.press("u")
	p.checkFrames(total(stacks))
	p.press("u")
	p.checkFrames(total(stacks))
	for _, key := range []string{"0", kb.Home, kb.Escape} {
		p.press("kkk" + kb.Enter)
		is(p, true, `() => probe.shown(probe.find("[data-act=reset]"))`)
		p.press(key)
		p.checkFrames(total(stacks))
		is(p, "", `() => location.hash`)
	}
	for range 8 {
		p.run(`() => history.back()`)
	}
}

func testSearchKeys(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	const inBox = `() => document.activeElement === probe.find(".search")`
	p.press(kb.Tab + "kk" + kb.Enter)
	for _, open := range []func(){
		func() { p.press("/") },
		func() { p.press("f", chromedp.ModifierCtrl) },
		func() { p.press("f", chromedp.ModifierMeta) },
		func() { p.press(kb.F3) },
	} {
		is(p, false, inBox)
		open()
		is(p, true, inBox)
		is(p, true, `() => probe.prevented`)
		p.press("rent") // letters are no commands here
		until(p, "no match", matched)
		p.press(kb.Backspace + kb.Backspace)
		until(p, matchedOf(stacks, found("re"), "main", "render"), matched)
		p.press(kb.Escape) // clears and leaves
		is(p, false, inBox)
		is(p, "", matched)
		p.checkFrames(zoomed(stacks, "main", "render"))
	}
	p.press("/mem" + kb.Enter)
	p.run(`() => probe.svg().focus()`)
	until(p, matchedOf(stacks, found("mem"), "main", "render"), matched)
	p.press(kb.Escape) // first the search
	is(p, "", matched)
	p.checkFrames(zoomed(stacks, "main", "render"))
	p.press(kb.Escape) // then the zoom
	p.checkFrames(total(stacks))

	// A second Ctrl-F is the browser's.
	p.press("/")
	p.press("f", chromedp.ModifierCtrl)
	is(p, false, `() => probe.prevented`)
}

func testHelp(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	const isOpen = `() => !!probe.find(".help [role=dialog]")`
	is(p, false, isOpen)
	p.press("?")
	is(p, true, isOpen)
	is(p, []string{
		"click Enter", "Backspace u", "0 Home Esc", "/ Ctrl-F F3", "n", "N", "Ctrl-I", "arrows hjkl", "i", "r", "o", "s", "t",
		"x Alt-click", "z", "c C", "%", "d", "?",
	}, `() => [...probe.svg().querySelectorAll(".help th")].map((e) => e.textContent)`)
	is(p, true, `() => probe.find(".help [role=dialog]").contains(document.activeElement)`)
	p.press(kb.Tab)
	is(p, true, `() => probe.find(".help [role=dialog]").contains(document.activeElement)`)
	p.press("r") // no command while the help is open
	is(p, "flame", `() => probe.svg().dataset.view`)
	p.press(kb.Escape)
	is(p, false, isOpen)
	p.press("?")
	p.press("?")
	is(p, false, isOpen)
	p.button("help")
	is(p, true, isOpen)
	// It lies in the window whole.
	is(p, true, `() => {
		const r = probe.find(".help [role=dialog]").getBoundingClientRect();
		return r.top >= 0 && r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight;
	}`)
	p.press(kb.Enter) // on its button
	is(p, false, isOpen)
}

// testTab: the picture is one stop of the Tab key. Its buttons have keys of their own, and arrows go from one to the next.
func testTab(t *testing.T, b *browser) {
	p := b.newTab(t)
	picture := "<div>" + string(svgOf(t, readFolded(appFolded(t)), SVGOptions{})) + "</div>"
	p.load(b.put(t, "page.html", servedPage{content: []byte(`<!DOCTYPE html><input id="before">` + picture + `<input id="after">`)}))
	p.run(`() => document.getElementById("before").focus()`)
	const focus = `() => document.activeElement.id || document.activeElement.dataset.act || document.activeElement.getAttribute("role")`
	var stops []string
	for range 2 {
		p.press(kb.Tab)
		stops = append(stops, eval[string](p, focus))
		is(p, "? lists the keys", `() => probe.text(".live")`)
	}
	if got := strings.Join(stops, " "); got != "application after" {
		t.Errorf("got the stops %s, want application and after", got)
	}
	p.run(`() => probe.find("[data-act=flip]").focus()`)
	for _, act := range []string{"reverse", "order", "sandwich", "top"} {
		p.press(kb.ArrowRight)
		is(p, act, focus)
	}
	p.press(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowLeft)
	is(p, "reverse", focus)
	is(p, "2px", `() => getComputedStyle(document.activeElement).outlineWidth`)
	p.press(kb.Enter)
	is(p, "reverse", `() => probe.svg().dataset.view`)
	p.press(" ")
	is(p, "flame", `() => probe.svg().dataset.view`)

	// In a page the keys belong to the picture only while it has the focus.
	p.run(`() => document.getElementById("after").focus()`)
	p.press("i/")
	is(p, []string{"i/", "false"}, `() => [document.getElementById("after").value, probe.find("[data-act=flip]").ariaPressed]`)
}

// testForeignKeys: keys that the picture does not know stay with the browser.
func testForeignKeys(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	p.press(kb.Tab)
	before := eval[string](p, `() => probe.svg().outerHTML`)
	for _, key := range []struct {
		keys      string
		modifiers []chromedp.Modifier
	}{
		{"q", nil},
		{"1", nil},
		{"r", []chromedp.Modifier{chromedp.ModifierCtrl}},
		{"c", []chromedp.Modifier{chromedp.ModifierCtrl}},
		{"t", []chromedp.Modifier{chromedp.ModifierMeta}},
		{kb.ArrowLeft, []chromedp.Modifier{chromedp.ModifierAlt}},
		{"+", nil},
		{kb.PageDown, nil},
		{kb.F5, nil},
	} {
		p.run(`() => addEventListener("keydown", (e) => { probe.prevented = e.defaultPrevented; e.preventDefault() }, { once: true })`)
		p.press(key.keys, key.modifiers...)
		is(p, []bool{false}, `() => [probe.prevented]`)
	}
	is(p, before, `() => probe.svg().outerHTML`)
}

// testAccessible compares what a screen reader is told of the controls.
func testAccessible(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{Title: "My program"})
	is(p, []string{"application", "flame graph", "0", "My program, " + grouped(weightOf(stacks)) + " samples", "polite"}, `() => {
		const svg = probe.svg(), at = (a) => svg.getAttribute(a);
		return [at("role"), at("aria-roledescription"), at("tabindex"), at("aria-label"), probe.find(".live").ariaLive];
	}`)
	want := []string{
		"button Flip", "button Reverse", "button Order", "button Sandwich", "button Table",
		"textbox search (a regular expression); again: the browser's search (/ Ctrl-F F3)",
		"button mind the case (Ctrl-I)", "button Theme", "button this help (?)",
	}
	var got []string
	tree := call(p, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	for _, node := range tree.Nodes {
		if node.Ignored || node.Role == nil || node.Name == nil {
			continue
		}
		role, name := axText(node.Role), axText(node.Name)
		if role == "button" || role == "textbox" {
			got = append(got, role+" "+name)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func axText(v *accessibility.Value) string { return strings.Trim(string(v.Value), `"`) }
