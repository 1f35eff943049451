// Package asprof reads the text output of async-profiler, -o traces.
package asprof

import (
	"bytes"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// Format is what async-profiler writes with -o traces or -o text:
//
//	--- Execution profile ---
//	Total samples       : 5
//
//	--- 30000000 ns (60.00%), 3 samples
//	  [ 0] shop.Kiosk.count
//	  [ 1] shop.Kiosk.main_[j]
//
// The first number is the weight in the unit of the event, metric "total"; the metric "samples" counts. The
// flat list at the end repeats the leaves.
var Format = input.Format{
	Name: "asprof", Title: "async-profiler's text: -o traces",
	Uses:   input.UsesLabels,
	Sniff:  sniff,
	Stream: parse,
}

func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, found := findHeader(line); found {
			if _, isFrame := frameText(lines.Peek()); isFrame {
				return true
			}
		}
	}
}

// header is the first line of a stack.
type header struct {
	total, samples int64
	unit           string
	isBad          bool // a number is none, or beyond 64 bits
}

// findHeader reads "--- 30000000 ns (60.00%), 3 samples".
func findHeader(line []byte) (h header, found bool) {
	text, found := bytes.CutPrefix(line, []byte("--- "))
	if !found {
		return h, false
	}
	fields := bytes.Fields(text)
	if len(fields) != 5 || !bytes.HasSuffix(fields[2], []byte("%),")) || !bytes.HasPrefix(fields[4], []byte("sample")) {
		return h, false
	}
	total, err1 := strconv.ParseInt(string(fields[0]), 10, 64)
	samples, err2 := strconv.ParseInt(string(fields[3]), 10, 64)
	return header{total, samples, unitOf(string(fields[1])), err1 != nil || err2 != nil}, true
}

// unitOf returns the unit of a column as fold spells it.
func unitOf(word string) string {
	switch word {
	case "ns":
		return "nanoseconds"
	case "samples", "calls", "events":
		return "count"
	}
	return word
}

// frameText reads "  [ 0] shop.Kiosk.count".
func frameText(line []byte) (text []byte, ok bool) {
	number, text, found := bytes.Cut(line, []byte("] "))
	number, begins := bytes.CutPrefix(number, []byte("  ["))
	return text, found && begins && len(text) > 0 && len(bytes.Trim(number, " 0123456789")) == 0
}

func parse(s *input.Stream, b *collapse.Builder) error {
	var h header
	var stack []collapse.Symbol // leaf first
	begun, open := 0, false
	finish := func() {
		switch {
		case open && len(stack) > 0:
			total := s.MetricAt(b, collapse.Metric{Name: "total", Unit: h.unit}, begun)
			samples := s.MetricAt(b, collapse.Metric{Name: "samples", Unit: "count"}, begun)
			if node, kept := s.Stack(b, stack, labels(s, b, stack)); kept {
				b.Add(node, total, h.total)
				b.Add(node, samples, h.samples)
			}
		case open:
			s.Count(h.samples, input.Note{Noun: "sample", Text: "without a stack: not counted"})
		}
		open, stack = false, stack[:0]
	}
	for {
		line, ok := s.Next()
		if !ok {
			finish()
			return nil
		}
		next, isHeader := findHeader(line)
		text, isFrame := frameText(line)
		if len(stack) > input.MaxDepth {
			return s.Errorf("a stack of over %d frames: no program has that", input.MaxDepth)
		}
		switch {
		case isHeader && next.isBad:
			finish()
			s.Skip("a stack without numbers that fit, left out: %q", input.Shorten(line))
		case isHeader:
			finish()
			h, open, begun = next, true, s.LineNumber()
		case open && isFrame:
			stack = append(stack, b.Intern(text, newFrame))
		default:
			finish()
		}
	}
}

// labels returns the name of the thread that stands at the root of a stack, with -t: "[main tid=4711]".
func labels(s *input.Stream, b *collapse.Builder, stack []collapse.Symbol) []input.Label {
	if !s.WantsLabels() {
		return nil
	}
	root := b.Known(b.SymbolFrames(stack[len(stack)-1])[0])
	if root.Kind != collapse.KindThread {
		return nil
	}
	name, tid, _ := strings.Cut(strings.Trim(root.Name, "[]"), " tid=")
	return []input.Label{{Key: "thread", Text: name}, input.IDLabel("tid", tid)}
}

// newFrame makes the frame of a method, which -a marks by how it is compiled: "_[j]", "_[i]", "_[k]".
func newFrame(text []byte) []collapse.Frame {
	f := collapse.Frame{Name: string(text)}
	if n := len(text); n > 4 && text[n-1] == ']' && text[n-4] == '_' && text[n-3] == '[' {
		switch text[n-2] {
		case 'k':
			f.Kind = collapse.KindKernel
		case 'j', '1':
			f.Kind = collapse.KindJIT
		case 'i':
			f.Kind = collapse.KindInlined
		case '0':
			f.Kind = collapse.KindInterpreted
		}
	}
	if text[0] == '[' {
		if bytes.Contains(text, []byte(" tid=")) {
			f.Kind = collapse.KindThread // "[main tid=4711]", with -t
		}
	}
	return []collapse.Frame{f}
}
