package flame

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
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

// do runs actions in the tab.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// call sends a command to the browser.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) R {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	r, err := chromedp.Call(ctx, command, params)
	if err != nil {
		p.Fatal(err)
	}
	return r
}

// eval returns what a function of the language of the page returns for some arguments.
func eval[T any](p *tab, function string, args ...any) T {
	p.Helper()
	v, err := tryEval[T](p, function, args...)
	if err != nil {
		p.Fatalf("%s: %v", function, err)
	}
	return v
}

func tryEval[T any](p *tab, function string, args ...any) (v T, err error) {
	texts := make([]string, len(args))
	for i, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			return v, err
		}
		texts[i] = string(text)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// As text, since values that are nothing are errors otherwise.
	source := "Promise.resolve((" + function + ")(" + strings.Join(texts, ",") + ")).then((v) => JSON.stringify(v ?? null))"
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](source, chromedp.EvalAwaitPromise))
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal([]byte(text), &v)
}

// run is eval for functions that return nothing.
func (p *tab) run(function string, args ...any) {
	p.Helper()
	eval[any](p, function, args...)
}

// until waits until a function returns what is wanted.
func until[T any](p *tab, want T, function string, args ...any) {
	p.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		got, err := tryEval[T](p, function, args...)
		if err == nil && reflect.DeepEqual(got, want) {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("%s: got %s %v, want %s", function, asJSON(got), err, asJSON(want))
		}
	}
}

// is checks what a function returns now.
func is[T any](p *tab, want T, function string, args ...any) {
	p.Helper()
	if got := eval[T](p, function, args...); !reflect.DeepEqual(got, want) {
		p.Errorf("%s: got %s, want %s", function, asJSON(got), asJSON(want))
	}
}

func asJSON(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}

// load shows a page whose first picture is interactive.
func (p *tab) load(url string) {
	p.Helper()
	p.do(chromedp.Navigate(url))
	p.ready()
}

func (p *tab) ready() {
	p.Helper()
	until(p, "ready", `() => probe.svg()?.dataset.state`)
}

// open draws a profile as a picture of its own and shows it.
func (p *tab) open(folded string, o SVGOptions) {
	p.Helper()
	p.openProfile(readFolded(folded), o)
}

func (p *tab) openProfile(profile *collapse.Profile, o SVGOptions) {
	p.Helper()
	p.load(p.b.put(p, "graph.svg", servedPage{content: svgOf(p, profile, o)}))
}

// putSVG draws a profile and returns the picture's address.
func (p *tab) putSVG(name, folded string, o SVGOptions) string {
	p.Helper()
	return p.b.put(p, name, servedPage{content: svgOf(p, readFolded(folded), o)})
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
	return eval[[]frame](p, `(name) => probe.svg().fold.frames(name)`, name)
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
	at := eval[[2]float64](p, `(x, y) => {
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
	p.do(chromedp.MouseClickXY(x, y, options...))
}

// hover moves the pointer onto a frame.
func (p *tab) hover(f frame) {
	p.Helper()
	x, y := p.middle(f)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
}

// press presses keys one after the other. What a key types is part of the event, so a page that takes the
// key for itself stops it, as it does where people type.
func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	for _, r := range keys {
		events := kb.Encode(r)
		down, up := events[0], events[len(events)-1]
		for _, m := range modifiers {
			down.Modifiers |= int64(m)
			up.Modifiers |= int64(m)
		}
		if len(events) == 3 && down.Modifiers&^int64(chromedp.ModifierShift) == 0 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		call(p, input.DispatchKeyEvent, *down)
		call(p, input.DispatchKeyEvent, *up)
	}
}

// button clicks on a button of the header.
func (p *tab) button(act string) {
	p.Helper()
	at := eval[[2]float64](p, `(act) => {
		const b = probe.find("button[data-act=" + act + "]").getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	}`, act)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// reload loads the page anew.
func (p *tab) reload() {
	p.Helper()
	p.run(`() => { probe.old = true }`)
	p.do(chromedp.Reload())
	until(p, "ready", `() => probe.old ? "old" : probe.svg()?.dataset.state`)
}
