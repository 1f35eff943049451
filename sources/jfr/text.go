package jfr

import (
	"bytes"
	"math"
	"strconv"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// isText looks for the start of an event:
//
//	jdk.ExecutionSample {
//	  startTime = 04:11:34.352
//	  sampledThread = "pool-1-thread-1" (javaThreadId = 15)
//	  state = "STATE_RUNNABLE"
//	  stackTrace = [
//	    shop.Kiosk.count(int) line: 6
//	    java.lang.Thread.run() line: 840
//	    ...
//	  ]
//	}
//
// The leaf stands first. Weights are rounded, and jfr print writes five frames unless it is
// told otherwise.
func isText(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, found := eventType(line); found && bytes.HasPrefix(lines.Peek(), []byte("  startTime = ")) {
			return true
		}
	}
}

// eventType reads "jdk.ExecutionSample {".
func eventType(line []byte) (name []byte, found bool) {
	name, found = bytes.CutSuffix(line, []byte(" {"))
	if !found || bytes.IndexByte(name, '.') <= 0 {
		return nil, false
	}
	for _, c := range name {
		if c != '.' && c != '_' && c != '$' && c < 0x80 && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return nil, false
		}
	}
	return name, true
}

// printedDepth is how many frames jfr print writes unless it is told otherwise.
const printedDepth = 5

// textReader reads the events of jfr print.
type textReader struct {
	s       *input.Stream
	e       *events
	open    bool // in an event of a kind that is read
	begun   int  // where it began
	inStack bool
	event   event
	hasSize bool              // its weight was read
	exact   bool              // and is not rounded
	about   string            // the name of an event that is one of about; empty: in none
	values  map[string]string // its fields
}

func parseText(s *input.Stream, e *events) {
	r := textReader{s: s, e: e}
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		r.line(line)
	}
	if r.open {
		s.SkipAt(r.begun, "the last event is cut off")
	}
	note := input.Note{Noun: "stack", Text: "cut before the root: run jfr print with --stack-depth 512"}
	if e.deepest > printedDepth {
		note.Text += ", and record with -XX:FlightRecorderOptions=stackdepth=512"
	}
	s.Count(e.cut, note)
}

func (r *textReader) line(line []byte) {
	if len(line) > 0 && line[0] != ' ' {
		r.outer(line)
		return
	}
	switch {
	case r.about != "":
		r.fact(line)
	case !r.open:
	case r.inStack && string(line) == "  ]":
		r.inStack = false
	case r.inStack:
		r.frame(line)
	case len(line) > 2 && line[1] == ' ' && line[2] != ' ':
		r.field(line[2:])
	}
}

// outer reads a line that is not indented: the start of an event or its end.
func (r *textReader) outer(line []byte) {
	if line[0] == '}' {
		if r.about != "" {
			reportAbout(&r.s.Task, r.about, r.values)
		}
		r.about = ""
		r.finish()
		return
	}
	name, found := eventType(line)
	if !found {
		return
	}
	if r.open {
		r.s.SkipAt(r.begun, "an event without its end")
	}
	k := kindOf(string(name))
	if r.open = k >= 0; !r.open {
		if isAbout(string(name)) {
			r.about, r.values = string(name), make(map[string]string)
		}
		return
	}
	r.begun, r.inStack, r.hasSize = r.s.LineNumber(), false, false
	r.event = event{kind: k, weight: 1, stack: r.event.stack[:0]}
}

// mostFields bounds the fields of an event that are kept: no real one has as many.
const mostFields = 64

// fact reads a field of an event without a stack, `javaArguments = "Shop 8080"`.
func (r *textReader) fact(line []byte) {
	name, value, _ := bytes.Cut(input.TrimBlanks(line), []byte(" = "))
	value, _ = bytes.CutPrefix(value, []byte{'"'})
	value, _ = bytes.CutSuffix(value, []byte{'"'})
	if string(value) != "N/A" && len(r.values) < mostFields {
		r.values[string(name)] = string(value)
	}
}

