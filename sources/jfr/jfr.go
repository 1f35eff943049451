// Package jfr reads recordings of Java Flight Recorder, as the JDK, async-profiler, JMC and Pyroscope write them,
// and the text that jfr print makes of them.
package jfr

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is a binary recording, see binary.go, or the output of jfr print, see text.go. Each type of event that
// carries stacks is a metric.
var Format = input.Format{
	Name: "jfr", Title: "Java Flight Recorder: recordings (also async-profiler's), jfr print",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  func(h *input.Head) bool { return isBinary(h) || isText(h) },
	Stream: parse,
}

// JSON is the output of jfr print --json.
var JSON = input.Format{
	Name: "jfr-json", Title: "jfr print --json",
	Sniff: func(h *input.Head) bool {
		key, value, inside := dump.FirstKey(h)
		return !inside && key == "recording" && bytes.Contains(value[:min(len(value), 200)], []byte(`"events"`))
	},
	Hint: "this is the JSON of jfr print: leave --json out, or give fold the recording itself",
}

func parse(s *input.Stream, b *collapse.Builder) error {
	e := newEvents(&s.Task, b)
	var err error
	if isBinary(s.Head) {
		err = parseBinary(s, e)
	} else {
		parseText(s, e)
	}
	if err == nil {
		e.finish()
	}
	return err
}

// kind is a type of event that carries stacks, and the column that it fills.
type kind struct {
	name   string
	metric collapse.Metric
	weight string // the field that holds the weight; empty: each event weighs 1
	noun   string
}

const (
	count = "count"
	size  = "bytes"
	nanos = "nanoseconds"
)

// kinds stand in the order in which one is chosen as the default: the first that a recording holds.
var kinds = []kind{
	{"jdk.ExecutionSample", collapse.Metric{Name: "samples", Unit: count}, "", "sample"},
	{"jdk.CPUTimeSample", collapse.Metric{Name: "cpu_samples", Unit: count}, "", "CPU-time sample"},
	{"profiler.WallClockSample", collapse.Metric{Name: "wall_samples", Unit: count}, "samples", "wall-clock sample"},
	{"jdk.NativeMethodSample", collapse.Metric{Name: "native_samples", Unit: count}, "", "native sample"},
	{"jdk.ObjectAllocationSample", collapse.Metric{Name: "alloc", Unit: size}, "weight", "allocation"},
	{"jdk.ObjectAllocationInNewTLAB", collapse.Metric{Name: "alloc_tlab", Unit: size}, "tlabSize", "TLAB allocation"},
	{"jdk.ObjectAllocationOutsideTLAB", collapse.Metric{Name: "alloc_outside_tlab", Unit: size}, "allocationSize", "large allocation"},
	{"profiler.LiveObject", collapse.Metric{Name: "live", Unit: size}, "allocationSize", "live object"},
	{"profiler.Malloc", collapse.Metric{Name: "malloc", Unit: size}, "size", "native allocation"},
	{"jdk.JavaMonitorEnter", collapse.Metric{Name: "lock", Unit: nanos}, "duration", "lock wait"},
	{"jdk.ThreadPark", collapse.Metric{Name: "park", Unit: nanos}, "duration", "park"},
	{"jdk.JavaMonitorWait", collapse.Metric{Name: "wait", Unit: nanos}, "duration", "monitor wait"},
	{"jdk.ThreadSleep", collapse.Metric{Name: "sleep", Unit: nanos}, "duration", "sleep"},
}

// kindOf returns the number of a type of event in kinds, or -1.
func kindOf(name string) int {
	for i := range kinds {
		if kinds[i].name == name {
			return i
		}
	}
	return -1
}

// events adds events to a call tree.
type events struct {
	task    *input.Task
	b       *collapse.Builder
	columns []int   // columns[k]: that of kind k, or -1
	seen    []int64 // seen[k]: how many events of kind k were added
	stack   []collapse.Symbol
	labels  []input.Label
	cut     int64 // stacks without their root
	deepest int   // how many frames the deepest of these has
}

func newEvents(task *input.Task, b *collapse.Builder) *events {
	e := &events{task: task, b: b, columns: make([]int, len(kinds)), seen: make([]int64, len(kinds))}
	for k := range e.columns {
		e.columns[k] = -1
	}
	return e
}

// event is one event with its stack.
type event struct {
	kind          int
	weight        int64
	thread, state string
	class         string            // of the object that was allocated, or of the monitor
	stack         []collapse.Symbol // leaf first
	cut           bool              // the root is missing
}

// add adds an event. Where its root is missing, "..." stands for it.
func (e *events) add(ev *event) {
	k := &kinds[ev.kind]
	if len(ev.stack) == 0 {
		e.task.Count(1, input.Note{Noun: k.noun, Text: "without a stack: not counted"})
		return
	}
	e.labels = e.labels[:0]
	if e.task.WantsLabels() {
		e.labels = dump.Label(dump.Label(dump.Label(e.labels, "thread", ev.thread), "state", ev.state), "class", ev.class)
	}
	e.stack = append(e.stack[:0], ev.stack...)
	if ev.cut {
		e.stack = append(e.stack, e.b.Intern([]byte(dump.Elided), elidedFrame))
	}
	node, keep := e.task.Stack(e.b, e.stack, e.labels)
	if e.columns[ev.kind] < 0 { // the columns stand in the order of kinds
		e.columns[ev.kind] = e.task.MetricAt(e.b, k.metric, ev.kind+1)
	}
	if !keep {
		return
	}
	if ev.cut {
		e.cut++
		e.deepest = max(e.deepest, len(ev.stack))
	}
	e.b.AddSample(node, e.columns[ev.kind], ev.weight)
	e.seen[ev.kind]++
}

func elidedFrame([]byte) []collapse.Frame { return []collapse.Frame{{Name: dump.Elided}} }

// finish says which events are not shown.
func (e *events) finish() {
	shown := false
	for k, n := range e.seen {
		if n > 0 && shown {
			e.task.Count(n, input.Note{Noun: kinds[k].noun, Text: "in the recording, shown by --metric " + kinds[k].metric.Name})
		}
		shown = shown || n > 0
	}
}
