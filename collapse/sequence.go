package collapse

import (
	"errors"
	"slices"
)

// moment is one weight that was added to the stacks that end at a node.
type moment struct {
	node   NodeID
	weight int64
}

// RecordSequence makes the profile remember the order in which weights are added, for
// [Profile.Unmerged]: that takes memory for each sample and not only for each distinct stack. Call it
// before anything is added. Rewrites and merges keep the order; a profile that is merged with one that
// has none loses it.
func (b *Builder) RecordSequence() {
	b.profile.sequence = make([][]moment, len(b.profile.Metrics))
}

// HasSequence says whether the profile knows the order in which its weights were added.
func (p *Profile) HasSequence() bool { return p.sequence != nil }

// The reasons why there may be no [Profile.Unmerged].
var (
	errNoSequence     = errors.New("the order of the samples is not known")
	errNegativeMoment = errors.New("a weight below zero has no place in a sequence")
)

// Unmerged returns the profile with column metric alone, in which a stack shares frames only with the one
// before it: callees stand in the order of the input. It is an error if the order was not recorded, or if a
// weight is below zero.
func (p *Profile) Unmerged(metric int) (*Profile, error) {
	if p.sequence == nil {
		return nil, errNoSequence
	}
	apart := *p
	apart.Metrics, apart.Default = p.Metrics[metric:metric+1], 0
	apart.nodes = []node{{}}
	var before, stack, placed []NodeID // the nodes of two stacks from the root on, and where the one before went
	var column []int64
	for _, m := range p.sequence[metric] {
		if m.weight < 0 {
			return nil, errNegativeMoment
		}
		if m.weight == 0 || m.node == Root {
			continue
		}
		stack = p.appendStack(stack[:0], m.node)
		placed = placed[:sharedNodes(before, stack)]
		for _, n := range stack[len(placed):] {
			caller := Root
			if len(placed) > 0 {
				caller = placed[len(placed)-1]
			}
			placed = append(placed, NodeID(len(apart.nodes)))
			apart.nodes = append(apart.nodes, node{caller, p.nodes[n].frame})
		}
		column = grow(column, len(apart.nodes))
		end := placed[len(placed)-1]
		column[end], _ = AddWeights(column[end], m.weight)
		before, stack = stack, before
	}
	apart.self, apart.sequence = [][]int64{column}, nil
	return &apart, nil
}

// appendStack appends the nodes of a stack, the one behind the root first.
func (p *Profile) appendStack(stack []NodeID, end NodeID) []NodeID {
	for n := end; n != Root; n = p.nodes[n].parent {
		stack = append(stack, n)
	}
	slices.Reverse(stack)
	return stack
}

func sharedNodes(a, b []NodeID) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// replay is addUp for a profile with a sequence.
func (p *Profile) replay(b *Builder, nodes []NodeID) *Profile {
	for metric, moments := range p.sequence {
		for _, m := range moments {
			if nodes[m.node] != Root {
				b.Add(nodes[m.node], metric, m.weight)
			}
		}
	}
	return b.Profile()
}

// mergeSequence is mergeColumn for two profiles with sequences: p's comes behind b's.
func (b *Builder) mergeSequence(p *Profile, from, to int, nodes []NodeID, factor int64) {
	for _, m := range p.sequence[from] {
		b.Add(nodes[m.node], to, b.times(m.weight, factor))
	}
}

// multiplySequence multiplies the recorded weights of a column by a positive factor.
func (p *Profile) multiplySequence(metric int, factor int64) {
	if p.sequence == nil {
		return
	}
	for i := range p.sequence[metric] {
		m := &p.sequence[metric][i]
		m.weight, _ = MultiplyWeight(m.weight, factor)
	}
}

// sortSequence puts the columns into a new order.
func (p *Profile) sortSequence(order []int) {
	if p.sequence == nil {
		return
	}
	sequence := make([][]moment, len(order))
	for to, from := range order {
		sequence[to] = p.sequence[from]
	}
	p.sequence = sequence
}

// sequenceOf returns the sequence of one column without the nodes whose weight in kept is zero.
func (p *Profile) sequenceOf(metric int, kept []int64) [][]moment {
	if p.sequence == nil {
		return nil
	}
	var moments []moment
	for _, m := range p.sequence[metric] {
		if int(m.node) < len(kept) && kept[m.node] != 0 {
			moments = append(moments, m)
		}
	}
	return [][]moment{moments}
}
