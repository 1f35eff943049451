package speedscope

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

const speedscopeSchema = "https://www.speedscope.app/file-format-schema.json"

// Write writes each column of a profile as a "sampled" profile of speedscope, that of metric first, which speedscope
// shows first: one sample for each distinct stack, in the order of the stacks. Weights are exact decimal numbers. A
// weight below zero is an error. The grammar is that of the schema that the file names:
//
//	{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"fold",
//	"shared":{"frames":[
//	{"name":"main","file":"main.go","line":3},
//	{"name":"work"}]},
//	"profiles":[{"type":"sampled","name":"samples","unit":"none","startValue":0,"endValue":7,
//	"samples":[
//	[0],
//	[0,1]],
//	"weights":[3,4]}]}
func Write(w io.Writer, p *collapse.Profile, metric int) error {
	columns := []int{metric}
	for m := range p.Metrics {
		if p.HasNegative(m) {
			return input.ErrNegative
		}
		if m != metric {
			columns = append(columns, m)
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	s := speedscopeWriter{p: p, out: out}
	s.numberFrames()
	out.WriteString(`{"$schema":"` + speedscopeSchema + `","exporter":"` + exporter + `",` + "\n")
	s.writeFrames()
	out.WriteString(`"profiles":[`)
	for i, m := range columns {
		if i > 0 {
			out.WriteString(",\n")
		}
		s.writeProfile(m)
	}
	out.WriteString("]}\n")
	return out.Flush()
}

// exporter is what fold calls itself in the files that it writes. In such a file a profile is a column, see
// [columnNamed].
const exporter = "fold"

// speedscopeWriter writes to a bufio.Writer, which keeps the first error.
type speedscopeWriter struct {
	p      *collapse.Profile
	out    *bufio.Writer
	frames input.Numbering[collapse.FrameID]
	line   []byte // what is written next
}

// numberFrames numbers the frames in the order in which the samples name them.
func (s *speedscopeWriter) numberFrames() {
	for walk := collapse.NewWalk(s.p); walk.Next(); {
		if s.weighs(walk.Node()) {
			for _, n := range walk.Path {
				s.frames.Of(s.p.FrameOf(n))
			}
		}
	}
}

// weighs reports whether any column has a weight at a node.
func (s *speedscopeWriter) weighs(n collapse.NodeID) bool {
	for m := range s.p.Metrics {
		if s.p.Self(m, n) != 0 {
			return true
		}
	}
	return false
}

func (s *speedscopeWriter) writeFrames() {
	s.out.WriteString(`"shared":{"frames":[`)
	for i, id := range s.frames.List {
		f := s.p.Frame(id).WithoutLine()
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

func (s *speedscopeWriter) writeProfile(column int) {
	m := s.p.Metrics[column]
	unit, name := speedscopeUnit(m)
	s.out.WriteString(`{"type":"sampled","name":`)
	s.out.Write(input.JSONText(name))
	s.out.WriteString(`,"unit":"` + unit + `","startValue":0,"endValue":`)
	s.out.Write(collapse.AppendWeight(nil, s.p.Total(column), m.Scale))
	s.out.WriteString(",\n\"samples\":[")
	weights := s.writeSamples(column)
	s.out.WriteString("],\n\"weights\":[")
	for i, weight := range weights {
		s.line = s.line[:0]
		if i > 0 {
			s.line = append(s.line, ',')
		}
		s.out.Write(collapse.AppendWeight(s.line, weight, m.Scale))
	}
	s.out.WriteString("]}")
}

// writeSamples writes the stacks of a column and returns their weights.
func (s *speedscopeWriter) writeSamples(column int) (weights []int64) {
	for walk := collapse.NewWalk(s.p); walk.Next(); {
		weight := s.p.Self(column, walk.Node())
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

// columnNamed returns the column that fold wrote as a profile with a name and a unit: the reverse of speedscopeUnit.
func columnNamed(name string, u unit) collapse.Metric {
	m := collapse.Metric{Name: name, Unit: u.metric.Unit}
	if at := strings.LastIndex(name, " ("); at > 0 && strings.HasSuffix(name, ")") && u.places < 0 && m.Unit == "count" {
		m.Name, m.Unit = name[:at], name[at+2:len(name)-1]
	}
	m.Name, m.Event, _ = strings.Cut(m.Name, " of ")
	return m
}
