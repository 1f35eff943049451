// Package traceevents reads trace events: what Chrome, Node.js, clang, torch, webpack, Hermes and many others write for
// chrome://tracing and Perfetto.
package traceevents

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
	"fold/sources/timeline"
	"fold/sources/v8"
)

// Format is the JSON of trace events, an array of them or an object that holds one. Times are microseconds:
//
//	[{"name":"thread_name","ph":"M","pid":1,"tid":7,"args":{"name":"worker"}},
//	 {"name":"main","ph":"X","ts":0,"dur":100,"pid":1,"tid":7},
//	 {"name":"load","ph":"B","ts":10.5,"pid":1,"tid":7},{"name":"load","ph":"E","ts":40,"pid":1,"tid":7}]
//	{"traceEvents":[…],"stackFrames":{"2":{"name":"tick","parent":1},…},"samples":[{"sf":2,"weight":"1","pid":4,"tid":"900"}]}
//
// What it holds is a CPU profile of V8, or samples, or a timeline of intervals: the first of these is shown.
//
// Grammar: the document "Trace Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
var Format = input.Format{
	Name: "trace-events", Title: "trace events: Chrome, Node.js, clang -ftime-trace, torch, tracing-chrome, Hermes",
	Uses: input.UsesLabels | input.UsesLines | input.UsesIdle,
	Sniff: func(h *input.Head) bool {
		return h.JSON().Has("traceEvents", "stackFrames", "samples[].sf", "[].ph")
	},
	Stream: read, Ordered: true, Timed: true,
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := newReader(s, b)
	j := input.NewJSON(s)
	r.piece = v8.NewProfile(b, s.Options)
	whole := r.readTop(j)
	if err := s.JSONEnd(j); err != nil {
		if !j.Cut() || !whole {
			return err
		}
		s.Count(r.events, input.Note{Noun: "whole event", Text: "read: the file is cut short after that"})
	}
	r.size = j.Offset()
	return r.build()
}

// reader holds what it has read of a trace.
type reader struct {
	s *input.Stream
	b *collapse.Builder

	threads  threads
	names    names
	line     *timeline.Timeline
	frames   frames
	samples  samples
	profiles profiles
	piece    *v8.Profile // what the current event holds of a profile

	event  event
	events int64 // whole events read
	size   int64 // bytes

	intervals int64 // those that last any time, or may
	async     int64
	totals    int64
	negative  int64
	timeless  int64
}

func newReader(s *input.Stream, b *collapse.Builder) *reader {
	r := &reader{s: s, b: b}
	r.names.b = b
	r.names.init()
	r.frames.b = b
	r.line = timeline.New(&r.names)
	return r
}

// readTop reads the value that is the file. The result says that it may end anywhere: it did in the array of events.
func (r *reader) readTop(j *input.JSON) (inEvents bool) {
	if j.Kind() == input.JSONArray {
		r.readEvents(j)
		return true
	}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "traceEvents":
			r.readEvents(j)
			if j.Cut() {
				return true
			}
		case "stackFrames":
			for in := j.Object(); in && j.Member(); {
				r.frames.read(j)
			}
		case "samples":
			for in := j.Array(); in && j.Element(); {
				r.readSample(j)
			}
		}
	}
	return false
}

func (r *reader) readEvents(j *input.JSON) {
	for in := j.Array(); in && j.Element(); {
		if j.Kind() != input.JSONObject {
			continue
		}
		r.event.read(j, r.piece)
		if j.Err() != nil {
			return
		}
		r.events++
		r.add(j)
	}
}

// build adds to the tree what is to be shown.
func (r *reader) build() error {
	have := r.counts()
	shown := r.choose(have)
	for _, k := range kinds {
		if k != shown {
			r.s.Count(have[k], notShown[k])
		}
	}
	r.s.Count(r.async, input.Note{Noun: "asynchronous event", Text: "left out: they are no calls"})
	r.s.Count(r.timeless, input.Note{Noun: "event", Text: "without a time left out"})
	switch shown {
	case "profile":
		return r.buildProfiles()
	case "samples":
		return r.buildSamples()
	case "timeline":
		return r.buildTimeline()
	}
	if r.async > 0 {
		return input.Errorf("all %d events are asynchronous, which no call stack is: with tracing-chrome use TraceStyle::Threaded", r.async)
	}
	r.metric("time", "nanoseconds", "timeline")
	return nil
}

