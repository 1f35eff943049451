package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"

	"fold/collapse"
	"fold/flame/browsertest"
)

// layoutTests hold what stands where, and what of it is in sight.
var layoutTests = []browserTest{
	{"layout: phones", testPhone},
	{"layout: titles of two profiles", testTitles},
	{"layout: the toolbar of a narrow window", testToolbarEdges},
	{"layout: hints follow the pointer", testHints},
	{"layout: tables and details", testPanes},
	{"layout: what is chosen and where the cursor is", testMarks},
	{"copy link", testCopyLink},
}

// testPhone: on a narrow window the line below the picture is a button that opens the details; on wide ones it is none.
func testPhone(p *tab) {
	line := `() => { const e = document.querySelector(".det"); return [e.tagName, e.disabled, e.textContent]; }`
	p.open(p.page(app, Options{}), "")
	p.Is([]any{"BUTTON", true, "8 frames · 7 functions · depth 3"}, line)
	p.click(".det", "")
	p.Is("", hash)
	p.Resize(390, 844)
	p.open(p.page(app, Options{}), "")
	p.clickFrame("parse")
	p.Is([]any{"BUTTON", false, "parse · 60 · 60.0% of all · 66.7% of its caller · self 0%"}, line)
	p.click(".det", "")
	p.Is("info", `() => document.getElementById("app").dataset.pane`)
	p.Is([]string{"parse"}, `() => probe.texts(".fh bdi")`)
}

// testTitles: of two files a narrow window shows the ends, and the totals.
func testTitles(p *tab) {
	pair := &Compare{Pairs: []Pair{{After: 1}}}
	const title = "a-rather-long-name-of-a-program-1.heap.pb.gz → a-rather-long-name-of-a-program-2.heap.pb.gz"
	page := write(p, pairOfProfiles(p), Options{Title: title, Compare: pair})
	// What of the title's parts is in sight, and whether a part is cut.
	parts := `() => [...document.querySelectorAll("h1 > *")].map((e) => e.textContent + (e.scrollWidth > e.clientWidth + 1 && e.tagName === "BDI" ? "…" : ""))`
	total := `() => { const e = document.querySelector(".tot"); return e.getClientRects().length ? e.innerText : ""; }`
	p.open(page, "")
	p.Is(title, `() => probe.text("h1")`)
	p.Is(title, `() => document.querySelector("h1").title`)
	p.Is("Samples: 100 → 200", total)
	p.Resize(390, 844)
	p.open(page, "")
	p.Is([]string{"a-rather-long-name-of-a-program-…", "1.heap.pb.gz", " → ", "a-rather-long-name-of-a-program-…", "2.heap.pb.gz"}, parts)
	p.Is(true, `() => [...document.querySelectorAll("h1 > *")].every((e) => e.getBoundingClientRect().right <= innerWidth - 36)`)
	p.Is("100 → 200", total)
	p.open(write(p, pairOfProfiles(p), Options{Title: "before.folded → after.folded", Compare: pair}), "")
	p.Is([]string{"b", "efore.folded", " → ", "", "after.folded"}, parts)
}

// testToolbarEdges: a toolbar that scrolls fades where it goes on, and scrolls to a new chip.
func testToolbarEdges(p *tab) {
	edges := `() => { const e = document.querySelector(".bar"); return [e.dataset.more, Math.round(e.scrollLeft) > 0, getComputedStyle(e).maskImage !== "none"]; }`
	chip := `() => [...document.querySelectorAll(".chip")].map((e) => { const { left, right } = e.getBoundingClientRect(); return e.textContent + " " + (left >= 0 && right <= innerWidth); })`
	p.open(p.page(app, Options{}), "")
	p.Is([]any{"", false, true}, edges)
	p.Resize(390, 844)
	p.open(p.page(app, Options{}), "")
	p.Is([]any{"right", false, true}, edges)
	p.Run(`() => { location.hash = "ignore=lex"; }`)
	p.Until([]any{"left right", true, true}, edges)
	p.Is([]string{"Ignore lex✕ true"}, chip)
	p.Run(`() => { document.querySelector(".bar").scrollLeft = 0; }`)
	p.Until([]any{"right", false, true}, edges)
	p.clickFrame("send") // what changes no chip leaves it where it is; and a line that is now two does not stop the zoom
	p.Is([]any{"right", false, true}, edges)
}

// testHints: what the hint says is for what the reader points with, and not for the size of the window.
func testHints(p *tab) {
	const mouse = "Click a frame to zoom · Ctrl+wheel zooms, drag pans · right-click for more"
	hint := `() => probe.text(".hint")`
	point := func(kind string) {
		p.Run(`(pointerType) => document.querySelector(".pane").dispatchEvent(new PointerEvent("pointermove", { pointerType, bubbles: true }))`, kind)
	}
	for width, touch := range map[int]string{1280: "Tap a frame to zoom · pinch zooms, drag pans · hold for more", 390: "Tap a frame to zoom, its line below for more"} {
		p.Resize(width, 844)
		p.open(p.page(app, Options{}), "")
		p.Is(mouse, hint)
		point("touch")
		p.Is(touch, hint)
		point("mouse")
		p.Is(mouse, hint)
		p.Do(chromedp.EmulateViewport(int64(width), 844, chromedp.EmulateTouch, chromedp.EmulateMobile))
		p.open(p.page(app, Options{}), "")
		p.Is(touch, hint)
	}
}

