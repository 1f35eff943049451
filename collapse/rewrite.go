package collapse

import "slices"

// MapFrames returns the profile with each frame replaced by what change makes of it. Stacks that become
// equal are added up.
func (p *Profile) MapFrames(change func(Frame) Frame) *Profile {
	b := p.rebuild()
	frames := make([]FrameID, len(p.frames))
	for f, frame := range p.frames {
		frames[f] = b.Frame(change(frame))
	}
	return p.move(b, func(at node, nodes []NodeID) NodeID {
		return b.Call(nodes[at.parent], frames[at.frame])
	})
}

// Rewrite returns the profile with each node moved to where place says. It is asked about each node n in turn, callers
// before callees; placed says where those before n went. [Root] leaves the weight of n out.
func (p *Profile) Rewrite(place func(b *Builder, n NodeID, placed []NodeID) NodeID) *Profile {
	b := p.rebuild()
	placed := make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		placed[n] = place(b, NodeID(n), placed)
	}
	return p.addUp(b, placed)
}

// Around returns the profile with frames around all of its stacks: those of root become their first ones, those of leaf
// their last ones, the outermost first.
func (p *Profile) Around(root, leaf []Frame) *Profile {
	if len(root)+len(leaf) == 0 {
		return p
	}
	b := p.rebuildWithFrames()
	calls := func(from NodeID, frames []Frame) NodeID {
		for _, f := range frames {
			from = b.Call(from, b.Frame(f))
		}
		return from
	}
	nodes := make([]NodeID, len(p.nodes))
	nodes[Root] = calls(Root, root)
	for n := 1; n < len(p.nodes); n++ {
		nodes[n] = b.Call(nodes[p.nodes[n].parent], p.nodes[n].frame)
	}
	for n := 1; n < len(p.nodes) && len(leaf) > 0; n++ {
		if p.hasSelf(NodeID(n)) {
			nodes[n] = calls(nodes[n], leaf)
		}
	}
	return p.addUp(b, nodes)
}

// DropKind returns the profile without the frames of one kind: their callees move up to their callers.
// Stacks that hold nothing else stay, under a frame "[unknown]".
func (p *Profile) DropKind(kind Kind) *Profile {
	if !slices.ContainsFunc(p.frames, func(f Frame) bool { return f.Kind == kind }) {
		return p
	}
	b := p.rebuildWithFrames()
	unknown := func() NodeID { return b.Call(Root, b.Frame(Frame{Name: "[unknown]"})) }
	nodes := p.place(func(at node, nodes []NodeID) NodeID {
		switch parent := nodes[at.parent]; {
		case p.frames[at.frame].Kind == kind:
			return parent
		case parent == Root && p.isLabels(at):
			return b.Call(unknown(), at.frame)
		default:
			return b.Call(parent, at.frame)
		}
	})
	for n := 1; n < len(p.nodes); n++ {
		if nodes[n] == Root && p.hasSelf(NodeID(n)) {
			nodes[n] = unknown()
		}
	}
	return p.addUp(b, nodes)
}

// Reverse returns the leaf-merged profile: every stack from its leaf to its root.
func (p *Profile) Reverse() *Profile {
	b := p.rebuildWithFrames()
	nodes := make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		if !p.hasSelf(NodeID(n)) {
			continue
		}
		for at := NodeID(n); at != Root; at = p.nodes[at].parent {
			nodes[n] = b.Call(nodes[n], p.nodes[at].frame)
		}
	}
	p.addWeights(b, nodes)
	for m, c := range p.columns { // frames are the same, and so are the stacks that each is in
		b.profile.columns[m].given = c.given
	}
	return b.Profile()
}

// WithModules returns the profile with frames' texts that carry their modules, or do not: see [Profile].
func (p *Profile) WithModules(on bool) *Profile {
	changed := *p
	changed.Modules = on
	return &changed
}

