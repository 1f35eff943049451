package gdb

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the stacks of an input. A frame is complete when the next line is no continuation of it, so it
// waits in frame until then.
type reader struct {
	s       *input.Stream
	threads *dump.Threads

	headers bool // the input has headers of threads
	inside  bool // below one of them, in its first stack
	name    string
	number  int  // of the last frame, or -1: the next one begins a stack
	outside bool // the current stack does not count

	frame     []byte // the frame that is being read; empty: none
	frameLine int
	key       []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread"), number: -1, headers: hasThreads(s.Head)}
	return r.threads.Read(&r)
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	if number, text, isFrame := cutNumber(line); isFrame {
		r.finishFrame()
		r.begin(number)
		r.frame, r.frameLine = append(r.frame[:0], text...), r.s.LineNumber()
		return
	}
	if isContinuation(line) {
		if len(r.frame) > 0 {
			r.frame = append(append(r.frame, ' '), line[4:]...)
		}
		return
	}
	r.finishFrame()
	switch name, isHeader := threadName(line); {
	case isHeader:
		r.Finish()
		r.headers, r.inside, r.name = true, true, string(name)
	case bytes.HasPrefix(line, []byte("(More stack frames follow...)")):
		if r.number >= 0 {
			r.threads.PushElided()
		}
	case bytes.HasPrefix(line, []byte("Backtrace stopped: ")):
		r.s.Count(1, input.Note{Noun: "stack", Text: "that gdb could not unwind to its root, see \"Backtrace stopped\""})
	}
}

// isContinuation reports whether a line is what a terminal's width cut off a frame; deeper lines are values.
func isContinuation(line []byte) bool {
	return bytes.HasPrefix(line, []byte("    ")) && len(line) > 4 && line[4] != ' '
}

// begin prepares for the frame with the given number: if it is not above the last, it begins a stack.
func (r *reader) begin(number int) {
	if r.number >= 0 && number <= r.number {
		r.Finish()
	}
	if r.number < 0 {
		r.outside = r.headers && !r.inside
	}
	r.number = number
}

// finishFrame adds the frame whose lines were read.
func (r *reader) finishFrame() {
	if len(r.frame) == 0 {
		return
	}
	c, ok := parseCall(r.frame)
	if !ok {
		r.s.SkipAt(r.frameLine, "a frame without (values), left out: is it cut off? %q", input.Shorten(r.frame))
	} else {
		r.key = c.appendKey(r.key[:0], r.s.Options.Lines)
		r.threads.Push(r.key, newFrame)
	}
	r.frame = r.frame[:0]
}

// Finish adds the stack that was read.
func (r *reader) Finish() {
	r.finishFrame()
	switch {
	case r.number < 0:
		if r.inside {
			r.threads.Begin()
			r.threads.End(dump.Unknown, nil)
		}
	case r.outside:
		r.s.Count(1, input.Note{Noun: "stack", Text: "outside of any \"Thread N\" block: a repetition, not counted"})
	default:
		r.add()
	}
	r.number, r.inside, r.name = -1, false, ""
	r.threads.Stack = r.threads.Stack[:0]
}

func (r *reader) add() {
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(nil, "thread", r.name)
	}
	r.threads.End(dump.Unknown, labels)
}
