// Package pyinstrument reads the JSON of pyinstrument, a sampling profiler of Python: what pyinstrument -r json prints.
package pyinstrument

import (
	"strconv"

	"fold/collapse"
	"fold/sources/input"
)

// Format is pyinstrument's JSON, a tree of functions with the seconds that they and their callees took. What a function
// took itself may stand apart as its callee [self]:
//
//	{"start_time":1.0,"duration":0.9,"sample_count":800,"root_frame":{"function":"<module>","file_path":"/w/a.py",
//	 "line_no":3,"time":0.9,"children":[{"function":"load","time":0.6,"children":[]},{"function":"[self]","time":0.3}]}}
var Format = input.Format{
	Name: "pyinstrument", Title: "Python's pyinstrument: pyinstrument -r json",
	Uses: input.UsesLines,
	Sniff: func(h *input.Head) bool {
		o := h.JSON()
		return o.Has("root_frame") || o.Has("sample_count") && o.Has("duration")
	},
	Stream: read,
}

func read(s *input.Stream, b *collapse.Builder) error {
	j := input.NewJSON(s)
	t := tree{b: b, lines: s.Options.Lines}
	found := false
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "root_frame":
			found = true
			t.read(j)
		case "program":
			program, _ := j.Text()
			s.Fact(input.Command, string(program))
		case "duration":
			if duration, ok := j.Decimal(9); ok {
				s.Recorded(duration, "nanoseconds")
			}
		}
	}
	if err := s.JSONEnd(j); err != nil {
		return err
	}
	if !found {
		return input.Errorf("no root_frame in it: print the session with pyinstrument -r json")
	}
	t.build(s.Metric(b, collapse.Metric{Name: "time", Unit: "microseconds"}))
	return nil
}

// tree is the tree of functions, callers before callees.
type tree struct {
	b       *collapse.Builder
	lines   bool // frames carry lines
	frames  input.Column[uint32]
	callers input.Column[int32] // -1: none
	times   input.Column[int64] // microseconds, callees included
	open    []function
}

// function is one that is being read.
type function struct {
	collapse.Frame
	number     int
	time       int64
	inChildren bool // its callees are being read
}

const noFrame = 1<<32 - 1 // the frame of [self]

// read reads the function that comes next and its callees, without recursion.
func (t *tree) read(j *input.JSON) {
	if !t.enter(j) {
		return
	}
	for len(t.open) > 0 {
		f := &t.open[len(t.open)-1]
		switch {
		case f.inChildren:
			if !j.Element() {
				f.inChildren = false
			} else {
				t.enter(j)
			}
		case !j.Member():
			t.leave(f)
		case string(j.Name()) == "children":
			f.inChildren = j.Array()
		default:
			f.readMember(j)
		}
	}
}

// enter begins the function that comes next; false: it is none.
func (t *tree) enter(j *input.JSON) bool {
	if !j.Object() {
		return false
	}
	caller := int32(-1)
	if n := len(t.open); n > 0 {
		caller = int32(t.open[n-1].number)
	}
	t.open = append(t.open, function{number: t.frames.Len(), Frame: collapse.Frame{Name: "(unknown)"}})
	t.frames.Append(noFrame)
	t.callers.Append(caller)
	t.times.Append(0)
	return true
}

func (f *function) readMember(j *input.JSON) {
	switch string(j.Name()) {
	case "function":
		if name, ok := j.Text(); ok {
			f.Name = string(name)
		}
	case "file_path":
		file, _ := j.Text()
		f.File = string(file)
	case "line_no":
		line, _ := j.Int()
		f.Line = int(min(max(line, 0), 1<<31-1))
	case "time":
		f.time, _ = j.Decimal(6)
	}
}

// leave adds a function when all of it has been read.
func (t *tree) leave(f *function) {
	t.times.Set(f.number, f.time)
	if f.Name != "[self]" || t.callers.At(f.number) < 0 {
		switch {
		case !t.lines:
			f.Line = 0
		case f.Line > 0:
			f.Name += ":" + strconv.Itoa(f.Line)
		}
		t.frames.Set(f.number, uint32(t.b.Frame(f.Frame)))
	}
	t.open = t.open[:len(t.open)-1]
}

// build adds the functions to the profile. A function takes itself what it takes less what its callees take, and no less
// than nothing: the times are rounded.
func (t *tree) build(metric int) {
	self := make([]int64, t.times.Len())
	nodes := make([]collapse.NodeID, t.times.Len())
	for n := range self {
		self[n] += t.times.At(n)
		caller, frame := t.callers.At(n), t.frames.At(n)
		parent := collapse.Root
		if caller >= 0 {
			parent = nodes[caller]
		}
		if frame == noFrame { // its time is the caller's, and not to be taken away from that
			nodes[n], self[n] = parent, 0
			continue
		}
		nodes[n] = t.b.Call(parent, collapse.FrameID(frame))
		if caller >= 0 {
			self[caller], _ = collapse.AddWeights(self[caller], -t.times.At(n))
		}
	}
	for n, weight := range self {
		if weight > 0 {
			t.b.Add(nodes[n], metric, weight)
		}
	}
}
