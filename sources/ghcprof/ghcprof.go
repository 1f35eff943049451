// Package ghcprof reads the profiles that GHC's run-time system writes.
package ghcprof

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"fold/collapse"
	"fold/sources/input"
)

// Format is the .prof file of a Haskell program that was run with +RTS -p, -P or -pa, or -pj for JSON. The second table is
// the tree; numbers that it calls individual are a cost centre's own:
//
//		Mon Nov 30 10:00 2026 Time and Allocation Profiling Report  (Final)
//
//	COST CENTRE MODULE SRC                 %time %alloc
//	boil        Tea    Tea.hs:9:1-20        80.0   70.0
//
//	                                                                        individual      inherited
//	COST CENTRE   MODULE     SRC                      no.     entries  %time %alloc   %time %alloc  ticks     bytes
//
//	MAIN          MAIN       <built-in>               111           0    0.0    0.2   100.0  100.0      0        40
//	 main         Main       Main.hs:(4,1)-(8,12)     222           1   20.0   20.0   100.0   90.0      2      4000
//	  boil        Tea        Tea.hs:9:1-20            223          12   80.0   70.0    80.0   70.0      8     14000
//
// Ticks and bytes are there with -P and -pa only. Without, per cent with one digit is all there is.
var Format = input.Format{
	Name: "ghcprof", Title: "GHC: .prof files of Haskell programs",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	for lines := h.Lines(); lines.LineNumber() < 3; {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if bytes.Contains(line, []byte("Time and Allocation Profiling Report")) {
			return true
		}
	}
	return h.JSON().Has("rts_arguments")
}

func read(s *input.Stream, b *collapse.Builder) error {
	if bytes.HasPrefix(input.TrimBlanks(s.Peek()), []byte{'{'}) {
		return readJSON(s, b)
	}
	return readText(s, b)
}

// heading says where the columns of the tree stand, in characters.
type heading struct {
	module, source int  // source: 0 before GHC 8, which had no such column
	exact          bool // with ticks and bytes
}

// parseHeading reads the heading of the tree; false for other lines, the flat table's heading too.
func parseHeading(line []byte) (heading, bool) {
	text := string(line)
	module := strings.Index(text, "MODULE")
	if !strings.HasPrefix(text, "COST CENTRE") || module < 0 || !strings.Contains(text, " no. ") || !strings.Contains(text, "entries") {
		return heading{}, false
	}
	return heading{
		module: module,
		source: max(0, strings.Index(text, " SRC ")+1),
		exact:  strings.Contains(text, "ticks") && strings.Contains(text, "bytes"),
	}, true
}

type textReader struct {
	s       *input.Stream
	b       *collapse.Builder
	heading heading
	metrics [3]int // of time or ticks, of allocation, of entries
	tree    input.OpenRows[collapse.NodeID]
	key     []byte
}

func readText(s *input.Stream, b *collapse.Builder) error {
	r := &textReader{s: s, b: b}
	for found := false; !found; {
		line, ok := s.Next()
		if !ok {
			return input.Errorf("no tree of cost-centre stacks, only the flat table: the file is cut short, run the program again with +RTS -p")
		}
		r.heading, found = parseHeading(line)
		reportFacts(s, line)
	}
	r.nameMetrics()
	for rows := 0; ; {
		line, ok := s.Next()
		switch {
		case !ok:
			return nil
		case len(input.TrimBlanks(line)) > 0:
			r.row(line)
			rows++
		case rows > 0:
			return nil
		}
	}
}

// reportFacts reports what a line before the tree says about the recording:
//
//	   kettle +RTS -p -RTS
//
//	total time  =        0.01 secs   (10 ticks @ 1000 us, 1 processor)
func reportFacts(s *input.Stream, line []byte) {
	if text := input.TrimBlanks(line); len(line) > len(text) && bytes.Contains(text, []byte(" +RTS ")) {
		program, _, _ := bytes.Cut(text, []byte(" +RTS "))
		s.Fact(input.Command, string(program))
	}
	if !bytes.HasPrefix(line, []byte("\ttotal time")) {
		return
	}
	if _, interval, found := strings.Cut(string(line), " ticks @ "); found {
		interval, processors, _ := strings.Cut(strings.TrimRight(interval, ") "), ", ")
		count, _, _ := strings.Cut(processors, " ")
		s.Fact(input.Rate, input.EachSample(strings.Replace(interval, " us", " µs", 1)))
		s.Fact(input.Processors, count)
	}
}

