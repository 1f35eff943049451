package speedscope

import (
	"fmt"
	"math"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
	"fold/sources/timeline"
)

// unit is what a profile's weights are in.
type unit struct {
	metric collapse.Metric
	places int  // decimal places from the unit to nanoseconds, -1: it is none of time
	known  bool // the file names it
	odd    bool // speedscope has no such unit
}

func (u unit) isTime() bool { return u.known && u.places >= 0 }

func unitNamed(name string) unit {
	time := collapse.Metric{Name: "time", Unit: "nanoseconds"}
	switch name {
	case "nanoseconds":
		return unit{metric: time, places: 0, known: true}
	case "microseconds":
		return unit{metric: time, places: 3, known: true}
	case "milliseconds":
		return unit{metric: time, places: 6, known: true}
	case "seconds":
		return unit{metric: time, places: 9, known: true}
	case "bytes":
		return unit{metric: collapse.Metric{Name: "bytes", Unit: "bytes"}, places: -1, known: true}
	}
	return unit{metric: plainWeight, places: -1, known: true, odd: name != "none"}
}

// plainWeight is the metric of weights without a unit.
var plainWeight = collapse.Metric{Name: "weight", Unit: "count"}

// build adds the profiles to the tree.
func (r *reader) build(s *input.Stream) error {
	shown, err := r.choose(&s.Task)
	if err != nil {
		return err
	}
	if err := r.line.Prepare(); err != nil {
		return err
	}
	a := adder{
		reader: r, s: s, resolver: stacks.NewResolver(r.b, r), samples: -1,
		columns: make(map[collapse.Metric]int), scales: make(map[collapse.Metric]int), measured: make(map[collapse.Metric]bool),
	}
	a.setThreads(shown)
	a.setColumns(shown)
	for _, n := range shown {
		if err := a.addProfile(n); err != nil {
			return err
		}
	}
	a.report()
	return nil
}

// choose returns the numbers of the profiles to read.
func (r *reader) choose(t *input.Task) (shown []int, err error) {
	pattern := t.Options.Profile
	var odd, other int64
	for n := range r.profiles {
		p := &r.profiles[n]
		switch {
		case pattern != nil && !pattern.MatchString(p.name):
			other++
		case !p.settleKind():
			odd++
		default:
			r.settleUnit(n)
			shown = append(shown, n)
		}
	}
	t.Count(odd, input.Note{Noun: "profile", Text: "of a type that fold does not know left out: it reads sampled and evented ones"})
	if r.ours {
		r.nameColumns()
	}
	switch {
	case len(shown) > 0:
		return shown, nil
	case other > 0 && other == int64(len(r.profiles)):
		return nil, input.Errorf("no profile matches --profile %q: %s", pattern, r.names())
	}
	return nil, input.Errorf("no profile in it that fold can read")
}

// nameColumns makes a column of each profile of a file that fold wrote. A column that is named as an event of others is
// the first one of that event.
func (r *reader) nameColumns() {
	events := make(map[string]bool)
	for n := range r.profiles {
		p := &r.profiles[n]
		p.metric = columnNamed(p.name, p.unit)
		events[p.metric.Event] = true
	}
	for n := range r.profiles {
		if m := &r.profiles[n].metric; m.Event == "" && events[m.Name] {
			m.Event = m.Name
		}
	}
}

// settleKind finds out the type of a profile that names none, and reports whether fold knows the type.
func (p *profile) settleKind() bool {
	if p.kind == "" {
		p.kind = "sampled"
		if p.evented && !p.sampled {
			p.kind = "evented"
		}
	}
	return p.kind == "sampled" || p.kind == "evented"
}

