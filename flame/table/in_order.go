package table

import (
	"slices"

	"fold/collapse"
)

// inOrder adds up a profile in one pass over its nodes, with no list of totals or callees, if these stand mostly in the
// order of a walk through the tree, as those of sorted folded stacks do:
//
//	node 1  main                 enter main
//	     2    parse              enter parse
//	     3      read             enter read
//	     4    draw               leave read and parse, whose totals are whole; enter draw
//	     5  main (copy)          leave draw and main; enter main (copy)
//	     6    write  of main     leave main (copy); enter main again, for what its total lacks; enter write
//
// When a node is left its total goes to its row, unless a caller is of the same row, and to its caller. A total may
// come in parts, because no weight is below zero.
type inOrder struct {
	p      *collapse.Profile
	rowOf  []uint32 // of each frame
	weighs []bool   // whether a frame has a total
	path   []visit  // the root, and the nodes that have been entered and not left
	chain  []collapse.NodeID
	rows   []rowSum
	again  int // how many nodes were entered again
}

type visit struct {
	node  collapse.NodeID
	frame collapse.FrameID
	total int64
}

// rowSum is what a row has so far.
type rowSum struct {
	self, total int64
	open        uint32 // calls of the row on the path
}

// addInOrder adds the weights of a column to their rows, and returns which frames weigh something. No weight may be
// below zero, and their sum must fit into 64 bits. If the nodes stand in another order it does nothing and returns nil.
func addInOrder(p *collapse.Profile, metric int, rowOf []uint32, rows []Row) (weighs []bool) {
	w := inOrder{
		p: p, rowOf: rowOf, weighs: make([]bool, len(rowOf)),
		path: []visit{{}}, rows: make([]rowSum, len(rows)),
	}
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if !w.goTo(p.Parent(n)) {
			return nil
		}
		w.enter(n, p.Self(metric, n))
	}
	w.goTo(collapse.Root)
	for i, sum := range w.rows {
		rows[i].Self, rows[i].Total = sum.self, sum.total
	}
	return w.weighs
}

func (w *inOrder) last() *visit { return &w.path[len(w.path)-1] }

// goTo leaves nodes, and enters those again that were left too early, until the path ends in n. It returns false when
// that has become too much.
func (w *inOrder) goTo(n collapse.NodeID) bool {
	w.leaveAfter(n)
	if w.last().node == n {
		return true
	}
	w.chain = w.chain[:0]
	for w.last().node != n {
		w.chain = append(w.chain, n)
		n = w.p.Parent(n)
		w.leaveAfter(n)
	}
	w.again += len(w.chain)
	if w.again > w.p.Len()/8 {
		return false
	}
	for _, n := range slices.Backward(w.chain) {
		w.enter(n, 0)
	}
	return true
}

func (w *inOrder) enter(n collapse.NodeID, self int64) {
	f := w.p.FrameOf(n)
	w.path = append(w.path, visit{n, f, self})
	row := &w.rows[w.rowOf[f]]
	row.open++
	row.self += self
}

// leaveAfter leaves the nodes that are numbered after n, which cannot be callers of it.
func (w *inOrder) leaveAfter(n collapse.NodeID) {
	for last := *w.last(); last.node > n; last = *w.last() {
		w.path = w.path[:len(w.path)-1]
		w.last().total += last.total
		row := &w.rows[w.rowOf[last.frame]]
		if row.open--; row.open == 0 {
			row.total += last.total
		}
		if last.total != 0 {
			w.weighs[last.frame] = true
		}
	}
}
