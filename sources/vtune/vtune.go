// Package vtune reads what Intel VTune prints of its top-down tree.
package vtune

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// Format is the report of
//
//	vtune -report top-down -call-stack-mode all -column="CPU Time:Self","Module" -format csv
//
// in which the function's indent is its depth. Columns may be parted by commas, semicolons or TABs:
//
//	war: Column filter is ON.
//	Function Stack,CPU Time:Self,Module
//	Total,0.0,[Unknown]
//	 start,0.0,libc.so.6
//	  main,0.010001,kettle
//	   "tea::Pot<int, 3>::pour(int, int)",0.2,libt.so
var Format = input.Format{
	Name: "vtune", Title: "Intel VTune: top-down report as CSV",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	for lines := h.Lines(); ; {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, ok := headingSeparator(line); ok {
			return true
		}
	}
}

// headingSeparator returns what parts the columns of a heading; false: the line is none.
func headingSeparator(line []byte) (byte, bool) {
	rest, found := bytes.CutPrefix(bytes.TrimPrefix(line, []byte{'"'}), []byte("Function Stack"))
	rest = bytes.TrimPrefix(rest, []byte{'"'})
	if !found || len(rest) == 0 {
		return 0, false
	}
	return rest[0], rest[0] == ',' || rest[0] == ';' || rest[0] == '\t'
}

// column is a column of weights.
type column struct {
	cell   int
	metric int
	time   bool // seconds, or with a unit
}

type reader struct {
	s         *input.Stream
	b         *collapse.Builder
	separator byte
	module    int // the cell; -1: there is none
	columns   []column
	cells     input.Cells
	tree      input.OpenRows[collapse.NodeID]
	frames    func(key []byte) []collapse.Frame
	key       []byte
	weights   []int64
	first     bool
}

func read(s *input.Stream, b *collapse.Builder) error {
	b.SetModules(true)
	r := &reader{s: s, b: b, module: -1, first: true, frames: frames(s.Options)}
	for r.separator == 0 {
		line, ok := s.Next()
		if !ok {
			return nil
		}
		if separator, ok := headingSeparator(line); ok {
			r.separator = separator
			if err := r.heading(line); err != nil {
				return err
			}
		}
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

// heading finds the columns. All that end in ":Self" are metrics, but for those that others are part of.
func (r *reader) heading(line []byte) error {
	cells, _ := r.cells.Split(line, r.separator)
	for i, cell := range cells {
		name := string(input.TrimBlanks(cell))
		if name == "Module" {
			r.module = i
		}
		name, found := strings.CutSuffix(name, ":Self")
		if !found {
			continue
		}
		metric := metricOf(name)
		c := column{cell: i, metric: r.s.Metric(r.b, metric), time: metric.Unit == "nanoseconds"}
		if name == "CPU Time" {
			r.b.SetDefault(c.metric)
		}
		r.columns = append(r.columns, c)
	}
	if len(r.columns) == 0 {
		return r.s.Errorf(`no column of a function's own weight, NAME:Self: add -column="CPU Time:Self","Module" to vtune -report`)
	}
	r.weights = make([]int64, len(r.columns))
	return nil
}

// metricOf returns the metric of the column "CPU Time:Self", and so on.
func metricOf(name string) collapse.Metric {
	switch {
	case name == "CPU Time":
		return collapse.Metric{Name: "time", Unit: "nanoseconds"}
	case strings.HasSuffix(name, "Time"):
		return collapse.Metric{Name: name, Unit: "nanoseconds"}
	case strings.HasSuffix(name, " Size"):
		return collapse.Metric{Name: name, Unit: "bytes"}
	}
	return collapse.Metric{Name: name, Unit: "count"}
}

func (r *reader) row(line []byte) {
	cells, whole := r.cells.Split(line, r.separator)
	if !whole || len(cells) <= r.columns[len(r.columns)-1].cell {
		r.s.Skip("too few columns: %q", input.Shorten(line))
		return
	}
	sum := int64(0)
	for i, c := range r.columns {
		weight, ok := c.weight(cells[c.cell], r.separator)
		if !ok {
			r.s.Skip("no weight: %q", input.Shorten(cells[c.cell]))
			return
		}
		r.weights[i] = weight
		sum |= weight
	}
	indent, name := input.CutIndent(cells[0])
	first := r.first
	if r.first = false; first && string(name) == "Total" && sum == 0 {
		return // the sum of all; the rows under it are the roots
	}
	var module []byte
	if r.module >= 0 && r.module < len(cells) {
		module = input.TrimBlanks(cells[r.module])
	}
	r.add(indent, name, module)
}

// add adds a row under the row that it is indented from.
func (r *reader) add(indent int, name, module []byte) {
	if r.tree.Skips(indent, 1) {
		r.s.Count(1, input.Note{Noun: "row", Text: "more than one level below the row before it: taken as its child"})
	}
	parent := collapse.Root
	if above := r.tree.Parent(indent); above != nil {
		parent = *above
	}
	r.key = append(append(append(r.key[:0], module...), '\n'), input.TrimBlanks(name)...)
	node := r.b.CallSymbol(parent, r.b.Intern(r.key, r.frames))
	r.tree.Add(indent, node, nil)
	for i, c := range r.columns {
		if r.weights[i] != 0 {
			r.b.Add(node, c.metric, r.weights[i])
		}
	}
}

// weight reads a cell: seconds unless it says s, ms or us.
func (c column) weight(cell []byte, separator byte) (int64, bool) {
	cell = input.TrimBlanks(cell)
	factor := int64(1)
	if c.time {
		factor = 1e9
		for _, unit := range timeUnits {
			if rest, found := bytes.CutSuffix(cell, []byte(unit.name)); found {
				cell, factor = rest, unit.factor
				break
			}
		}
	}
	d, ok := input.PrintedDecimal(cell, separator == ';')
	if !ok {
		return 0, false
	}
	return d.Times(factor)
}

var timeUnits = [...]struct {
	name   string
	factor int64
}{{"ms", 1e6}, {"us", 1e3}, {"µs", 1e3}, {"ns", 1}, {"s", 1e9}}

// frames returns what reads the key of a frame: its module and its name, one a line.
func frames(o input.Options) func(key []byte) []collapse.Frame {
	simple := o.Simple(input.DemangleFull)
	return func(key []byte) []collapse.Frame {
		module, name, _ := strings.Cut(string(key), "\n")
		if module = module[strings.LastIndexAny(module, `/\`)+1:]; module == "[Unknown]" {
			module = ""
		}
		f := collapse.Frame{Name: symbol.Native(name, simple), Module: module}
		if name == "" || name == "[Unknown]" {
			f.Name, f.Module = "[unknown]", ""
			if module != "" {
				f.Name = "[" + module + "]"
			}
		}
		return []collapse.Frame{f}
	}
}
