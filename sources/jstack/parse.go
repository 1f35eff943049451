package jstack

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the threads of an input. A header begins a thread and ends the one before; so does "Mounted
// virtual thread". A line that cannot stand in a thread ends it, too: after the last one follow reports on
// deadlocks, which repeat stacks, the heap, and other output of the program.
type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	threads *dump.Threads
	prefix  dump.Prefix

	open    bool
	name    []byte
	state   []byte
	virtual bool
	stack   []collapse.Symbol // leaf first
	leaf    string            // the name of the last frame; empty: no frame yet
	key     []byte

	deadlock deadlock
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, b: b}
	r.threads = dump.NewThreads(s, b, "threads", "thread")
	for {
		line, ok := s.Next()
		if !ok {
			r.finish()
			r.deadlock.report(s)
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
		r.prefix.Learn(line[:h.start])
		r.begin(h.name, h.state, false)
		return
	}
	rest, ours := r.prefix.Cut(line)
	if !ours {
		return
	}
	text := input.TrimBlanks(rest)
	if r.open {
		r.body(text)
		return
	}
	r.deadlock.line(text, r.s)
}

func (r *reader) begin(name, state []byte, virtual bool) {
	r.open, r.virtual, r.leaf = true, virtual, ""
	r.name, r.state = append(r.name[:0], name...), append(r.state[:0], state...)
	r.stack = r.stack[:0]
}

// passed are the beginnings of lines that say something else about a thread.
var passed = []string{"- ", "<", "Locked ownable", "No compile task", "Compiling:"}

// body reads a line of a thread below its header.
func (r *reader) body(text []byte) {
	if frame, found := bytes.CutPrefix(text, []byte("at ")); found {
		r.frame(frame)
		return
	}
	if state, found := bytes.CutPrefix(text, []byte("java.lang.Thread.State: ")); found {
		state, _, _ = bytes.Cut(state, []byte{' '})
		r.state = append(r.state[:0], state...)
		return
	}
	if bytes.HasPrefix(text, []byte("Carrying virtual thread ")) {
		r.state = append(r.state[:0], "CARRYING"...)
		r.s.Count(1, input.Note{
			Noun: "thread",
			Text: "carrying a virtual thread: those that are parked are not in this dump, `jcmd PID Thread.dump_to_file FILE` writes them",
		})
		return
	}
	if of, found := bytes.CutPrefix(text, []byte("Mounted virtual thread ")); found {
		r.finish()
		r.begin(quotedName(of), []byte("MOUNTED"), true)
		return
	}
	if string(text) == dump.Elided {
		r.stack = append(r.stack, r.b.Intern(text, elidedFrame))
		return
	}
	for _, word := range passed {
		if bytes.HasPrefix(text, []byte(word)) {
			return
		}
	}
	r.finish()
	r.deadlock.line(text, r.s)
}

// quotedName returns the name at the start of `"till" #22`, or nil.
func quotedName(text []byte) []byte {
	if end := bytes.LastIndexByte(text, '"'); end > 0 && text[0] == '"' {
		return text[1:end]
	}
	return nil
}

func elidedFrame([]byte) []collapse.Frame { return []collapse.Frame{{Name: dump.Elided}} }

// frame reads "shop.Till.ring(Till.java:5)".
func (r *reader) frame(text []byte) {
	symbol := r.b.Intern(dump.JavaKey(text, r.s.Options.Lines), r.newFrame)
	r.stack = append(r.stack, symbol)
	if r.leaf == "" {
		r.leaf = r.b.Known(r.b.SymbolFrames(symbol)[0]).Name
	}
}

func (r *reader) newFrame(text []byte) []collapse.Frame {
	return []collapse.Frame{dump.JavaFrame(string(text), r.s.Options.Lines)}
}

// finish adds the thread whose lines were read.
func (r *reader) finish() {
	if !r.open {
		return
	}
	r.open = false
	if len(r.stack) > 0 {
		r.key = append(append(r.key[:0], threadKey(r.virtual)...), r.name...)
		r.stack = append(r.stack, r.b.Intern(r.key, newThread))
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", string(r.state)), "thread", string(r.name))
	}
	r.threads.Add(r.stack, dump.JavaState(string(r.state), r.leaf), labels)
}

// threadKey tells the names of threads from the texts of frames.
func threadKey(virtual bool) string {
	if virtual {
		return "\x00v"
	}
	return "\x00t"
}

func newThread(key []byte) []collapse.Frame { return dump.JavaThread(key[2:], key[1] == 'v') }
