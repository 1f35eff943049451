// Package pystack reads what Bloomberg's pystack prints about a Python process or core file.
package pystack

import (
	"bytes"
	"slices"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what pystack's traceback_formatter.py prints, the only dump that has the root first:
//
//	Traceback for thread 4711 (kiosk) [Has the GIL] (most recent call last):
//	    (C) File "???", line 0, in _start (/usr/bin/python3.11)
//	    (Python) File "/srv/kiosk/main.py", line 20, in <module>
//	        Kiosk().count()
//	      Locals:
//	        self: <Kiosk>
//
//	The frame stack for thread 4713 is empty
//
// Each thread weighs 1.
var Format = input.Format{
	Name: "pystack", Title: "pystack remote and pystack core",
	Sniff:  sniff,
	Stream: parse,
	Census: true,
}

func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, found := findHeader(line); found {
			return true
		}
	}
}

// header is the first line of a thread.
type header struct{ name, state []byte }

// findHeader reads "Traceback for thread 4711 (kiosk) [Has the GIL] (most recent call last):".
func findHeader(line []byte) (h header, found bool) {
	text, begins := bytes.CutPrefix(line, []byte("Traceback for thread "))
	text, ends := bytes.CutSuffix(bytes.TrimRight(text, " "), []byte(" (most recent call last):"))
	if !begins || !ends {
		return h, false
	}
	if open := bytes.LastIndex(text, []byte(" [")); open >= 0 && text[len(text)-1] == ']' {
		text, h.state = text[:open], text[open+2:len(text)-1]
	}
	if open := bytes.Index(text, []byte(" (")); open >= 0 && text[len(text)-1] == ')' {
		text, h.name = text[:open], text[open+2:len(text)-1]
	}
	return h, len(text) > 0 && '0' <= text[0] && text[0] <= '9'
}

// reader reads the threads of an input.
type reader struct {
	s           *input.Stream
	b           *collapse.Builder
	threads     *dump.Threads
	open        bool
	name, state string
	stack       []collapse.Symbol // root first until the thread is added
	key         []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, b: b, threads: dump.NewThreads(s, b, "threads", "thread")}
	for {
		line, ok := s.Next()
		if !ok {
			r.finish()
			return nil
		}
		r.line(line)
		if err := r.threads.CheckDepth(len(r.stack)); err != nil {
			return err
		}
	}
}

func (r *reader) line(line []byte) {
	if h, found := findHeader(line); found {
		r.finish()
		r.begin(h)
		return
	}
	if bytes.HasPrefix(line, []byte("The frame stack for thread ")) && bytes.HasSuffix(line, []byte(" is empty")) {
		r.finish()
		r.begin(header{})
		r.finish()
		return
	}
	if !r.open {
		return
	}
	if len(line) == 0 {
		r.finish()
		return
	}
	text, indented := bytes.CutPrefix(line, []byte("    ("))
	kind, text, found := bytes.Cut(text, []byte(`) File "`))
	if indented && found {
		r.frame(string(kind) != "Python", text)
	}
}

func (r *reader) begin(h header) {
	r.open, r.name, r.state, r.stack = true, string(h.name), string(h.state), r.stack[:0]
}

// frame reads one of
//
//	/srv/kiosk/main.py", line 20, in <module>
//	???", line 0, in _start (/usr/bin/python3.11)
func (r *reader) frame(native bool, text []byte) {
	const mark = `", line `
	at := max(bytes.LastIndex(text, []byte(mark)), 0)
	path := text[:at]
	line, function, found := bytes.Cut(text[at:], []byte(", in "))
	if !found {
		r.s.Skip("a frame without its function, left out: is it cut off? %q", input.Shorten(text))
		return
	}
	line = bytes.TrimPrefix(line, []byte(mark))
	kind := byte('p')
	if native {
		kind = 'c'
	}
	r.key = append(append(append(r.key[:0], kind), function...), 0)
	r.key = append(r.key, path...)
	if r.s.Options.Lines {
		r.key = append(append(r.key, 0), line...)
	}
	r.stack = append(r.stack, r.b.Intern(r.key, newFrame))
}

// newFrame makes the frame of a key: its kind, function, path and, if lines are asked for, the line.
func newFrame(key []byte) []collapse.Frame {
	function, rest, _ := bytes.Cut(key[1:], []byte{0})
	path, line, lines := bytes.Cut(rest, []byte{0})
	if key[0] == 'p' {
		return []collapse.Frame{
			dump.PythonFrame(string(function), string(path), dump.ShortPath(string(path)), string(line), lines),
		}
	}
	f := collapse.Frame{Kind: collapse.KindNative}
	if name, found := dump.CutGroup(function); found && bytes.HasSuffix(name, []byte{' '}) {
		f.Module = dump.ModuleName(function[len(name)+1 : len(function)-1])
		function = name
	}
	if string(path) != "???" {
		f.File = string(path)
	}
	f.Name = dump.NativeName(string(input.TrimBlanks(function)))
	if lines {
		dump.SetLine(&f, string(line))
	}
	return []collapse.Frame{f}
}

// finish adds the thread that was read.
func (r *reader) finish() {
	if !r.open {
		return
	}
	r.open = false
	state := dump.Waiting
	if bytes.Contains([]byte(r.state), []byte("Has the GIL")) {
		state = dump.Running
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", r.state), "thread", r.name)
	}
	slices.Reverse(r.stack)
	r.threads.Add(r.stack, state, labels)
}
