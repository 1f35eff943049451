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
	l, _ := newPlan(p, rankNames(names, o.Order), p.Default).layout(o, math.MaxInt)
	return l
}

// rankNames returns the ranks by which callees are ordered.
func rankNames(names []string, o Order) []uint32 {
	if o == OrderInput {
		return make([]uint32, len(names))
	}
	return collapse.Ranks(len(names), func(i, j int) int { return cmp.Compare(names[i], names[j]) })
}

// plan is what layouts of one profile have in common: a picture that comes out too large is laid out again.
type plan struct {
	p        *collapse.Profile
	totals   []int64
	children collapse.Children
}

func newPlan(p *collapse.Profile, rank []uint32, metric int) plan {
	return plan{p, p.Totals(metric), p.Children(rank)}
}

// layout lays the profile out. It gives up, and returns false, when frames and slivers are more than limit.
func (pl plan) layout(o LayoutOptions, limit int) (Layout, bool) {
	l := Layout{Total: pl.totals[collapse.Root]}
	l.Frames = append(l.Frames, Box{Width: l.Total})
	var runs []run
	var callees []uint32
	for i := 0; i < len(l.Frames); i++ {
		caller := l.Frames[i]
		callees = append(callees[:0], pl.children.Of(caller.Node)...)
		if o.Order == OrderWidth {
			slices.SortStableFunc(callees, func(a, b uint32) int { return cmp.Compare(pl.totals[b], pl.totals[a]) })
		}
		runs = pl.place(&l, caller, callees, o.minWidth(l.Total, caller.Depth+1), runs)
		if len(l.Frames)+len(runs) > limit {
			return l, false
		}
	}
	pl.stack(&l, runs)
	l.Rows = 1 + l.Frames[len(l.Frames)-1].Depth
	for _, s := range l.Slivers {
		l.Rows = max(l.Rows, 1+s.Depth)
	}
	return l, true
}

// run is a sliver's lowest row: the callees from first on, of which each is too narrow.
type run struct {
	callees []uint32
	row     Box
}

// place gives each callee of a box its own box or a part in a run.
func (pl plan) place(l *Layout, caller Box, callees []uint32, minWidth float64, runs []run) []run {
	x, room, open := caller.X, caller.Width, false
	for _, n := range callees {
		width := min(pl.totals[n], room) // sums that went beyond 64 bits do not add up
		if width <= 0 {
			continue
		}
		box := Box{Node: collapse.NodeID(n), Depth: caller.Depth + 1, X: x, Width: width}
		x, room = x+width, room-width
		if float64(width) >= minWidth {
			l.Frames, open = append(l.Frames, box), false
			continue
		}
		if !open {
			runs, open = append(runs, run{row: Box{Node: box.Node, Depth: box.Depth, X: box.X}}), true
		}
		last := &runs[len(runs)-1]
		last.callees = append(last.callees, n)
		last.row.Width += width
		last.row.Calls++
	}
	return runs
}

// sliverRow is a row of a sliver. Rows are numbered in the order in which they are found; those of one sliver
// are linked from the lowest up.
type sliverRow struct {
	Box
	above int // number of the row above; 0: there is none
}

// stack adds the rows of all runs to the layout.
func (pl plan) stack(l *Layout, runs []run) {
	if len(runs) == 0 {
		return
	}
	rows := make([]sliverRow, 1, 1+2*len(runs)) // from number 1 on
	rowOf := make([]uint32, pl.p.Len())         // number of the row that a node is part of
	for _, r := range runs {
		for _, n := range r.callees {
			rowOf[n] = uint32(len(rows))
		}
		rows = append(rows, sliverRow{Box: r.row})
	}
	for n := 1; n < pl.p.Len(); n++ {
		below := int(rowOf[pl.p.Parent(collapse.NodeID(n))])
		if below == 0 || pl.totals[n] <= 0 {
			continue
		}
		if rows[below].above == 0 {
			rows = addRow(rows, below, collapse.NodeID(n))
		}
		above := rows[below].above
		rowOf[n] = uint32(above)
		rows[above].add(pl.totals[n], rows[below].Width)
	}
	for lowest := range runs {
		for i := lowest + 1; i != 0; i = rows[i].above {
			l.Slivers = append(l.Slivers, rows[i].Box)
		}
	}
}

// addRow adds a row above the highest of a sliver, which begins with node n.
func addRow(rows []sliverRow, below int, n collapse.NodeID) []sliverRow {
	rows[below].above = len(rows)
	return append(rows, sliverRow{Box: Box{Node: n, Depth: rows[below].Depth + 1, X: rows[below].X}})
}

// add adds a call to a row that stands on one of the width below.
func (r *sliverRow) add(width, below int64) {
	r.Width = min(r.Width, math.MaxInt64-width) + width
	r.Width = min(r.Width, below)
	r.Calls++
}