// kinds are what a trace may hold, in the order in which the first there is is shown.
var kinds = []string{"profile", "samples", "timeline"}

// notShown says what is left out of each kind.
var notShown = map[string]input.Note{
	"profile":  {Noun: "sample", Text: "of CPU profiles not shown: --event profile shows them"},
	"samples":  {Noun: "sample", Text: "not shown: --event samples shows them"},
	"timeline": {Noun: "interval", Text: "of the timeline not shown: --event timeline shows them"},
}

// counts returns how many there are of each kind.
func (r *reader) counts() map[string]int64 {
	return map[string]int64{"profile": r.profiles.count(), "samples": int64(r.samples.stacks.Len()), "timeline": r.intervals}
}

// choose returns the kind to show, empty if there is none.
func (r *reader) choose(have map[string]int64) string {
	if have[r.s.Options.Event] > 0 {
		return r.s.Options.Event
	}
	for _, k := range kinds {
		if have[k] > 0 {
			return k
		}
	}
	return ""
}

// metric returns a column of a kind.
func (r *reader) metric(name, unit, kind string) int {
	return r.s.Metric(r.b, collapse.Metric{Event: kind, Name: name, Unit: unit})
}

func (r *reader) buildTimeline() error {
	r.names.resolve(&r.frames)
	if err := r.line.Prepare(); err != nil {
		return err
	}
	column := timeline.Column{Metric: r.metric("time", "nanoseconds", "timeline"), Times: true, Factor: 1}
	shown := r.threads.show(func(thread int) bool { return r.line.IsBusy(thread) })
	for _, thread := range shown {
		var kept bool
		if column.Place, kept = r.place(thread); !kept {
			continue
		}
		if err := r.line.Sweep(r.b, thread, column); err != nil {
			return err
		}
	}
	r.s.Count(r.negative, input.Note{Noun: "negative duration", Text: "taken for 0"})
	r.s.Count(r.totals, input.Note{Noun: "total", Text: "of clang left out: they count again what the timeline holds"})
	r.s.Count(r.names.missing, input.Note{Noun: "stack frame", Text: "not in the file: [unknown] stands for it"})
	r.line.Report(&r.s.Task)
	return nil
}

func (r *reader) buildSamples() error {
	metric := r.metric("samples", "count", "samples")
	resolver := stacks.NewResolver(r.b, &r.frames)
	busy := make([]bool, r.threads.len())
	at, all := r.samples.threads.All(), r.samples.stacks.All()
	for thread, ok := at.Next(); ok; thread, ok = at.Next() {
		stack, _ := all.Next()
		busy[thread] = busy[thread] || stack >= 0
	}
	shown := r.threads.show(func(thread int) bool { return busy[thread] })
	return r.samples.build(r, resolver, metric, shown)
}

func (r *reader) buildProfiles() error {
	list := r.profiles.list
	shown := make([]bool, r.threads.len())
	hasTimes := false
	for _, p := range list {
		p.Sort()
		shown[p.thread] = shown[p.thread] || p.IsShown(r.s.Options)
		hasTimes = hasTimes || p.HasTimes()
	}
	to := v8.Columns{Unit: 1}
	if hasTimes {
		to.Time = r.metric("time", "nanoseconds", "profile")
	}
	to.Samples = r.metric("samples", "count", "profile")
	r.threads.show(func(thread int) bool { return shown[thread] })
	orphans := int64(0)
	for _, p := range list {
		if p.orphan {
			orphans++
		}
		place, kept := stacks.Place{}, true
		if shown[p.thread] {
			place, kept = r.place(p.thread)
		}
		if !kept {
			continue
		}
		if err := p.Build(&r.s.Task, place, to); err != nil {
			return err
		}
	}
	r.s.Count(orphans, input.Note{Noun: "CPU profile", Text: "without its beginning: its times count from 0"})
	return nil
}