func (r *textReader) nameMetrics() {
	names := [3]collapse.Metric{{Name: "time", Unit: "1/1000"}, {Name: "alloc", Unit: "1/1000"}, {Name: "entries", Unit: "count", Sampling: collapse.Exact}}
	if r.heading.exact {
		names[0], names[1] = exactMetrics[0], exactMetrics[1]
	}
	for i, metric := range names {
		r.metrics[i] = r.s.Metric(r.b, metric)
	}
}

// row reads one row of the tree.
func (r *textReader) row(line []byte) {
	numbers := 6
	if r.heading.exact {
		numbers = 8
	}
	words, rest, ok := lastWords(line, numbers)
	var weights [3]int64
	if ok {
		weights, ok = r.weights(words)
	}
	if !ok {
		r.s.Skip("not a row of %d numbers: %q", numbers, input.Shorten(line))
		return
	}
	indent := 0
	for indent < len(rest) && rest[indent] == ' ' {
		indent++
	}
	if r.tree.Skips(indent, 1) {
		r.s.Count(1, input.Note{Noun: "row", Text: "more than one level below the row before it: taken as its child"})
	}
	parent := collapse.Root
	if above := r.tree.Parent(indent); above != nil {
		parent = *above
	}
	node := r.b.CallSymbol(parent, r.b.Intern(r.name(rest), frame))
	r.tree.Add(indent, node, nil)
	addWeights(r.b, node, r.metrics, weights, r.heading.exact)
}

// exactMetrics are those of -P and -pj: ticks are samples, the others are counted.
var exactMetrics = [3]collapse.Metric{
	{Name: "ticks", Unit: "count"},
	{Name: "alloc", Unit: "bytes", Sampling: collapse.Exact},
	{Name: "entries", Unit: "count", Sampling: collapse.Exact},
}

// addWeights adds the weights of a call. Ticks: the first is so many samples.
func addWeights(b *collapse.Builder, node collapse.NodeID, metrics [3]int, weights [3]int64, ticks bool) {
	for i, weight := range weights {
		switch {
		case weight == 0:
		case i == 0 && ticks:
			b.AddSamples(node, metrics[i], weight, weight)
		default:
			b.Add(node, metrics[i], weight)
		}
	}
}

// name returns "MODULE.LABEL". Labels may hold blanks, so the heading's columns cut them.
func (r *textReader) name(rest []byte) []byte {
	label, module := cutColumn(rest, r.heading.module)
	if r.heading.source > 0 {
		module, _ = cutColumn(module, r.heading.source-r.heading.module)
	}
	r.key = append(append(append(r.key[:0], input.TrimBlanks(module)...), '.'), input.TrimBlanks(label)...)
	return r.key
}

func frame(text []byte) []collapse.Frame { return []collapse.Frame{{Name: string(text)}} }

// cutColumn cuts a text after so many characters.
func cutColumn(text []byte, column int) (left, right []byte) {
	at := 0
	for ; column > 0 && at < len(text); column-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return text[:at], text[at:]
}

// lastWords takes n words off the end of a line.
func lastWords(line []byte, n int) (words [8][]byte, rest []byte, ok bool) {
	rest = line
	for n--; n >= 0; n-- {
		rest = bytes.TrimRight(rest, " \t\r")
		at := bytes.LastIndexByte(rest, ' ') + 1
		if at == 0 {
			return words, nil, false
		}
		words[n], rest = rest[at:], rest[:at]
	}
	return words, rest, true
}

// weights reads the numbers of a row: no., entries, individual %time %alloc, inherited %time %alloc, ticks, bytes.
func (r *textReader) weights(words [8][]byte) (weights [3]int64, ok bool) {
	if _, ok = input.ParseCount(words[0]); !ok {
		return weights, false
	}
	if weights[2], ok = input.ParseCount(words[1]); !ok {
		return weights, false
	}
	for i := range 2 {
		if r.heading.exact {
			weights[i], ok = input.ParseCount(words[6+i])
		} else {
			d, isNumber := input.PrintedDecimal(words[2+i], false)
			weights[i], ok = d.Times(10)
			ok = ok && isNumber
		}
		if !ok {
			return weights, false
		}
	}
	return weights, true
}
