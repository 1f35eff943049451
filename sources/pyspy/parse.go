package pyspy

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the threads of an input.
type reader struct {
	s           *input.Stream
	threads     *dump.Threads
	state, name string
	gil         *dump.GIL
	jsonParts   struct{ name, file, short []byte } // of the frame that is being read
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	r.gil = dump.NewGIL(r.threads)
	read := func() error { return r.threads.Read(&r) }
	if isJSON(s.Head) {
		read = r.json
	}
	err := read()
	r.gil.Report()
	return err
}

// Line reads a line of the text form.
func (r *reader) Line(line []byte) {
	if h, found := findHeader(line); found {
		r.Finish()
		r.threads.Begin(h.id)
		r.state, r.name = string(h.state), string(h.name)
		return
	}
	switch text, isFrame := frameText(line); {
	case bytes.HasPrefix(line, []byte("Process ")):
		r.Finish()
		r.threads.NewMoment()
		r.gil.Forget()
	case !r.threads.Open():
	case isFrame:
		r.frame(text)
	case !bytes.HasPrefix(line, []byte("    ")):
		r.Finish()
	case len(line) > 4 && line[4] != ' ' && r.s.Peek() == nil: // the values of locals may look so elsewhere
		r.s.Skip("a frame without its file, left out: is it cut off? %q", input.Shorten(line))
	}
}

// frame reads "count (kiosk/main.py:6)".
func (r *reader) frame(text []byte) {
	head, found := dump.CutGroup(text)
	if !found {
		r.s.Skip("a frame without its file, left out: %q", input.Shorten(text))
		return
	}
	place := text[len(head)+1 : len(text)-1]
	var line []byte
	if colon := bytes.LastIndexByte(place, ':'); colon >= 0 && isNumber(place[colon+1:]) {
		place, line = place[:colon], place[colon+1:]
	}
	r.threads.PushPython(input.TrimBlanks(head), place, place, line)
}

func isNumber(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, "0123456789")) == 0
}

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	state := dump.Running
	if strings.HasPrefix(r.state, "idle") {
		state = dump.Waiting
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", r.state), "thread", r.name)
	}
	r.gil.Thread(r.name, r.state, strings.HasSuffix(r.state, "+gil"), false)
	r.threads.PushPool(r.name)
	r.threads.End(state, labels)
}
