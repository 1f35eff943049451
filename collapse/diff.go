package collapse

import (
	"math"
	"math/bits"
	"slices"
)

// Column is one column of a profile.
type Column struct {
	Profile *Profile
	Metric  int
}

// Beside puts columns of several profiles beside each other: column i of the result holds the weights of
// columns[i]. Stacks are the same where their frames' texts are, wherever in a file a function stands. Where
// only some of the profiles have modules in their frames' texts, those of the others do not count.
func Beside(columns ...Column) *Profile {
	b := NewBuilder()
	b.inOrder = true
	for _, c := range columns {
		b.profile.Modules = b.profile.Modules || c.Profile.Modules
		b.profile.Saturated = b.profile.Saturated || c.Profile.Saturated
		b.profile.Rounded = b.profile.Rounded || c.Profile.Rounded
		b.profile.GivenLost = b.profile.GivenLost || c.Profile.GivenLost
	}
	type place struct {
		frames []FrameID
		nodes  []NodeID
	}
	placed := make(map[*Profile]place)
	for i, c := range columns {
		b.profile.Metrics = append(b.profile.Metrics, c.Profile.Metrics[c.Metric])
		b.addColumn()
		b.seen = append(b.seen, int64(i))
		at, done := placed[c.Profile]
		if !done {
			at.frames, at.nodes = b.place(c.Profile)
			placed[c.Profile] = at
		}
		b.mergeWeights(c.Profile, c.Metric, i, at.nodes, 1, true)
		b.moveGiven(c.Profile, c.Metric, i, at.frames)
	}
	return b.Profile()
}

// place adds the stacks of p without weights and returns for each frame and node of p where it went.
func (b *Builder) place(p *Profile) (frames []FrameID, nodes []NodeID) {
	frames = make([]FrameID, len(p.frames))
	for f, frame := range p.frames {
		frame.File, frame.Line = "", 0
		if b.profile.Modules && !p.Modules {
			frame.Module = ""
		}
		frames[f] = b.Frame(frame)
	}
	if cap(b.profile.nodes) < len(p.nodes) { // all at once: the result has as many at least
		b.profile.nodes, b.calls.links = withCap(b.profile.nodes, len(p.nodes)), withCap(b.calls.links, len(p.nodes))
	}
	nodes = make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		nodes[n] = b.Call(nodes[p.nodes[n].parent], frames[p.nodes[n].frame])
	}
	return frames, nodes
}

// SameUnit says whether weights of the two metrics can be compared: their units are the same or of one kind,
// such as seconds and nanoseconds.
func (m Metric) SameUnit(other Metric) bool { return sameKind(m.Unit, other.Unit) }

// Align returns the profile in which the first columns have one scale and, where their units are of one kind,
// the finest of these units. Where a sum would not fit, all have fewer digits after the point.
func (p *Profile) Align(columns int) *Profile {
	metrics, factors := Align(p.Metrics[:columns]...)
	if !slices.ContainsFunc(factors, func(f int64) bool { return f > 1 }) {
		return p
	}
	first := make([]int, columns)
	for i := range first {
		first[i] = i
	}
	b := p.reopen(first...)
	for i, factor := range factors {
		if factor > 1 {
			b.multiply(i, factor)
		}
		b.profile.Metrics[i].Scale, b.profile.Metrics[i].Unit = metrics[i].Scale, metrics[i].Unit
	}
	b.fit(first...)
	return b.Profile()
}

// Align returns the metrics in one scale and, where their units are of one kind, in the finest of these units,
// and what weights of each must be multiplied by.
func Align(metrics ...Metric) (aligned []Metric, factors []int64) {
	for _, m := range metrics {
		size, _ := unitSize(m.Unit)
		scale, finest := m.Scale, size
		for _, other := range metrics {
			scale = max(scale, other.Scale)
			if finer, _ := unitSize(other.Unit); finer < finest && sameKind(m.Unit, other.Unit) {
				finest, m.Unit = finer, other.Unit
			}
		}
		factor := size / finest
		for ; m.Scale < scale; m.Scale++ {
			factor *= 10
		}
		aligned, factors = append(aligned, m), append(factors, factor)
	}
	return aligned, factors
}

// Proportional returns the profile with the weights of a column times numerator/denominator, which are not
// below zero and not zero. The weights are rounded towards zero in their last digit; lost is how much less
// their sum is than the sum would be without rounding.
func (p *Profile) Proportional(metric int, numerator, denominator int64) (scaled *Profile, lost int64) {
	changed := *p
	changed.columns, changed.Metrics = slices.Clone(p.columns), slices.Clone(p.Metrics)
	changed.Metrics[metric].Sampling = SamplingUnknown
	self := slices.Clone(p.columns[metric].self)
	for n, w := range self {
		self[n] = changed.share(w, numerator, denominator)
	}
	changed.columns[metric] = column{self: self}
	changed.GivenLost = p.GivenLost || p.HasGiven(metric)
	return &changed, changed.share(p.Total(metric), numerator, denominator) - changed.Total(metric)
}

// share returns w times numerator/denominator, rounded towards zero.
func (p *Profile) share(w, numerator, denominator int64) int64 {
	magnitude := uint64(max(w, -w))
	high, low := bits.Mul64(magnitude, uint64(numerator))
	if high >= uint64(denominator) {
		p.Saturated = true
		high, low = 0, math.MaxInt64
		denominator = 1
	}
	part, _ := bits.Div64(high, low, uint64(denominator))
	if part > math.MaxInt64 {
		p.Saturated = true
		part = math.MaxInt64
	}
	if w < 0 {
		return -int64(part)
	}
	return int64(part)
}

// Holding returns the profile with only the stacks that hold a frame of which match says so.
func (p *Profile) Holding(match func(Frame) bool) *Profile {
	wanted := make([]bool, len(p.frames))
	for f, frame := range p.frames {
		wanted[f] = match(frame)
	}
	return p.choose(wanted, make([]bool, len(p.frames)))
}

// Stacks returns the profile in which no two frames have the same folded text, and the nodes at which its stacks
// end that weigh something in any of the columns, in byte order of their texts.
func (p *Profile) Stacks(columns ...int) (distinct *Profile, ends []NodeID) {
	p = p.labelled()
	rank, equal := rankTwice(p.labels())
	walk := p.folding(rank, equal, columns).walk()
	for events, _ := walk.next(); events != nil; events, _ = walk.next() {
		if event := events[0]; event&ownLine != 0 { // no two are alike
			ends = append(ends, NodeID(event>>eventBits))
		}
	}
	return p, ends
}
