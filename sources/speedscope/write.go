package speedscope

import (
	"bufio"
	"io"
	"strconv"

	"fold/sources/input"

	"fold/collapse"
)

const speedscopeSchema = "https://www.speedscope.app/file-format-schema.json"

// Write writes one column of a profile as a "sampled" profile of speedscope, one sample for each
// distinct stack, in the order of the stacks. Weights are exact decimal numbers. A weight below zero is an
// error. The grammar is that of the schema that the file names:
//
//	{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"fold",
//	"shared":{"frames":[
//	{"name":"main","file":"main.go"},
//	{"name":"work"}]},
//	"profiles":[{"type":"sampled","name":"samples","unit":"none","startValue":0,"endValue":7,
//	"samples":[
//	[0],
//	[0,1]],
//	"weights":[3,4]}]}
func Write(w io.Writer, p *collapse.Profile, metric int) error {
	if p.HasNegative(metric) {
		return input.ErrNegative
	}
	out := bufio.NewWriterSize(w, 1<<16)
	s := speedscopeWriter{p: p, metric: metric, out: out}
	s.numberFrames()
	out.WriteString(`{"$schema":"` + speedscopeSchema + `","exporter":"fold",` + "\n")
	s.writeFrames()
	s.writeProfile()
	return out.Flush()
}

// speedscopeWriter writes to a bufio.Writer, which keeps the first error.
type speedscopeWriter struct {
	p      *collapse.Profile
	metric int
	out    *bufio.Writer
	frames input.Numbering[collapse.FrameID]
	line   []byte // what is written next
}

// numberFrames numbers the frames in the order in which the samples name them.
func (s *speedscopeWriter) numberFrames() {
	for walk := collapse.NewWalk(s.p); walk.Next(); {
		if s.p.Self(s.metric, walk.Node()) != 0 {
			for _, n := range walk.Path {
				s.frames.Of(s.p.FrameOf(n))
			}
		}
	}
}

func (s *speedscopeWriter) writeFrames() {
	s.out.WriteString(`"shared":{"frames":[`)
	for i, id := range s.frames.List {
		f := s.p.Frame(id)
		if i > 0 {
			s.out.WriteByte(',')
		}
		s.out.WriteString("\n{\"name\":")
		s.out.Write(input.JSONText(f.Text(s.p.Modules)))
		if f.File != "" {
			s.out.WriteString(`,"file":`)
			s.out.Write(input.JSONText(f.File))
		}
		if f.Line > 0 {
			s.out.WriteString(`,"line":` + strconv.Itoa(f.Line))
		}
		s.out.WriteByte('}')
	}
	s.out.WriteString("]},\n")
}

func (s *speedscopeWriter) writeProfile() {
	m := s.p.Metrics[s.metric]
	unit, name := speedscopeUnit(m)
	s.out.WriteString(`"profiles":[{"type":"sampled","name":`)
	s.out.Write(input.JSONText(name))
	s.out.WriteString(`,"unit":"` + unit + `","startValue":0,"endValue":`)
	s.out.Write(collapse.AppendWeight(nil, s.p.Total(s.metric), m.Scale))
	s.out.WriteString(",\n\"samples\":[")
	weights := s.writeSamples()
	s.out.WriteString("],\n\"weights\":[")
	for i, weight := range weights {
		s.line = s.line[:0]
		if i > 0 {
			s.line = append(s.line, ',')
		}
		s.out.Write(collapse.AppendWeight(s.line, weight, m.Scale))
	}
	s.out.WriteString("]}]}\n")
}

// writeSamples writes the stacks and returns their weights.
func (s *speedscopeWriter) writeSamples() (weights []int64) {
	for walk := collapse.NewWalk(s.p); walk.Next(); {
		weight := s.p.Self(s.metric, walk.Node())
		if weight == 0 {
			continue
		}
		s.line = s.line[:0]
		if len(weights) > 0 {
			s.line = append(s.line, ',')
		}
		s.line = append(s.line, "\n["...)
		for i, n := range walk.Path {
			if i > 0 {
				s.line = append(s.line, ',')
			}
			s.line = strconv.AppendUint(s.line, s.frames.Of(s.p.FrameOf(n))-1, 10)
		}
		s.out.Write(append(s.line, ']'))
		weights = append(weights, weight)
	}
	return weights
}

// speedscopeUnit returns speedscope's word for the unit of a column, and the name of the column, which
// carries the unit if speedscope has no word for it.
func speedscopeUnit(m collapse.Metric) (unit, name string) {
	name = m.Name
	if m.Event != "" && m.Event != m.Name {
		name += " of " + m.Event
	}
	if name == "" {
		name = "samples"
	}
	switch m.Unit {
	case "nanoseconds", "ns":
		return "nanoseconds", name
	case "microseconds", "us":
		return "microseconds", name
	case "milliseconds", "ms":
		return "milliseconds", name
	case "seconds", "s":
		return "seconds", name
	case "bytes", "B":
		return "bytes", name
	case "", "count":
		return "none", name
	}
	return "none", name + " (" + m.Unit + ")"
}
