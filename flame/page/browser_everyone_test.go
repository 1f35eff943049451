package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
	"fold/flame/doctor"
)

// everyoneTests hold that everybody can use the page: with a screen reader, with other colours, by touch, on paper.
var everyoneTests = []browserTest{
	{"what axe finds", testAxe},
	{"letters stand out", testContrast},
	{"what a screen reader hears", testHeard},
	{"names of buttons", testButtonNames},
	{"forced colours", testForcedColors},
	{"touch", testCoarse},
	{"paper", testPaper},
	{"large letters", testLargeLetters},
	{"letters that turn others around", testBidi},
}

// prefer makes the browser say what the reader prefers.
func (p *tab) prefer(feature, value string) {
	p.Helper()
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
}

// timed is a profile of two threads that says what ran when.
const timed = `{"traceEvents":[
{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"one"}},
{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"two"}},
{"name":"load","ph":"X","pid":1,"tid":1,"ts":0,"dur":500},
{"name":"parse","ph":"X","pid":1,"tid":1,"ts":100,"dur":300},
{"name":"draw","ph":"X","pid":1,"tid":2,"ts":600,"dur":400}]}`

var someFindings = []doctor.Finding{
	{Severity: "problem", Says: "a quarter of the stacks are cut", Evidence: []string{"25 of 100 samples"}, Remedy: []string{"record with --call-graph dwarf"}},
	{Severity: "caution", Says: "few samples"},
	{Severity: "lead", Says: "malloc takes a third"},
}

// testAxe: axe finds nothing serious in any view, in light and in dark.
func testAxe(p *tab) {
	axe := browsertest.LoadAxe(p)
	plain := p.page(app, Options{Findings: someFindings, Note: "a note", Input: []string{"in"}})
	pair := noisyPair(p)
	for _, view := range []struct {
		name, page, fragment string
		do                   func()
	}{
		{"at rest", plain, "", func() { p.click("summary", "") }},
		{"a function", plain, "", func() { p.clickFrame("parse") }},
		{"callers and callees", plain, "", func() { p.clickFrame("malloc"); p.press("s") }},
		{"search and chips", plain, "#s=mal&focus=main&k=total", func() { p.press("n") }},
		{"nothing in the table", plain, "#cat=allocator&s=lex", nil},
		{"nothing in the picture", plain, "#focus=nothing", nil},
		{"menu", plain, "", func() { p.clickFrame("lex", chromedp.ButtonRight) }},
		{"refine", plain, "", func() { p.click("button", "Refine") }},
		{"keys", plain, "#g=category", func() { p.press("?") }},
		{"a category", plain, "#cat=allocator&ignore-category=unknown", nil},
		{"the menu of a category", plain, "#g=category", func() { p.click(".tr", "allocator", chromedp.ButtonRight) }},
		{"a function of two profiles", pair, "", func() { p.click(".tr", "work") }},
		{"time", write(p, readTimed(p, timed), Options{}), "#v=chart", nil},
	} {
		p.prefer("prefers-color-scheme", "light")
		p.open(view.page, view.fragment)
		if view.do != nil {
			view.do()
		}
		axe.Check(p.Tab, view.name+", light")
		p.prefer("prefers-color-scheme", "dark")
		p.rest()
		axe.Check(p.Tab, view.name+", dark", "color-contrast") // all else is the same
	}
}

// contrasts returns how labels of the picture stand out from what is below them, the worst first: [ratio, text].
const contrasts = `() => {
	const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const over = (color, alpha, below) => {
		context.globalAlpha = 1;
		context.fillStyle = below;
		context.fillRect(0, 0, 1, 1);
		context.globalAlpha = alpha;
		context.fillStyle = color;
		context.fillRect(0, 0, 1, 1);
		return "rgb(" + [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join() + ")";
	};
	const luminance = (color) => {
		const [r, g, b] = over(color, 1, "#000").match(/\d+/g).map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const panel = getComputedStyle(document.querySelector(".pic")).backgroundColor;
	const rects = [...document.querySelectorAll(".f path")].flatMap((path) => {
		const { fill, opacity, fillOpacity } = getComputedStyle(path);
		return [...path.getAttribute("d").matchAll(/M([\d.-]+) ([\d.-]+)v([\d.]+)h([\d.]+)/g)].map(([, x, y, h, w]) => ({ x: +x, y: +y, h: +h, w: +w, color: over(fill, opacity * fillOpacity, panel) }));
	});
	return [...document.querySelectorAll(".f text")].map((text) => {
		const [x, y] = [+text.getAttribute("x"), text.getAttribute("y") - 4];
		const below = rects.find((r) => x >= r.x && x <= r.x + r.w && y >= r.y && y <= r.y + r.h);
		const [a, b] = [luminance(getComputedStyle(text).fill), luminance(below ? below.color : panel)];
		return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), text.textContent];
	}).sort(([a], [b]) => a - b);
}`

