package bpftrace

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the entries of all maps. Those of one map stand together.
type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	columns map[string]int // of the maps with stacks
	shown   string         // the first of them
	odd     string         // a value that is no number, of a map with stacks

	inside  bool // in a key
	line    int  // where the key began
	name    string
	scalars []collapse.Symbol
	stacks  [][]collapse.Symbol // leaf first
	kernel  []bool              // kernel[i]: the root of stacks[i] is an entry to the kernel
	stack   []collapse.Symbol
	key     []byte
}

// maxMaps bounds the number of columns.
const maxMaps = 200

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, b: b, columns: make(map[string]int)}
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		r.read(line)
		if len(r.stack) > input.MaxDepth {
			return s.Errorf("a stack of over %d frames: no program has that", input.MaxDepth)
		}
		if len(r.columns) > maxMaps {
			return s.Errorf("more than %d maps with stacks: print fewer of them", maxMaps)
		}
	}
	if r.inside {
		s.SkipAt(r.line, "the last entry is cut off: its value is missing")
	}
	if len(r.columns) == 0 && r.odd != "" {
		return input.Errorf("%s of a map cannot be drawn: it takes one weight per stack, use count() or sum()", r.odd)
	}
	return nil
}

func (r *reader) read(line []byte) {
	name, key, isMap := cutName(line)
	switch {
	case isMap:
		if r.inside {
			r.s.SkipAt(r.line, "an entry without a value")
		}
		r.begin(name)
		if end := bytes.LastIndex(key, []byte("]:")); end >= 0 && !opensStack(key) {
			r.inside = false
			r.s.Count(1, withoutStack)
			return
		}
		r.parts(key)
	case !r.inside && isScalar(line):
		r.s.Count(1, withoutStack)
	case !r.inside:
	case isSeparator(line):
		r.endStack()
		r.parts(bytes.TrimPrefix(line, []byte(", ")))
	default:
		r.frame(line)
	}
}

var withoutStack = input.Note{Noun: "value", Text: "without a stack: left out"}

// isScalar reports whether a line is a map without a key: "@total: 5".
func isScalar(line []byte) bool {
	name, value, found := bytes.Cut(line, []byte(": "))
	return found && len(name) > 0 && name[0] == '@' && len(value) > 0 && bytes.IndexFunc(name[1:], func(c rune) bool { return c >= 0x80 || !isNameByte(byte(c)) }) < 0
}

func (r *reader) begin(name []byte) {
	r.inside, r.line, r.name = true, r.s.LineNumber(), string(name)
	r.scalars, r.stacks, r.kernel, r.stack = r.scalars[:0], r.stacks[:0], r.kernel[:0], r.stack[:0]
}

// endStack adds the stack whose frames were read to those of the key.
func (r *reader) endStack() {
	n := len(r.stacks)
	if n < cap(r.stacks) {
		r.stacks = r.stacks[:n+1] // with the room of an earlier entry
	} else {
		r.stacks = append(r.stacks, nil)
	}
	r.stacks[n] = append(r.stacks[n][:0], r.stack...)
	root := ""
	if len(r.stack) > 0 {
		root = r.b.Known(r.b.SymbolFrames(r.stack[len(r.stack)-1])[0]).Name
	}
	r.kernel = append(r.kernel, isKernelEntry(root))
	r.stack = r.stack[:0]
}

// parts reads what stands on one line of a key, after a stack or at its start: "", "bash, ", "kiosk, 4711]: 5".
func (r *reader) parts(text []byte) {
	end := bytes.LastIndex(text, []byte("]:"))
	if end >= 0 {
		r.addScalars(text[:end])
		r.value(input.TrimBlanks(text[end+len("]:"):]))
		return
	}
	r.addScalars(bytes.TrimSuffix(text, []byte(", ")))
}

func (r *reader) addScalars(text []byte) {
	if len(text) == 0 {
		return
	}
	for part := range bytes.SplitSeq(text, []byte(", ")) {
		if len(part) == 0 {
			continue
		}
		r.key = append(append(r.key[:0], 's'), part...)
		r.scalars = append(r.scalars, r.b.Intern(r.key, newScalar))
	}
}

func newScalar(key []byte) []collapse.Frame {
	return []collapse.Frame{{Name: string(key[1:]), Kind: collapse.KindThread}}
}

// value ends an entry.
func (r *reader) value(text []byte) {
	r.inside = false
	value, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		r.oddValue(text)
		return
	}
	column, known := r.columns[r.name]
	if !known {
		column = r.s.Metric(r.b, metric(r.name))
		r.columns[r.name] = column
		if len(r.columns) == 1 {
			r.shown = r.name
		}
	}
	if r.name != r.shown {
		r.s.Count(1, input.Note{Noun: "stack", Text: "of @" + r.name + ", shown by --metric " + metric(r.name).Name})
	}
	r.b.Add(r.b.Stack(r.whole()), column, value)
}

// metric returns the column of a map.
func metric(name string) collapse.Metric {
	if name == "" {
		return collapse.Metric{Name: "samples", Unit: "count"}
	}
	return collapse.Metric{Name: name}
}

// oddValue reports an entry whose value is no number: "count 5, average 3, total 15" of stats(), or nothing,
// where the rows of a histogram follow.
func (r *reader) oddValue(text []byte) {
	r.odd = "a histogram (hist() or lhist())"
	what := "with a histogram"
	if len(text) > 0 {
		r.odd = fmt.Sprintf("the value %q", input.Shorten(text))
		what = "with values that are no counts"
	}
	r.s.Count(1, input.Note{Noun: "stack", Text: what + ": left out, use count() or sum()"})
}

// whole returns the stack of an entry, leaf first: kernel, user, scalars. The text does not say which stack is
// whose: of two it is the second where only its root is an entry to the kernel, else the first.
func (r *reader) whole() []collapse.Symbol {
	out := r.stack[:0]
	if len(r.stacks) == 2 && r.kernel[1] && !r.kernel[0] {
		out = append(append(out, r.stacks[1]...), r.stacks[0]...)
	} else {
		for _, stack := range r.stacks {
			out = append(out, stack...)
		}
	}
	for i := len(r.scalars) - 1; i >= 0; i-- {
		out = append(out, r.scalars[i])
	}
	if len(out) == 0 { // the total stays right
		out = append(out, r.b.Intern([]byte{'s'}, func([]byte) []collapse.Frame {
			return []collapse.Frame{{Name: dump.UnknownFrame}}
		}))
	}
	r.stack = out
	return out
}

// kernelEntries are the beginnings of functions in which the kernel's stacks begin.
var kernelEntries = []string{
	"entry_SYSCALL", "entry_INT80", "do_syscall_64", "ret_from_fork", "asm_", "el0t_", "el0_", "el1h_", "el1_", "kthread",
	"secondary_startup", "start_secondary", "common_startup_64", "x86_64_start_", "cpu_startup_entry", "system_call",
	"ret_from_exception", "page_fault", "async_page_fault",
}

func isKernelEntry(name string) bool {
	for _, entry := range kernelEntries {
		if strings.HasPrefix(name, entry) {
			return true
		}
	}
	return false
}
