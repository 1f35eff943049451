package firefox

import (
	"fmt"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
)

// build adds the threads to the tree.
func (r *reader) build() error {
	if err := r.readSymbols(); err != nil {
		return err
	}
	r.programs = newPrograms(r.s.Options)
	a := adder{reader: r}
	a.setColumns()
	several := r.haveSeveralProcesses()
	for _, t := range r.threads {
		if t.largest == 0 {
			a.without += int64(t.stacks.Len())
			continue
		}
		thread := stacks.Thread{Process: t.processLabel(), Name: t.label(), ShowProcess: several, ShowName: true}
		place, kept := thread.Place(&r.s.Task, r.b)
		if !kept {
			continue
		}
		if err := a.addThread(t, place); err != nil {
			return err
		}
	}
	a.report()
	return nil
}

// label returns how a thread is shown.
func (t *thread) label() string {
	if t.name == "" {
		return "Thread " + t.tid
	}
	return t.name
}

// processLabel returns how the process of a thread is shown.
func (t *thread) processLabel() string {
	if t.processName == "" {
		return "pid " + t.pid
	}
	return t.processName
}

// haveSeveralProcesses reports whether threads with stacks belong to more than one process.
func (r *reader) haveSeveralProcesses() bool {
	first := ""
	for i, t := range r.threads {
		switch {
		case t.largest == 0:
		case first == "":
			first = "pid " + r.threads[i].pid
		case "pid "+t.pid != first:
			return true
		}
	}
	return false
}

// adder adds the samples of threads to the tree.
type adder struct {
	*reader
	columns [3]int  // by weightType, -1: none
	cpu     int     // -1: none
	views   []*view // that several threads have in common
	samples int64   // with a stack
	without int64
	bare    int64 // samples with a frame without a symbol
}

// setColumns makes the columns: what the first thread with samples weighs is shown.
func (a *adder) setColumns() {
	metrics := [...]collapse.Metric{
		weighsSamples: {Name: "samples", Unit: "count"},
		weighsTime:    {Name: "time", Unit: "nanoseconds"},
		weighsBytes:   {Name: "bytes", Unit: "bytes"},
	}
	a.columns, a.cpu = [3]int{-1, -1, -1}, -1
	cpu := false
	for _, t := range a.threads {
		if t.largest > 0 && a.columns[t.weight] < 0 {
			a.columns[t.weight] = a.s.Metric(a.b, metrics[t.weight])
		}
		cpu = cpu || t.largest > 0 && t.timed
	}
	if a.columns == [3]int{-1, -1, -1} {
		a.columns[weighsSamples] = a.s.Metric(a.b, metrics[weighsSamples])
	}
	if cpu {
		unit := "nanoseconds"
		if a.countsCycles() {
			unit = "count"
		}
		a.cpu = a.s.Metric(a.b, collapse.Metric{Name: "cpu", Unit: unit})
	}
}

// countsCycles reports whether CPU times are something else than times.
func (r *reader) countsCycles() bool {
	switch r.cpuUnit {
	case "ns", "µs", "us", "μs":
		return false
	}
	return true
}

// addThread adds the samples of a thread at its place.
func (a *adder) addThread(t *thread, place stacks.Place) error {
	v, err := a.viewOf(t)
	if err != nil {
		return err
	}
	v.resolver.Begin(place)
	for stack, s := range t.sums.all() {
		a.addSum(t, v, stack, s)
	}
	for w := t.walk(a.reader); w.next(); {
		a.addSample(t, v, w)
	}
	if t.own != nil {
		v.resolver.Report(&a.s.Task, "stack")
	}
	t.own = nil
	t.forget()
	return v.resolver.Check(a.size)
}

// addSample adds one sample of a thread.
func (a *adder) addSample(t *thread, v *view, w *walk) {
	if w.stack == 0 {
		a.without++
		return
	}
	n := int(w.stack - 1)
	node := v.resolver.Node(n)
	a.count(v, n, 1)
	switch column := a.columns[t.weight]; {
	case t.weight == weighsSamples && w.weight > 1 && w.time == collapse.NoTime:
		a.b.AddSamples(node, column, w.weight, w.weight)
	default:
		a.b.AddAt(node, column, w.weight, w.time)
	}
	if a.cpu >= 0 {
		a.b.AddAt(node, a.cpu, w.delta, w.time)
	}
}

// count counts samples that end in stack n, which has a node.
func (a *adder) count(v *view, n int, samples int64) {
	a.samples += samples
	if n < len(v.bare) && v.bare[n] == lacksSymbols {
		a.bare += samples
	}
}

// viewOf returns the tables of a thread. Threads without tables of their own have one view in common.
func (a *adder) viewOf(t *thread) (*view, error) {
	if t.own != nil {
		return a.newView(t.process, t.own)
	}
	if t.process.view == nil {
		v, err := a.newView(t.process, nil)
		if err != nil {
			return nil, err
		}
		t.process.view = v
		a.views = append(a.views, v)
	}
	return t.process.view, nil
}

// report reports what is missing.
func (a *adder) report() {
	for _, v := range a.views {
		v.resolver.Report(&a.s.Task, "stack")
	}
	a.programs.report(&a.s.Task)
	a.s.Count(a.without, input.Note{Noun: "sample", Text: "without a stack left out"})
	a.s.Count(a.skipped, input.Note{Noun: "allocation", Text: "not read: fold reads the samples"})
	if a.version > knownVersion {
		a.s.Count(1, input.Note{Text: fmt.Sprintf("version %d of the format is newer than this fold knows (%d): read as that", a.version, knownVersion)})
	}
	if a.bare > 0 {
		a.s.Unsymbolized()
		a.s.Count(1, input.Note{Text: fmt.Sprintf("%d of %s have frames without symbols: record with samply record --presymbolicate (0.13: "+
			"--unstable-presymbolicate), save the profile from the Firefox Profiler, or add --symfs / where its Linux programs are", a.bare, input.Plural(a.samples, "sample"))})
	}
}