// settleUnit turns the times of a profile into nanoseconds where the unit stood after them, and marks where the last
// interval ends.
func (r *reader) settleUnit(n int) {
	p := &r.profiles[n]
	if !p.unit.known || p.kind == "sampled" && !p.weighted {
		p.unit = unitNamed("none")
	}
	p.metric = p.unit.metric
	if p.kind != "evented" {
		return
	}
	places := p.timeDigits
	if p.unit.isTime() {
		places = p.unit.places
		if p.timeRaw {
			r.line.Map(p.from, p.to, func(at int64) int64 { return p.nanoseconds(at, p.timeDigits) })
			p.last, p.timeDigits = p.nanoseconds(p.last, p.timeDigits), 0
		}
	}
	end, _ := input.ParseDecimal(p.end, places)
	end = max(end, p.last)
	r.line.Span(uint32(n), noFrame, end, end)
}

// nanoseconds returns a number with digits after the point as nanoseconds.
func (p *profile) nanoseconds(n int64, digits int) int64 {
	n, ok := input.Shift(n, p.unit.places-digits)
	if !ok {
		return math.MaxInt64 // refused by the timeline
	}
	return n
}

// names lists the names of the profiles for a message.
func (r *reader) names() string {
	const most = 8
	var names []string
	for _, p := range r.profiles[:min(most, len(r.profiles))] {
		names = append(names, fmt.Sprintf("%q", input.Shorten([]byte(p.name))))
	}
	if more := len(r.profiles) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return "the file has " + strings.Join(names, ", ")
}

// adder adds profiles to the tree.
type adder struct {
	*reader
	s        *input.Stream
	resolver *stacks.Resolver
	threads  bool // profiles are told apart by their names
	columns  map[collapse.Metric]int
	scales   map[collapse.Metric]int
	measured map[collapse.Metric]bool // columns of which some weights are no samples
	samples  int
	without  int64 // samples without a stack

	hasPassive bool
	passive    collapse.FrameID // a leaf that only says that its caller ran
}

// setThreads decides whether the profiles' names are frames: where more than one has a stack.
func (a *adder) setThreads(shown []int) {
	full := 0
	for _, n := range shown {
		if a.contributes(n) {
			full++
		}
	}
	a.threads = full > 1 && !a.ours
	// dotnet-trace and PerfView write CPU_TIME as a callee of what ran; without it no method has any time of its own.
	for _, f := range a.frames {
		if a.b.Known(f).Name == "CPU_TIME" {
			a.hasPassive, a.passive = true, f
		}
	}
}

// contributes reports whether any stack of a profile is shown.
func (a *adder) contributes(n int) bool {
	p := &a.profiles[n]
	if p.kind == "evented" {
		return a.line.IsBusy(n)
	}
	all := p.samples.All()
	for stack, ok := all.Next(); ok; stack, ok = all.Next() {
		if stack != noStack {
			return true
		}
	}
	return false
}

// setColumns makes the columns: first those of the profiles in their order, then samples. Weights of one column have as
// many digits after the point as any of them needs.
func (a *adder) setColumns(shown []int) {
	sampled := false
	var order []collapse.Metric
	for _, n := range shown {
		p := &a.profiles[n]
		if _, seen := a.scales[p.metric]; !seen {
			order = append(order, p.metric)
		}
		a.scales[p.metric] = max(a.scales[p.metric], p.scale())
		sampled = sampled || p.kind == "sampled" && !a.ours
		a.measured[p.metric] = a.measured[p.metric] || p.kind == "evented"
	}
	for _, m := range order {
		column := m
		column.Scale = a.scales[m]
		if a.measured[m] {
			column.Sampling = collapse.Measured
		}
		a.columns[m] = a.s.Metric(a.b, column)
	}
	if sampled {
		a.samples = a.s.Metric(a.b, collapse.Metric{Name: "samples", Unit: "count"})
	}
	a.setDefault(shown)
}

// scale returns how many digits after the point the weights of a profile have.
func (p *profile) scale() int {
	switch {
	case p.unit.isTime():
		return 0
	case p.kind == "evented":
		return p.timeDigits
	}
	return p.digits
}

