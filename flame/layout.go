package flame

import (
	"cmp"
	"math"
	"slices"

	"fold/collapse"
)

// Box is one rectangle of a flamegraph: a frame, or one row of a sliver, which stands for neighbours that
// are too narrow to be drawn one by one.
type Box struct {
	Node  collapse.NodeID // the frame's place in the call tree; of a sliver one of the places it stands for
	Depth int             // rows above the root
	X     int64           // weight of all that stands left of it
	Width int64           // its own weight, callees included
	Calls int             // how many places of the call tree a sliver stands for in this row; 0: it is a frame
}

// Order says how callees stand beside each other.
type Order uint8

// The orders of callees.
const (
	OrderName  Order = iota // by name, in byte order: two pictures can be compared
	OrderWidth              // the widest at the left
	OrderInput              // as the profile saw them first
)

// LayoutOptions say how to lay out. The zero value lays out every frame on its own.
type LayoutOptions struct {
	Order    Order   // how callees stand beside each other
	MinShare float64 // narrowest frame with a box of its own, as a share of the total
}

// Layout says where each box of a flamegraph is. Weights are the unit of width, rows that of height.
type Layout struct {
	Total  int64 // weight of the profile: the width of the root
	Rows   int   // rows of the picture, the root's included
	Frames []Box // the frames in order of depth and then of X; the first is the root
	// Slivers are the rows of all slivers, those of one sliver in a row, from its lowest row up.
	Slivers []Box
}

// deepRow is the row from which on frames must be wider to have a box of their own: the picture of a deep
// recursion is far higher than a screen and would else be all that there is room for.
const deepRow = 256

// minWidth returns the narrowest frame that has a box of its own at a depth.
func (o LayoutOptions) minWidth(total int64, depth int) float64 {
	deep := max(1, float64(depth)/deepRow)
	return o.MinShare * float64(total) * deep * deep
}

// NewLayout lays out the default column of a profile, whose weights must not be negative. Names has the text of each frame, by which callees are ordered.
//
// Where a node's callees weigh less than the node, the gap at the right is its self weight. Neighbouring
// callees below the minimum become a sliver; so do their callees, on top of it. So every tower has its
// true height, and nothing is left out.
func NewLayout(p *collapse.Profile, names []string, o LayoutOptions) Layout {
	l, _ := newPlan(p, rankNames(names, o.Order), p.Default).lay(o, math.MaxInt)
	return l
}

// rankNames returns the ranks by which callees are ordered.
func rankNames(names []string, o Order) []uint32 {
	if o == OrderInput {
		return make([]uint32, len(names))
	}
	return collapse.Ranks(len(names), func(i, j int) int { return cmp.Compare(names[i], names[j]) })
}

// plan is what layouts of one profile have in common: a picture that comes out too large is laid out again, in the same
// memory.
type plan struct {
	totals  []int64
	callees collapse.Callees
	layout  Layout
	runs    []run
	narrow  []uint32 // the callees of all runs
}

func newPlan(p *collapse.Profile, rank []uint32, metric int) *plan {
	return &plan{totals: p.Totals(metric), callees: p.Callees(rank)}
}

// lay lays the profile out. It gives up, and returns false, when frames and slivers are more than limit.
func (pl *plan) lay(o LayoutOptions, limit int) (Layout, bool) {
	l := &pl.layout
	*l = Layout{Total: pl.totals[collapse.Root], Frames: l.Frames[:0], Slivers: l.Slivers[:0]}
	l.Frames = append(l.Frames, Box{Width: l.Total})
	pl.runs, pl.narrow = pl.runs[:0], pl.narrow[:0]
	var callees []uint32
	for i := 0; i < len(l.Frames); i++ {
		caller := l.Frames[i]
		callees = pl.callees.Append(callees[:0], caller.Node)
		if o.Order == OrderWidth {
			slices.SortStableFunc(callees, func(a, b uint32) int { return cmp.Compare(pl.totals[b], pl.totals[a]) })
		}
		pl.place(caller, callees, o.minWidth(l.Total, caller.Depth+1))
		if len(l.Frames)+len(pl.runs) > limit {
			return *l, false
		}
	}
	pl.stack()
	l.Rows = 1 + l.Frames[len(l.Frames)-1].Depth
	for _, s := range l.Slivers {
		l.Rows = max(l.Rows, 1+s.Depth)
	}
	return *l, true
}

// run is a sliver's lowest row: callees of which each is too narrow.
type run struct {
	callees int // how many
	row     Box
}

// place gives each callee of a box its own box or a part in a run.
func (pl *plan) place(caller Box, callees []uint32, minWidth float64) {
	x, room, open := caller.X, caller.Width, false
	for _, n := range callees {
		width := min(pl.totals[n], room) // sums that went beyond 64 bits do not add up
		if width <= 0 {
			continue
		}
		box := Box{Node: collapse.NodeID(n), Depth: caller.Depth + 1, X: x, Width: width}
		x, room = x+width, room-width
		if float64(width) >= minWidth {
			pl.layout.Frames, open = append(pl.layout.Frames, box), false
			continue
		}
		if !open {
			pl.runs, open = append(pl.runs, run{row: Box{Node: box.Node, Depth: box.Depth, X: box.X}}), true
		}
		last := &pl.runs[len(pl.runs)-1]
		pl.narrow = append(pl.narrow, n)
		last.callees++
		last.row.Width += width
		last.row.Calls++
	}
}

// stack adds the rows of all runs to the layout.
func (pl *plan) stack() {
	rows, narrow := pl.layout.Slivers, pl.narrow
	var at collapse.Descent
	for _, r := range pl.runs {
		lowest := len(rows)
		rows = append(rows, r.row)
		for _, n := range narrow[:r.callees] {
			at = pl.callees.From(collapse.NodeID(n), at)
			for more := at.Next(true); more; {
				width := pl.totals[at.Node]
				if width > 0 {
					row := lowest + at.Depth
					if row == len(rows) {
						rows = append(withRoom(rows), Box{Node: at.Node, Depth: r.row.Depth + at.Depth, X: r.row.X})
					}
					rows[row].add(width, rows[row-1].Width)
				}
				more = at.Next(width > 0)
			}
		}
		narrow = narrow[r.callees:]
	}
	pl.layout.Slivers = rows
}

// withRoom returns boxes with room for one more, and for many if there was none. What append makes grows by a quarter
// and leaves all that it grew out of as garbage.
func withRoom(boxes []Box) []Box {
	if len(boxes) < cap(boxes) {
		return boxes
	}
	larger := make([]Box, len(boxes), 4*len(boxes)+256)
	copy(larger, boxes)
	return larger
}

// add adds a call to a row of a sliver that stands on one of the width below.
func (b *Box) add(width, below int64) {
	b.Width = min(b.Width, math.MaxInt64-width) + width
	b.Width = min(b.Width, below)
	b.Calls++
}
