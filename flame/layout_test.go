package flame

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
)

func layoutOf(p *collapse.Profile, o LayoutOptions) Layout {
	_, n := named(p)
	return NewLayout(p, n.texts, o)
}

// TestLayout lays out this, of which each letter is one unit wide and the rows go up. The two units of "a"
// that carry nothing are its self weight.
//
//	   dd
//	bbbccccc
//	aaaaaaaaaaz
func TestLayout(t *testing.T) {
	p := readFolded("z 1\na;c 3\na;b 3\na 2\na;c;d 2\n")
	got := layoutOf(p, LayoutOptions{})
	want := Layout{Total: 11, Rows: 4, Frames: []Box{
		{Node: 0, Depth: 0, X: 0, Width: 11},
		{Node: 2, Depth: 1, X: 0, Width: 10},
		{Node: 1, Depth: 1, X: 10, Width: 1},
		{Node: 4, Depth: 2, X: 0, Width: 3},
		{Node: 3, Depth: 2, X: 3, Width: 5},
		{Node: 5, Depth: 3, X: 3, Width: 2},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	got = layoutOf(p, LayoutOptions{Order: OrderWidth})
	want.Frames[3], want.Frames[4] = Box{Node: 3, Depth: 2, X: 0, Width: 5}, Box{Node: 4, Depth: 2, X: 5, Width: 3}
	want.Frames[5].X = 0
	if !reflect.DeepEqual(got, want) {
		t.Errorf("by width: got  %+v\nwant %+v", got, want)
	}
}

// TestLayoutSlivers: b, c and d are narrower than a tenth of the whole and neighbours, f is so alone.
func TestLayoutSlivers(t *testing.T) {
	p := readFolded("a;b;x 1\na;c 2\na;d;x;y 3\na;e 90\na;f 4\n")
	got := layoutOf(p, LayoutOptions{MinShare: 0.1})
	want := Layout{
		Total: 100, Rows: 5,
		Frames: []Box{
			{Node: 0, Depth: 0, X: 0, Width: 100},
			{Node: 1, Depth: 1, X: 0, Width: 100},
			{Node: 8, Depth: 2, X: 6, Width: 90},
		},
		Slivers: []Box{
			{Node: 2, Depth: 2, X: 0, Width: 6, Calls: 3},
			{Node: 3, Depth: 3, X: 0, Width: 4, Calls: 2},
			{Node: 7, Depth: 4, X: 0, Width: 3, Calls: 1},
			{Node: 9, Depth: 2, X: 96, Width: 4, Calls: 1},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestLayoutDeepRows: above row 256 a frame must be the wider the higher it stands to have a box of its own, by the
// square of the height. A hundredth of the 1000 is 10; in row 257 it is 10.08, in row 512 four times 10.
func TestLayoutDeepRows(t *testing.T) {
	chain := func(calls int) string { return strings.Repeat("f;", calls) }
	p := readFolded(chain(255) + "in256 10\n" + chain(256) + "in257 10\n" + chain(256) + "wide257 11\n" +
		chain(511) + "in512 39\n" + chain(511) + "wide512 40\n" + chain(511) + "z 890\n")
	var own []string
	for _, box := range layoutOf(p, LayoutOptions{MinShare: 0.01}).Frames[1:] {
		if name := p.Frame(p.FrameOf(box.Node)).Name; name != "f" {
			own = append(own, name)
		}
	}
	if want := []string{"in256", "wide257", "wide512", "z"}; !slices.Equal(own, want) {
		t.Errorf("%v have boxes of their own, want %v", own, want)
	}
}

// randomProfile has stacks of all depths up to 40, of very different weights.
func randomProfile(seed uint64) *collapse.Profile {
	r := rand.New(rand.NewPCG(seed, 1))
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for range 3000 {
		n := collapse.Root
		for range 1 + r.IntN(40) {
			n = b.Call(n, b.Frame(collapse.Frame{Name: "f" + strconv.Itoa(int(r.ExpFloat64()*2))}))
		}
		b.Add(n, samples, int64(1+r.ExpFloat64()*r.ExpFloat64()*50))
	}
	return b.Profile()
}

// TestLayoutShowsEverything checks that each row of a picture is as wide as the profile's calls of that
// depth, of which it shows all; that callees stand on their caller, side by side; and that the gap at the
// right of them is the caller's self weight.
func TestLayoutShowsEverything(t *testing.T) {
	for seed := range uint64(4) {
		p := randomProfile(seed)
		for _, minShare := range []float64{0, 0.0004, 0.01, 2} {
			l := layoutOf(p, LayoutOptions{MinShare: minShare})
			checkRows(t, p, l)
			checkCallees(t, p, l)
		}
	}
}

func checkRows(t *testing.T, p *collapse.Profile, l Layout) {
	t.Helper()
	type row struct{ width, calls int64 }
	want, got := make([]row, l.Rows), make([]row, l.Rows)
	depth := make([]int, p.Len())
	for n, total := range p.Totals(0) {
		if n > 0 {
			depth[n] = depth[p.Parent(collapse.NodeID(n))] + 1
		}
		want[depth[n]].width += total
		want[depth[n]].calls++
	}
	for _, box := range l.Frames {
		got[box.Depth].width += box.Width
		got[box.Depth].calls++
	}
	for _, box := range l.Slivers {
		got[box.Depth].width += box.Width
		got[box.Depth].calls += int64(box.Calls)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func checkCallees(t *testing.T, p *collapse.Profile, l Layout) {
	t.Helper()
	caller := map[collapse.NodeID]Box{}
	end := map[collapse.NodeID]int64{} // of what is known to stand on the caller
	for _, box := range l.Frames {
		caller[box.Node], end[box.Node] = box, box.X
	}
	onCaller := map[collapse.NodeID]int64{}
	for _, box := range append(append([]Box{}, l.Frames[1:]...), l.Slivers...) {
		parent, ok := caller[p.Parent(box.Node)]
		if !ok { // an upper row of a sliver
			continue
		}
		if box.Depth != parent.Depth+1 || box.X < parent.X || box.X+box.Width > parent.X+parent.Width {
			t.Errorf("%+v does not stand on %+v", box, parent)
		}
		onCaller[parent.Node] += box.Width
		end[parent.Node] = max(end[parent.Node], box.X+box.Width)
	}
	for n, box := range caller {
		self := p.Self(0, n)
		if onCaller[n]+self != box.Width || end[n] != box.X+box.Width-self {
			t.Errorf("%+v: callees weigh %d, and end at %d, self %d", box, onCaller[n], end[n], self)
		}
	}
}

// TestLayoutTowers checks that a sliver is as high as the highest stack in it.
func TestLayoutTowers(t *testing.T) {
	p := randomProfile(9)
	l := layoutOf(p, LayoutOptions{MinShare: 0.003})
	top := map[collapse.NodeID]int{} // the highest row of the sliver that a caller in the picture carries
	seen := map[collapse.NodeID]bool{}
	for _, box := range l.Frames {
		seen[box.Node] = true
	}
	var base collapse.NodeID
	for _, s := range l.Slivers {
		if parent := p.Parent(s.Node); seen[parent] {
			base = parent
		}
		top[base] = max(top[base], s.Depth)
	}
	want := map[collapse.NodeID]int{}
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		depth, at := 1, p.Parent(n)
		for a := at; a != collapse.Root; a = p.Parent(a) {
			depth++
		}
		for !seen[at] {
			at = p.Parent(at)
		}
		if !seen[n] {
			want[at] = max(want[at], depth)
		}
	}
	if !reflect.DeepEqual(top, want) {
		t.Errorf("got  %v\nwant %v", top, want)
	}
}

// TestLayoutBeyond64Bits: what does not fit is cut, and stays inside the picture.
func TestLayoutBeyond64Bits(t *testing.T) {
	p := readFolded("a 9000000000000000000\nb 9000000000000000000\nb;c 9000000000000000000\n")
	for _, box := range layoutOf(p, LayoutOptions{}).Frames {
		if box.X < 0 || box.Width <= 0 || box.X > 1<<63-1-box.Width {
			t.Errorf("%+v", box)
		}
	}
}

// TestSliversBeyond64Bits: a sliver has what room there is, and so have the rows on it.
func TestSliversBeyond64Bits(t *testing.T) {
	p := readFolded("a 9000000000000000000\nb;c 4000000000000000000\nb;c;e 6000000000000000000\nb;d 300\nz 5\n")
	room := int64(1<<63-1) - 9000000000000000000
	want := []Box{
		{Node: 2, Depth: 1, X: 9000000000000000000, Width: room, Calls: 1}, // and no z
		{Node: 3, Depth: 2, X: 9000000000000000000, Width: room, Calls: 2},
		{Node: 4, Depth: 3, X: 9000000000000000000, Width: room, Calls: 1},
	}
	if got := layoutOf(p, LayoutOptions{MinShare: 0.05}).Slivers; !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
