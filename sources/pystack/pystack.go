// Package pystack reads what Bloomberg's pystack prints about a Python process or core file.
package pystack

import (
	"bytes"
	"slices"
	"strings"

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
	Uses:   input.UsesLabels | input.UsesLines,
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
type header struct{ id, name, state []byte }

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
	h.id = text
	return h, len(text) > 0 && '0' <= text[0] && text[0] <= '9'
}

// reader reads the threads of an input.
type reader struct {
	s           *input.Stream
	threads     *dump.Threads // its stack has the root first until the thread ends
	name, state string
	gil         *dump.GIL
	key         []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	r.gil = dump.NewGIL(r.threads)
	err := r.threads.Read(&r)
	r.gil.Report()
	return err
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	if h, found := findHeader(line); found {
		r.Finish()
		r.begin(h)
		return
	}
	if bytes.HasPrefix(line, []byte("The frame stack for thread ")) && bytes.HasSuffix(line, []byte(" is empty")) {
		r.Finish()
		r.begin(header{})
		r.Finish()
		return
	}
	if !r.threads.Open() {
		return
	}
	if len(line) == 0 {
		r.Finish()
		return
	}
	text, indented := bytes.CutPrefix(line, []byte("    ("))
	kind, text, found := bytes.Cut(text, []byte(`) File "`))
	if indented && found {
		r.frame(string(kind) != "Python", text)
	}
}

func (r *reader) begin(h header) {
	r.threads.Begin(h.id)
	r.name, r.state = string(h.name), string(h.state)
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
	if !native {
		r.threads.PushPython(function, path, nil, line)
		return
	}
	r.key = append(append(append(r.key[:0], 'c'), function...), 0)
	r.key = append(r.key, path...)
	if r.s.Options.Lines {
		r.key = append(append(r.key, 0), line...)
	}
	r.threads.Push(r.key, newNative)
}

// newNative makes the frame of a key: function, path and, if lines are asked for, the line.
func newNative(key []byte) []collapse.Frame {
	function, rest, _ := bytes.Cut(key[1:], []byte{0})
	path, line, lines := bytes.Cut(rest, []byte{0})
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

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	state := dump.Waiting
	hasGIL := strings.Contains(r.state, "Has the GIL")
	if hasGIL {
		state = dump.Running
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", r.state), "thread", r.name)
	}
	slices.Reverse(r.threads.Stack)
	r.gil.Thread(r.name, r.state, hasGIL, strings.Contains(r.state, "Waiting for the GIL"))
	r.threads.PushPool(r.name)
	r.threads.End(state, labels)
}
