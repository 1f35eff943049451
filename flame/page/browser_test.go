package page

import (
	"cmp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"fold/flame/browsertest"
)

// TestBrowser tries the page in a Chromium: one process for all tests, a tab for each.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	runIn(t, browsertest.StartChromium(t), slices.Concat(browserTests, layoutTests, taskTests, everyoneTests, numberTests))
}

// TestFirefox tries in a Firefox what browsers might do in ways of their own.
func TestFirefox(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	runIn(t, browsertest.StartFirefox(t), []browserTest{
		{"at rest", testRest},
		{"zoom and choice are in the address, and Back undoes them", testZoom},
		{"a link reopens the view", testLink},
		{"wheel and drag", testWheel},
		{"search", testSearch},
		{"chips", testChipsInPage},
		{"chips of categories", testCategoryChips},
		{"chips of a search", testSearchChips},
		{"what a chip would match", testRefinePreview},
		{"callers and callees", testGraphs},
		{"time", testTime},
		{"keys", testPageKeys},
		{"two profiles", testPair},
		{"metrics and threads", testMetrics},
	})
}

// browserTest is one of the tests of [TestBrowser].
type browserTest struct {
	name string
	run  func(p *tab)
}

func runIn(t *testing.T, b *browsertest.Browser, tests []browserTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &tab{b.NewTab(t, probe)}
			p.Resize(1280, 800)
			tt.run(p)
		})
	}
}

// tab is a tab of a browser, in which one test looks at pages.
type tab struct{ *browsertest.Tab }

// probe is a script in each page that finds things in it.
const probe = `
const probe = {
	page: () => document.getElementById("app").fold,
	text: (selector) => document.querySelector(selector)?.textContent ?? null,
	texts: (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent),
	frames: () => probe.page().picture.drawn(),
	names: () => probe.frames().map((f) => f.name + " " + f.weight),
	rows: () => probe.page().table.rows.map((r) => [r.text ?? probe.page().view.profile.names[r.name], r.self, r.total ?? r.self]),
	// Where to click on an element of such a text, or a frame of such a name.
	element: (selector, text) => {
		const found = [...document.querySelectorAll(selector)].filter((e) => !text || e.textContent.includes(text));
		const b = found[0].getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	},
	frame: (name) => {
		const f = probe.frames().filter((f) => f.name === name)[0];
		return [f.x + f.w / 2, f.y + 9];
	},
	// Whether the page has drawn all that follows from its state.
	rested: () => new Promise((done) => {
		const look = () => {
			const { waiting, picture, view } = probe.page();
			if (!waiting && picture.from === view.from && picture.to === view.to) setTimeout(() => done(true), 5);
			else setTimeout(look, 10);
		};
		look();
	}),
};
`

// put makes the server have a page, and returns its address.
func (p *tab) put(name, content, policy string) string {
	return p.Put(p, name, browsertest.Page{Content: []byte(content), Policy: policy})
}

// open shows a page, with such a fragment.
func (p *tab) open(content, fragment string) {
	p.Helper()
	p.Navigate("about:blank")
	p.Navigate(p.put("page.html", content, "") + fragment)
	p.Until("ready", `() => document.getElementById("app")?.dataset.state`)
	p.rest()
}

// rest waits until the page has drawn all that follows from its state.
func (p *tab) rest() {
	p.Helper()
	p.Is(true, `() => probe.rested()`)
}

// click clicks on the first element that a selector finds and that has a text.
func (p *tab) click(selector, text string, options ...chromedp.MouseOption) {
	p.Helper()
	at := browsertest.Eval[[2]float64](p.Tab, `(selector, text) => probe.element(selector, text)`, selector, text)
	p.ClickAt(at[0], at[1], options...)
	p.rest()
}

// clickFrame clicks on a frame of the picture.
func (p *tab) clickFrame(name string, options ...chromedp.MouseOption) {
	p.Helper()
	at := browsertest.Eval[[2]float64](p.Tab, `(name) => probe.frame(name)`, name)
	p.ClickAt(at[0], at[1], options...)
	p.rest()
}

// press presses keys one after the other, and waits for what follows.
func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	p.Press(keys, modifiers...)
	p.rest()
}

// back goes back in the history.
func (p *tab) back() {
	p.Helper()
	before := browsertest.Eval[string](p.Tab, `() => location.hash`)
	p.Run(`() => history.back()`)
	p.Until(true, `(before) => location.hash !== before`, before)
	p.rest()
}

// page returns the page of a text in a format that fold reads.
func (p *tab) page(text string, o Options) string {
	p.Helper()
	o.Title = cmp.Or(o.Title, "test")
	return write(p, read(p, text), o)
}
