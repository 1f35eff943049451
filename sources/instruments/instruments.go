// Package instruments reads the call trees that Apple's Instruments copies to the clipboard.
package instruments

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// Format is what Edit > Deep Copy of a call tree puts on the clipboard: a table with TABs, in which the symbol's
// indent is its depth. Versions differ in their columns and in how they write numbers; these are of Instruments 16
// and 7:
//
//	Weight<TAB>Self Weight<TAB><TAB>Symbol Names
//	30.00 ms  100.0%<TAB>0 s<TAB><TAB>start
//	21.00 ms  70.0%<TAB>21.00 ms<TAB><TAB> boil_kettle
//
//	Running Time<TAB>Self (ms)<TAB><TAB>Symbol Name
//	40.0ms  100.0%<TAB>0<TAB> <TAB>start
//	36.0ms   90.0%<TAB>36.0<TAB> <TAB> boil_kettle
//
// Allocations have no column of their own weights: they are what the callees leave of the totals.
var Format = input.Format{
	Name: "instruments", Title: "Instruments call trees: Edit > Deep Copy, pasted into a file",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	for lines := h.Lines(); ; {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if len(input.TrimBlanks(line)) > 0 {
			columns, err := readHeading(line)
			return err == nil && columns.symbol > 0
		}
	}
}

// columns says where things stand in a row; -1: nowhere.
type columns struct {
	value, self, count, symbol int
	bytes                      bool // the heading says that values are bytes
}

// readHeading finds the columns. It is an error if there is none of values or of symbols.
func readHeading(line []byte) (columns, error) {
	found := columns{value: -1, self: -1, count: -1, symbol: -1}
	for i, cell := range bytes.Split(line, []byte("\t")) {
		name := string(bytes.TrimSpace(cell))
		switch {
		case i == 0 && slices.Contains([]string{"Weight", "Running Time", "Bytes Used"}, name):
			found.value, found.bytes = i, name == "Bytes Used"
		case found.self < 0 && slices.Contains([]string{"Self", "Self (ms)", "Self Weight"}, name):
			found.self = i
		case found.count < 0 && name == "Count":
			found.count = i
		case found.symbol < 0 && strings.HasPrefix(name, "Symbol Name"):
			found.symbol = i
		}
	}
	switch {
	case found.value < 0:
		return found, errors.New("no column Weight, Running Time or Bytes Used first: copy the call tree with Edit > Deep Copy")
	case found.symbol < 0:
		return found, errors.New("no column Symbol Name: copy the call tree with Edit > Deep Copy")
	}
	return found, nil
}

// row is an open row: where it stands in the tree, and its numbers.
type row struct {
	node          collapse.NodeID
	weight, count input.Share
	line          int
}

type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	columns columns
	tree    input.OpenRows[row]
	parse   func(text []byte) []collapse.Frame
	cells   [][]byte

	settled       bool // the kind of the weights is known, and their metric
	kind          kind
	weight, count int // metrics
	skipped       int64
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b, parse: frames(s.Options)}
	if err := r.heading(); err != nil {
		return err
	}
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		if len(input.TrimBlanks(line)) > 0 {
			r.row(line)
		}
	}
	r.settle(nil)
	r.tree.Close(r.closed)
	s.Count(r.skipped, input.Note{Noun: "row", Text: "more than one level below the row before it: taken as its child"})
	return nil
}

func (r *reader) heading() (err error) {
	for {
		line, ok := r.s.Next()
		if !ok {
			return nil
		}
		if len(input.TrimBlanks(line)) == 0 {
			continue
		}
		if r.columns, err = readHeading(line); err != nil {
			return r.s.Errorf("%v", err)
		}
		return nil
	}
}

