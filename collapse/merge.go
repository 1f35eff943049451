package collapse

// Merge returns one profile that holds the stacks of all of them, added up as an [Adder] does.
func Merge(profiles ...*Profile) *Profile {
	var sum Adder
	for _, p := range profiles {
		sum.Add(p)
	}
	return sum.Profile()
}

// Merge adds the stacks of other, which must not be used afterwards. The order in which builders are
// merged does not show in anything that is written from the profile.
func (b *Builder) Merge(other *Builder) {
	columns := make([]int, len(other.seen))
	for m, metric := range other.profile.Metrics {
		columns[m] = b.MetricAt(metric, other.seen[m])
	}
	if other.shown >= 0 {
		b.shown = columns[other.shown]
	}
	profile := other.profile
	*other = Builder{} // the memory of its tables is for those that grow now
	b.merge(&profile, columns, true)
}

// merge adds the stacks of p, whose column m is b's column columns[m]. Unique says that no node of p calls the same frame
// twice, which is so where a Builder made it.
func (b *Builder) merge(p *Profile, columns []int, unique bool) {
	b.mergeOrigin(p)
	b.profile.Modules = b.profile.Modules || p.Modules
	b.profile.Saturated = b.profile.Saturated || p.Saturated
	b.SetTicks(p.Ticks)
	b.profile.Rounded = b.profile.Rounded || p.Rounded
	b.profile.GivenLost = b.profile.GivenLost || p.GivenLost
	frames := make([]FrameID, len(p.frames))
	for f, frame := range p.frames {
		frames[f] = b.Frame(frame)
	}
	nodes := b.mergeNodes(p.nodes, frames, unique && distinct(frames, len(b.profile.frames)))
	for m, column := range columns {
		b.mergeColumn(p, m, column, frames, nodes)
	}
}

// mergeNodes adds the nodes of another tree, and returns its nodes' numbers in this one; frames are those of its frames.
//
// What a new node calls is new, too, so it is only appended, and found in no table:
//
//	this    main ─ parse ─ read
//	other   main ─ parse ─ write ─ flush     main and parse are looked for and found, write is looked for,
//	                  └─ close               flush is new as write is, close is looked for
//
// Unless unique is true, two nodes of the other tree may become the same, and nothing can be said of what is new.
func (b *Builder) mergeNodes(other []node, frames []FrameID, unique bool) []NodeID {
	nodes := make([]NodeID, len(other))
	if !unique {
		for n := 1; n < len(other); n++ {
			nodes[n] = b.Call(nodes[other[n].parent], frames[other[n].frame])
		}
		return nodes
	}
	b.calls.hold(Root, b.profile.nodes)
	firstNew := NodeID(len(b.profile.nodes))
	for n := 1; n < len(other); n++ {
		parent, frame := nodes[other[n].parent], frames[other[n].frame]
		if parent < firstNew {
			nodes[n], _ = b.calls.find(node{parent, frame})
		}
		if nodes[n] == Root {
			nodes[n] = b.NewCall(parent, frame)
		}
	}
	return nodes
}

// distinct says whether no two of some frames, of which there are so many, are the same.
func distinct(frames []FrameID, count int) bool {
	seen := make([]bool, count)
	for _, f := range frames {
		if seen[f] {
			return false
		}
		seen[f] = true
	}
	return true
}

// mergeColumn adds p's column from to b's column to; frames[f] and nodes[n] are b's for p's frame f and node n.
func (b *Builder) mergeColumn(p *Profile, from, to int, frames []FrameID, nodes []NodeID) {
	factor := b.commonUnit(to, p.Metrics[from])
	b.mergeGiven(p, from, to, frames, factor)
	b.mergeWeights(p, from, to, nodes, factor, true)
}

// mergeWeights is mergeColumn for weights, squares and moments alone. What goes to the root is left out, unless
// whole is true.
func (b *Builder) mergeWeights(p *Profile, from, to int, nodes []NodeID, factor int64, whole bool) {
	c := &p.columns[from]
	replayed := b.joinMoments(to, c)
	b.mergeSquares(to, c, p.Metrics[from].Sampling, nodes, factor, whole)
	if replayed {
		b.replay(to, c.moments, nodes, factor)
		return
	}
	for n, w := range c.self {
		switch {
		case nodes[n] == Root && !whole:
		case factor > 1 || len(c.carries) > 0:
			b.addWide(nodes[n], to, c.at(NodeID(n)).times(factor))
		case w != 0:
			b.Add(nodes[n], to, w)
		}
	}
}

// commonUnit brings column to and weights of the metric m to one unit and scale, by multiplying the
// column where m is finer, and returns what weights of m must be multiplied by.
func (b *Builder) commonUnit(to int, m Metric) int64 {
	factor := int64(1)
	for scale := b.setScale(to, m.Scale); scale > m.Scale; scale-- {
		factor *= 10
	}
	have := &b.profile.Metrics[to]
	mine, _ := unitSize(have.Unit)
	theirs, _ := unitSize(m.Unit)
	if mine <= theirs {
		return factor * (theirs / mine)
	}
	b.multiply(to, mine/theirs)
	have.Unit = m.Unit
	return factor
}

// sameKind says whether weights in one unit can be added to weights in the other.
func sameKind(unit, other string) bool {
	_, kind := unitSize(unit)
	_, otherKind := unitSize(other)
	return unit == other || kind != "" && kind == otherKind
}

// unitSize returns how many of the smallest unit of its kind a unit is: nanoseconds for times, bytes for
// sizes. The kind is empty for units that do not convert.
func unitSize(unit string) (size int64, kind string) {
	switch unit {
	case "nanoseconds", "ns":
		return 1, "time"
	case "microseconds", "us":
		return 1e3, "time"
	case "milliseconds", "ms":
		return 1e6, "time"
	case "seconds", "s":
		return 1e9, "time"
	case "bytes", "B":
		return 1, "size"
	case "kilobytes", "kB", "KB":
		return 1 << 10, "size"
	case "megabytes", "MB":
		return 1 << 20, "size"
	}
	return 1, ""
}
