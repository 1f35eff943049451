// Package vsprof reads the call trees that Visual Studio's profiler exports.
package vsprof

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// Format is the call tree of Visual Studio's profiler, exported as CSV, of samples or of instrumentation:
//
//	Level,Function Name,Inclusive Samples,Exclusive Samples,Inclusive Samples %,Exclusive Samples %,Module Name,
//	1,"main","8,735",10,100.00,0.11,"kettle.exe",
//	2,"tea::Pot<int>::pour","8,725",25,99.89,0.29,"kettle.exe",
//
//	Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,...,Module Name,
//	1,"main()",1,100.00,1.25,400.00,5.00,"kettle.exe",
//	2,"boil(int32)","2,893,824",98.75,98.75,0.00,0.00,"kettle.exe",
//
// Numbers are written as in the country of the computer.
var Format = input.Format{
	Name: "vsprof", Title: "Visual Studio: call tree as CSV",
	Sniff:  func(h *input.Head) bool { return h.HasPrefix("Level,Function Name,") },
	Stream: read,
}

type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	columns []column
	module  int
	cells   input.Cells
	tree    input.OpenRows[collapse.NodeID]
	frames  func(key []byte) []collapse.Frame
	key     []byte
	weights []int64
}

// column is a column of weights.
type column struct {
	cell, metric int
	percent      bool // two digits after the point; others are whole numbers
	samples      bool
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b, module: -1, frames: frames(s.Options)}
	line, _ := s.Next()
	if err := r.heading(line); err != nil {
		return err
	}
	for {
		line, ok := s.Next()
		if !ok {
			return nil
		}
		if len(input.TrimBlanks(line)) > 0 {
			r.row(line)
		}
	}
}

func (r *reader) heading(line []byte) error {
	cells, _ := r.cells.Split(line, ',')
	samples, share, calls := -1, -1, -1
	for i, cell := range cells {
		switch string(cell) {
		case "Exclusive Samples":
			samples = i
		case "Elapsed Exclusive Time %":
			share = i
		case "Number of Calls":
			calls = i
		case "Module Name":
			r.module = i
		}
	}
	switch {
	case samples > 1:
		r.add(samples, collapse.Metric{Name: "samples", Unit: "count"}, false)
	case share > 1:
		r.add(share, collapse.Metric{Name: "time", Unit: "1/100 %"}, true)
	default:
		return r.s.Errorf("no column Exclusive Samples or Elapsed Exclusive Time %%: export the view Call Tree")
	}
	if calls > 1 {
		r.add(calls, collapse.Metric{Name: "calls", Unit: "count", Sampling: collapse.Exact}, false)
	}
	r.weights = make([]int64, len(r.columns))
	return nil
}

func (r *reader) add(cell int, metric collapse.Metric, percent bool) {
	r.columns = append(r.columns, column{cell, r.s.Metric(r.b, metric), percent, metric.Name == "samples"})
}

func (r *reader) row(line []byte) {
	cells, whole := r.cells.Split(line, ',')
	if !whole || len(cells) < 2 {
		r.s.Skip("too few columns: %q", input.Shorten(line))
		return
	}
	level, ok := input.ParseCount(cells[0])
	if !ok || level > 1<<30 {
		r.s.Skip("no level: %q", input.Shorten(line))
		return
	}
	for i, c := range r.columns {
		ok := c.cell < len(cells)
		if ok {
			r.weights[i], ok = c.weight(cells[c.cell])
		}
		if !ok {
			r.s.Skip("no weight in %q", input.Shorten(line))
			return
		}
	}
	var module []byte
	if r.module >= 0 && r.module < len(cells) {
		module = cells[r.module]
	}
	r.call(int(level), cells[1], module)
}

// call adds a row under the last one of a lower level.
func (r *reader) call(level int, name, module []byte) {
	if r.tree.Skips(level, 1) {
		r.s.Count(1, input.Note{Noun: "row", Text: "more than one level below the row before it: taken as its child"})
	}
	parent := collapse.Root
	if above := r.tree.Parent(level); above != nil {
		parent = *above
	}
	r.key = append(append(append(r.key[:0], module...), '\n'), name...)
	node := r.b.CallSymbol(parent, r.b.Intern(r.key, r.frames))
	r.tree.Add(level, node, nil)
	for i, c := range r.columns {
		switch weight := r.weights[i]; {
		case weight == 0:
		case c.samples:
			r.b.AddSamples(node, c.metric, weight, weight)
		default:
			r.b.Add(node, c.metric, weight)
		}
	}
}

func (c column) weight(cell []byte) (int64, bool) {
	if c.percent {
		d, ok := input.PrintedDecimal(cell, bytes.IndexByte(cell, ',') >= 0)
		weight, fits := d.Times(100)
		return weight, ok && fits
	}
	d, ok := input.PrintedDecimal(bytes.Map(withoutMarks, cell), false)
	return d.Value, ok
}

// withoutMarks takes out what stands between thousands.
func withoutMarks(r rune) rune {
	if r == ',' || r == '.' {
		return -1
	}
	return r
}

// frames returns what reads the key of a frame: its module and its name, one a line.
func frames(o input.Options) func(key []byte) []collapse.Frame {
	simple := o.Simple(input.DemangleFull)
	return func(key []byte) []collapse.Frame {
		module, name, _ := strings.Cut(string(key), "\n")
		f := collapse.Frame{Name: symbol.Native(name, simple), Module: module}
		switch {
		case name == "" && module != "":
			f.Name = "[" + module + "]"
		case name == "":
			f.Name = "[unknown]"
		}
		return []collapse.Frame{f}
	}
}