// WithDefault returns the profile with another default column: the one that views show.
func (p *Profile) WithDefault(column int) *Profile {
	changed := *p
	changed.Default = column
	return &changed
}

// DropNegative returns the profile with column metric alone and without the stacks whose weight is below
// zero, how many they are and what they weigh together. A picture cannot show them. Stacks of equal text
// are added up first.
func (p *Profile) DropNegative(metric int) (kept *Profile, stacks int, weight int64) {
	self := p.columns[metric].self
	if slices.ContainsFunc(self, func(w int64) bool { return w < 0 }) {
		p = p.labelled()
		self = slices.Clone(p.columns[metric].self)
		for n, w := range self {
			if w < 0 {
				self[n] = 0
				stacks++
				weight, _ = AddWeights(weight, w)
			}
		}
	}
	positive := *p
	positive.Metrics, positive.columns, positive.Default = p.Metrics[metric:metric+1], p.columns[metric:metric+1:metric+1], 0
	if stacks > 0 {
		positive.Metrics, positive.columns = slices.Clone(positive.Metrics), slices.Clone(positive.columns)
		positive.columns[0] = column{self: self, moments: p.columns[metric].moments.only(self)}
		positive.Metrics[0].Sampling = Measured
		positive.GivenLost = positive.GivenLost || p.HasGiven(metric)
	}
	return &positive, stacks, weight
}

// labelled returns the profile in which no two frames have the same folded text.
func (p *Profile) labelled() *Profile {
	labels := make(map[string]struct{}, len(p.frames))
	for _, frame := range p.frames {
		labels[frame.FoldedText(p.Modules)] = struct{}{}
	}
	if len(labels) == len(p.frames) {
		return p
	}
	return p.MapFrames(func(f Frame) Frame { return Frame{Name: f.FoldedText(p.Modules)} })
}

// rebuild returns a builder with the same columns and no stacks.
func (p *Profile) rebuild() *Builder {
	b := NewBuilder()
	b.profile.Metrics = slices.Clone(p.Metrics)
	b.recording, b.samplesOnly = true, true
	for range p.Metrics {
		b.addColumn()
	}
	b.seen = make([]int64, len(p.Metrics))
	b.shown, b.inOrder = p.Default, true
	b.profile.Modules, b.profile.Saturated, b.profile.GivenLost, b.profile.Ticks = p.Modules, p.Saturated, p.GivenLost, p.Ticks
	b.profile.Rounded, b.profile.Origin = p.Rounded, p.Origin
	return b
}

// rebuildWithFrames is rebuild with the frames of p, under the same numbers.
func (p *Profile) rebuildWithFrames() *Builder {
	b := p.rebuild()
	for _, frame := range p.frames {
		b.Frame(frame)
	}
	return b
}

// place asks for each node where it goes, callers first: at is the node, nodes says where its callers
// went. Root means that it goes nowhere.
func (p *Profile) place(where func(at node, nodes []NodeID) NodeID) []NodeID {
	nodes := make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		nodes[n] = where(p.nodes[n], nodes)
	}
	return nodes
}

// move builds the profile whose stacks end where the callback places them.
func (p *Profile) move(b *Builder, where func(at node, nodes []NodeID) NodeID) *Profile {
	return p.addUp(b, p.place(where))
}

// addUp adds the weights of each node n to nodes[n] in b and returns the profile. Weights that go to the
// root are left out.
func (p *Profile) addUp(b *Builder, nodes []NodeID) *Profile {
	p.addWeights(b, nodes)
	p.keepGiven(b, nodes)
	return b.Profile()
}

// addWeights is addUp for all but given weights.
func (p *Profile) addWeights(b *Builder, nodes []NodeID) {
	for m := range p.columns {
		b.mergeWeights(p, m, m, nodes, 1, false)
	}
}

// hasSelf says whether stacks end at n, in any column.
func (p *Profile) hasSelf(n NodeID) bool {
	for m := range p.columns {
		if p.Self(m, n) != 0 {
			return true
		}
	}
	return false
}