// testPanes: tables show whole rows and the ends of paths, details all categories, and fade where they go on.
func testPanes(p *tab) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples"})
	for i, name := range []string{"main.work", "malloc", "memcpy", "sha256_transform", "pthread_mutex_lock", "page_fault", "read", "runtime.gcBgMarkWorker", "printf", "aes_encrypt", "regexp.match", "[unknown]"} {
		file := fmt.Sprintf("/home/somebody/go/pkg/mod/example.test/a/module@v1.2.3/internal/%s/file_%d.go", strings.Repeat("x", i), i)
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: name, File: file, Module: "/usr/lib/app"})), m, int64(100-i))
	}
	page := write(p, b.Profile(), Options{Title: "t", Findings: someFindings})
	p.open(page, "#g=file")
	p.Is([]string{"…/internal//file_0.go", "…/internal/x/file_1.go", "…/internal/xx/file_2.go", "…/internal/xxx/file_3.go"}, `() => probe.texts(".tr .nm").slice(0, 4)`)
	p.Is("/home/somebody/go/pkg/mod/example.test/a/module@v1.2.3/internal/x/file_1.go", `() => document.querySelectorAll(".tr .nm")[1].title`)
	p.Is(true, `() => [...document.querySelectorAll(".tr .nm")].every((e) => e.scrollWidth <= e.clientWidth)`)
	p.Is([]any{0.0, true}, `() => {
		const { scroll, rowHeight } = probe.page().table;
		return [scroll.clientHeight % rowHeight, scroll.getBoundingClientRect().bottom <= document.querySelector(".info").getBoundingClientRect().top];
	}`)
	const middles = `(selector) => {
		const range = document.createRange();
		return [...document.querySelectorAll(selector)].map((e) => {
			range.selectNodeContents(e);
			const { top, bottom } = (e.firstChild ? range : e).getBoundingClientRect();
			return (top + bottom) / 2;
		});
	}`
	same := func(selector string) {
		p.Helper()
		got := browsertest.Eval[[]float64](p.Tab, middles, selector)
		if len(got) < 2 || slices.Max(got)-slices.Min(got) > 1 {
			p.Errorf("%s: the middles are at %v", selector, got)
		}
	}
	same(".th small, .th .num")
	p.Is([]string{"own code", "compression and crypto", "allocator", "memory copy and compare", "locks and parking", "page faults", "GC and runtime", "formatting and serialisation", "regular expressions", "unknown"}, `() => probe.texts(".sum .nm")`)
	below := `() => [document.querySelector(".info").dataset.more, getComputedStyle(document.querySelector(".info")).maskImage !== "none"]`
	p.Is([]any{"below", true}, below)
	p.Run(`() => { document.querySelector(".info").scrollTop = 1e6; }`)
	p.Until([]any{"", true}, below)
	p.open(page, "")
	p.click(".tr", "malloc")
	p.Is([]string{"file_1.go", "module app"}, `() => probe.texts(".info .src > :not(:first-child)").map((text) => text.replace("x/", ""))`)
	p.click("button", "Refine")
	same(".ro input:checked, .ro input:checked + b")
}

// testMarks: the cursor is dashed and what is chosen is not; what is on stands out in both themes; the outline of the picture is
// above its frames.
func testMarks(p *tab) {
	p.open(p.page(app, Options{}), "")
	p.click(".tr", "parse")
	p.press("g")
	p.Is([]string{"7px, 3px", "none"}, `() => [".cur", ".same"].map((selector) => getComputedStyle(document.querySelector(selector)).strokeDasharray)`)
	p.Is("-1", `() => getComputedStyle(document.querySelector(".tall")).zIndex`)
	// A frame's letters, moved below those of the pane, are still what the pointer finds in it.
	p.clickFrame("lex")
	p.Is([]string{"all", "main", "parse", "lex"}, zoomedNames)
	brightness := `() => [".seg [aria-pressed=true]", ".seg"].map((selector) => +getComputedStyle(document.querySelector(selector)).backgroundColor.match(/\d+/)[0])`
	for _, theme := range []string{"light", "dark"} {
		p.prefer("prefers-color-scheme", theme)
		p.rest()
		if got := browsertest.Eval[[2]int](p.Tab, brightness); got[0] < got[1]+12 {
			p.Errorf("%s: what is on is as bright as %d of 255, and what is not as %d", theme, got[0], got[1])
		}
	}
}

// testCopyLink: the button copies the address of the view, and says so.
func testCopyLink(p *tab) {
	page := p.page(app, Options{})
	p.open(page, "#s=mal")
	p.clickFrame("parse")
	p.Is([]any{true, "link copied", "Copy link"}, `async () => {
		const button = document.querySelector("[data-act=copyLink]");
		const before = button.textContent;
		const copied = new Promise((done) => (navigator.clipboard.writeText = async (text) => done(text)));
		button.click();
		const isSame = (await copied) === location.href && location.hash.includes("z=") && location.hash.includes("s=mal");
		await new Promise((done) => setTimeout(done, 50));
		return [isSame, button.textContent, before];
	}`)
	p.Until("link copied", `() => probe.text(".live")`)
	p.Is("link copied", `() => probe.text(".det")`)
	p.Until("Copy link", `() => probe.text("[data-act=copyLink]")`)
	p.press("?")
	p.Is("Width is weight. The gap below a frame is its self weight. The address keeps the view: a link to it shows the same again.", `() => probe.text(".keys p")`)
}
