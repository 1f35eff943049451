package jthreads

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// header is the first line of a thread in the text form.
type header struct {
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
	s       *input.Stream
	b       *collapse.Builder
	threads *dump.Threads
	open    bool
	thread  thread
	key     []byte
}

// thread is the thread that is being read.
type thread struct {
	name, state string
	virtual     bool
	stack       []collapse.Symbol // leaf first
	leaf        string
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, b: b, threads: dump.NewThreads(s, b, "threads", "thread")}
	if isJSON(s.Head) {
		return r.json()
	}
	for {
		line, ok := s.Next()
		if !ok {
			r.finish()
			return nil
		}
		r.line(line)
		if err := r.threads.CheckDepth(len(r.thread.stack)); err != nil {
			return err
		}
	}
}

func (r *reader) line(line []byte) {
	if h, found := findHeader(line); found {
		r.finish()
		r.begin(string(h.name), string(h.state), h.virtual)
		return
	}
	if !r.open {
		return
	}
	if !isFrame(line) {
		r.finish()
		return
	}
	text := input.TrimBlanks(line)
	if !bytes.HasPrefix(text, []byte("- ")) && !bytes.HasPrefix(text, []byte("//")) {
		r.frame(text)
	}
}

func (r *reader) begin(name, state string, virtual bool) {
	r.open = true
	r.thread = thread{name: name, state: state, virtual: virtual, stack: r.thread.stack[:0]}
}

// frame reads "java.base/java.lang.VirtualThread.park(VirtualThread.java:582)".
func (r *reader) frame(text []byte) {
	r.symbol(r.b.Intern(dump.JavaKey(text, r.s.Options.Lines), func(text []byte) []collapse.Frame {
		return []collapse.Frame{dump.JavaFrame(string(text), r.s.Options.Lines)}
	}))
}

func (r *reader) symbol(symbol collapse.Symbol) {
	t := &r.thread
	t.stack = append(t.stack, symbol)
	name := r.b.Known(r.b.SymbolFrames(symbol)[0]).Name
	if t.leaf == "" {
		t.leaf = name
	}
	// The first versions of the JSON form do not say which threads are virtual.
	const virtual = "java.lang.VirtualThread."
	t.virtual = t.virtual || len(name) > len(virtual) && name[:len(virtual)] == virtual
}

// finish adds the thread that was read.
func (r *reader) finish() {
	if !r.open {
		return
	}
	r.open = false
	t := &r.thread
	if len(t.stack) > 0 {
		kind := byte('t')
		if t.virtual {
			kind = 'v'
		}
		r.key = append(append(r.key[:0], 0, kind), t.name...)
		t.stack = append(t.stack, r.b.Intern(r.key, func(key []byte) []collapse.Frame {
			return dump.JavaThread(key[2:], key[1] == 'v')
		}))
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", t.state), "thread", t.name)
	}
	r.threads.Add(t.stack, dump.JavaState(t.state, t.leaf), labels)
}