// checkContrast checks that all labels can be read, and that there are at least so many.
func (p *tab) checkContrast(what string, least int) {
	p.Helper()
	got := browsertest.Eval[[][2]any](p.Tab, contrasts)
	if len(got) < least {
		p.Fatalf("%s: %d labels, want %d or more", what, len(got), least)
	}
	for _, label := range got {
		if label[0].(float64) < 4.5 {
			p.Errorf("%s: the label %q has a contrast of %.2f, want 4.5", what, label[1], label[0])
		}
	}
}

// everyCategory is a profile with functions of all kinds, and slivers that have labels.
func everyCategory() string {
	var text strings.Builder
	for _, name := range []string{"main.work", "malloc", "memcpy", "sha256_transform", "pthread_mutex_lock", "page_fault", "read", "runtime.gcBgMarkWorker", "printf", "aes_encrypt", "regexp.match", "[unknown]"} {
		fmt.Fprintf(&text, "main;%s 1000\n", name)
	}
	for i := range 2000 {
		fmt.Fprintf(&text, "main;many;f%d 1\n", i)
	}
	return text.String()
}

// testContrast: labels keep a contrast of 4.5:1, those that a search fades too.
func testContrast(p *tab) {
	plain := p.page(everyCategory(), Options{})
	pair := noisyPair(p)
	check := func(page string, least int, fragments ...string) {
		p.Helper()
		p.open(page, "")
		for _, theme := range []string{"light", "dark"} {
			p.prefer("prefers-color-scheme", theme)
			for _, fragment := range fragments {
				p.Run(`(fragment) => { location.hash = fragment; }`, fragment)
				p.Until(true, `(s) => probe.page().view.state.s === s`, strings.TrimPrefix(fragment[strings.IndexByte(fragment, '&')+1:], "s="))
				p.rest()
				p.checkContrast(theme+" "+fragment, least)
			}
		}
	}
	check(plain, 14, "&s=", "&s=malloc", "c=pkg&s=", "c=hot&s=", "c=hot&s=malloc", "c=pkg&s=malloc")
	check(pair, 5, "&s=", "&s=work", "side=before&s=", "side=before&s=old")
}

// testHeard: a screen reader says what each change of the view did.
func testHeard(p *tab) {
	heard := func(want string, do func()) {
		p.Helper()
		p.Run(`() => { document.querySelector(".live").textContent = ""; }`)
		do()
		p.Until(want, `() => probe.text(".live")`)
	}
	press := func(keys string) func() { return func() { p.press(keys) } }
	p.open(p.page(app, Options{}), "")
	heard("zoomed into parse · 60 · 60.0% of all · 66.7% of its caller · self 0%", func() { p.clickFrame("parse") })
	heard("zoomed out: all · 100", press("0"))
	heard("stacks merged from the leaf", press("r"))
	heard("stacks from the root", press("r"))
	heard("callers and callees of parse", press("s"))
	heard("stacks from the root", press(kb.Escape))
	heard("no function chosen", press(kb.Escape))
	heard("root at the bottom", press("i"))
	heard("root at the top", press("i"))
	heard("the widest first", press("o"))
	heard("in the order of names", press("o"))
	heard("dark", press("d"))
	heard("light", press("d"))
	heard("30.0% matches, 2 frames", press("/malloc"))
	heard("match 1 of 2: malloc", press(kb.Enter))
	heard("search cleared", press(kb.Escape))
	p.Run(`() => document.querySelector(".pane").focus()`)
	p.press("0")
	heard("sorted by Total", func() { p.click(".th button", "Total") })
	heard("Categories", func() { p.click(".by button", "Categories") })
	heard("functions of allocator", func() { p.click(".tr", "allocator") })
	heard("functions of all categories", func() { p.click(".oc .x", "") })
	heard("60.0% of 100", func() { p.Run(`() => { location.hash = "focus=parse"; }`) })
	heard("the whole profile", func() { p.click(".chip button", "✕") })
	heard("lex", func() { p.click(".tr", "lex") })
}

