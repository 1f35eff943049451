// Package austin reads what Austin, a profiler of Python, writes in its full mode, austin -f.
package austin

import (
	"bytes"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// Format is what austin -f writes: time in microseconds, 1 if the thread was idle, and the change of memory in
// bytes, which may be negative:
//
//	# mode: full
//
//	P77;T0:77;kiosk/main.py:<module>:20;kiosk/main.py:make:3 100,0,4096
//	P77;T0:77;kiosk/main.py:<module>:20 50,1,-1024
//
// In its other modes Austin writes folded stacks.
var Format = input.Format{
	Name: "austin", Title: "Austin in full mode, austin -f: time, CPU time and memory",
	Uses:  input.UsesLabels,
	Sniff: sniff,
	Split: input.SplitLines,
	Parse: parse, Ordered: true, Facts: factsOf,
}

// factsOf returns what the head says about the recording: "# interval: 100", in microseconds.
func factsOf(h *input.Head) []input.Fact {
	facts := input.HeadFacts(map[string]string{"interval": input.Rate})(h)
	for i := range facts {
		facts[i].Value = input.EachSample(strings.TrimSpace(facts[i].Value) + " µs")
	}
	return facts
}

// Binary is what austin -b writes.
var Binary = input.Format{
	Name: "mojo", Title: "Austin's binary form, MOJO",
	Sniff: func(h *input.Head) bool { return h.HasPrefix("MOJ") && bytes.IndexByte(h.Bytes, 0) >= 0 },
	Hint:  "this is Austin's binary form: run `mojo2austin FILE out.austin` and give fold out.austin",
}

// sniff looks at the lines that are no comments: the first of them must be a stack with its three numbers.
func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if isComment(line) {
			continue
		}
		_, _, found := cutNumbers(line)
		return found
	}
}

func isComment(line []byte) bool {
	text := input.TrimBlanks(line)
	return len(text) == 0 || text[0] == '#' && (len(text) == 1 || text[1] == ' ')
}

// sample is what stands after a stack.
type sample struct {
	time, memory int64
	idle         bool
}

// cutNumbers splits "P77;T0:77;main.py:main:20 100,0,4096".
func cutNumbers(line []byte) (stack []byte, s sample, ok bool) {
	line = input.TrimBlanks(line)
	blank := bytes.LastIndexByte(line, ' ')
	if blank <= 0 {
		return nil, s, false
	}
	time, rest, _ := bytes.Cut(line[blank+1:], []byte{','})
	idle, memory, _ := bytes.Cut(rest, []byte{','})
	if len(idle) != 1 || idle[0] != '0' && idle[0] != '1' {
		return nil, s, false
	}
	var err1, err2 error
	s.idle = idle[0] == '1'
	s.time, err1 = strconv.ParseInt(string(time), 10, 64)
	s.memory, err2 = strconv.ParseInt(string(memory), 10, 64)
	return line[:blank], s, err1 == nil && err2 == nil
}

// columns are the three metrics of a sample.
type columns struct{ wall, cpu, memory int }

func parse(c *input.Chunk, b *collapse.Builder) error {
	columns := columns{
		wall:   c.Metric(b, collapse.Metric{Name: "wall", Unit: "microseconds"}),
		cpu:    c.Metric(b, collapse.Metric{Name: "cpu", Unit: "microseconds"}),
		memory: c.Metric(b, collapse.Metric{Name: "memory", Unit: "bytes"}),
	}
	for {
		line, ok := c.Next()
		if !ok {
			return nil
		}
		if isComment(line) {
			continue
		}
		stack, s, found := cutNumbers(line)
		if !found {
			c.Skip("not a stack with time, idle and memory: %q", input.Shorten(line))
			continue
		}
		root, leaf, keep := c.Tags(b, labels(c, stack))
		if !keep {
			continue
		}
		node := b.CallSymbols(collapse.Root, root)
		for frame := range bytes.SplitSeq(stack, []byte{';'}) {
			node = b.CallSymbol(node, b.Intern(frame, newFrame))
		}
		node = b.CallSymbols(node, leaf)
		b.Add(node, columns.wall, s.time)
		if !s.idle {
			b.Add(node, columns.cpu, s.time)
		}
		b.Add(node, columns.memory, s.memory)
	}
}

// labels returns the process and the thread of a stack that begins with "P77;T0:77".
func labels(c *input.Chunk, stack []byte) (labels []input.Label) {
	if !c.WantsLabels() {
		return nil
	}
	for range 2 {
		frame, rest, _ := bytes.Cut(stack, []byte{';'})
		if !isThread(frame) {
			break
		}
		key, id := "pid", string(frame[1:])
		if frame[0] == 'T' {
			key, id = "tid", id[strings.IndexByte(id, ':')+1:] // the number of the interpreter stands before it
		}
		labels = append(labels, input.IDLabel(key, id))
		stack = rest
	}
	return labels
}

// newFrame makes a frame of its text; the names of processes and threads are no functions.
func newFrame(text []byte) []collapse.Frame {
	f := collapse.Frame{Name: string(text)}
	if isThread(text) {
		f.Kind = collapse.KindThread
	}
	return []collapse.Frame{f}
}

// isThread recognises "P77" and "T0:77".
func isThread(text []byte) bool {
	return len(text) > 1 && (text[0] == 'P' || text[0] == 'T') && len(bytes.Trim(text[1:], "0123456789:abcdefx")) == 0
}
