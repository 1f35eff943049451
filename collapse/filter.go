package collapse

import "regexp"

// Filter chooses stacks and frames, with the names and the meaning that pprof gives them. A regular
// expression is not anchored and matches a frame by its function, its file or its module. The zero value
// keeps everything. Frames of [KindLabels] match nothing: they go with their stacks.
type Filter struct {
	Focus     *regexp.Regexp // keep only stacks that hold a matching frame
	Ignore    *regexp.Regexp // leave out stacks that hold a matching frame; wins over Focus
	Hide      *regexp.Regexp // take matching frames out of their stacks
	Show      *regexp.Regexp // take frames that do not match out of their stacks
	ShowFrom  *regexp.Regexp // cut what stands above the first match from the root; drop stacks without one
	PruneFrom *regexp.Regexp // cut what stands below the last match from the root; matches functions alone
	SkipAfter *regexp.Regexp // cut the callers of the last match from the root, but for a thread or process name
}

// Filter returns the profile with the filter applied, in pprof's order: Focus, Ignore, Hide and Show, then
// ShowFrom, PruneFrom and SkipAfter. A stack of which no frame is left vanishes, so the total may shrink.
func (p *Profile) Filter(f Filter) *Profile {
	if f == (Filter{}) {
		return p
	}
	if f.Focus != nil || f.Ignore != nil {
		p = p.choose(p.matches(f.Focus, true), p.matches(f.Ignore, false))
	}
	if f.Hide != nil || f.Show != nil {
		p = p.thin(p.matches(f.Hide, false), p.matches(f.Show, true))
	}
	if f.ShowFrom != nil {
		p = p.showFrom(p.matches(f.ShowFrom, false))
	}
	if f.PruneFrom != nil {
		p = p.pruneFrom(p.named(f.PruneFrom))
	}
	if f.SkipAfter != nil {
		p = p.skipAfter(p.matches(f.SkipAfter, false))
	}
	return p
}

// matches says for each frame whether it matches; without an expression the answer is absent.
func (p *Profile) matches(re *regexp.Regexp, absent bool) []bool {
	match := make([]bool, len(p.frames))
	for f, frame := range p.frames {
		match[f] = absent
		if re != nil {
			match[f] = frame.Kind != KindLabels && re.MatchString(frame.Name) || re.MatchString(frame.File) || re.MatchString(frame.Module)
		}
	}
	return match
}

// named says for each frame whether its function's name matches.
func (p *Profile) named(re *regexp.Regexp) []bool {
	match := make([]bool, len(p.frames))
	for f, frame := range p.frames {
		match[f] = frame.Kind != KindLabels && re.MatchString(frame.Name)
	}
	return match
}

// choose keeps the stacks that hold a frame of focus and none of ignore.
func (p *Profile) choose(focus, ignore []bool) *Profile {
	inFocus, ignored := make([]bool, len(p.nodes)), make([]bool, len(p.nodes))
	return p.Choose(func(n NodeID) bool {
		at := p.nodes[n]
		inFocus[n] = inFocus[at.parent] || focus[at.frame]
		ignored[n] = ignored[at.parent] || ignore[at.frame]
		return inFocus[n] && !ignored[n]
	})
}

// Choose returns the profile of the stacks for whose last nodes keep is true; the others are left out. Keep is asked about each
// node once, after its caller.
func (p *Profile) Choose(keep func(n NodeID) bool) *Profile {
	b := p.rebuildWithFrames()
	full, target := make([]NodeID, len(p.nodes)), make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		full[n] = b.Call(full[p.nodes[n].parent], p.nodes[n].frame)
		if keep(NodeID(n)) {
			target[n] = full[n]
		}
	}
	return p.addUp(b, target)
}

// thin takes frames of hide, and frames that are not of show, out of their stacks.
func (p *Profile) thin(hide, show []bool) *Profile {
	b := p.rebuildWithFrames()
	return p.move(b, func(at node, nodes []NodeID) NodeID {
		if p.isLabels(at) {
			return b.callLabels(nodes[at.parent], at.frame)
		}
		if hide[at.frame] || !show[at.frame] {
			return nodes[at.parent]
		}
		return b.Call(nodes[at.parent], at.frame)
	})
}

// isLabels reports whether a node holds the labels of a stack's samples.
func (p *Profile) isLabels(at node) bool { return p.frames[at.frame].Kind == KindLabels }

// callLabels returns the node of the labels of the stacks that end at n. A stack of which nothing is left has none.
func (b *Builder) callLabels(n NodeID, labels FrameID) NodeID {
	if n == Root {
		return Root
	}
	return b.Call(n, labels)
}

// showFrom lets each stack begin at its first match; stacks without one go.
func (p *Profile) showFrom(match []bool) *Profile {
	b := p.rebuildWithFrames()
	return p.move(b, func(at node, nodes []NodeID) NodeID {
		if nodes[at.parent] == Root && !match[at.frame] {
			return Root
		}
		return b.Call(nodes[at.parent], at.frame)
	})
}

// pruneFrom lets each stack end at its last match; stacks without one stay whole.
func (p *Profile) pruneFrom(match []bool) *Profile {
	b := p.rebuildWithFrames()
	full, target := make([]NodeID, len(p.nodes)), make([]NodeID, len(p.nodes))
	matched := make([]bool, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		at := p.nodes[n]
		full[n] = b.Call(full[at.parent], at.frame)
		matched[n] = matched[at.parent] || match[at.frame]
		switch target[n] = full[n]; {
		case !matched[n] || match[at.frame]:
		case p.isLabels(at):
			target[n] = b.callLabels(target[at.parent], at.frame)
		default:
			target[n] = target[at.parent]
		}
	}
	return p.addUp(b, target)
}

// skipAfter lets each stack begin at its last match, below the thread or process name if it has one;
// stacks without a match stay whole.
func (p *Profile) skipAfter(match []bool) *Profile {
	b := p.rebuildWithFrames()
	nodes, thread := make([]NodeID, len(p.nodes)), make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		at := p.nodes[n]
		caller := nodes[at.parent]
		if match[at.frame] {
			caller = thread[at.parent]
		}
		nodes[n] = b.Call(caller, at.frame)
		thread[n] = thread[at.parent]
		if at.parent == Root && p.frames[at.frame].Kind == KindThread {
			thread[n] = nodes[n]
		}
	}
	return p.addUp(b, nodes)
}
