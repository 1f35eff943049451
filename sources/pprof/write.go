package pprof

import (
	"fmt"
	"io"

	"fold/sources/input"

	"github.com/klauspost/compress/gzip"

	"fold/collapse"
)

// Write writes a profile as profile.proto, compressed with gzip, with all its columns; metric is the
// one that "go tool pprof" shows by default. The grammar is that of
// https://github.com/google/pprof/blob/main/proto/profile.proto.
//
// Frames of collapse.KindLabels become labels of their samples. A frame's module becomes a mapping, or part of the function's name if the profile's texts carry modules.
// Names that are not UTF-8 get U+FFFD, frames without a name are "[unknown]". Fractions do not exist in
// pprof: a column of hundredths is written as whole numbers of the unit "count/100".
func Write(w io.Writer, p *collapse.Profile, metric int) error {
	zip := gzip.NewWriter(w)
	e := newPprofWriter(zip, p.Compact())
	e.header(metric)
	e.samples()
	e.tables()
	if err := e.out.finish(); err != nil {
		return err
	}
	return zip.Close()
}

// pprofWriter writes a profile in one pass over its stacks, so that they need no memory. Samples refer to
// locations by number; the tables of what the numbers mean follow behind.
type pprofWriter struct {
	p   *collapse.Profile
	out protoWriter

	texts     input.Numbering[string]
	mappings  input.Numbering[string]
	functions input.Numbering[pprofFunction]
	locations input.Numbering[pprofLocation]
}

// pprofFunction has the numbers of its texts.
type pprofFunction struct{ name, file uint64 }

// pprofLocation is a frame, inlined into the frames of another location if caller is not 0.
type pprofLocation struct {
	frame  collapse.FrameID
	caller uint64
}

func newPprofWriter(w io.Writer, p *collapse.Profile) *pprofWriter {
	e := &pprofWriter{p: p, out: protoWriter{w: w}}
	e.text("") // the first one must be empty
	return e
}

// text returns the number of a text, which is made valid UTF-8.
func (e *pprofWriter) text(text string) uint64 { return e.texts.Of(pprofText(text)) - 1 }

// header writes the types of values, and what is known of the recording.
func (e *pprofWriter) header(metric int) {
	names := input.ColumnNames(e.p.Metrics)
	for i, m := range e.p.Metrics {
		e.out.message(fieldTypes, e.valueType(names[i], pprofUnit(m)))
	}
	e.origin()
	if len(names) > 0 {
		e.out.number(fieldDefault, e.text(names[metric]))
	}
}

func (e *pprofWriter) valueType(name, unit string) []byte {
	return appendNumber(appendNumber(nil, 1, e.text(name)), 2, e.text(unit))
}

// pprofUnit returns the unit of a column's whole numbers.
func pprofUnit(m collapse.Metric) string {
	unit := m.Unit
	if unit == "" {
		unit = "count"
	}
	if m.Scale > 0 {
		unit = fmt.Sprintf("%s/1%0*d", unit, m.Scale, 0)
	}
	return unit
}

// samples writes a sample for each node at which stacks end.
func (e *pprofWriter) samples() {
	var levels []pprofLevel
	var ids, values, sample []byte
	for walk := collapse.NewWalk(e.p); walk.Next(); {
		depth, n := len(walk.Path), walk.Node()
		labels := input.LabelsOf(e.p.Frame(e.p.FrameOf(n)))
		if labels != nil {
			depth--
		} else {
			levels = append(levels[:depth-1], e.level(n, levels[:depth-1]))
		}
		if !e.hasWeight(n) {
			continue
		}
		ids, values = ids[:0], values[:0]
		for i := depth - 1; i >= 0; i -= 1 + levels[i].callers {
			ids = appendVarint(ids, levels[i].location)
		}
		for metric := range e.p.Metrics {
			values = appendVarint(values, uint64(e.p.Self(metric, n)))
		}
		sample = appendBytes(appendBytes(sample[:0], 1, ids), 2, values)
		for _, label := range labels {
			sample = appendBytes(sample, 3, e.label(label))
		}
		e.out.message(fieldSamples, sample)
	}
}

// label returns a label of a sample. A text stands in field 2, a number and its unit in 3 and 4.
func (e *pprofWriter) label(l input.Label) []byte {
	message := appendNumber(nil, 1, e.text(l.Key))
	if !l.Numeric {
		return appendNumber(message, 2, e.text(l.Text))
	}
	return appendNumber(appendNumber(message, 3, uint64(l.Number)), 4, e.text(l.Unit))
}

func (e *pprofWriter) hasWeight(n collapse.NodeID) bool {
	for metric := range e.p.Metrics {
		if e.p.Self(metric, n) != 0 {
			return true
		}
	}
	return false
}

// pprofLevel is a place of the current stack: its location, and how many of the places before it belong to
// the same one.
type pprofLevel struct {
	location uint64
	callers  int
}

// mostInlined bounds how many frames a location holds; each of them is written again for every frame that
// is inlined into it. Compilers do not come near.
const mostInlined = 100

// level returns the place of n behind those of its callers.
func (e *pprofWriter) level(n collapse.NodeID, callers []pprofLevel) pprofLevel {
	frame := e.p.FrameOf(n)
	if len(callers) > 0 && e.p.Frame(frame).Kind == collapse.KindInlined {
		if into := callers[len(callers)-1]; into.callers < mostInlined {
			return pprofLevel{e.locations.Of(pprofLocation{frame, into.location}), into.callers + 1}
		}
	}
	return pprofLevel{location: e.locations.Of(pprofLocation{frame: frame})}
}

// tables writes what the numbers mean.
func (e *pprofWriter) tables() {
	for i, l := range e.locations.List {
		e.out.message(fieldLocations, e.location(uint64(i+1), l))
	}
	for i, f := range e.functions.List {
		e.out.message(fieldFunctions, appendNumber(appendNumber(appendNumber(nil, 1, uint64(i+1)), 2, f.name), 4, f.file))
	}
	for i, module := range e.mappings.List {
		program := e.program(module)
		mapping := appendNumber(appendNumber(nil, 1, uint64(i+1)), 5, e.text(program.File))
		// Field 7 says that functions are named already.
		e.out.message(fieldMappings, appendNumber(appendNumber(mapping, 6, e.text(program.BuildID)), 7, 1))
	}
	for _, text := range e.texts.List {
		e.out.message(fieldTexts, []byte(text))
	}
}

// location returns a location: its number, its mapping, and a line for each of its frames, the innermost
// first.
func (e *pprofWriter) location(id uint64, l pprofLocation) []byte {
	module := e.p.Frame(l.frame).Module
	if e.p.Modules {
		module = "" // the name has it
	}
	message := appendNumber(appendNumber(nil, 1, id), 2, e.mappings.Of(module))
	for {
		frame := e.p.Frame(l.frame)
		line := appendNumber(nil, 1, e.function(frame))
		message = appendBytes(message, 4, appendNumber(line, 2, uint64(frame.Line)))
		if l.caller == 0 {
			return message
		}
		l = e.locations.List[l.caller-1]
	}
}

// function returns the number of a frame's function. Its system name stays empty: where it equals the
// name, pprof takes that for mangled and cuts "<Vec<T> as Iterator>::next" to "::next".
func (e *pprofWriter) function(f collapse.Frame) uint64 {
	name := f.Text(e.p.Modules)
	if name == "" {
		name = unknownFrame.Name
	}
	return e.functions.Of(pprofFunction{e.text(name), e.text(f.File)})
}
