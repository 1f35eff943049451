package collapse

import "slices"

// CollapseRecursion returns the profile in which a function that calls itself directly is one frame:
// "a;b;b;b;c" becomes "a;b;c".
func (p *Profile) CollapseRecursion() *Profile {
	texts := make([]string, len(p.frames))
	for f, frame := range p.frames {
		texts[f] = frame.Text(p.Modules)
	}
	b := p.rebuildWithFrames()
	return p.move(b, func(at node, nodes []NodeID) NodeID {
		if at.parent != Root && texts[at.frame] == texts[p.nodes[at.parent].frame] {
			return nodes[at.parent]
		}
		return b.Call(nodes[at.parent], at.frame)
	})
}

// CutDepth returns the profile without what stands behind the first depth frames of a stack. No weight is
// lost: the last frame that is left takes it. 0 leaves all frames.
func (p *Profile) CutDepth(depth int) *Profile {
	if depth <= 0 {
		return p
	}
	b := p.rebuildWithFrames()
	depths := []int{0} // of each node so far
	return p.move(b, func(at node, nodes []NodeID) NodeID {
		depths = append(depths, depths[at.parent]+1)
		if depths[len(depths)-1] > depth {
			return nodes[at.parent]
		}
		return b.Call(nodes[at.parent], at.frame)
	})
}

// From returns the profile in which each stack begins at its first frame that has one of the names, with
// its module or without. Stacks that hold none of them are left out.
func (p *Profile) From(names ...string) *Profile {
	match := make([]bool, len(p.frames))
	for f, frame := range p.frames {
		match[f] = slices.Contains(names, frame.Name) || slices.Contains(names, frame.Text(true))
	}
	return p.showFrom(match)
}

// Multiply returns the profile with the weights of a column times factor/10^digits, exactly: it has that
// many digits more behind the point. The factor must be above zero.
func (p *Profile) Multiply(metric int, factor int64, digits int) *Profile {
	b := p.reopen(metric)
	b.multiply(metric, factor)
	b.profile.Metrics[metric].Scale += digits
	return b.Profile()
}

// reopen returns a builder that holds the profile, with columns that may be changed. Nothing can be added to it.
func (p *Profile) reopen(metrics ...int) *Builder {
	b := p.rebuild()
	b.profile.frames, b.profile.nodes, b.profile.columns = p.frames, p.nodes, slices.Clone(p.columns)
	for _, m := range metrics {
		c := &b.profile.columns[m]
		c.self, c.squares, c.given, c.moments = slices.Clone(c.self), slices.Clone(c.squares), slices.Clone(c.given), c.moments.clone()
	}
	return b
}

// ToScale returns the profile with weights in a column that have at least so many digits behind the point, and
// are what they were.
func (p *Profile) ToScale(metric, digits int) *Profile {
	factor := int64(1)
	more := 0
	for ; p.Metrics[metric].Scale+more < digits; more++ {
		factor *= 10
	}
	if more == 0 {
		return p
	}
	return p.Multiply(metric, factor, more)
}

// Pad returns the profile with more weight in a column that belongs to no stack, but to the root alone. The
// rewrites leave it out.
func (p *Profile) Pad(metric int, weight int64) *Profile {
	padded := *p
	padded.columns = slices.Clone(p.columns)
	c := &padded.columns[metric]
	c.self = grow(slices.Clone(c.self), max(1, len(c.self)))
	c.self[Root], _ = AddWeights(c.self[Root], weight)
	return &padded
}

// Compact returns the profile without the frames that no stack of any weight holds: rewrites keep the names
// of what they cut.
func (p *Profile) Compact() *Profile {
	needed, inUse, used := make([]bool, len(p.nodes)), make([]bool, len(p.frames)), 0
	for n := len(p.nodes) - 1; n > 0 && used < len(p.frames); n-- {
		at := p.nodes[n]
		if !needed[n] && !p.hasSelf(NodeID(n)) {
			continue
		}
		needed[n], needed[at.parent] = true, true
		if !inUse[at.frame] {
			inUse[at.frame] = true
			used++
		}
	}
	if used == len(p.frames) {
		return p
	}
	b := p.rebuild()
	frames := make([]FrameID, len(p.frames))
	for f, frame := range p.frames {
		if inUse[f] {
			frames[f] = b.Frame(frame)
		}
	}
	nodes := make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		if needed[n] {
			nodes[n] = b.Call(nodes[p.nodes[n].parent], frames[p.nodes[n].frame])
		}
	}
	return p.addUp(b, nodes)
}
