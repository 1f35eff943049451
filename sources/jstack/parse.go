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
	threads *dump.Threads
	prefix  dump.Prefix

	name    []byte
	state   []byte
	virtual bool
	leaf    string // the name of the last frame; empty: no frame yet

	locks    *dump.Locks
	deadlock deadlock
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	r.locks = dump.NewLocks(r.threads)
	err := r.threads.Read(&r)
	r.deadlock.report(s)
	r.locks.Report(r.deadlock.found)
	return err
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	if h, found := findHeader(line); found {
		r.Finish()
		r.prefix.Learn(line[:h.start])
		r.begin(h.name, h.id, h.state, false)
		r.locks.Owner(h.owner)
		return
	}
	rest, ours := r.prefix.Cut(line)
	if !ours {
		return
	}
	text := input.TrimBlanks(rest)
	if r.threads.Open() {
		r.body(text)
		return
	}
	r.outside(text)
}

// outside reads a line that is not part of a thread.
func (r *reader) outside(text []byte) {
	if isTitle(text) {
		r.threads.NewMoment()
		r.locks.Forget()
		r.deadlock.found = false
	}
	if owned, found := bytes.CutPrefix(text, []byte("- ")); found {
		r.locks.Owned(owned)
	}
	r.deadlock.line(text, r.s)
}

func (r *reader) begin(name, id, state []byte, virtual bool) {
	r.threads.BeginIn(&r.prefix, id)
	r.virtual, r.leaf = virtual, ""
	r.name, r.state = append(r.name[:0], name...), append(r.state[:0], state...)
}

// passed are the beginnings of lines that say something else about a thread.
var passed = []string{"- ", "<", "Locked ownable", "No compile task", "Compiling:"}

// body reads a line of a thread below its header.
func (r *reader) body(text []byte) {
	if frame, found := bytes.CutPrefix(text, []byte("at ")); found && len(frame) > 0 {
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
		r.Finish()
		r.begin(quotedName(of), nil, []byte("MOUNTED"), true)
		return
	}
	if string(text) == dump.Elided {
		r.threads.PushElided()
		return
	}
	for _, word := range passed {
		if rest, found := bytes.CutPrefix(text, []byte(word)); found {
			if word == "- " {
				r.locks.Line(rest)
			}
			return
		}
	}
	r.Finish()
	r.outside(text)
}

// quotedName returns the name at the start of `"till" #22`, or nil.
func quotedName(text []byte) []byte {
	if end := bytes.LastIndexByte(text, '"'); end > 0 && text[0] == '"' {
		return text[1:end]
	}
	return nil
}

// frame reads "shop.Till.ring(Till.java:5)".
func (r *reader) frame(text []byte) {
	if text[len(text)-1] != ')' {
		r.s.Skip("a frame without its place, left out: is it cut off? %q", input.Shorten(text))
		return
	}
	name := r.threads.PushJava(text)
	if r.leaf == "" {
		r.leaf = name
	}
}

// Finish adds the thread whose lines were read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	r.locks.End(r.name, r.state)
	r.threads.PushJavaThread(r.name, r.virtual)
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", string(r.state)), "thread", string(r.name))
	}
	r.threads.End(dump.JavaState(string(r.state), r.leaf), labels)
}
