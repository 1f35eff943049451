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
	nodes := make([]uint32, 0, len(p.nodes)-1)
	for n := 1; n < len(p.nodes); n++ {
		nodes = append(nodes, uint32(n))
	}
	nodes = countingSort(nodes, func(n uint32) uint32 { return rank[p.nodes[n].frame] })
	start, list := countingGroups(nodes, len(p.nodes), func(n uint32) uint32 { return uint32(p.nodes[n].parent) })
	return Children{start, list}
}

// countingSort returns items in rising order of key. It makes no comparisons, and items of equal key keep
// their order.
func countingSort(items []uint32, key func(item uint32) uint32) []uint32 {
	var highest uint32
	for _, item := range items {
		highest = max(highest, key(item))
	}
	_, sorted := countingGroups(items, int(highest)+1, key)
	return sorted
}

// countingGroups puts items of equal key side by side, in their order: those of key k are
// grouped[start[k]:start[k+1]]. All keys are below keys.
func countingGroups(items []uint32, keys int, key func(item uint32) uint32) (start, grouped []uint32) {
	start = make([]uint32, keys+1)
	for _, item := range items {
		start[key(item)+1]++
	}
	for k := 1; k < len(start); k++ {
		start[k] += start[k-1]
	}
	next := slices.Clone(start)
	grouped = make([]uint32, len(items))
	for _, item := range items {
		k := key(item)
		grouped[next[k]] = item
		next[k]++
	}
	return start, grouped
}
