package v8

import (
	"cmp"
	"slices"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
)

// Profile is a CPU profile: nodes, and samples that each say which node was running and for how long after the sample
// before:
//
//	{"nodes":[…],"startTime":1000,"endTime":1700,"samples":[3,4,4],"timeDeltas":[50,100,100]}
//
// Times are microseconds. Before 2017 there were timestamps, one more than samples, and a start and an end in seconds:
//
//	{"head":{…},"startTime":10,"endTime":10,"samples":[2,3],"timestamps":[10000100,10000300,10000600]}
//
// Make one with [NewProfile].
type Profile struct {
	*Nodes
	Runs       []Run // the samples, in pieces where the profile came in pieces
	start, end []byte
}

// Run is a piece of a profile's samples.
type Run struct {
	Nodes input.Series // numbers of the nodes' ids
	Times input.Series // nanoseconds since the sample before, or, if Stamps is set, since some moment
	// Stamps says that Times are the times themselves.
	Stamps bool
	// At says when the piece was written: they are put into this order.
	At int64
}

// NewProfile returns a profile without samples, whose frames go to b.
func NewProfile(b *collapse.Builder, o input.Options) *Profile {
	return &Profile{Nodes: NewNodes(b, o.Lines), Runs: make([]Run, 1)}
}

// ReadMember reads the member of a profile that comes next, and reports whether it is one.
func (p *Profile) ReadMember(j *input.JSON) bool {
	switch string(j.Name()) {
	case "nodes":
		p.ReadList(j)
	case "head":
		p.ReadTree(j)
	case "samples":
		p.Runs[0].ReadSamples(j, p.Nodes)
	case "timeDeltas":
		if r := &p.Runs[0]; r.Times.Len() == 0 || r.Stamps { // a chunk may have the same ones twice
			r.Times, r.Stamps = input.Series{}, false
			r.ReadTimes(j)
		}
	case "timestamps":
		if p.Runs[0].Times.Len() == 0 {
			p.Runs[0].ReadTimes(j)
			p.Runs[0].Stamps = true
		}
	case "startTime":
		p.start = appendNumber(p.start, j)
	case "endTime":
		p.end = appendNumber(p.end, j)
	default:
		return false
	}
	return true
}

// SetBounds sets when the profiler started and stopped, as texts of the file.
func (p *Profile) SetBounds(start, end []byte) {
	p.start, p.end = append(p.start[:0], start...), append(p.end[:0], end...)
}

func appendNumber(dst []byte, j *input.JSON) []byte {
	text, _ := j.Text()
	return append(dst[:0], text...)
}

// ReadSamples reads an array of ids.
func (r *Run) ReadSamples(j *input.JSON, t *Nodes) {
	for in := j.Array(); in && j.Element(); {
		id, _ := j.ID()
		r.Nodes.Append(int64(t.ID(id)))
	}
}

// ReadTimes reads an array of microseconds.
func (r *Run) ReadTimes(j *input.JSON) {
	for in := j.Array(); in && j.Element(); {
		gap, _ := j.Decimal(3)
		r.Times.Append(gap)
	}
}

// Len returns how many samples there are.
func (p *Profile) Len() (n int) {
	for _, r := range p.Runs {
		n += r.Nodes.Len()
	}
	return n
}

// hasTimes reports whether any sample has a time.
func (p *Profile) hasTimes() bool {
	return slices.ContainsFunc(p.Runs, func(r Run) bool { return r.Times.Len() > 0 })
}

// sample is one sample with its time.
type sample struct {
	time int64
	id   int32
	at   uint32 // where it stands among those that are to be sorted
}

// walk goes through the samples that have a time, in the order of the file. Then surplus is the first time without a
// sample, and untimed the samples without a time.
type walk struct {
	runs    []Run
	nodes   input.SeriesReader
	times   input.SeriesReader
	stamps  bool
	now     int64
	surplus []int64
	untimed []int32
	beyond  bool // a time does not fit into 64 bits
}

func (p *Profile) walk(start int64) *walk { return &walk{runs: p.Runs, now: start} }

