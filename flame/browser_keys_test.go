package flame

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
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
	p.Is([]string{text, text}, `() => [probe.text(".details"), probe.text(".live")]`)
	p.Is([]any{true, float64(len(names))}, `() => {
		const [x, y, w, h] = probe.mark(".cursor");
		const f = probe.frames().find((f) => Math.abs(f.x - x) < 0.1 && f.y === y && Math.abs(f.width - w) < 0.1);
		return [!!f && h === 15, f?.depth];
	}`)
}

func testMove(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.Is([]float64(nil), `() => probe.mark(".cursor")`)
	p.Press(kb.Tab)
	p.Press(kb.ArrowUp) // to the widest callee
	p.checkCursor(stacks, "main")
	// The ring is two pixels wide and in a colour that is not the lines'.
	p.Is([]string{"2px", "rgb(5, 80, 200)"}, `() => {
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
		p.Press(step.keys)
		p.checkCursor(stacks, step.path)
	}
	p.checkFrames(total(stacks)) // moving changes nothing else
	p.Is("", `() => location.hash`)

	// With the root at the top, up and down are as on the screen.
	p.Press("i" + kb.ArrowDown)
	p.checkCursor(stacks, "gc;mark")
	p.Press(kb.ArrowUp)
	p.checkCursor(stacks, "gc")
}

func testZoomKeys(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.Press(kb.Tab + "kk" + kb.Enter)
	p.checkFrames(zoomed(stacks, "main", "render"))
	p.checkCursor(stacks, "main;render")
	p.Press("k" + kb.Enter)
	p.checkFrames(zoomed(stacks, "main", "render", "draw(int)"))
	p.Press(kb.Backspace)
	p.checkFrames(zoomed(stacks, "main", "render"))
	p.checkCursor(stacks, "main;render")
	p.Press("u")
	p.checkFrames(zoomed(stacks, "main"))
	p.Press("u")
	p.checkFrames(total(stacks))
	p.Press("u")
	p.checkFrames(total(stacks))
	for _, key := range []string{"0", kb.Home, kb.Escape} {
		p.Press("kkk" + kb.Enter)
		p.Is(true, `() => probe.shown(probe.find("[data-act=reset]"))`)
		p.Press(key)
		p.checkFrames(total(stacks))
		p.Is("", `() => location.hash`)
	}
	for range 8 {
		p.Run(`() => history.back()`)
	}
}

func testSearchKeys(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	const inBox = `() => document.activeElement === probe.find(".search")`
	p.Press(kb.Tab + "kk" + kb.Enter)
	for _, open := range []func(){
		func() { p.Press("/") },
		func() { p.Press("f", chromedp.ModifierCtrl) },
		func() { p.Press("f", chromedp.ModifierMeta) },
		func() { p.Press(kb.F3) },
	} {
		p.Is(false, inBox)
		open()
		p.Is(true, inBox)
		p.Is(true, `() => probe.prevented`)
		p.Press("rent") // letters are no commands here
		p.Until("no match", matched)
		p.Press(kb.Backspace + kb.Backspace)
		p.Until(matchedOf(stacks, found("re"), "main", "render"), matched)
		p.Press(kb.Escape) // clears and leaves
		p.Is(false, inBox)
		p.Is("", matched)
		p.checkFrames(zoomed(stacks, "main", "render"))
	}
	p.Press("/mem" + kb.Enter)
	p.Run(`() => probe.svg().focus()`)
	p.Until(matchedOf(stacks, found("mem"), "main", "render"), matched)
	p.Press(kb.Escape) // first the search
	p.Is("", matched)
	p.checkFrames(zoomed(stacks, "main", "render"))
	p.Press(kb.Escape) // then the zoom
	p.checkFrames(total(stacks))

	// A second Ctrl-F is the browser's.
	p.Press("/")
	p.Press("f", chromedp.ModifierCtrl)
	p.Is(false, `() => probe.prevented`)
}

func testHelp(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	const isOpen = `() => !!probe.find(".help [role=dialog]")`
	p.Is(false, isOpen)
	p.Press("?")
	p.Is(true, isOpen)
	p.Is([]string{
		"click Enter", "Ctrl-wheel pinch", "drag Shift-wheel", "Backspace u", "0 Home Esc", "/ Ctrl-F F3", "n", "N", "Ctrl-I", "arrows hjkl", "i", "r", "o", "s", "t",
		"x Alt-click", "z", "c C", "%", "d", "?",
	}, `() => [...probe.svg().querySelectorAll(".help th")].map((e) => e.textContent)`)
	p.Is(true, `() => probe.find(".help [role=dialog]").contains(document.activeElement)`)
	p.Press(kb.Tab)
	p.Is(true, `() => probe.find(".help [role=dialog]").contains(document.activeElement)`)
	p.Press("r") // no command while the help is open
	p.Is("flame", `() => probe.svg().dataset.view`)
	p.Press(kb.Escape)
	p.Is(false, isOpen)
	p.Press("?")
	p.Press("?")
	p.Is(false, isOpen)
	p.button("help")
	p.Is(true, isOpen)
	// It lies in the window whole.
	p.Is(true, `() => {
		const r = probe.find(".help [role=dialog]").getBoundingClientRect();
		return r.top >= 0 && r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight;
	}`)
	p.Press(kb.Enter) // on its button
	p.Is(false, isOpen)
}

// testTab: the picture is one stop of the Tab key. Its buttons have keys of their own, and arrows go from one to the next.
func testTab(t *testing.T, b *browser) {
	p := b.newTab(t)
	picture := "<div>" + string(svgOf(t, readFolded(appFolded(t)), SVGOptions{})) + "</div>"
	p.load(b.Put(t, "page.html", browsertest.Page{Content: []byte(`<!DOCTYPE html><input id="before">` + picture + `<input id="after">`)}))
	p.Run(`() => document.getElementById("before").focus()`)
	const focus = `() => document.activeElement.id || document.activeElement.dataset.act || document.activeElement.getAttribute("role")`
	var stops []string
	for range 2 {
		p.Press(kb.Tab)
		stops = append(stops, browsertest.Eval[string](p.Tab, focus))
		p.Is("? lists the keys", `() => probe.text(".live")`)
	}
	if got := strings.Join(stops, " "); got != "application after" {
		t.Errorf("got the stops %s, want application and after", got)
	}
	p.Run(`() => probe.find("[data-act=flip]").focus()`)
	for _, act := range []string{"reverse", "order", "sandwich", "top"} {
		p.Press(kb.ArrowRight)
		p.Is(act, focus)
	}
	p.Press(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowLeft)
	p.Is("reverse", focus)
	p.Is("2px", `() => getComputedStyle(document.activeElement).outlineWidth`)
	p.Press(kb.Enter)
	p.Is("reverse", `() => probe.svg().dataset.view`)
	p.Press(" ")
	p.Is("flame", `() => probe.svg().dataset.view`)

	// In a page the keys belong to the picture only while it has the focus.
	p.Run(`() => document.getElementById("after").focus()`)
	p.Press("i/")
	p.Is([]string{"i/", "false"}, `() => [document.getElementById("after").value, probe.find("[data-act=flip]").ariaPressed]`)
}

// testForeignKeys: keys that the picture does not know stay with the browser.
func testForeignKeys(t *testing.T, b *browser) {
	p := b.newTab(t)
	p.open(appFolded(t), SVGOptions{})
	p.Press(kb.Tab)
	before := browsertest.Eval[string](p.Tab, `() => probe.svg().outerHTML`)
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
		p.Run(`() => addEventListener("keydown", (e) => { probe.prevented = e.defaultPrevented; e.preventDefault() }, { once: true })`)
		p.Press(key.keys, key.modifiers...)
		p.Is([]bool{false}, `() => [probe.prevented]`)
	}
	p.Is(before, `() => probe.svg().outerHTML`)
}

// testAccessible compares what a screen reader is told of the controls.
func testAccessible(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{Title: "My program"})
	p.Is([]string{"application", "flame graph", "0", "My program, " + grouped(weightOf(stacks)) + " samples", "polite"}, `() => {
		const svg = probe.svg(), at = (a) => svg.getAttribute(a);
		return [at("role"), at("aria-roledescription"), at("tabindex"), at("aria-label"), probe.find(".live").ariaLive];
	}`)
	want := []string{
		"button Flip", "button Reverse", "button A–Z", "button Sandwich", "button Table",
		"textbox search (a regular expression) (/ Ctrl-F F3)",
		"button Case", "button Theme", "button this help (?)",
	}
	var got []string
	tree := browsertest.Send(p.Tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
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

func axText(v *accessibility.Value) (text string) {
	json.Unmarshal(v.Value, &text)
	return text
}
