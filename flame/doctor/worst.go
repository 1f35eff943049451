package doctor

import (
	"cmp"
	"slices"

	"fold/collapse"
)

// worst returns the three heaviest stacks that end at chosen nodes. Of stacks that weigh the same it takes the first ones by
// name, so that they do not depend on the order of the samples.
func (e *examination) worst(chosen func(n collapse.NodeID) bool) []Stack {
	const most = 3
	var nodes []collapse.NodeID // the heaviest first
	e.leaves(func(n collapse.NodeID, self int64) {
		if len(nodes) == most && self < e.self(nodes[most-1]) || !chosen(n) {
			return
		}
		at, _ := slices.BinarySearchFunc(nodes, n, e.compareStacks)
		nodes = slices.Insert(nodes, at, n)
		nodes = nodes[:min(most, len(nodes))]
	})
	var stacks []Stack
	for _, n := range nodes {
		s := Stack{Weight: e.self(n), Percent: 100 * e.share(e.self(n))}
		for at := n; at != collapse.Root; at = e.p.Parent(at) {
			s.Frames = append(s.Frames, e.text(at))
		}
		slices.Reverse(s.Frames)
		stacks = append(stacks, s)
	}
	return stacks
}

// compareStacks orders the stacks that end at two nodes: the heavier one first; if they weigh the same, by their frames from the
// root on. It looks for the place where they part, and reads no other names.
func (e *examination) compareStacks(a, b collapse.NodeID) int {
	if order := cmp.Compare(e.self(b), e.self(a)); order != 0 {
		return order
	}
	depthA, depthB := e.depth(a), e.depth(b)
	for d := depthA; d > depthB; d-- {
		a = e.p.Parent(a)
	}
	for d := depthB; d > depthA; d-- {
		b = e.p.Parent(b)
	}
	if a == b {
		return cmp.Compare(depthA, depthB)
	}
	for e.p.Parent(a) != e.p.Parent(b) {
		a, b = e.p.Parent(a), e.p.Parent(b)
	}
	frameA, frameB := e.frame(a), e.frame(b)
	return cmp.Or(cmp.Compare(frameA.Name, frameB.Name), frameA.Compare(frameB))
}

// depth returns how many frames the stack has that ends at a node.
func (e *examination) depth(n collapse.NodeID) (frames int) {
	for ; n != collapse.Root; n = e.p.Parent(n) {
		frames++
	}
	return frames
}