// field reads `sampledThread = "main" (javaThreadId = 1)`.
func (r *textReader) field(text []byte) {
	name, value, found := bytes.Cut(text, []byte(" = "))
	if !found {
		return
	}
	switch string(name) {
	case "stackTrace":
		r.inStack = string(value) == "["
	case "sampledThread", "eventThread":
		r.event.thread = quoted(value)
	case "state":
		r.event.state = quoted(value)
	case "objectClass", "monitorClass", "parkedClass":
		if class, _, _ := bytes.Cut(value, []byte(" (")); string(class) != "N/A" {
			r.event.class = dump.JavaName(string(class))
		}
	}
	if string(name) == kinds[r.event.kind].weight {
		weight, ok := parseWeight(value)
		if !ok {
			r.s.Skip("not a weight: %q", input.Shorten(value))
			return
		}
		r.event.weight, r.hasSize = weight, true
		r.exact = bytes.HasSuffix(value, []byte(" bytes")) || bytes.HasSuffix(value, []byte(" byte"))
	}
}

// quoted returns the text in quotes at the start of value, which may hold quotes itself.
func quoted(value []byte) string {
	text, found := bytes.CutPrefix(value, []byte{'"'})
	if !found {
		return ""
	}
	end := bytes.LastIndex(text, []byte(`" (`))
	if end < 0 {
		end = max(bytes.LastIndexByte(text, '"'), 0)
	}
	return string(text[:end])
}

// frame reads "    shop.Kiosk.count(int) line: 6".
func (r *textReader) frame(line []byte) {
	text := input.TrimBlanks(line)
	if string(text) == dump.Elided {
		r.event.cut = true
		return
	}
	key := text
	if at := bytes.LastIndex(text, []byte(" line: ")); at > 0 && !r.s.Options.Lines {
		key = text[:at]
	}
	if open := bytes.IndexByte(key, '('); open > 0 && !r.s.Options.Lines {
		key = key[:open] // overloads are one function
	}
	if len(key) > 0 {
		r.event.stack = append(r.event.stack, r.e.b.Intern(key, newTextFrame))
	}
}

func newTextFrame(text []byte) []collapse.Frame {
	name, rest, _ := bytes.Cut(text, []byte{'('})
	f := collapse.Frame{Name: dump.JavaName(string(name))}
	if at := bytes.LastIndex(rest, []byte(" line: ")); at >= 0 {
		dump.SetLine(&f, string(rest[at+len(" line: "):]))
	}
	return []collapse.Frame{f}
}

// roundings is what jfr print leaves of a weight.
var roundings = map[string]string{size: "one digit after the point", nanos: "three digits"}

// finish adds the event that was read.
func (r *textReader) finish() {
	if !r.open {
		return
	}
	r.open = false
	if kinds[r.event.kind].weight != "" {
		if !r.hasSize {
			r.s.SkipAt(r.begun, "an event without its weight, %s", kinds[r.event.kind].weight)
			return
		}
		if rounding := roundings[kinds[r.event.kind].metric.Unit]; rounding != "" && !r.exact {
			r.s.Count(1, input.Note{Noun: "weight", Text: "rounded by jfr print to " + rounding + ": the recording itself has them exact, and fold reads it"})
		}
	}
	r.e.add(&r.event)
}

// unitSizes are the units of jfr print, in bytes or nanoseconds.
var unitSizes = map[string]float64{
	"": 1, "bytes": 1, "byte": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40,
	"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9, "d": 86400e9,
}

// parseWeight reads a number with its unit, or several: "18.6 MB", "10.1 ms", "1 m 30 s".
func parseWeight(value []byte) (weight int64, ok bool) {
	fields := bytes.Fields(value)
	if len(fields) == 1 {
		fields = append(fields, nil)
	}
	sum := 0.0
	for ; len(fields) > 1; fields = fields[2:] {
		number, err := strconv.ParseFloat(string(fields[0]), 64)
		unit, known := unitSizes[string(fields[1])]
		if err != nil || !known {
			return 0, false
		}
		sum += number * unit
	}
	if len(fields) > 0 || math.IsNaN(sum) || math.Abs(sum) >= math.MaxInt64 {
		return 0, false
	}
	return int64(math.Round(sum)), true
}
