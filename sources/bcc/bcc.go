// Package bcc reads what the tools profile and offcputime of bcc and of libbpf-tools print without -f.
package bcc

import (
	"bytes"
	"strconv"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what bcc's tools/profile.py and tools/offcputime.py print:
//
//	Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C to end.
//
//	    vfs_read
//	    entry_SYSCALL_64_fastpath
//	    --
//	    read+0x1d
//	    -                dd (25036)
//	        4
//
// The leaf stands first, the kernel's frames above the user's. The command is the root: processes of one
// name add up. Before 2016 it stood there without its process, and without "-". What they print with -f is folded.
var Format = input.Format{
	Name: "bcc", Title: "bcc and libbpf-tools: profile, offcputime without -f",
	Uses:   input.UsesLabels,
	Sniff:  sniff,
	Stream: parse,
}

// sniff looks for the tool's first line, or for a command with a weight below it.
func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if isTitle(line) {
			return true
		}
		if text, isFrame := frameText(line); isFrame {
			_, _, isCommand := commandOf(text)
			if _, isWeight := weightOf(lines.Peek()); isCommand && isWeight {
				return true
			}
		}
	}
}

func isTitle(line []byte) bool {
	if !bytes.Contains(line, []byte(" stack...")) {
		return false
	}
	return bytes.HasPrefix(line, []byte("Sampling at ")) || isOffCPU(line)
}

func isOffCPU(line []byte) bool { return bytes.HasPrefix(line, []byte("Tracing off-CPU time (us)")) }

// frameText returns the text of a line that is indented by four blanks.
func frameText(line []byte) (text []byte, ok bool) {
	text, ok = bytes.CutPrefix(line, []byte("    "))
	return text, ok && len(text) > 0 && text[0] != ' '
}

// weightOf returns the number of a line that is indented by eight blanks.
func weightOf(line []byte) (weight int64, ok bool) {
	text, ok := bytes.CutPrefix(line, []byte("        "))
	if !ok || len(text) == 0 || text[0] == ' ' {
		return 0, false
	}
	weight, err := strconv.ParseInt(string(input.TrimBlanks(text)), 10, 64)
	return weight, err == nil
}

// commandOf reads "-                dd of=x (25036)".
func commandOf(text []byte) (command, pid []byte, ok bool) {
	text, ok = bytes.CutPrefix(text, []byte("-  "))
	head, found := dump.CutGroup(text)
	if !ok || !found || len(bytes.Trim(text[len(head):], "0123456789()")) > 0 {
		return nil, nil, false
	}
	return input.TrimBlanks(head), bytes.Trim(text[len(head):], "()"), true
}

// reader reads the stacks of an input.
type reader struct {
	s      *input.Stream
	b      *collapse.Builder
	metric collapse.Metric
	stack  []collapse.Symbol // leaf first
	begun  int               // the line of the first frame
	last   []byte            // the text of the last frame: the command, in the old form
	named  bool              // the last frame is the command
	pid    []byte            // that of the command
	key    []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, b: b, metric: collapse.Metric{Name: "samples", Unit: "count"}}
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		r.line(line)
		if len(r.stack) > input.MaxDepth {
			return s.Errorf("a stack of over %d frames: no program has that", input.MaxDepth)
		}
	}
	r.drop()
	return nil
}

func (r *reader) line(line []byte) {
	if weight, isWeight := weightOf(line); isWeight {
		if len(r.stack) > 0 {
			r.add(weight)
		}
		return
	}
	if text, isFrame := frameText(line); isFrame {
		r.frame(text)
		return
	}
	switch {
	case isOffCPU(line):
		r.metric = collapse.Metric{Name: "off_cpu", Unit: "microseconds"}
	case bytes.HasPrefix(line, []byte("Sampling at ")):
		r.metric = collapse.Metric{Name: "samples", Unit: "count"}
	}
	r.drop()
}

// drop reports a stack whose weight is missing.
func (r *reader) drop() {
	if len(r.stack) > 0 {
		r.s.SkipAt(r.begun, "a stack without its weight, left out: is the file cut?")
	}
	r.stack = r.stack[:0]
}

func (r *reader) frame(text []byte) {
	if string(text) == "--" { // profile -d parts the stacks so
		return
	}
	if len(r.stack) == 0 {
		r.begun = r.s.LineNumber()
	}
	command, pid, isCommand := commandOf(text)
	r.named = isCommand
	if isCommand {
		r.pid = append(r.pid[:0], pid...)
		r.key = append(append(r.key[:0], 'c'), command...)
	} else {
		r.last = append(r.last[:0], text...)
		r.key = appendFrame(append(r.key[:0], 'f'), text)
	}
	r.stack = append(r.stack, r.b.Intern(r.key, newFrame))
}

// add adds the stack that was read.
func (r *reader) add(weight int64) {
	if !r.named { // the old form: the last frame is the command
		r.key = append(append(r.key[:0], 'c'), r.last...)
		r.stack[len(r.stack)-1] = r.b.Intern(r.key, newFrame)
		r.pid = r.pid[:0]
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		command := r.stack[len(r.stack)-1]
		labels = dump.Label(nil, "comm", r.b.Known(r.b.SymbolFrames(command)[0]).Name)
		if len(r.pid) > 0 {
			labels = append(labels, input.IDLabel("pid", string(r.pid)))
		}
	}
	column := r.s.Metric(r.b, r.metric)
	if node, kept := r.s.Stack(r.b, r.stack, labels); kept {
		r.b.Add(node, column, weight)
	}
	r.stack = r.stack[:0]
}

// appendFrame appends a frame's text as it is interned. These are frames:
//
//	vfs_read
//	b'finish_task_switch'
//	pause+0x1d [libc.so.6]
//	#3  0x00007f2ac68f1df2 pause
func appendFrame(key, text []byte) []byte {
	if bytes.HasPrefix(text, []byte("b'")) && text[len(text)-1] == '\'' && len(text) > 2 {
		text = text[2 : len(text)-1]
	}
	if text[0] == '#' {
		if _, rest, found := bytes.Cut(text, []byte(" 0x")); found {
			digits := 0
			for digits < len(rest) && input.IsHex(rest[digits]) {
				digits++
			}
			text = input.TrimBlanks(rest[digits:])
		}
	}
	module := []byte(nil)
	if open := bytes.LastIndex(text, []byte(" [")); open > 0 && text[len(text)-1] == ']' {
		text, module = text[:open], text[open+2:len(text)-1]
	}
	if bytes.HasPrefix(text, []byte("[")) { // "[unknown]", "[Missed Kernel Stack]"
		return append(append(append(key, text...), 0), module...)
	}
	if plus := bytes.LastIndex(text, []byte("+0x")); plus > 0 && len(bytes.TrimLeft(text[plus+3:], "0123456789abcdef")) == 0 {
		text = text[:plus]
	}
	return append(append(append(key, text...), 0), module...)
}

// newFrame makes the frame of a key: 'c' and a command, or 'f', a symbol and a module.
func newFrame(key []byte) []collapse.Frame {
	if key[0] == 'c' {
		return []collapse.Frame{{Name: string(key[1:]), Kind: collapse.KindThread}}
	}
	symbol, module, _ := bytes.Cut(key[1:], []byte{0})
	f := collapse.Frame{Name: string(symbol), Module: dump.ModuleName(module)}
	if len(symbol) == 0 || string(symbol) == "[unknown]" {
		f.Name = dump.UnknownName(f.Module)
	} else if symbol[0] != '[' {
		f.Name = dump.NativeName(f.Name)
	}
	return []collapse.Frame{f}
}
