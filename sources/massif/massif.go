// Package massif reads what valgrind's massif writes, and heaptrack_print -M.
package massif

import (
	"bytes"
	"fmt"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/valgrind"
)

// Format is massif's file: snapshots of the heap, some with the tree of who allocated what.
//
//	#-----------
//	snapshot=2
//	#-----------
//	time=2000
//	mem_heap_B=8692
//	mem_heap_extra_B=16
//	mem_stacks_B=0
//	heap_tree=peak
//	n1: 8692 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
//	 n2: 8692 0x109169: grow (k.c:4)
//	  n0: 8192 0x109217: main (k.c:9)
//	  n1: 500 0x109197: boil (k.c:6)
//	   n0: 500 0x1091FB: main (k.c:7)
//
// Snapshots are no samples of one another, so one is shown: the last peak, else the largest. Its tree leads from the
// allocation to the callers, so that a stack is the way to a row read backwards.
var Format = input.Format{
	Name: "massif", Title: "valgrind's massif, heaptrack_print -M",
	Uses:   input.UsesLines,
	Sniff:  sniff,
	Stream: read,
	Facts:  input.HeadFacts(map[string]string{"cmd": input.Command}),
}

// sniff looks for the heading of a snapshot anywhere: heaptrack_print writes the rest of the file's heading last.
func sniff(h *input.Head) bool {
	for lines := h.Lines(); ; {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if string(line) != rule {
			continue
		}
		if number, found := bytes.CutPrefix(lines.Peek(), []byte("snapshot=")); found {
			_, ok := input.ParseCount(number)
			return ok
		}
	}
}

const rule = "#-----------"

// snapshot is the text of one tree.
type snapshot struct {
	number []byte
	heap   int64
	line   int    // of the first row
	rows   []byte // nil: it has no tree
	peak   bool
}

// read keeps the tree of the snapshot that is to be shown: the last peak, or the largest of the detailed ones.
func read(s *input.Stream, b *collapse.Builder) error {
	var best, next snapshot
	snapshots := int64(0)
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		key, value, _ := bytes.Cut(line, []byte("="))
		switch string(key) {
		case "snapshot":
			snapshots++
			next = snapshot{number: append(next.number[:0], value...), rows: next.rows[:0]}
		case "mem_heap_B":
			heap, ok := input.ParseCount(value)
			if !ok {
				s.Skip("not a number of bytes: %q", input.Shorten(value))
			}
			next.heap = heap
		case "heap_tree":
			if string(value) != "peak" && string(value) != "detailed" {
				continue
			}
			next.peak = string(value) == "peak"
			readRows(s, &next)
			if len(next.rows) > 0 && (next.peak || !best.peak && (next.heap > best.heap || best.rows == nil)) {
				best, next = next, snapshot{number: best.number, rows: best.rows}
			}
		}
	}
	if len(best.rows) == 0 {
		return input.Errorf("no snapshot has a tree: record with valgrind --tool=massif --detailed-freq=1")
	}
	kind := "the largest with a tree"
	if best.peak {
		kind = "the peak"
	}
	s.Count(snapshots-1, input.Note{Noun: "snapshot", Text: fmt.Sprintf("not shown: snapshot %s, %s, is", input.Shorten(best.number), kind)})
	draw(s, b, best)
	return nil
}

// readRows copies the rows of a tree.
func readRows(s *input.Stream, into *snapshot) {
	into.line = s.LineNumber() + 1
	for {
		_, text := input.CutIndent(s.Peek())
		if len(text) < 2 || text[0] != 'n' || text[1] < '0' || text[1] > '9' {
			return
		}
		line, _ := s.Next()
		into.rows = append(append(into.rows, line...), '\n')
	}
}

// row is an open row. Its frame stands before those of the rows that it is in.
type row struct {
	symbol collapse.Symbol
	weight input.Share
	line   int
	// How many callers it has, as it says and as stand below it.
	callers, found int64
}

type drawing struct {
	s     *input.Stream
	b     *collapse.Builder
	heap  int   // the metric
	cut   int64 // rows that are missing
	tree  input.OpenRows[row]
	stack []collapse.Symbol
}

func draw(s *input.Stream, b *collapse.Builder, from snapshot) {
	d := &drawing{s: s, b: b, heap: s.MetricAt(b, collapse.Metric{Name: "heap", Unit: "bytes", Sampling: collapse.Exact}, from.line)}
	parse := frames(s.Options)
	for lines := input.NewLines(from.rows); ; {
		line, ok := lines.Next()
		if !ok {
			break
		}
		indent, callers, weight, text, ok := parseRow(line)
		at := from.line + lines.LineNumber() - 1
		if !ok {
			s.SkipAt(at, "not a row of massif's tree: %q", input.Shorten(line))
			continue
		}
		next := row{weight: input.Share{Total: weight}, line: at, callers: callers}
		if indent > 0 {
			next.symbol = b.Intern(text, parse)
		}
		d.tree.Add(indent, next, d.closed)
	}
	d.tree.Close(d.closed)
	s.Count(d.cut, input.Note{Noun: "row", Text: "missing from the tree: the file is cut short, and what they hold counts for the rows above them"})
}

// closed adds what the callers of a row do not account for: all of it where massif names none. What the heading has
// and no row under it is of nobody.
func (d *drawing) closed(done *row) {
	rows := d.tree.Rows()
	if len(rows) > 1 {
		rows[len(rows)-2].weight.Take(done.weight)
		rows[len(rows)-2].found++
	}
	d.cut += max(done.callers-done.found, 0)
	self, missing := done.weight.Self()
	if missing > 0 {
		d.s.SkipAt(done.line, "the callers exceed their callee by %d bytes: its own weight is taken as 0", missing)
	}
	if self == 0 {
		return
	}
	d.stack = d.stack[:0]
	for _, row := range rows[1:] {
		d.stack = append(d.stack, row.symbol)
	}
	if len(rows) == 1 {
		d.stack = append(d.stack, d.b.Intern([]byte("???"), frames(d.s.Options)))
	}
	d.b.Add(d.b.Stack(d.stack), d.heap, self)
}

// frames returns what reads the text of a row: a frame, or what massif joined to keep its tree small.
func frames(o input.Options) func(text []byte) []collapse.Frame {
	parse := valgrind.Frames(o)
	return func(text []byte) []collapse.Frame {
		if isBelowThreshold(text) {
			return []collapse.Frame{{Name: "[below threshold]"}}
		}
		return parse(text)
	}
}

// isBelowThreshold recognises "in 12 places, all below massif's threshold (1.00%)".
func isBelowThreshold(text []byte) bool {
	return bytes.HasPrefix(text, []byte("in ")) && bytes.Contains(text, []byte(" below massif's threshold"))
}

// parseRow splits " n1: 500 0x109197: boil (k.c:6)".
func parseRow(line []byte) (indent int, callers, weight int64, text []byte, ok bool) {
	indent, line = input.CutIndent(line)
	colon := bytes.IndexByte(line, ':')
	if colon < 2 || line[0] != 'n' || colon+1 >= len(line) {
		return 0, 0, 0, nil, false
	}
	callers, _ = input.ParseCount(line[1:colon])
	number, text, _ := bytes.Cut(line[colon+2:], []byte(" "))
	weight, ok = input.ParseCount(number)
	return indent, callers, weight, text, ok
}
