package collapse

import "slices"

// Callees lists what each node calls, in a chosen order, as [Children] does. Where the nodes are numbered in the order
// of a walk through the tree, as they are where sorted stacks were read, it needs one number for each:
//
//	node 1  main           5    what main calls are 2 and, where that ends, 4
//	     2    draw         4
//	     3      line       4
//	     4    parse        5
type Callees struct {
	ends     []uint32 // the number after those of all that a node calls, directly or not; nil: in another order
	children Children
}

// Callees returns what every node calls in rising order of rank, which has one entry for each frame; frames of equal
// rank stand in the order in which the profile saw them.
func (p *Profile) Callees(rank []uint32) Callees {
	if ends := p.ends(rank); ends != nil {
		return Callees{ends: ends}
	}
	return Callees{children: p.Children(rank)}
}

// ends returns nil if the nodes are not numbered in the order of a walk.
func (p *Profile) ends(rank []uint32) []uint32 {
	ends := make([]uint32, len(p.nodes))
	open := []NodeID{Root} // the callers of the current node
	for n := NodeID(1); int(n) < len(p.nodes); n++ {
		at := p.nodes[n]
		last := len(open) - 1
		if before := open[last]; before != at.parent {
			for open[last] > at.parent {
				before = open[last]
				ends[before] = uint32(n)
				last--
			}
			if open[last] != at.parent || rank[p.nodes[before].frame] > rank[at.frame] {
				return nil
			}
		}
		open = append(open[:last+1], n)
	}
	for _, n := range open {
		ends[n] = uint32(len(p.nodes))
	}
	return ends
}

// Append appends the numbers of the nodes that n calls.
func (c Callees) Append(to []uint32, n NodeID) []uint32 {
	if c.ends == nil {
		return append(to, c.children.Of(n)...)
	}
	for callee := uint32(n) + 1; callee < c.ends[n]; callee = c.ends[callee] {
		to = append(to, callee)
	}
	return to
}

// A Descent goes through a node and all that it calls, callers before callees. It never recurses. Make one with
// [Callees.From].
type Descent struct {
	Node  NodeID
	Depth int // how far below the first node

	callees Callees
	open    []uint32 // the ends of the callers of Node, if nodes are in order
	waiting []descent
}

type descent struct {
	node  uint32
	depth int
}

// From returns a descent that stands at a node. It uses the memory of old, which may be the zero value.
func (c Callees) From(n NodeID, old Descent) Descent {
	return Descent{Node: n, callees: c, open: old.open[:0], waiting: old.waiting[:0]}
}

// Next goes to the next node, and returns false after the last one. Below says whether to go to what the current node
// calls, or to pass that over.
func (d *Descent) Next(below bool) bool {
	if d.callees.ends == nil {
		return d.nextWaiting(below)
	}
	next, end := uint32(d.Node)+1, d.callees.ends[d.Node]
	if below && next < end {
		d.open = append(d.open, end)
	} else {
		next = end
		for len(d.open) > 0 && d.open[len(d.open)-1] == end {
			d.open = d.open[:len(d.open)-1]
		}
	}
	d.Node, d.Depth = NodeID(next), len(d.open)
	return d.Depth > 0
}

func (d *Descent) nextWaiting(below bool) bool {
	if below {
		for _, callee := range slices.Backward(d.callees.children.Of(d.Node)) { // the first is to be the next
			d.waiting = append(d.waiting, descent{callee, d.Depth + 1})
		}
	}
	last := len(d.waiting) - 1
	if last < 0 {
		return false
	}
	d.Node, d.Depth = NodeID(d.waiting[last].node), d.waiting[last].depth
	d.waiting = d.waiting[:last]
	return true
}