// setDefault shows the column of the first profile that has a stack.
func (a *adder) setDefault(shown []int) {
	for _, n := range shown {
		if a.contributes(n) {
			a.b.SetDefault(a.columns[a.profiles[n].metric])
			return
		}
	}
}

// addProfile adds one profile.
func (a *adder) addProfile(n int) error {
	p := &a.profiles[n]
	thread := stacks.Thread{Name: p.name, ShowName: a.threads && a.contributes(n)}
	place, kept := thread.Place(&a.s.Task, a.b)
	if !kept {
		return nil
	}
	if p.unit.odd {
		a.s.Count(1, input.Note{Noun: "profile", Text: "with a unit that speedscope does not have: its weights are shown without one"})
	}
	if p.kind == "evented" {
		return a.addEvents(n, place)
	}
	return a.addSamples(p, place)
}

// addEvents adds an evented profile. What is still open at the end lasts until the end value.
func (a *adder) addEvents(n int, place stacks.Place) error {
	p := &a.profiles[n]
	return a.line.Sweep(a.b, n, timeline.Column{
		Place: place, Metric: a.columns[p.metric], Times: p.unit.places >= 0,
		Factor:     power(a.scales[p.metric] - p.timeDigits),
		HasPassive: a.hasPassive, Passive: a.passive,
	})
}

// addSamples adds a sampled profile.
func (a *adder) addSamples(p *profile, place stacks.Place) error {
	if n, have := p.samples.Len(), p.weights.Len()/2; p.weighted && n != have {
		return input.Errorf("profile %q has %d samples but %d weights: export it again", input.Shorten([]byte(p.name)), n, have)
	}
	a.resolver.Begin(place)
	column := a.columns[p.metric]
	now := int64(collapse.NoTime)
	if p.unit.isTime() {
		now, _ = input.ParseDecimal(p.start, p.unit.places)
	}
	all, weights := p.samples.All(), p.weights.All()
	for stack, ok := all.Next(); ok; stack, ok = all.Next() {
		weight, ok := a.nextWeight(p, &weights)
		if !ok {
			return input.Errorf("damaged: a weight beyond 64 bits")
		}
		if stack == noStack {
			a.without++
		} else {
			a.addSample(p, a.node(int(stack)), column, weight, now)
		}
		if p.unit.isTime() {
			now, _ = collapse.AddWeights(now, weight)
		}
	}
	return a.resolver.Check(a.read)
}

// addSample adds one sample. Those that fold wrote are sums of samples.
func (a *adder) addSample(p *profile, node collapse.NodeID, column int, weight, now int64) {
	switch {
	case a.ours:
		a.b.Add(node, column, weight)
		return
	case a.measured[p.metric]:
		a.b.AddSpan(node, column, weight, now)
	default:
		a.b.AddAt(node, column, weight, now)
	}
	a.b.AddAt(node, a.samples, 1, now)
}

// nextWeight returns the weight of the next sample, in units of its column.
func (a *adder) nextWeight(p *profile, weights *input.SeriesReader) (weight int64, ok bool) {
	weight, digits := int64(1), int64(0)
	if p.weighted {
		weight, _ = weights.Next()
		digits, _ = weights.Next()
	}
	switch {
	case !p.unit.isTime():
		return input.Shift(weight, a.scales[p.metric]-int(digits))
	case p.weightRaw:
		return input.Shift(weight, p.unit.places-int(digits))
	}
	return weight, true
}

// node returns the node of a stack.
func (a *adder) node(n int) collapse.NodeID {
	s := a.stacks.list.At(n)
	if a.hasPassive && s.caller != noStack && a.frame(s.frame) == a.passive {
		n = int(s.caller)
	}
	return a.resolver.Node(n)
}

// report reports what was missing.
func (a *adder) report() {
	a.s.Count(a.without, input.Note{Noun: "sample", Text: "without a stack left out"})
	a.s.Count(int64(len(a.missing)), input.Note{Noun: "frame", Text: "not in the file: [unknown] stands for it"})
	a.line.Report(&a.s.Task)
}
