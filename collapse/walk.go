package collapse

import "slices"

// Walk goes through a call tree, callers before callees. Callees stand in the order of their frames' texts, so what
// is written does not depend on how the profile was built. It never recurses. Make one with [NewWalk].
type Walk struct {
	Totals []int64  // if set, nodes with a total of zero are passed over
	Path   []NodeID // the current node and its callers, the one after the root first

	children Children
	levels   [][]uint32 // levels[i]: what is still to come beside Path[i]
}

// NewWalk returns a walk that stands before the first node of p.
func NewWalk(p *Profile) *Walk {
	children := p.Children(Ranks(p.Frames(), func(i, j int) int {
		return p.frames[i].Compare(p.frames[j])
	}))
	return &Walk{children: children, levels: [][]uint32{children.Of(Root)}}
}

// Next goes to the next node, which is the last of Path. It returns false after the last one.
func (w *Walk) Next() bool {
	for len(w.levels) > 0 {
		depth := len(w.levels) - 1
		here := w.levels[depth]
		if len(here) == 0 {
			w.levels = w.levels[:depth]
			continue
		}
		w.levels[depth] = here[1:]
		n := NodeID(here[0])
		if w.Totals != nil && w.Totals[n] == 0 {
			continue
		}
		w.Path = append(w.Path[:depth], n)
		w.levels = append(w.levels, w.children.Of(n))
		return true
	}
	return false
}

// Node returns the current node.
func (w *Walk) Node() NodeID { return w.Path[len(w.Path)-1] }

// HasNegative reports whether a column has a weight below zero.
func (p *Profile) HasNegative(metric int) bool {
	return slices.ContainsFunc(p.columns[metric].self, func(w int64) bool { return w < 0 })
}
