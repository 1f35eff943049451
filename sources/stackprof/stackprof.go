// Package stackprof reads the JSON of stackprof, the sampling profiler of Ruby: what stackprof --json prints.
package stackprof

import (
	"strconv"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
)

// Format is stackprof's JSON. Each stack of raw is its height, so many ids of frames from the root on, and how many
// samples in a row had it; the deltas are microseconds, one for each sample:
//
//	{"version":1.2,"mode":"wall","interval":1000,"samples":5,"gc_samples":0,"missed_samples":0,"frames":{
//	 "8":{"name":"main","file":"/srv/8.rb","line":1,"total_samples":5,"samples":2},
//	 "9":{"name":"Object#work","file":"/srv/9.rb","line":7,"total_samples":3,"samples":3}},
//	 "raw":[1,8,2,2,8,9,3],"raw_lines":[1,4,2,2,4,9,3],"raw_timestamp_deltas":[10,1000,2000,5,400]}
var Format = input.Format{
	Name: "stackprof", Title: "Ruby's stackprof: stackprof --json",
	Uses:  input.UsesLines,
	Sniff: sniff, Stream: read, Ordered: true, Timed: true,
}

func sniff(h *input.Head) bool {
	o := h.JSON()
	switch o.Text("mode") {
	case "wall", "cpu", "object", "custom":
		if o.Has("interval", "gc_samples", "missed_samples", "frames", "raw") {
			return true
		}
	}
	return o.Has("raw_timestamp_deltas", "raw_sample_timestamps", "raw_lines")
}

// dump is what a file holds.
type dump struct {
	b     *collapse.Builder
	lines bool // frames carry lines

	mode     string
	interval int64
	samples  int64 // as the file says

	ids    input.IDs
	frames []frame // by the number of their id

	hasRaw bool
	raw    input.Series // as in the file, ids by their numbers
	places input.Series // raw_lines, if lines is set
	deltas input.Series // microseconds
	err    error
}

type frame struct {
	collapse.Frame
	samples int64
	isThere bool
}

func read(s *input.Stream, b *collapse.Builder) error {
	j := input.NewJSON(s)
	d := dump{b: b, lines: s.Options.Lines}
	for in := j.Object(); in && j.Member(); {
		d.readMember(j)
	}
	if err := s.JSONEnd(j); err != nil {
		return err
	}
	d.reportRate(s)
	if d.err != nil {
		return d.err
	}
	return d.build(s)
}

// reportRate reports how often samples were taken.
func (d *dump) reportRate(s *input.Stream) {
	unit := map[string]string{"wall": "µs", "cpu": "µs", "object": "allocations"}[d.mode]
	if d.interval > 0 && unit != "" {
		s.Fact(input.Rate, input.EachSample(strconv.FormatInt(d.interval, 10)+" "+unit))
	}
}

func (d *dump) readMember(j *input.JSON) {
	switch string(j.Name()) {
	case "mode":
		text, _ := j.Text()
		d.mode = string(text)
	case "interval":
		d.interval, _ = j.Int()
	case "samples":
		d.samples, _ = j.Int()
	case "frames":
		for in := j.Object(); in && j.Member(); {
			d.readFrame(j)
		}
	case "raw":
		d.hasRaw = j.Kind() == input.JSONArray
		d.readRaw(j)
	case "raw_lines":
		for in := d.lines && j.Array(); in && j.Element(); {
			line, _ := j.Int()
			d.places.Append(line)
		}
	case "raw_timestamp_deltas":
		for in := j.Array(); in && j.Element(); {
			delta, _ := j.Int()
			d.deltas.Append(max(delta, 0)) // a clock that was set back
		}
	}
}

// number returns the number of an id, and makes room for its frame.
func (d *dump) number(id []byte) int32 {
	n := d.ids.Of(id)
	if int(n) == len(d.frames) {
		d.frames = append(d.frames, frame{})
	}
	return n
}

// readFrame reads a member of frames.
func (d *dump) readFrame(j *input.JSON) {
	n := d.number(j.Name())
	f := frame{isThere: true}
	f.Name = "(unknown)"
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "name":
			if name, ok := j.Text(); ok {
				f.Name = string(name)
			}
		case "file":
			file, _ := j.Text()
			f.File = string(file)
		case "line":
			line, _ := j.Int()
			f.Line = int(min(max(line, 0), 1<<31-1))
		case "samples":
			f.samples, _ = j.Int()
		}
	}
	d.frames[n] = f
}

// readRaw reads the stacks.
func (d *dump) readRaw(j *input.JSON) {
	left := int64(-1) // ids of the current stack that are still to come; 0: its count; -1: it begins
	for in := j.Array(); in && j.Element(); {
		if left > 0 {
			id, _ := j.ID()
			d.raw.Append(int64(d.number(id)))
			left--
			continue
		}
		n, ok := j.Int()
		if !ok || n < 0 {
			j.Damaged("a height or a count in raw that is none")
			return
		}
		d.raw.Append(n)
		if left < 0 {
			left = n
		} else {
			left = -1
		}
	}
	if left >= 0 {
		d.err = input.Errorf("damaged: raw ends inside a stack: record again")
	}
}

