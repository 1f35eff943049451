package collapse

import (
	"cmp"
	"slices"
)

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
	nodes := make([]uint32, 0, len(p.nodes)-1)
	for n := 1; n < len(p.nodes); n++ {
		nodes = append(nodes, uint32(n))
	}
	return p.groupByParent(nodes,
		func(item uint32) NodeID { return NodeID(item) },
		func(item uint32) uint32 { return rank[p.nodes[item].frame] })
}

// groupByParent puts the items, each of which belongs to a node, side by side where their nodes have the
// same parent, in rising order of key.
func (p *Profile) groupByParent(items []uint32, nodeOf func(item uint32) NodeID, key func(item uint32) uint32) Children {
	c := Children{start: make([]uint32, len(p.nodes)+1), list: make([]uint32, len(items))}
	for _, item := range items {
		c.start[p.nodes[nodeOf(item)].parent+1]++
	}
	for n := 1; n < len(c.start); n++ {
		c.start[n] += c.start[n-1]
	}
	for _, item := range items { // start[n] runs from the beginning of n's list to its end, that of the next one
		parent := p.nodes[nodeOf(item)].parent
		c.list[c.start[parent]] = item
		c.start[parent]++
	}
	copy(c.start[1:], c.start)
	c.start[0] = 0
	for n := range p.nodes {
		if group := c.Of(NodeID(n)); len(group) > 1 {
			slices.SortStableFunc(group, func(a, b uint32) int { return cmp.Compare(key(a), key(b)) })
		}
	}
	return c
}