// next returns the next sample that has a time.
func (w *walk) next() (s sample, ok bool) {
	for {
		id, hasID := w.nodes.Next()
		gap, hasTime := w.times.Next()
		switch {
		case hasTime && w.stamps:
			w.now = gap
		case hasTime:
			var exact bool
			w.now, exact = collapse.AddWeights(w.now, gap)
			w.beyond = w.beyond || !exact
		}
		switch {
		case hasID && hasTime:
			return sample{time: w.now, id: int32(id)}, true
		case hasID:
			w.untimed = append(w.untimed, int32(id))
		case hasTime:
			w.surplus = append(w.surplus, w.now)
		case len(w.runs) == 0:
			return sample{}, false
		default:
			w.nodes, w.times, w.stamps = w.runs[0].Nodes.All(), w.runs[0].Times.All(), w.runs[0].Stamps
			w.runs = w.runs[1:]
		}
	}
}

// timed returns a function that yields the samples in the order of their times, as DevTools sorts them: clamping a step
// back in time to zero would give the wrong function the time. Files whose times never step back, which most are, need
// no memory for that.
func (p *Profile) timed(start int64) (next func() (sample, bool), w *walk) {
	w = p.walk(start)
	sorted, last := true, sample{time: minTime}
	for s, ok := w.next(); ok; s, ok = w.next() {
		sorted = sorted && s.time >= last.time
		last = s
	}
	if sorted {
		return p.walk(start).next, w
	}
	all := make([]sample, 0, p.Len())
	again := p.walk(start)
	for s, ok := again.next(); ok; s, ok = again.next() {
		s.at = uint32(len(all))
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b sample) int { return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.at, b.at)) })
	return func() (s sample, ok bool) {
		if len(all) == 0 {
			return sample{}, false
		}
		s, all = all[0], all[1:]
		return s, true
	}, w
}

const minTime = -1 << 63

// Columns are where the weights of a profile go.
type Columns struct {
	Time, Samples int
	// Unit is how many nanoseconds one of Time is.
	Unit int64
}

// Build adds the profile's samples to the builder, at a place.
func (p *Profile) Build(t *input.Task, place stacks.Place, to Columns) error {
	r := stacks.NewResolver(p.b, p)
	r.Begin(place)
	a := adder{Profile: p, resolver: r, to: to, idle: t.Options.Idle}
	var err error
	switch {
	case !p.HasSamples():
		a.addHits()
	case p.hasTimes():
		err = a.addTimed(t)
	default:
		w := p.walk(0)
		for _, ok := w.next(); ok; _, ok = w.next() {
		}
		a.addUntimed(w.untimed)
	}
	r.Report(t, "node")
	t.Count(a.hidden, input.Note{Noun: "sample", Text: "hidden: the thread was idle (--idle shows them)"})
	return err
}

// HasSamples reports whether there are any samples, and not only counts of hits.
func (p *Profile) HasSamples() bool { return p.Len() > 0 }

// HasTimes reports whether what Build adds weighs any time.
func (p *Profile) HasTimes() bool { return p.HasSamples() && p.hasTimes() }

// adder adds samples to the tree.
type adder struct {
	*Profile
	resolver *stacks.Resolver
	to       Columns
	idle     bool
	hidden   int64
}

// node returns the node of a sample; not shown: its thread was idle.
func (a *adder) node(id int32, count int64) (node collapse.NodeID, shown bool) {
	n := a.NodeOf(id)
	if !a.idle && a.IsIdle(n) {
		a.hidden += count
		return 0, false
	}
	return a.resolver.Node(n), true
}

// addHits adds what a profile without samples counts.
func (a *adder) addHits() {
	for n := range a.Nodes.Len() {
		hits := a.Weight(n)
		switch {
		case hits == 0:
		case !a.idle && a.IsIdle(n):
			a.hidden += hits
		default:
			a.b.AddSamples(a.resolver.Node(n), a.to.Samples, hits, hits)
		}
	}
}

func (a *adder) addUntimed(ids []int32) {
	for _, id := range ids {
		if node, shown := a.node(id, 1); shown {
			a.b.AddSample(node, a.to.Samples, 1)
		}
	}
}