// testButtonNames: who speaks to the computer says what is on the button.
func testButtonNames(p *tab) {
	p.open(p.page(app, Options{Again: true}), "#s=mal&focus=main&v=sandwich&cat=allocator")
	p.click(".tr", "malloc")
	p.Is([]string{}, `() => [...document.querySelectorAll("button")].filter((b) => {
		const text = b.textContent.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
		const name = b.getAttribute("aria-label");
		return !text && !name || name !== null && !name.replace(/[^\p{L}\p{N}]+/gu, " ").toLowerCase().includes(text.toLowerCase());
	}).map((b) => b.outerHTML)`)
}

// testForcedColors: where the system's colours are forced, frames keep theirs, and what is on is outlined.
func testForcedColors(p *tab) {
	p.open(p.page(everyCategory(), Options{}), "")
	fills := `() => [...document.querySelectorAll(".f path")].map((e) => getComputedStyle(e).fill)`
	want := browsertest.Eval[[]string](p.Tab, fills)
	p.prefer("forced-colors", "active")
	p.Is(want, fills)
	p.Is(true, `() => getComputedStyle(document.querySelector(".dot")).backgroundColor !== getComputedStyle(document.body).backgroundColor`)
	p.Is("solid", `() => getComputedStyle(document.querySelector(".seg [aria-pressed=true]")).outlineStyle`)
	p.checkContrast("forced colours", 14)
	p.open(p.page(everyCategory(), Options{}), "#s=malloc")
	p.checkContrast("forced colours, search", 14)
	p.click(".tr", "malloc")
	p.Is("solid", `() => getComputedStyle(document.querySelector(".tr.on")).outlineStyle`)
}

// testCoarse: what fingers press is at least 24 pixels high.
func testCoarse(p *tab) {
	p.Do(chromedp.EmulateViewport(390, 844, chromedp.EmulateTouch, chromedp.EmulateMobile))
	for _, pane := range []string{"", "#p=table", "#p=info", "#s=malloc&focus=main", "#p=table&cat=allocator"} {
		p.open(p.page(app, Options{Findings: someFindings}), pane)
		p.Is([]string{}, `() => [...document.querySelectorAll("button,select,input,.tr,summary")].filter((e) => {
			const { width, height } = e.getBoundingClientRect();
			return height > 0 && (height < 24 || width < 24);
		}).map((e) => e.outerHTML)`)
	}
	// A finger that rests on a row opens its menu, and its end is no click.
	p.open(p.page(app, Options{}), "#p=info")
	touch := `(kind) => {
		const target = document.querySelector(".sum .lr");
		const { left, top } = target.getBoundingClientRect();
		const touches = kind === "touchend" ? [] : [new Touch({ identifier: 1, target, clientX: left + 9, clientY: top + 9 })];
		return target.dispatchEvent(new TouchEvent(kind, { touches, bubbles: true, cancelable: true }));
	}`
	p.Is(true, touch, "touchstart")
	p.Until(" own code", `() => probe.text(".mh")`)
	p.Is(false, touch, "touchend")
	p.press(kb.Escape)
	p.Is(true, touch, "touchstart")
	p.Is(true, touch, "touchend")
	p.open(p.page(app, Options{}), "")
	p.Is(26.0, `() => { const [a, b] = [0, 1].map((row) => probe.frames().find((f) => f.row === row)); return b.y - a.y; }`)
}

