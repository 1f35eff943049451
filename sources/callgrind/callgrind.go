// Package callgrind reads what valgrind's callgrind and cachegrind write, and others in their format.
package callgrind

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// Format is the profile format of valgrind's callgrind, which cachegrind, gungraun and xdebug write too:
//
//	# callgrind format
//	positions: line
//	events: Ir Dr
//
//	ob=(1) /x/kettle
//	fl=(1) k.c
//	fn=(1) main
//	16 20 3               line 16 of main: 20 Ir, 3 Dr
//	cob=(2) /lib/libt.so
//	cfi=(2) t.c
//	cfn=(3) pour
//	calls=3 20
//	16 400 80             what the three calls from line 16 cost, inclusive
//	fn=(3)                a number stands for the name that it was given with
//	20 700 160
//
//	totals: 720 163
//
// https://valgrind.org/docs/manual/cl-format.html has the grammar; jfi= and jfn= are not in it, but valgrind writes
// them.
//
// Callgrind keeps pairs of functions, not stacks. With --separate-callers=N a name holds its callers, "pour'boil'main",
// and gives an exact stack. Without, each function is a stack of one frame with its exact self cost, and carries the
// inclusive cost that callgrind recorded.
var Format = input.Format{
	Name: "callgrind", Title: "valgrind's callgrind and cachegrind, gungraun, xdebug",
	Sniff:  sniff,
	Stream: read,
	Facts:  input.HeadFacts(map[string]string{"cmd": input.Command}),
}

// sniff looks for the first line that callgrind writes, or for the line of events and a name.
func sniff(h *input.Head) bool {
	if h.HasPrefix("# callgrind format") {
		return true
	}
	events, name := false, false
	for lines := h.Lines(); !events || !name; {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		events = events || bytes.HasPrefix(line, []byte("events: "))
		name = name || len(line) > 3 && line[2] == '=' && isNameKey(string(line[:2]))
	}
	return true
}

func isNameKey(key string) bool {
	switch key {
	case "fl", "fi", "fe", "fn", "ob":
		return true
	}
	return false
}

type reader struct {
	s *input.Stream
	b *collapse.Builder

	functions functions
	current   *function // nil: none yet
	object    name
	file      name // of the function: the last fl=
	positions int
	calling   bool // the next cost line is what calls cost
	jumping   bool // the next line is where a jump stands

	creator string
	calls   bool // callgrind wrote the file, or somebody like it: cachegrind records no calls
	part    part
	metrics []int // metric of each event of this part
	costs   []int64
}

// part is one dump: "events:" begins it.
type part struct {
	line    int
	events  []string
	sums    []int64
	totals  []int64
	summary []int64
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b, positions: 1, functions: newFunctions()}
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		if err := r.line(line); err != nil {
			return err
		}
	}
	r.endPart()
	if r.metrics == nil {
		return s.Errorf(`no line "events:", which says what was counted: is this all of callgrind's file?`)
	}
	f := &r.functions
	s.Count(f.objects.lost+f.files.lost+f.names.lost, input.Note{Noun: "name", Text: "missing: the number for it was never given a name, the file is cut at its start"})
	r.draw()
	return nil
}

// line takes one line.
func (r *reader) line(line []byte) error {
	if len(line) == 0 || line[0] == '#' {
		r.calls = r.calls || bytes.HasPrefix(line, []byte("# callgrind format"))
		return nil
	}
	if c := line[0]; c >= '0' && c <= '9' || c == '+' || c == '-' || c == '*' {
		return r.cost(line)
	}
	if equals := bytes.IndexByte(line, '='); equals > 1 && equals <= len("calls") && bytes.IndexByte(line[:equals], ':') < 0 {
		r.jumping, r.calling = false, false
		return r.spec(string(line[:equals]), line[equals+1:])
	}
	if colon := bytes.IndexByte(line, ':'); colon > 0 {
		return r.header(string(line[:colon]), input.TrimBlanks(line[colon+1:]))
	}
	if len(input.TrimBlanks(line)) > 0 {
		r.s.Skip("neither a name nor a cost: %q", input.Shorten(line))
	}
	return nil
}

// header reads "key: value".
func (r *reader) header(key string, value []byte) error {
	switch key {
	case "positions":
		r.calls = true
		r.positions = max(1, len(bytes.Fields(value)))
	case "events":
		return r.events(value)
	case "totals":
		r.part.totals = r.numbers(value)
	case "summary":
		r.part.summary = r.numbers(value)
	case "part":
		r.endPart()
	case "version":
		r.calls = true
	case "creator":
		r.calls = true
		r.creator = string(value)
	}
	return nil
}