// addTimed adds samples each of which lasts until the next. What passed before the first belongs to nobody.
func (a *adder) addTimed(t *input.Task) error {
	start, end := a.bounds()
	next, w := a.timed(start)
	if w.beyond {
		return input.Errorf("damaged: the times add up to more than 64 bits")
	}
	first, ok := next()
	last, n := first, int64(0)
	for ok {
		s, more := next()
		n++
		until := s.time
		if !more {
			until = last.time + a.lastGap(first.time, last.time, n, end, w.surplus)
		}
		a.add(last, until)
		last, ok = s, more
	}
	a.addUntimed(w.untimed)
	t.Count(int64(len(w.untimed)), input.Note{Noun: "time", Text: "missing: samples without one weigh nothing in the metric time"})
	if end > start {
		t.Recorded(end-start, "nanoseconds")
	}
	return nil
}

// add adds a sample that lasts until a time.
func (a *adder) add(s sample, until int64) {
	node, shown := a.node(s.id, 1)
	if !shown {
		return
	}
	a.b.AddAt(node, a.to.Time, round(until, a.to.Unit)-round(s.time, a.to.Unit), s.time)
	a.b.AddAt(node, a.to.Samples, 1, s.time)
}

// round returns a time in units, half away from zero.
func round(time, unit int64) int64 {
	whole, rest := time/unit, time%unit
	switch {
	case 2*rest >= unit:
		whole++
	case -2*rest >= unit && unit > 1:
		whole--
	}
	return whole
}

// lastGap returns how long the last of n samples lasts: to the time that stands after it, else to the end, but no longer
// than samples do on average. Node.js may stop seconds after the last sample.
func (a *adder) lastGap(first, last, n, end int64, surplus []int64) int64 {
	if len(surplus) > 0 {
		return max(surplus[0]-last, 0)
	}
	gap := max(end-last, 0)
	if n > 1 {
		mean := (last - first) / (n - 1)
		gap = min(gap, mean/a.to.Unit*a.to.Unit)
	}
	return gap
}

// Take adds the nodes and the samples of a piece of the profile, written at a time, and empties the piece.
func (p *Profile) Take(piece *Profile, at int64) {
	if len(p.Runs) == 1 && p.Len() == 0 && p.Runs[0].Times.Len() == 0 {
		p.Runs = p.Runs[:0]
	}
	numbers := p.Nodes.take(piece.Nodes)
	for i := range piece.Runs {
		run := Run{Times: piece.Runs[i].Times, Stamps: piece.Runs[i].Stamps, At: at}
		all := piece.Runs[i].Nodes.All()
		for id, ok := all.Next(); ok; id, ok = all.Next() {
			run.Nodes.Append(int64(numbers[id]))
		}
		p.Runs = append(p.Runs, run)
	}
	if len(piece.start) > 0 {
		p.start = append(p.start[:0], piece.start...)
	}
	if len(piece.end) > 0 {
		p.end = append(p.end[:0], piece.end...)
	}
	piece.Discard()
}

// Discard empties a profile.
func (p *Profile) Discard() {
	p.Nodes.reset()
	p.Runs = append(p.Runs[:0], Run{})
	p.start, p.end = p.start[:0], p.end[:0]
}

// Sort puts the pieces into the order in which they were written.
func (p *Profile) Sort() {
	slices.SortStableFunc(p.Runs, func(a, b Run) int { return cmp.Compare(a.At, b.At) })
}

// IsShown reports whether Build adds any stack.
func (p *Profile) IsShown(o input.Options) bool {
	for i := range p.Runs {
		all := p.Runs[i].Nodes.All()
		for id, ok := all.Next(); ok; id, ok = all.Next() {
			if o.Idle || !p.IsIdle(p.NodeOf(int32(id))) {
				return true
			}
		}
	}
	if p.HasSamples() {
		return false
	}
	for n := range p.Nodes.Len() {
		if p.Weight(n) != 0 && (o.Idle || !p.IsIdle(n)) {
			return true
		}
	}
	return false
}

// bounds returns the times of the start and the end in nanoseconds. Profiles of a tree give them in seconds, too coarse
// to count from: their times are absolute.
func (p *Profile) bounds() (start, end int64) {
	places := 3
	if p.tree {
		places = 9
	}
	start, _ = input.ParseDecimal(p.start, places)
	end, _ = input.ParseDecimal(p.end, places)
	if p.tree && len(p.Runs) > 0 && !p.Runs[0].Stamps {
		return 0, 0
	}
	return start, end
}
