package collapse

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"slices"
)

// moments are what was added to a column, in the order of the input: the weight weights[i] to the stacks that end at
// nodes[i], at times[i].
type moments struct {
	nodes   []NodeID
	weights []int64
	times   []int64 // nil: none is known
	pieces  []piece // where pieces of the input begin; sorted in a finished profile
}

// piece is where in the moments a piece of the input begins that stands at a position of its own.
type piece struct {
	position int64
	start    int
}

// NoTime is the time of what was added by [Builder.Add]: nobody knows when.
const NoTime = math.MinInt64

// RecordSequence makes the profile remember the order in which weights are added, and when: that takes 12 bytes
// for each sample, 20 with times, and not only memory for each distinct stack. Call it before anything is added.
// Rewrites and merges keep the order; a profile that is merged with one that has none loses it.
func (b *Builder) RecordSequence() {
	b.recording = true
	for m := range b.profile.columns {
		b.profile.columns[m].moments = &moments{}
	}
}

// RecordSamples is RecordSequence for columns of samples alone, see [Builder.AddSample]: sums have no order that
// matters.
func (b *Builder) RecordSamples() { b.recording, b.samplesOnly = true, true }

// SetPosition says where in the input what is added from here on stands, for readers that work in pieces: merged
// builders' moments stand in the order of their positions.
func (b *Builder) SetPosition(position int64) { b.position = position }

// AddAt is [Builder.AddSample] for a sample whose time is known: in nanoseconds, on the profiler's clock.
func (b *Builder) AddAt(n NodeID, metric int, weight, time int64) {
	b.time = time
	b.AddSample(n, metric, weight)
	b.time = NoTime
}

// AddSpan is [Builder.Add] for an interval of a timeline that began at a time in nanoseconds, on the profiler's
// clock. It is no sample: the profiler saw all of it.
func (b *Builder) AddSpan(n NodeID, metric int, weight, start int64) {
	b.profile.Metrics[metric].Sampling = Measured
	b.time = start
	b.Add(n, metric, weight)
	b.time = NoTime
}

// log remembers what is being added.
func (b *Builder) log(n NodeID, metric int, weight int64) {
	m := b.profile.columns[metric].moments
	if len(m.pieces) == 0 || m.pieces[len(m.pieces)-1].position != b.position {
		m.pieces = append(m.pieces, piece{b.position, len(m.nodes)})
	}
	m.add(n, weight, b.time)
}

func (m *moments) add(n NodeID, weight, time int64) {
	if m.times == nil && time != NoTime {
		m.times = slices.Repeat([]int64{NoTime}, len(m.nodes))
	}
	if m.times != nil {
		m.times = append(m.times, time)
	}
	m.nodes, m.weights = append(m.nodes, n), append(m.weights, weight)
}

// Moment is one weight that was added to the stacks that end at a node, and when that was: [NoTime] if nobody knows.
type Moment struct {
	Node         NodeID
	Weight, Time int64
}

// Moments yields what was added to a column in the order of the input, or nothing if the order was not recorded. What
// filters left out since is there as moments of the root.
func (p *Profile) Moments(metric int) iter.Seq[Moment] {
	return func(yield func(Moment) bool) {
		m := p.columns[metric].moments
		if m == nil {
			return
		}
		for i := range m.nodes {
			if !yield(m.at(i)) {
				return
			}
		}
	}
}

func (m *moments) at(i int) Moment {
	at := Moment{m.nodes[i], m.weights[i], NoTime}
	if m.times != nil {
		at.Time = m.times[i]
	}
	return at
}

// sort puts the pieces into the order of their positions.
func (m *moments) sort() {
	if m == nil {
		return
	}
	byPosition := func(a, b piece) int { return cmp.Compare(a.position, b.position) }
	if !slices.IsSortedFunc(m.pieces, byPosition) {
		ends := make(map[int]int, len(m.pieces)) // of the piece that starts there
		for i, at := range m.pieces {
			ends[at.start] = len(m.nodes)
			if i+1 < len(m.pieces) {
				ends[at.start] = m.pieces[i+1].start
			}
		}
		slices.SortStableFunc(m.pieces, byPosition)
		sorted := moments{}
		for _, at := range m.pieces {
			for i := at.start; i < ends[at.start]; i++ {
				one := m.at(i)
				sorted.add(one.Node, one.Weight, one.Time)
			}
		}
		*m = sorted
	}
	m.pieces = nil
}

// HasMoments says whether the order in which the weights of a column were added is known.
func (p *Profile) HasMoments(metric int) bool { return p.columns[metric].moments != nil }

// HasSequence says whether the profile knows the order in which its weights were added.
func (p *Profile) HasSequence() bool {
	return len(p.columns) > 0 && !slices.ContainsFunc(p.columns, func(c column) bool { return c.moments == nil })
}

