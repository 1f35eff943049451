package flame

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/browsertest"
	"fold/flame/text"
)

// stack is one stack of a profile, root first.
type stack struct {
	names  []string
	weight int64
}

// listStacks returns the stacks of a profile.
func listStacks(p *collapse.Profile) []stack { return listColumn(p, 0) }

func listColumn(p *collapse.Profile, metric int) (stacks []stack) {
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if p.Self(metric, n) == 0 {
			continue
		}
		var names []string
		for at := n; at != collapse.Root; at = p.Parent(at) {
			names = append(names, p.Frame(p.FrameOf(at)).Text(p.Modules))
		}
		slices.Reverse(names)
		stacks = append(stacks, stack{names, p.Self(metric, n)})
	}
	return stacks
}

func weightOf(stacks []stack) (sum int64) {
	for _, s := range stacks {
		sum += s.weight
	}
	return sum
}

// under returns the stacks that begin with some names.
func under(stacks []stack, path ...string) []stack {
	return slices.DeleteFunc(slices.Clone(stacks), func(s stack) bool {
		return len(s.names) < len(path) || !slices.Equal(s.names[:len(path)], path)
	})
}

// holding returns the stacks with a frame that is found.
func holding(stacks []stack, found func(name string) bool) []stack {
	return slices.DeleteFunc(slices.Clone(stacks), func(s stack) bool { return !slices.ContainsFunc(s.names, found) })
}

// share returns a weight as a share, as all of fold writes it.
func share(part, whole int64) string {
	return fmt.Sprintf("%.2f%%", 100*float64(part)/float64(whole))
}

// expectation is a picture that a test expects, drawn the slow and simple way: by dealing the stacks out,
// level by level.
type expectation struct {
	width   float64  // of the picture
	zoom    []string // the frame that is as wide as the picture
	byWidth bool
	side    int // 1: rows go down from the root's
	frames  []frame
}

// draw returns the frames that are at least half a pixel wide, by row and place.
func (e expectation) draw(root string, stacks []stack) []frame {
	inner := e.width - 2*sidePad
	zoomed := under(stacks, e.zoom...)
	for depth := range len(e.zoom) + 1 {
		inside := under(stacks, e.zoom[:depth]...)
		e.add(slices.Concat([]string{root}, e.zoom)[depth], depth, sidePad, inner, inside, depth < len(e.zoom))
	}
	e.callees(zoomed, len(e.zoom), sidePad, inner/float64(weightOf(zoomed)))
	slices.SortFunc(e.frames, compareFrames)
	return e.frames
}

func (e *expectation) callees(stacks []stack, depth int, x, scale float64) {
	groups := map[string][]stack{}
	for _, s := range stacks {
		if len(s.names) > depth {
			groups[s.names[depth]] = append(groups[s.names[depth]], s)
		}
	}
	names := slices.Sorted(maps.Keys(groups))
	if e.byWidth {
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(weightOf(groups[b]), weightOf(groups[a])) })
	}
	for _, name := range names {
		width := float64(weightOf(groups[name])) * scale
		if width >= 0.5 {
			e.add(name, depth+1, x, width, groups[name], false)
			e.callees(groups[name], depth+1, x, scale)
		}
		x += width
	}
}

func (e *expectation) add(name string, depth int, x, width float64, stacks []stack, faded bool) {
	self := int64(0)
	for _, s := range stacks {
		if len(s.names) == depth {
			self += s.weight
		}
	}
	if e.side == 1 {
		depth = -depth
	}
	e.frames = append(e.frames, frame{
		Name: name, X: x, Width: width, Height: 15, Depth: depth, Total: float64(weightOf(stacks)), Self: float64(self), Faded: faded,
	})
}

func compareFrames(a, b frame) int {
	return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.X, b.X))
}

// checkFrames compares what is drawn with what is expected. It does not look at slivers, at what a search
// marks, and takes the height of the root as given.
func (p *tab) checkFrames(want []frame) {
	p.Helper()
	got := slices.DeleteFunc(browsertest.Eval[[]frame](p.Tab, `() => probe.frames()`), func(f frame) bool { return f.Name == dots })
	slices.SortFunc(got, compareFrames)
	inverted := browsertest.Eval[bool](p.Tab, `() => probe.find("[data-act=flip]").ariaPressed === "true"`)
	row := 16.0
	if browsertest.Eval[bool](p.Tab, `() => matchMedia("(pointer: coarse)").matches`) {
		row = 24
	}
	rise := -row
	if inverted {
		rise = row
	}
	if len(got) != len(want) {
		p.Fatalf("%d frames are drawn, want %d: got\n%s\nwant\n%s", len(got), len(want), frameLines(got), frameLines(want))
	}
	rootAt := got[slices.IndexFunc(got, func(f frame) bool { return f.Depth == 0 })].Y
	for i, g := range got {
		w := want[i]
		w.Y, w.Height = rootAt+rise*float64(w.Depth), row-1
		w.Matched = g.Matched
		if math.Abs(g.X-w.X) < 1e-3 && math.Abs(g.Width-w.Width) < 1e-3 {
			g.X, g.Width = w.X, w.Width
		}
		if g != w {
			p.Errorf("frame %d: got %+v, want %+v", i, g, w)
		}
	}
	p.checkRects()
}

