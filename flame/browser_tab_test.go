package flame

import (
	"github.com/chromedp/chromedp"

	"fold/collapse"
	"fold/flame/browsertest"
)

// probe is a script in each page that finds things in it. It is not subject to the page's policies.
const probe = `
const probe = {
	svg: (n = 0) => document.querySelectorAll(".fold-fg")[n],
	find: (selector, n) => probe.svg(n)?.querySelector(selector),
	text: (selector, n) => probe.find(selector, n)?.textContent ?? null,
	shown: (e) => !!e && getComputedStyle(e).display !== "none" && e.getBoundingClientRect().width > 0,
	frames: (n) => probe.svg(n).fold.frames(),

	// The rectangles that are in the document: [fill, x, y, width, height].
	rects: (n) => [...probe.svg(n).querySelectorAll("g.f path")].flatMap((path) => {
		const d = path.getAttribute("d"), rects = [];
		const rest = d.replace(/M([\d.-]+) ([\d.-]+)v([\d.]+)h([\d.]+)v-\3/g, (_, x, y, h, w) => {
			rects.push([getComputedStyle(path).fill, +x, +y, +w, +h]);
			return "";
		});
		if (rest) throw new Error("no rectangles: " + rest);
		return rects;
	}),

	// What a mark outlines: x, y, width, height; nothing where it is hidden.
	mark: (selector, n) => {
		const mark = probe.find(selector, n);
		return getComputedStyle(mark).display === "none" ? null : ["x", "y", "width", "height"].map((a) => +mark.getAttribute(a));
	},
};
addEventListener("keydown", (e) => { probe.prevented = e.defaultPrevented; });
`

// load shows a page whose first picture is interactive.
func (p *tab) load(url string) {
	p.Helper()
	p.Navigate(url)
	p.ready()
}

func (p *tab) ready() {
	p.Helper()
	p.Until("ready", `() => probe.svg()?.dataset.state`)
}

// open draws a profile as a picture of its own and shows it.
func (p *tab) open(folded string, o SVGOptions) {
	p.Helper()
	p.openProfile(readFolded(folded), o)
}

func (p *tab) openProfile(profile *collapse.Profile, o SVGOptions) {
	p.Helper()
	p.load(p.Put(p, "graph.svg", browsertest.Page{Content: svgOf(p, profile, o)}))
}

// putSVG draws a profile and returns the picture's address.
func (p *tab) putSVG(name, folded string, o SVGOptions) string {
	p.Helper()
	return p.Put(p, name, browsertest.Page{Content: svgOf(p, readFolded(folded), o)})
}

// frame is a rectangle of the picture, as the script reports it.
type frame struct {
	Name                string
	X, Y, Width, Height float64
	Depth               int
	Total, Self         float64
	Faded, Matched      bool
}

// frames returns all frames of a name, from left to right as they are drawn.
func (p *tab) frames(name string) []frame {
	p.Helper()
	return browsertest.Eval[[]frame](p.Tab, `(name) => probe.svg().fold.frames(name)`, name)
}

// one returns the frame of a name that has one.
func (p *tab) one(name string) frame {
	p.Helper()
	found := p.frames(name)
	if len(found) != 1 {
		p.Fatalf("%d frames %q are drawn, want 1", len(found), name)
	}
	return found[0]
}

// middle returns the middle of a frame in the window, in whole pixels as events have them. It scrolls there if
// need be.
func (p *tab) middle(f frame) (x, y float64) {
	p.Helper()
	at := browsertest.Eval[[2]float64](p.Tab, `(x, y) => {
		const box = () => probe.svg().getBoundingClientRect();
		if (box().top + y < 80 || box().top + y > innerHeight - 40) scrollBy(0, box().top + y - innerHeight / 2);
		return [Math.round(box().left + x), Math.round(box().top + y)];
	}`, f.X+f.Width/2, f.Y+f.Height/2)
	return at[0], at[1]
}

// click clicks on a frame.
func (p *tab) click(f frame, options ...chromedp.MouseOption) {
	p.Helper()
	x, y := p.middle(f)
	p.ClickAt(x, y, options...)
}

// hover moves the pointer onto a frame.
func (p *tab) hover(f frame) {
	p.Helper()
	x, y := p.middle(f)
	p.HoverAt(x, y)
}

// button clicks on a button of the header.
func (p *tab) button(act string) {
	p.Helper()
	at := browsertest.Eval[[2]float64](p.Tab, `(act) => {
		const b = probe.find("button[data-act=" + act + "]").getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	}`, act)
	p.ClickAt(at[0], at[1])
}

// reload loads the page anew.
func (p *tab) reload() {
	p.Helper()
	p.Run(`() => { probe.old = true }`)
	p.Reload()
	p.Until("ready", `() => probe.old ? "old" : probe.svg()?.dataset.state`)
}