// testPaper: on paper are the whole table and the whole picture, as wide as the sheet.
func testPaper(p *tab) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "main;%sleaf%d %d\n", strings.Repeat("deep;", i/3), i, 300-i)
	}
	p.open(p.page(text.String(), Options{Findings: someFindings}), "")
	rows := browsertest.Eval[int](p.Tab, `() => probe.page().table.rows.length`)
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.Resize(720, 900)
	p.Run(`() => dispatchEvent(new Event("beforeprint"))`)
	p.Is([]any{float64(rows), true, true, true}, `() => {
		const inside = (s) => [...document.querySelectorAll(s)].every((e) => { const r = e.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth; });
		const shown = [...document.querySelectorAll(".f path")].reduce((n, path) => n + path.getAttribute("d").split("M").length - 1, 0);
		return [document.querySelectorAll(".tr").length, inside(".tr, .pane svg, .info"), shown >= 100, document.querySelector(".scroll").scrollHeight <= document.querySelector(".scroll").clientHeight + 1];
	}`)
	p.Is(0.0, `() => probe.texts(".tab .none:not([hidden])").length`)
	p.Run(`() => { probe.page().table.mostPrinted = 100; dispatchEvent(new Event("beforeprint")); }`)
	p.Is([]any{100.0, "… and 202 more, which are not printed."}, `() => [document.querySelectorAll(".tr").length, probe.text(".tab .none")]`)
	p.Run(`() => { probe.page().table.mostPrinted = 20_000; dispatchEvent(new Event("afterprint")); }`)
	browsertest.Send(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	p.Resize(1280, 800)
	p.rest()
	p.Is(true, `() => document.querySelectorAll(".tr").length < 60`)
	pdf, err := chromedp.Run(p.Chromium, chromedp.PrintToPDF())
	if err != nil {
		p.Fatal(err)
	}
	// 301 rows of 24 pixels, 102 frames of 18, and the details: 11,000 pixels, of which a sheet holds 900 or so.
	if pages := strings.Count(string(pdf), "/Type /Page\n"); pages < 10 || pages > 20 {
		p.Errorf("%d pages, want 10 to 20", pages)
	}
}

// testLargeLetters: at 200% and with larger letters nothing is cut off or lies over something else.
func testLargeLetters(p *tab) {
	for _, window := range [][2]int{{640, 400}, {320, 256}} { // of 1280 x 800 at 200%, of 1280 x 1024 at 400%
		p.Resize(window[0], window[1])
		for _, fragment := range []string{"", "#p=table", "#p=info"} {
			p.open(p.page(app, Options{Findings: someFindings}), fragment)
			p.Is(true, `() => document.documentElement.scrollWidth <= innerWidth`)
			p.Is([]string{}, `() => [...document.querySelectorAll(".tabs button, .by button, .th button, .foot span")].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).textOverflow !== "ellipsis" && e.clientWidth > 0).map((e) => e.outerHTML)`)
		}
	}
}

// TestMinimumFontSize: where the browser is told a smallest size of letters, lines and rows are as much higher.
func TestMinimumFontSize(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	p := &tab{browsertest.StartChromiumWith(t, "minimumFontSize=24").NewTab(t, probe)}
	p.open(p.page(app, Options{Findings: someFindings}), "#focus=main")
	p.Is(2.0, `() => probe.page().shell.letters`)
	p.Is([]float64{48, 48}, `() => { const [a, b] = [...document.querySelectorAll(".tr")].map((e) => e.getBoundingClientRect()); return [a.height, b.top - a.top]; }`)
	p.Is([]string{}, `() => [...document.querySelectorAll("*")].filter((e) => {
		const { height } = e.getBoundingClientRect();
		const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.closest("svg,.sr,.live,style,script,option") === null;
		return text && height > 0 && height < 24;
	}).map((e) => e.outerHTML)`)
	p.click(".tr", "lex")
	p.Is("lex", `() => probe.text(".fh bdi")`)
}

// testBidi: letters that turn the order of others around are visible, and names are isolated from what stands beside them.
func testBidi(p *tab) {
	const name = "عربي\u200f \u202egnp.exe"
	p.open(p.page("main;"+name+" 3\nmain;x 1\n", Options{}), "")
	p.clickFrame(name)
	p.Is([]any{0.0, true, true}, `() => {
		const text = document.body.innerText + [...document.querySelectorAll("[title],[aria-label]")].map((e) => e.title + e.getAttribute("aria-label")).join("");
		const names = [...document.querySelectorAll(".nm, .fh h2, .crumbs button")].filter((e) => e.textContent.includes("gnp"));
		return [text.match(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g)?.length ?? 0, names.length > 2, names.every((e) => e.tagName === "BDI" || e.querySelector("bdi"))];
	}`)
}
