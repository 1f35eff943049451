// Package faulthandler reads the stacks that Python's faulthandler module prints: after a crash, a timeout or a
// signal, or when dump_traceback is called, also from the middle of a log.
package faulthandler

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what CPython's Python/traceback.c prints:
//
//	Current thread 0x00007f15077c5b80 [MainThread] (most recent call first):
//	  Garbage-collecting
//	  File "/srv/kiosk/shop/till.py", line 4 in open
//	  File "/usr/lib/python3.11/threading.py", line 982 in run
//	  ...
//
// Each thread weighs 1. The C stack that Python 3.14 prints below is another stack and not read.
var Format = input.Format{
	Name: "faulthandler", Title: "Python's faulthandler, also in logs",
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
type header struct {
	start int    // how long the prefix of the log is
	id    []byte // "00007f1506b656c0"; empty: it has none
	name  []byte // Python 3.14 prints it
}

var headerEnd = []byte("(most recent call first):")

// findHeader reads one of
//
//	Thread 0x00007f1506b656c0 (most recent call first):
//	Current thread 0x00007f15077c5b80 [MainThread] (most recent call first):
//	Stack (most recent call first):
func findHeader(line []byte) (h header, found bool) {
	line, found = bytes.CutSuffix(bytes.TrimRight(line, " \t"), headerEnd)
	if !found {
		return h, false
	}
	for _, word := range []string{"Current thread 0x", "Thread 0x", "Stack "} {
		at := bytes.LastIndex(line, []byte(word))
		if at < 0 || !dump.IsPrefix(line[:at]) {
			continue
		}
		rest := line[at+len(word):]
		if word == "Stack " {
			return header{start: at}, len(rest) == 0
		}
		digits := 0
		for digits < len(rest) && input.IsHex(rest[digits]) {
			digits++
		}
		h = header{start: at, id: rest[:digits]}
		rest = input.TrimBlanks(rest[digits:])
		if n := len(rest); n >= 2 && rest[0] == '[' && rest[n-1] == ']' {
			h.name, rest = rest[1:n-1], nil
		}
		return h, digits > 0 && len(rest) == 0
	}
	return h, false
}

// reader reads the threads of an input. A header begins one; a line that is none of a thread ends it.
type reader struct {
	s       *input.Stream
	threads *dump.Threads
	prefix  dump.Prefix
	name    string
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	return r.threads.Read(&r)
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	if h, found := findHeader(line); found {
		r.Finish()
		r.prefix.Learn(line[:h.start])
		r.threads.BeginIn(&r.prefix, h.id)
		r.name = string(h.name)
		return
	}
	rest, ours := r.prefix.Cut(line)
	if ours && bytes.HasPrefix(rest, []byte("Timeout (")) {
		r.Finish()
		r.threads.NewMoment()
	}
	if !r.threads.Open() || !ours {
		return
	}
	text, indented := bytes.CutPrefix(rest, []byte("  "))
	switch {
	case !indented:
		r.Finish()
	case bytes.HasPrefix(text, []byte("File ")):
		r.frame(text[len("File "):])
	case string(text) == dump.Elided:
		r.threads.PushElided()
	}
}

// frame reads `"/srv/kiosk/main.py", line 8 in <lambda>`, or "???, line ??? in ???".
func (r *reader) frame(text []byte) {
	const mark = ", line "
	at := max(bytes.LastIndex(text, []byte(mark)), 0)
	line, function, found := bytes.Cut(text[at:], []byte(" in "))
	if !found {
		r.s.Skip("a frame without its function, left out: is it cut off? %q", input.Shorten(text))
		return
	}
	line = bytes.TrimPrefix(line, []byte(mark))
	path := bytes.TrimSuffix(bytes.TrimPrefix(text[:at], []byte{'"'}), []byte{'"'})
	r.threads.PushPython(function, path, nil, line)
}

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(nil, "thread", r.name)
	}
	r.threads.PushPool(r.name)
	r.threads.End(dump.Unknown, labels)
}
