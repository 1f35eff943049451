package jthreads

import (
	"bytes"
	"time"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// header is the first line of a thread in the text form.
type header struct {
	id          []byte // its number
	name, state []byte
	virtual     bool
}

// findHeader reads
//
//	#1 "main"
//	Thread #22 "" virtual
//	#31 "till-1" BLOCKED 2026-11-30T04:11:46.123Z
func findHeader(line []byte) (h header, found bool) {
	text, found := bytes.CutPrefix(bytes.TrimPrefix(line, []byte("Thread ")), []byte{'#'})
	digits := 0
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	h.id = text[:digits]
	text, quoted := bytes.CutPrefix(text[digits:], []byte(` "`))
	end := bytes.LastIndexByte(text, '"')
	if !found || digits == 0 || !quoted || end < 0 {
		return h, false
	}
	h.name, text = text[:end], text[end+1:]
	if text, h.virtual = bytes.CutPrefix(text, []byte(" virtual")); len(text) == 0 {
		return h, true
	}
	if text[0] != ' ' {
		return h, false
	}
	h.state, _, _ = bytes.Cut(text[1:], []byte{' '})
	return h, isState(h.state)
}

// isState reports whether a word is that of a state, "TIMED_WAITING".
func isState(word []byte) bool {
	for _, c := range word {
		if c != '_' && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(word) > 0
}

// isFrame reports whether a line belongs to the thread of the header above it.
func isFrame(line []byte) bool { return bytes.HasPrefix(line, []byte("      ")) }

// reader reads the threads of an input.
type reader struct {
	s           *input.Stream
	threads     *dump.Threads
	name, state string // of the thread that is being read
	virtual     bool
	leaf        string
	locks       *dump.Locks
	key         []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	if isJSON(s.Head) {
		return r.json()
	}
	r.locks = dump.NewLocks(r.threads)
	err := r.threads.Read(&r)
	r.locks.Report(false)
	return err
}

// Line reads a line of the text form.
func (r *reader) Line(line []byte) {
	if h, found := findHeader(line); found {
		r.Finish()
		r.begin(h.id, string(h.name), string(h.state), h.virtual)
		return
	}
	if !isFrame(line) {
		r.Finish()
		if isTime(line) {
			r.threads.NewMoment()
			r.locks.Forget()
		}
		return
	}
	if !r.threads.Open() {
		return
	}
	switch text := input.TrimBlanks(line); {
	case bytes.HasPrefix(text, []byte("- ")):
		r.locks.Line(text[len("- "):])
	case bytes.HasPrefix(text, []byte("//")):
	case !bytes.HasSuffix(text, []byte{')'}):
		r.s.Skip("a frame without its place, left out: is it cut off? %q", input.Shorten(text))
	default:
		r.frame(text)
	}
}

// isTime reports whether a line is the time of a dump, above its first thread: "2026-11-30T04:11:46.123Z".
func isTime(line []byte) bool {
	_, err := time.Parse(time.RFC3339Nano, string(line))
	return err == nil
}

func (r *reader) begin(id []byte, name, state string, virtual bool) {
	r.threads.Begin(id)
	r.name, r.state, r.virtual, r.leaf = name, state, virtual, ""
}

// frame reads "java.base/java.lang.VirtualThread.park(VirtualThread.java:582)".
func (r *reader) frame(text []byte) {
	name := r.threads.PushJava(text)
	if r.leaf == "" {
		r.leaf = name
	}
	// The first versions of the JSON form do not say which threads are virtual.
	const virtual = "java.lang.VirtualThread."
	r.virtual = r.virtual || len(name) > len(virtual) && name[:len(virtual)] == virtual
}

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	r.locks.End([]byte(r.name), []byte(r.state))
	r.threads.PushJavaThread([]byte(r.name), r.virtual)
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", r.state), "thread", r.name)
	}
	r.threads.End(dump.JavaState(r.state, r.leaf), labels)
}
