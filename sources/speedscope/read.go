package speedscope

import (
	"strconv"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/timeline"
)

// read reads what https://www.speedscope.app/file-format-schema.json describes:
//
//	{"$schema":"https://www.speedscope.app/file-format-schema.json",
//	 "shared":{"frames":[{"name":"main","file":"main.go","line":3},{"name":"work"}]},
//	 "profiles":[
//	  {"type":"sampled","name":"Thread 1","unit":"seconds","startValue":0,"endValue":0.02,
//	   "samples":[[0],[0,1]],"weights":[0.01,0.01]},
//	  {"type":"evented","name":"Thread 2","unit":"milliseconds","startValue":0,"endValue":5,
//	   "events":[{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":5}]}]}
//
// Profiles may stand before the frames that they name, so all is kept as numbers until the end.
func read(s *input.Stream, b *collapse.Builder) error {
	j := input.NewJSON(s)
	r := newReader(b, s.Options)
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "exporter":
			text, _ := j.Text()
			r.ours = string(text) == exporter
		case "shared":
			for in := j.Object(); in && j.Member(); {
				if string(j.Name()) == "frames" {
					r.readFrames(j)
				}
			}
		case "profiles":
			for in := j.Array(); in && j.Element(); {
				if j.Kind() == input.JSONObject {
					r.readProfile(j)
				}
			}
		}
	}
	if err := s.JSONEnd(j); err != nil {
		return err
	}
	r.read = j.Offset()
	return r.build(s)
}

// reader holds a file.
type reader struct {
	b     *collapse.Builder
	lines bool // frames carry lines
	ours  bool // fold wrote the file

	frames   []collapse.FrameID
	stacks   stackTable
	profiles []profile
	line     *timeline.Timeline // of all evented profiles, each a thread
	missing  map[int32]struct{} // numbers of frames that are not there
	read     int64              // bytes
}

func newReader(b *collapse.Builder, o input.Options) *reader {
	r := &reader{b: b, lines: o.Lines}
	r.stacks.known = make(map[stack]int32)
	r.line = timeline.New(r)
	return r
}

// profile is one profile of a file. Weights and times are in nanoseconds where the unit is one of time and stands before
// them, as all known writers write it; else they have digits after the point.
type profile struct {
	name       string
	kind       string
	unit       unit
	metric     collapse.Metric // what its weights are
	start, end []byte

	sampled, weighted, evented bool // there are samples, weights, events, or lists of none

	samples   input.Series // numbers of stacks, noStack for none
	weights   input.Series // mantissa and digits in turn
	digits    int          // the most digits of a weight
	weightRaw bool         // no unit stood before the weights

	from, to   int // its events in the timeline
	timeDigits int // digits of all its times
	timeRaw    bool
	last       int64 // its last time
}

// readFrames reads the table of frames.
func (r *reader) readFrames(j *input.JSON) {
	for in := j.Array(); in && j.Element(); {
		f := collapse.Frame{Name: "(unknown)"}
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
				if line, _ := j.Int(); r.lines && line > 0 && line < 1<<31 {
					f.Line = int(line)
				}
			}
		}
		if f.Line > 0 {
			f.Name += ":" + strconv.Itoa(f.Line)
		}
		r.frames = append(r.frames, r.b.Frame(f))
	}
}

// readProfile reads one profile.
func (r *reader) readProfile(j *input.JSON) {
	p := profile{name: "(unknown)", from: r.line.Len()}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "type":
			text, _ := j.Text()
			p.kind = string(text)
		case "name":
			if text, ok := j.Text(); ok && len(text) > 0 {
				p.name = string(text)
			}
		case "unit":
			text, _ := j.Text()
			p.unit = unitNamed(string(text))
		case "startValue":
			text, _ := j.Text()
			p.start = append(p.start[:0], text...)
		case "endValue":
			text, _ := j.Text()
			p.end = append(p.end[:0], text...)
		case "samples":
			p.sampled = j.Kind() == input.JSONArray
			for in := j.Array(); in && j.Element(); {
				p.samples.Append(int64(r.stacks.read(j)))
			}
		case "weights":
			p.weighted, p.weightRaw = j.Kind() == input.JSONArray, !p.unit.known
			for in := j.Array(); in && j.Element(); {
				p.readWeight(j)
			}
		case "events":
			p.evented, p.timeRaw = j.Kind() == input.JSONArray, !p.unit.known
			for in := j.Array(); in && j.Element(); {
				r.readEvent(j, &p)
			}
		}
	}
	p.to = r.line.Len()
	r.profiles = append(r.profiles, p)
}

// mostDigits is how many digits after the point a weight keeps.
const mostDigits = 9

// number reads a weight or a time.
func (p *profile) number(j *input.JSON) (n int64, digits int, ok bool) {
	if p.unit.isTime() {
		n, ok = j.Decimal(p.unit.places)
		return n, 0, ok
	}
	return j.Exact(mostDigits)
}

func (p *profile) readWeight(j *input.JSON) {
	n, digits, _ := p.number(j)
	p.digits = max(p.digits, digits)
	p.weights.Append(n)
	p.weights.Append(int64(digits))
}

// readEvent reads the begin or end of a call: {"type":"O","frame":0,"at":100.5}.
func (r *reader) readEvent(j *input.JSON, p *profile) {
	var begins, ends bool
	frame, at, digits := int64(-1), int64(0), 0
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "type":
			text, _ := j.Text()
			begins, ends = string(text) == "O", string(text) == "C"
		case "frame":
			frame = index(j)
		case "at":
			at, digits, _ = p.number(j)
		}
	}
	if !begins && !ends {
		return
	}
	at = r.scaled(j, p, at, digits)
	p.last = max(p.last, at)
	thread := uint32(len(r.profiles))
	if begins {
		r.line.Begin(thread, frameName(frame), at)
	} else {
		r.line.End(thread, frameName(frame), at)
	}
}

// scaled returns a time with as many digits after the point as those of the other events have; where it has more, these
// get more.
func (r *reader) scaled(j *input.JSON, p *profile, at int64, digits int) int64 {
	if digits > p.timeDigits {
		factor := power(digits - p.timeDigits)
		r.line.Map(p.from, r.line.Len(), func(at int64) int64 { return times(j, at, factor) })
		p.last = times(j, p.last, factor)
		p.timeDigits = digits
	}
	return times(j, at, power(p.timeDigits-digits))
}

// times multiplies a time, which must fit into 64 bits then.
func times(j *input.JSON, at, factor int64) int64 {
	product, exact := collapse.MultiplyWeight(at, factor)
	if !exact {
		j.Damaged("a time beyond 64 bits")
	}
	return product
}

func power(digits int) int64 {
	n := int64(1)
	for range digits {
		n *= 10
	}
	return n
}

// index reads the number of a frame, -1 for none. One exporter writes [32] for 32, which JavaScript takes for the same.
func index(j *input.JSON) int64 {
	if j.Kind() == input.JSONArray {
		n, first := int64(-1), true
		for in := j.Array(); in && j.Element(); first = false {
			if i, ok := j.Int(); ok && first {
				n = i
			}
		}
		return n
	}
	if n, ok := j.Int(); ok {
		return n
	}
	return -1
}