// events begins a part: callgrind writes several dumps into one file with --combine-dumps=yes.
func (r *reader) events(value []byte) error {
	if r.part.events != nil {
		r.endPart()
	}
	names := bytes.Fields(value)
	if len(names) == 0 {
		return r.s.Errorf("no event on the line events:")
	}
	const most = 1000
	if len(names) > most {
		return r.s.Errorf("%d events: is this callgrind's file?", len(names))
	}
	r.part.line, r.metrics = r.s.LineNumber(), r.metrics[:0]
	for _, event := range names {
		r.part.events = append(r.part.events, string(event))
		r.metrics = append(r.metrics, r.s.Metric(r.b, metricOf(string(event))))
	}
	r.part.sums = make([]int64, len(names))
	r.functions.widen(r.metrics)
	return nil
}

// metricOf returns the column of an event. Xdebug writes the unit into the name.
func metricOf(event string) collapse.Metric {
	unit := "count"
	if bytes.HasSuffix([]byte(event), []byte("(bytes)")) {
		unit = "bytes"
	}
	return collapse.Metric{Name: event, Unit: unit, Sampling: collapse.Exact}
}

// numbers reads costs, all the same length as the events or fewer.
func (r *reader) numbers(text []byte) []int64 {
	var costs []int64
	for word := range bytes.FieldsSeq(text) {
		cost, ok := parseCost(word)
		if !ok {
			return nil
		}
		costs = append(costs, cost)
	}
	return costs
}

// endPart compares the costs of a part with the sums that it gives for itself. Valgrind's summary may be a little more
// than its totals, so it counts only where there are none: in a file that is cut short.
func (r *reader) endPart() {
	want := r.part.totals
	if want == nil {
		want = r.part.summary
	}
	for i, event := range r.part.events {
		if i == len(want) || want[i] != r.part.sums[i] {
			r.incomplete(event, want, i)
			break
		}
	}
	r.part = part{}
	r.calling, r.jumping = false, false
}

// incomplete says by how much the costs of an event differ from the sum that the file gives, if it gives one.
func (r *reader) incomplete(event string, want []int64, i int) {
	switch {
	case i >= len(want):
	case want[i] > r.part.sums[i]:
		r.s.Count(want[i]-r.part.sums[i], input.Note{Noun: "unit", Text: "of " + event + " missing from the sum that the file gives: it is cut short"})
	default:
		r.s.Count(r.part.sums[i]-want[i], input.Note{Noun: "unit", Text: "of " + event + " beyond the sum that the file gives: it is damaged"})
	}
}

// spec reads "fn=(1) main" and the like.
func (r *reader) spec(key string, value []byte) error {
	switch key {
	case "fn":
		r.current = r.functions.at(r.object, r.file, r.functions.names.read(value))
	case "fl":
		r.file = r.functions.files.read(value)
		r.current = nil
	case "ob":
		r.object = r.functions.objects.read(value)
		r.current = nil
	case "fi", "fe", "cfi", "cfl", "jfi":
		r.functions.files.read(value)
	case "cob":
		r.functions.objects.read(value)
	case "cfn", "jfn":
		r.functions.names.read(value)
	case "calls":
		r.calling, r.calls = true, true
	case "jump", "jcnd":
		r.jumping = true
	default:
		r.s.Skip("not a key of callgrind's format: %q", input.Shorten([]byte(key)))
	}
	return nil
}

// cost reads a line of positions and costs.
func (r *reader) cost(line []byte) error {
	if r.jumping {
		r.jumping = false
		return nil
	}
	calling := r.calling
	r.calling = false
	switch {
	case r.metrics == nil || r.part.events == nil:
		return r.s.Errorf(`no line "events:" before the first cost: is this all of callgrind's file?`)
	case r.current == nil:
		r.s.Skip("a cost before the name of its function (fn=): %q", input.Shorten(line))
		return nil
	}
	if !r.parseCosts(line) {
		r.s.Skip("no costs in %q", input.Shorten(line))
		return nil
	}
	column := r.current.self
	if calling {
		column = r.current.calls
	}
	for i, cost := range r.costs {
		column[r.metrics[i]] = r.sum(column[r.metrics[i]], cost)
		if !calling {
			r.part.sums[i] = r.sum(r.part.sums[i], cost)
		}
	}
	return nil
}

func (r *reader) sum(a, b int64) int64 {
	sum, exact := collapse.AddWeights(a, b)
	if !exact {
		r.functions.saturated = true
	}
	return sum
}

// parseCosts reads the costs behind the positions. Those that are missing are 0.
func (r *reader) parseCosts(line []byte) bool {
	r.costs = r.costs[:0]
	for word := 0; ; word++ {
		line = input.TrimLeft(line)
		if len(line) == 0 {
			return word >= r.positions
		}
		end := 0
		for end < len(line) && !input.IsWhite(line[end]) {
			end++
		}
		if word >= r.positions {
			cost, ok := parseCost(line[:end])
			if !ok || len(r.costs) == len(r.metrics) {
				return false
			}
			r.costs = append(r.costs, cost)
		}
		line = line[end:]
	}
}

func parseCost(word []byte) (int64, bool) {
	if len(word) > 2 && word[0] == '0' && word[1] == 'x' {
		return input.ParseHex(word[2:])
	}
	return input.ParseCount(word)
}