// The reasons why there may be no [Profile.Unmerged].
var (
	errNoSequence     = errors.New("the order of the samples is not known")
	errNegativeMoment = errors.New("a weight below zero has no place in a sequence")
)

// Unmerged returns the profile with column metric alone, in which a stack shares frames only with the one
// before it: callees stand in the order of the input. It is an error if the order was not recorded, or if a
// weight is below zero.
func (p *Profile) Unmerged(metric int) (*Profile, error) {
	if p.columns[metric].moments == nil {
		return nil, errNoSequence
	}
	apart := *p
	apart.Metrics, apart.Default = slices.Clone(p.Metrics[metric:metric+1]), 0
	apart.Metrics[0].Sampling = SamplingUnknown
	apart.nodes = []node{{}}
	var before, stack, placed []NodeID // the nodes of two stacks from the root on, and where the one before went
	var self []int64
	for m := range p.Moments(metric) {
		if m.Weight < 0 {
			return nil, errNegativeMoment
		}
		if m.Weight == 0 || m.Node == Root {
			continue
		}
		stack = p.appendStack(stack[:0], m.Node)
		placed = placed[:sharedNodes(before, stack)]
		for _, n := range stack[len(placed):] {
			caller := Root
			if len(placed) > 0 {
				caller = placed[len(placed)-1]
			}
			placed = append(placed, NodeID(len(apart.nodes)))
			apart.nodes = append(apart.nodes, node{caller, p.nodes[n].frame})
		}
		self = grow(self, len(apart.nodes))
		end := placed[len(placed)-1]
		self[end], _ = AddWeights(self[end], m.Weight)
		before, stack = stack, before
	}
	apart.columns = []column{{self: self}}
	apart.GivenLost = p.GivenLost || p.HasGiven(metric)
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

// replay adds the moments of from, and so its weights, after those of a column; nodes[n] is where its node n is.
// What is left out stays as a moment of the root, which weighs nothing, so that nothing else moves in time.
func (b *Builder) replay(to int, from *moments, nodes []NodeID, factor int64) {
	position, next := b.position, 0
	for i := range from.nodes {
		if next < len(from.pieces) && from.pieces[next].start == i {
			b.position = from.pieces[next].position
			next++
		}
		at := from.at(i)
		b.time = at.Time
		if weight := b.times(at.Weight, factor); nodes[at.Node] == Root {
			b.log(Root, to, weight)
		} else {
			b.Add(nodes[at.Node], to, weight)
		}
	}
	b.position, b.time = position, NoTime
}

// joinMoments readies a column for the moments of another, or drops them: all that a column holds has its moments,
// or nothing has. It says whether moments are to be added.
func (b *Builder) joinMoments(to int, from *column) bool {
	c := &b.profile.columns[to]
	switch {
	case from.moments == nil && len(from.self) > 0:
		c.moments = nil
	case from.moments != nil && b.recording && c.moments == nil && len(c.self) == 0:
		c.moments = &moments{}
	}
	return from.moments != nil && c.moments != nil
}

// Blocks returns a profile with a column for each of n parts of a column's samples, in the order in which they were
// taken: each part has the same number of samples, but for one. What filters left out counts, too, and weighs down
// the root. It is nil if the order is not known.
func (p *Profile) Blocks(metric, n int) *Profile {
	m := p.columns[metric].moments
	if m == nil {
		return nil
	}
	order := m.inTime()
	blocks := &Profile{frames: p.frames, nodes: p.nodes, Modules: p.Modules}
	for block := range n {
		self := make([]int64, len(p.nodes))
		for _, i := range order[block*len(order)/n : (block+1)*len(order)/n] {
			self[m.nodes[i]], _ = AddWeights(self[m.nodes[i]], m.weights[i])
		}
		blocks.Metrics = append(blocks.Metrics, p.Metrics[metric])
		blocks.columns = append(blocks.columns, column{self: self})
	}
	return blocks
}

// inTime returns the numbers of the moments in the order of their times, where these are known.
func (m *moments) inTime() []int {
	order := make([]int, len(m.nodes))
	for i := range order {
		order[i] = i
	}
	if m.times != nil && !slices.IsSorted(m.times) && !slices.Contains(m.times, NoTime) {
		slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(m.times[i], m.times[j]), cmp.Compare(i, j)) })
	}
	return order
}

// clone returns moments that can be changed.
func (m *moments) clone() *moments {
	if m == nil {
		return nil
	}
	copied := *m
	copied.weights = slices.Clone(m.weights)
	return &copied
}

// only returns the moments of the nodes whose weight in kept is not zero.
func (m *moments) only(kept []int64) *moments {
	if m == nil {
		return nil
	}
	var left moments
	for i, n := range m.nodes {
		if int(n) < len(kept) && kept[n] != 0 {
			at := m.at(i)
			left.add(at.Node, at.Weight, at.Time)
		}
	}
	return &left
}
