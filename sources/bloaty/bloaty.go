// Package bloaty reads what bloaty prints as CSV or TSV.
package bloaty

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/sizes"
)

// Format is the output of bloaty --csv -n 0, or --tsv: a column for each data source, then the two sizes.
//
//	compileunits,symbols,vmsize,filesize
//	../dm/Tea.cpp,tea::Pot::pour(),7307,7382
//	../dm/Tea.cpp,"tea::fill(int, char)",100,110
//	[section .rodata],[section .rodata],50,60
//
// A comparison of two programs, bloaty NEW -- OLD, has negative sizes.
var Format = input.Format{
	Name: "bloaty", Title: "bloaty --csv: what a program's bytes are",
	Sniff: func(h *input.Head) bool {
		line, _ := h.Lines().Next()
		_, ok := headingSeparator(line)
		return ok
	},
	Stream: read,
}

// headingSeparator returns what parts the columns of a heading; false: the line is none.
func headingSeparator(line []byte) (byte, bool) {
	for _, separator := range []byte{',', '\t'} {
		rest, found := bytes.CutSuffix(line, []byte("vmsize"+string(separator)+"filesize"))
		if found && len(rest) > 1 && rest[len(rest)-1] == separator {
			return separator, true
		}
	}
	return 0, false
}

type reader struct {
	s         *input.Stream
	b         *collapse.Builder
	separator byte
	parsers   []func(text []byte) []collapse.Frame // of each data source
	keys      []byte                               // what parts equal texts of different sources
	metrics   [2]int                               // vmsize, filesize
	cells     input.Cells
	key       []byte
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b}
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
	separator, ok := headingSeparator(line)
	if !ok {
		return r.s.Errorf("no heading that ends in vmsize,filesize: run bloaty --csv -n 0 PROGRAM")
	}
	r.separator = separator
	cells, whole := r.cells.Split(line, separator)
	if !whole || len(cells) < 3 {
		return r.s.Errorf("the heading has a quote that is not closed: %q", input.Shorten(line))
	}
	path := sizes.Frames(r.s.Options)
	for _, cell := range cells[:len(cells)-2] {
		parse, key := sizes.Plain, byte('=')
		if strings.HasSuffix(string(cell), "symbols") {
			parse, key = path, ':'
		}
		r.parsers, r.keys = append(r.parsers, marked(parse)), append(r.keys, key)
	}
	r.metrics[1] = r.s.Metric(r.b, collapse.Metric{Name: "filesize", Unit: "bytes", Sampling: collapse.Exact})
	r.metrics[0] = r.s.Metric(r.b, collapse.Metric{Name: "vmsize", Unit: "bytes", Sampling: collapse.Exact})
	return nil
}

// marked takes the mark off a text before it is parsed.
func marked(parse func(text []byte) []collapse.Frame) func(text []byte) []collapse.Frame {
	return func(text []byte) []collapse.Frame { return parse(text[1:]) }
}

func (r *reader) row(line []byte) {
	cells, whole := r.cells.Split(line, r.separator)
	if !whole || len(cells) != len(r.parsers)+2 {
		r.s.Skip("not %d columns: %q", len(r.parsers)+2, input.Shorten(line))
		return
	}
	var weights [2]int64
	for i, cell := range cells[len(r.parsers):] {
		digits, negative := bytes.CutPrefix(cell, []byte{'-'})
		weight, ok := input.ParseCount(digits)
		if !ok {
			r.s.Skip("not a size: %q", input.Shorten(cell))
			return
		}
		if negative {
			weight = -weight
		}
		weights[i] = weight
	}
	r.add(cells, weights)
}

func (r *reader) add(cells [][]byte, weights [2]int64) {
	node := collapse.Root
	for i, parse := range r.parsers {
		r.key = append(append(r.key[:0], r.keys[i]), cells[i]...)
		node = r.b.CallSymbol(node, r.b.Intern(r.key, parse))
	}
	for i, weight := range weights {
		if weight != 0 {
			r.b.Add(node, r.metrics[i], weight)
		}
	}
}
