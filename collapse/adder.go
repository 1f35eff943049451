package collapse

import "slices"

// Adder adds up profiles one after the other and keeps none of them, so that its memory is that of the sum. Its zero
// value holds nothing. Columns of the same event and name are added up, in the finer of their units where those
// differ; the default column is the first profile's. Where some profiles show modules and others do not, the others
// lose theirs.
type Adder struct {
	first *Profile // the only one so far
	count int
	ticks int64

	// The profiles that show modules, and the others: it is known at the end only what becomes of these.
	with, without *Builder
}

// Add adds a profile.
func (a *Adder) Add(p *Profile) {
	switch a.count {
	case 0:
		a.first = p
	case 1:
		a.add(0, a.first)
		a.first = nil
	}
	if a.count > 0 {
		a.add(a.count, p)
	}
	a.count++
}

// Len returns how many profiles were added.
func (a *Adder) Len() int { return a.count }

// add adds the profile with the given number.
func (a *Adder) add(number int, p *Profile) {
	b := a.builder(p.Modules)
	b.SetPosition(int64(number))
	columns := make([]int, len(p.Metrics))
	for m, metric := range p.Metrics {
		columns[m] = b.MetricAt(metric, int64(number)<<32|int64(m))
	}
	if number == 0 && len(columns) > 0 {
		b.SetDefault(columns[p.Default])
	}
	b.merge(p, columns, false)
	a.ticks, _ = AddWeights(a.ticks, p.Ticks)
}

func (a *Adder) builder(modules bool) *Builder {
	to := &a.without
	if modules {
		to = &a.with
	}
	if *to == nil {
		*to = NewBuilder()
		(*to).recording, (*to).samplesOnly = true, true
	}
	return *to
}

// Profile returns the sum. The Adder must not be used afterwards.
func (a *Adder) Profile() *Profile {
	var b *Builder
	switch {
	case a.first != nil:
		return a.first
	case a.with == nil && a.without == nil:
		return NewBuilder().Profile()
	case a.with == nil:
		b = a.without
	case a.without == nil:
		b = a.with
	default:
		b = a.with
		a.without.dropModules()
		b.Merge(a.without)
	}
	b.SetTicks(a.ticks)
	return b.Profile()
}

// dropModules takes the modules off all frames. Frames that become equal are still several; [Builder.Merge] makes them
// one.
func (b *Builder) dropModules() {
	p := &b.profile
	distinct := make(map[Frame]struct{}, len(p.frames))
	for f := range p.frames {
		p.frames[f].Module = ""
		distinct[p.frames[f]] = struct{}{}
	}
	if len(distinct) == len(p.frames) || !slices.ContainsFunc(p.columns, func(c column) bool { return c.given != nil }) {
		return
	}
	for m := range p.columns { // inclusive weights of frames that have become one cannot be added up
		p.columns[m].given = nil
	}
	p.GivenLost = true
}
