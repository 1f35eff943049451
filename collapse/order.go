package collapse

import "slices"

// Children lists for each node the nodes that it calls, in a chosen order.
type Children struct {
	start []uint32 // the children of n are list[start[n]:start[n+1]]
	list  []uint32
}

// Of returns the numbers of the nodes that n calls. The caller must not change the slice.
func (c Children) Of(n NodeID) []uint32 { return c.list[c.start[n]:c.start[n+1]] }

// Children returns every node's children in rising order of rank, which has one entry for each frame;
// frames of equal rank stand in the order in which the profile saw them.
func (p *Profile) Children(rank []uint32) Children {
	c := newChildren(len(p.nodes), len(p.nodes)-1)
	for _, at := range p.nodes[1:] {
		c.count(at.parent)
	}
	c.makeRoom()
	for n := len(p.nodes) - 1; n > 0; n-- {
		c.put(p.nodes[n].parent, uint32(n))
	}
	c.sort(func(n uint32) uint32 { return rank[p.nodes[n].frame] })
	return c
}

// newChildren returns the children of so many nodes, with room for so many items but none there yet. Items
// are counted, then put where they belong in the order opposite to the one wanted.
func newChildren(nodes, items int) Children {
	return Children{start: make([]uint32, nodes+1), list: make([]uint32, items)}
}

// count makes room for one more item of a node.
func (c Children) count(n NodeID) { c.start[n]++ }

// makeRoom ends the counting. From here on, start[n] is where the items of n begin that were put so far.
func (c Children) makeRoom() {
	end := uint32(0)
	for n, items := range c.start {
		end += items
		c.start[n] = end
	}
}

// put puts an item in front of those that a node has.
func (c Children) put(n NodeID, item uint32) {
	c.start[n]--
	c.list[c.start[n]] = item
}

// sort puts the items of each list into rising order of key, those of the same key into that of their
// numbers.
func (c Children) sort(key func(item uint32) uint32) {
	var keyed []uint64
	for n := range len(c.start) - 1 {
		if group := c.list[c.start[n]:c.start[n+1]]; len(group) > 1 {
			keyed = sortByKey(group, key, keyed)
		}
	}
}

// sortByKey sorts items by their keys and numbers. It returns room, which it needs, to be used again.
func sortByKey(items []uint32, key func(item uint32) uint32, room []uint64) []uint64 {
	keyed := room[:0]
	for _, item := range items {
		keyed = append(keyed, uint64(key(item))<<32|uint64(item))
	}
	slices.Sort(keyed)
	for i, k := range keyed {
		items[i] = uint32(k)
	}
	return keyed
}