// row reads one line of the tree.
func (r *reader) row(line []byte) {
	r.split(line)
	if len(r.cells) <= max(r.columns.symbol, r.columns.self, r.columns.count) {
		r.s.Skip("too few columns: %q", input.Shorten(line))
		return
	}
	next, ok := r.numbers()
	if !ok {
		r.s.Skip("no weight in %q", input.Shorten(line))
		return
	}
	indent, name := input.CutIndent(r.cells[r.columns.symbol])
	if r.tree.Skips(indent, 1) {
		r.skipped++
	}
	parent := collapse.Root
	if above := r.tree.Parent(indent); above != nil {
		parent = above.node
	}
	next.node = r.b.CallSymbol(parent, r.b.Intern(input.TrimBlanks(name), r.parse))
	next.line = r.s.LineNumber()
	r.tree.Add(indent, next, r.closed)
}

// split cuts a line at its TABs, up to the symbol.
func (r *reader) split(line []byte) {
	r.cells = r.cells[:0]
	for {
		before, after, ok := bytes.Cut(line, []byte{'\t'})
		if !ok {
			r.cells = append(r.cells, line)
			return
		}
		r.cells, line = append(r.cells, before), after
	}
}

// numbers reads the numbers of a row.
func (r *reader) numbers() (found row, ok bool) {
	value, percent := cutPercent(r.cells[r.columns.value])
	comma := bytes.IndexByte(percent, ',') >= 0
	if found.weight, ok = r.quantity(value, comma); !ok {
		return found, false
	}
	if r.columns.self >= 0 {
		if found.weight, ok = r.quantity(r.cells[r.columns.self], comma); !ok {
			return found, false
		}
	}
	if r.columns.count >= 0 {
		d, isNumber := input.PrintedDecimal(r.cells[r.columns.count], comma)
		found.count.Total, ok = d.Times(1)
		ok = ok && isNumber
	}
	return found, ok
}

// quantity reads a number with its unit. The first unit of the file says what the weights are.
func (r *reader) quantity(cell []byte, comma bool) (input.Share, bool) {
	number, name := cutUnit(cell)
	d, ok := input.PrintedDecimal(number, comma)
	if !ok || d.Value == 0 && len(name) == 0 {
		return input.Share{}, ok
	}
	r.settle(name)
	factor := bareFactor[r.kind]
	if len(name) > 0 {
		unit, known := units[string(name)]
		if !known || unit.kind != r.kind {
			return input.Share{}, false
		}
		factor = unit.factor
	}
	weight, fits := d.Times(factor)
	return input.Share{Total: weight, Slack: d.Slack(factor)}, fits
}

// settle finds out what the weights are: by the first unit, or by the heading if numbers have none.
func (r *reader) settle(name []byte) {
	if r.settled {
		return
	}
	r.settled = true
	unit, known := units[string(name)]
	switch {
	case known:
		r.kind = unit.kind
	case r.columns.bytes:
		r.kind = space
	}
	r.weight = r.s.Metric(r.b, metrics[r.kind])
	if r.columns.count >= 0 {
		r.count = r.s.Metric(r.b, collapse.Metric{Name: "count", Unit: "count"})
	}
}

// closed adds the weights of a row whose callees are all known.
func (r *reader) closed(done *row) {
	r.add(done, r.weight, done.weight)
	if r.columns.count >= 0 {
		r.add(done, r.count, done.count)
	}
	above := r.tree.Rows()
	if len(above) < 2 {
		return
	}
	caller := &above[len(above)-2]
	caller.count.Take(done.count)
	if r.columns.self < 0 {
		caller.weight.Take(done.weight)
	}
}

func (r *reader) add(done *row, metric int, share input.Share) {
	self, missing := share.Self()
	if missing > 0 {
		r.s.SkipAt(done.line, "the callees exceed their caller by %d: its own weight is taken as 0", missing)
	}
	if self != 0 {
		r.b.Add(done.node, metric, self)
	}
}

// frames returns what reads a symbol: its name, as Instruments spells it.
func frames(o input.Options) func(text []byte) []collapse.Frame {
	simple := o.Simple(input.DemangleFull)
	return func(text []byte) []collapse.Frame {
		if len(text) == 0 {
			return []collapse.Frame{{Name: "[unknown]"}}
		}
		return []collapse.Frame{{Name: symbol.Native(string(text), simple)}}
	}
}