func frameLines(frames []frame) string {
	var lines strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&lines, "%3d %-12s x %8.3f w %8.3f total %v self %v\n", f.Depth, f.Name, f.X, f.Width, f.Total, f.Self)
	}
	return lines.String()
}

// checkRects checks that the rectangles in the document are those that the script reports. Slivers have no
// gap below them.
func (p *tab) checkRects() {
	p.Helper()
	got := browsertest.Eval[[][4]float64](p.Tab, `() => probe.rects().map(([_, ...r]) => r)`)
	want := browsertest.Eval[[][4]float64](p.Tab, `() => probe.frames().map((f) => [f.x, f.y, f.width, f.height + (f.name === "…" ? 1 : 0)])`)
	slices.SortFunc(got, compareRects)
	slices.SortFunc(want, compareRects)
	same := slices.EqualFunc(got, want, func(a, b [4]float64) bool {
		return math.Abs(a[0]-b[0]) < 0.011 && a[1] == b[1] && math.Abs(a[2]-b[2]) < 0.021 && a[3] == b[3]
	})
	if !same {
		p.Errorf("in the document are the rectangles\n%v\nbut reported are\n%v", got, want)
	}
}

// compareRects puts rectangles in order by their middles and widths, to a tenth of a pixel up or down.
func compareRects(a, b [4]float64) int {
	return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(math.Round(4*(a[0]+a[2]/2)), math.Round(4*(b[0]+b[2]/2))), cmp.Compare(a[0], b[0]), cmp.Compare(a[2], b[2]))
}

// appFolded is the profile that most tests look at. It has recursion, a function in several places, frames
// too narrow to draw, and a prime number of samples, so that no share lies in the middle of two.
func appFolded(t testing.TB) string {
	text, err := os.ReadFile(filepath.Join(pictures, "browser", "app.folded"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func svgOf(t testing.TB, p *collapse.Profile, o SVGOptions) []byte {
	var out bytes.Buffer
	if _, err := WriteSVG(&out, p, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// total is the expected picture of a whole profile, 1280 pixels wide.
func total(stacks []stack) []frame { return expectation{width: wide}.draw("all", stacks) }

// zoomed is the expected picture with a frame that is as wide as the picture.
func zoomed(stacks []stack, path ...string) []frame {
	return expectation{width: wide, zoom: path}.draw("all", stacks)
}

// reversed returns the stacks from their leaves to their roots, as the rewrite does it.
func reversed(folded string) []stack { return listStacks(readFolded(folded).Reverse()) }

// sandwich is the expected picture of a function, with what it calls and what calls it.
func sandwich(stacks []stack, name string) []frame {
	var callees, callers []stack
	for _, s := range holding(stacks, func(n string) bool { return n == name }) {
		at := slices.Index(s.names, name)
		up := slices.Clone(s.names[:at])
		slices.Reverse(up)
		callees = append(callees, stack{s.names[at+1:], s.weight})
		callers = append(callers, stack{up, s.weight})
	}
	frames := expectation{width: wide, side: 1}.draw(name, callers)
	frames = slices.DeleteFunc(frames, func(f frame) bool { return f.Depth == 0 })
	frames = append(frames, expectation{width: wide}.draw(name, callees)...)
	slices.SortFunc(frames, compareFrames)
	return frames
}

// detailsOf is the expected details line of the frame at the end of a path.
func detailsOf(stacks []stack, path ...string) string {
	return lineOf(path[len(path)-1], weightOf(under(stacks, path...)), weightOf(stacks))
}

func lineOf(name string, weight, whole int64) string {
	return fmt.Sprintf("Function: \u2068%s\u2069 (%s samples, %s)", name, grouped(weight), share(weight, whole))
}

func grouped(n int64) string { return text.GroupDigits(fmt.Sprint(n)) }

// matchedOf is what a search is expected to find.
func matchedOf(stacks []stack, found func(name string) bool, zoom ...string) string {
	places := map[string]bool{}
	for _, s := range stacks {
		for i, name := range s.names {
			if found(name) {
				places[strings.Join(s.names[:i+1], ";")] = true
			}
		}
	}
	text := "Matched: " + share(weightOf(holding(stacks, found)), weightOf(stacks)) + " of total"
	if len(zoom) > 0 {
		inside := under(stacks, zoom...)
		text += ", " + share(weightOf(holding(inside, found)), weightOf(inside)) + " of zoom"
	}
	if len(places) == 1 {
		return text + " · 1 frame"
	}
	return fmt.Sprintf("%s · %s frames", text, grouped(int64(len(places))))
}

// fractions is a profile with weights of two decimal digits: a;b 1234.75 and a;c 82.5.
func fractions() *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	a := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "a"}))
	b.AddDecimal(b.Call(a, b.Frame(collapse.Frame{Name: "b"})), samples, 123475, 2)
	b.AddDecimal(b.Call(a, b.Frame(collapse.Frame{Name: "c"})), samples, 825, 1)
	return b.Profile()
}