// build adds the stacks to the tree.
func (d *dump) build(s *input.Stream) error {
	w := weights{dump: d, samples: s.Metric(d.b, collapse.Metric{Name: "samples", Unit: "count"}), other: -1}
	switch {
	case d.mode == "wall" && d.deltas.Len() > 0 && int64(d.deltas.Len()) == d.count():
		w.useDeltas = true
		fallthrough
	case (d.mode == "wall" || d.mode == "cpu") && d.interval > 0:
		w.other = s.Metric(d.b, collapse.Metric{Name: "time", Unit: "microseconds"})
	case d.mode == "object" && d.interval > 1:
		w.other = s.Metric(d.b, collapse.Metric{Name: "objects", Unit: "count"})
	}
	if !d.hasRaw {
		w.addFunctions(&s.Task)
		return w.err
	}
	w.addStacks(&s.Task)
	return w.err
}

// count returns how many samples raw holds.
func (d *dump) count() (sum int64) {
	raw := d.raw.All()
	for height, ok := raw.Next(); ok; height, ok = raw.Next() {
		for range height {
			raw.Next()
		}
		count, _ := raw.Next()
		sum, _ = collapse.AddWeights(sum, count)
	}
	return sum
}

// weights adds samples to the tree.
type weights struct {
	*dump
	samples   int
	other     int  // the column of time or objects, -1: there is none
	useDeltas bool // its weights are deltas, and not the interval
	now       int64
	err       error
}

// addFunctions adds what a file without raw stacks knows: the samples of each function.
func (w *weights) addFunctions(t *input.Task) {
	shown := int64(0)
	for n := range w.frames {
		f := &w.frames[n]
		if f.samples != 0 {
			w.add(w.b.Call(collapse.Root, w.frame(f, 0)), f.samples)
			shown++
		}
	}
	t.Count(shown, input.Note{
		Noun: "function",
		Text: "without callers, so that totals equal self: the file has no raw stacks, record with raw: true",
	})
}

// addStacks adds the stacks of raw.
func (w *weights) addStacks(t *input.Task) {
	raw, places, deltas := w.raw.All(), w.places.All(), w.deltas.All()
	hasPlaces := w.places.Len() == w.raw.Len()
	missing := make(map[int64]struct{})
	var all, shown int64
	for height, ok := raw.Next(); ok; height, ok = raw.Next() {
		if hasPlaces {
			places.Next()
		}
		node := collapse.Root
		for range height {
			id, _ := raw.Next()
			line := int64(0)
			if hasPlaces {
				line, _ = places.Next()
			}
			f := &w.frames[id]
			if !f.isThere {
				missing[id] = struct{}{}
				node = w.b.Call(node, stacks.Unknown(w.b))
				continue
			}
			node = w.b.Call(node, w.frame(f, line))
		}
		count, _ := raw.Next()
		if hasPlaces {
			places.Next()
		}
		all, _ = collapse.AddWeights(all, count)
		if height == 0 {
			w.pass(count, &deltas)
			continue
		}
		shown, _ = collapse.AddWeights(shown, count)
		if w.useDeltas {
			w.addDeltas(node, count, &deltas)
		} else {
			w.add(node, count)
		}
	}
	t.Count(max(w.dump.samples, all)-shown, input.Note{Noun: "sample", Text: "without a stack left out"})
	t.Count(int64(len(missing)), input.Note{Noun: "frame", Text: "not in the file: [unknown] stands for it"})
}

// frame returns the number of a frame; with lines it carries the line that the sample was in, else where it begins.
func (w *weights) frame(f *frame, line int64) collapse.FrameID {
	made := f.Frame
	if line > 0 && line < 1<<31 {
		made.Line = int(line)
	}
	if !w.lines {
		made.Line = 0
	} else if made.Line > 0 {
		made.Name += ":" + strconv.Itoa(made.Line)
	}
	return w.b.Frame(made)
}

// add adds so many samples of one interval each.
func (w *weights) add(node collapse.NodeID, count int64) {
	w.b.AddSamples(node, w.samples, count, count)
	if w.other < 0 {
		return
	}
	weight, exact := collapse.MultiplyWeight(count, w.interval)
	if !exact {
		w.err = input.Errorf("damaged: %d samples of %d are beyond 64 bits", count, w.interval)
	}
	w.b.AddSamples(node, w.other, weight, count)
}

// addDeltas adds so many samples. A delta is what passed before a sample was taken, and the sample stands for that time.
func (w *weights) addDeltas(node collapse.NodeID, count int64, deltas *input.SeriesReader) {
	for range count {
		delta, _ := deltas.Next()
		w.b.AddAt(node, w.samples, 1, w.now)
		w.b.AddAt(node, w.other, delta, w.now)
		w.now += 1000 * delta
	}
}

// pass passes over the deltas of samples without a stack.
func (w *weights) pass(count int64, deltas *input.SeriesReader) {
	for range count {
		delta, more := deltas.Next()
		if !more {
			return
		}
		w.now += 1000 * delta
	}
}
