package collapse

import "slices"

// Given adds to the inclusive weight of a frame as the profiler recorded it, for profilers that know what a
// function and its callees weigh but not in which stacks: callgrind. The weight counts recursion once. A frame
// without a given weight has the one that its stacks add up to.
func (b *Builder) Given(f FrameID, metric int, inclusive int64) {
	c := &b.profile.columns[metric]
	c.given = growGiven(c.given, int(f)+1)
	if c.given[f] == notGiven {
		c.given[f] = 0
	}
	sum, exact := AddWeights(c.given[f], inclusive)
	c.given[f] = sum
	b.profile.Saturated = b.profile.Saturated || !exact
}

// notGiven is the given weight of a frame that has none. It is not one that can be added up to.
const notGiven = -1 << 63

func growGiven(given []int64, n int) []int64 {
	for len(given) < n {
		given = append(given, notGiven)
	}
	return given
}

// HasGiven says whether the profiler recorded inclusive weights in column metric. They belong into tables; a
// picture's widths are those of the stacks.
func (p *Profile) HasGiven(metric int) bool { return p.columns[metric].given != nil }

// Given returns the inclusive weight of a frame as the profiler recorded it, and whether it did.
func (p *Profile) Given(metric int, f FrameID) (inclusive int64, known bool) {
	if given := p.columns[metric].given; int(f) < len(given) && given[f] != notGiven {
		return given[f], true
	}
	return 0, false
}

// inclusive returns the inclusive weights of all frames: those given, and for the others what stacks add up to.
func (p *Profile) inclusive(metric int) []int64 {
	weights := p.frameTotals(metric)
	for f := range weights {
		if given, known := p.Given(metric, FrameID(f)); known {
			weights[f] = given
		}
	}
	return weights
}

// frameTotals returns for each frame the weight of the stacks that hold it.
func (p *Profile) frameTotals(metric int) []int64 {
	totals, weights := p.Totals(metric), make([]int64, len(p.frames))
	children := p.Children(make([]uint32, len(p.frames)))
	open := make([]bool, len(p.frames)) // frames of the stack that the walk is in
	type level struct {
		node    NodeID
		counted bool     // the frame was not open yet
		todo    []uint32 // callees that the walk has not been to
	}
	stack := []level{{Root, false, children.Of(Root)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.todo) == 0 {
			if top.counted {
				open[p.nodes[top.node].frame] = false
			}
			stack = stack[:len(stack)-1]
			continue
		}
		n := NodeID(top.todo[0])
		top.todo = top.todo[1:]
		f := p.nodes[n].frame
		counted := !open[f]
		if counted {
			open[f] = true
			weights[f], _ = AddWeights(weights[f], totals[n])
		}
		stack = append(stack, level{n, counted, children.Of(n)})
	}
	return weights
}

// mergeGiven adds the inclusive weights of p's column from to those of b's column to, if one of them has any. It
// must come before the weights are added.
func (b *Builder) mergeGiven(p *Profile, from, to int, frames []FrameID, factor int64) {
	c := &b.profile.columns[to]
	if !p.HasGiven(from) && c.given == nil {
		return
	}
	mine, theirs := b.profile.inclusive(to), p.inclusive(from)
	given := growGiven([]int64{}, len(mine))
	copy(given, c.given)
	for f, w := range theirs {
		at := frames[f]
		if _, known := p.Given(from, FrameID(f)); !known && given[at] == notGiven {
			continue // what the stacks of both add up to
		}
		if given[at] == notGiven {
			given[at] = mine[at]
		}
		sum, exact := AddWeights(given[at], b.times(w, factor))
		given[at] = sum
		b.profile.Saturated = b.profile.Saturated || !exact
	}
	c.given = given
}

// keepGiven gives the inclusive weights to b, which a rewrite has built from p: nodes[n] is where the stacks that
// end at n end now, Root where they are left out. They hold as long as each stack is whole or left out, and each frame keeps all of its
// stacks or none; else b's profile says that they are lost.
func (p *Profile) keepGiven(b *Builder, nodes []NodeID) {
	if !slices.ContainsFunc(p.columns, func(c column) bool { return c.given != nil }) {
		return
	}
	frames, whole := p.wholeFrames(b, nodes)
	if !whole {
		b.profile.GivenLost = true
		return
	}
	for m := range p.columns {
		b.moveGiven(p, m, m, frames)
	}
}

// moveGiven gives the inclusive weights of p's column from to b's column to, which has none. Frame f has become
// frames[f], or gone. They are lost if two frames have become one.
func (b *Builder) moveGiven(p *Profile, from, to int, frames []FrameID) {
	if !p.HasGiven(from) {
		return
	}
	given, taken := growGiven([]int64{}, len(b.profile.frames)), make([]bool, len(b.profile.frames))
	for f, became := range frames {
		if became == gone {
			continue
		}
		if taken[became] {
			b.profile.GivenLost = true
			return
		}
		taken[became] = true
		if w, known := p.Given(from, FrameID(f)); known {
			given[became] = w
		}
	}
	b.profile.columns[to].given = given
}

// gone stands for a frame that has left the profile with all of its stacks.
const gone = ^FrameID(0)

// wholeFrames returns for each frame the one that it became, or gone. The last result is false where a stack was
// changed by more than names, where a frame kept some of its stacks only, and where two frames became one.
func (p *Profile) wholeFrames(b *Builder, nodes []NodeID) (frames []FrameID, whole bool) {
	m := frameMap{p, b, make(map[FrameID]FrameID), make(map[FrameID]FrameID), make(map[[2]NodeID]bool)}
	for n := 1; n < len(p.nodes); n++ {
		if p.hasSelf(NodeID(n)) && !m.stack(NodeID(n), nodes[n]) {
			return nil, false
		}
	}
	frames = slices.Repeat([]FrameID{gone}, len(p.frames))
	for f, to := range m.became {
		frames[f] = to
	}
	return frames, true
}

// frameMap finds out which frames a rewrite made of which.
type frameMap struct {
	p      *Profile
	b      *Builder
	became map[FrameID]FrameID
	from   map[FrameID]FrameID
	seen   map[[2]NodeID]bool // callers that were compared already
}

// stack compares the stack that ends at n with the one that ends at to, or takes it for gone if that is the root.
func (m *frameMap) stack(n, to NodeID) bool {
	left := to == Root
	for ; n != Root; n = m.p.nodes[n].parent {
		if m.seen[[2]NodeID{n, to}] {
			return true
		}
		m.seen[[2]NodeID{n, to}] = true
		frame := gone
		if !left {
			frame = m.b.profile.nodes[to].frame
		}
		if !left && to == Root || !m.frame(m.p.nodes[n].frame, frame) {
			return false
		}
		to = m.b.profile.nodes[to].parent
	}
	return to == Root
}

// frame notes what a frame became, and says whether that is what it became elsewhere and no other did.
func (m *frameMap) frame(f, to FrameID) bool {
	if have, known := m.became[f]; known {
		return have == to
	}
	m.became[f] = to
	if to == gone {
		return true
	}
	_, taken := m.from[to]
	m.from[to] = f
	return !taken
}
