package goroutine

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the goroutines of an input. A block is
//
//	a header          begins a goroutine, and ends the one before
//	a call            waits for the line below it
//	\ta place         makes a frame of the call above it; a call without one is prose
//	created by F      the calls are over
//	an empty line     ends the block, and so does the next header
type reader struct {
	s       *input.Stream
	threads *dump.Threads
	prefix  dump.Prefix

	over      bool // all frames of the block were seen
	quoting   bool // in the message of a panic
	quote     dump.Prefix
	id        []byte
	about     about
	call      []byte // the line that may be a call; empty: none
	createdBy string
	mutex     bool // a frame is that of a mutex
	noStack   bool // the goroutine ran on another thread

	key []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "goroutine", "goroutine")}
	return r.threads.Read(&r)
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	if r.isQuoted(line) {
		return
	}
	if h, found := findHeader(line); found {
		r.Finish()
		r.begin(line, h)
		return
	}
	if !r.threads.Open() {
		return
	}
	rest, ours := r.prefix.Cut(line)
	if !ours {
		return
	}
	if len(input.TrimBlanks(rest)) == 0 {
		r.Finish()
		return
	}
	r.body(rest)
}

// isQuoted reports whether a line belongs to the message of a panic, which may quote a dump. Go indents its
// lines by a TAB from the second on:
//
//	panic: the till said (no)
//		goroutine 9 [running]:
//		main.fake()
func (r *reader) isQuoted(line []byte) bool {
	if r.quoting {
		rest, ours := r.quote.Cut(line)
		if _, indented := cutIndent(rest); ours && indented {
			return true
		}
		r.quoting = !ours
	}
	return !r.threads.Open() && r.startQuote(line)
}

// startQuote reports whether a line begins the message of a panic.
func (r *reader) startQuote(line []byte) bool {
	for _, word := range []string{"panic: ", "fatal error: "} {
		if at := bytes.Index(line, []byte(word)); at >= 0 && dump.IsPrefix(line[:at]) {
			r.threads.NewMoment()
			r.quote.Learn(line[:at])
			r.quoting = true
			return true
		}
	}
	return false
}

// begin starts a goroutine.
func (r *reader) begin(line []byte, h header) {
	r.prefix.Learn(line[:h.start])
	if r.isLoneHeader() {
		r.prefix.Learn(nil)
	}
	r.id, r.about, r.createdBy = append(r.id[:0], h.id...), h.parse(), ""
	if r.about.state == running {
		r.threads.NewMoment() // who writes a dump stands first in it
	}
	r.threads.BeginIn(&r.prefix, h.identity())
	r.threads.Waited(r.about.minutes)
	r.over, r.mutex, r.noStack, r.quoting = false, false, false, false
	r.call = r.call[:0]
}

// isLoneHeader reports whether the prefix of a log stands in front of the header alone, as where a program logs all of its
// stack in one message: the next line is a call, and nothing stands in front of it.
//
//	2026/11/30 04:07:01 goroutine 5 [running]:
//	runtime/debug.Stack()
//		/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
func (r *reader) isLoneHeader() bool {
	next := r.s.Peek()
	if _, ours := r.prefix.Cut(next); ours {
		return false
	}
	name, found := dump.CutGroup(input.TrimBlanks(next))
	return found && len(name) > 0 && next[0] == name[0] && bytes.IndexByte(name, '.') > 0 && bytes.IndexByte(name, ' ') < 0
}

// body reads a line of a goroutine below its header.
func (r *reader) body(line []byte) {
	if place, indented := cutIndent(line); indented {
		r.place(place)
		return
	}
	r.call = r.call[:0]
	switch {
	case bytes.HasPrefix(line, []byte("...")) && bytes.HasSuffix(line, []byte(" frames elided...")):
		r.frame(elided, nil)
	case bytes.HasPrefix(line, []byte("non-Go function at pc=")):
		r.frame([]byte("non-Go function"), nil)
	case bytes.HasPrefix(line, []byte("[originating from goroutine ")):
		r.over = true
	case bytes.HasPrefix(line, []byte("-----")), bytes.HasPrefix(line, []byte("exit status ")), string(line) == "runtime stack:":
		r.Finish()
	case bytes.HasPrefix(line, []byte("panic: ")), bytes.HasPrefix(line, []byte("fatal error: ")):
		r.Finish()
		r.threads.NewMoment()
		r.quote.Learn(r.prefix.Text())
		r.quoting = true
	default:
		r.call = append(r.call, input.TrimBlanks(line)...)
	}
}

var elided = []byte(dump.Elided)

// cutIndent returns the text of a line that is indented by a TAB, or by what logs make of it.
func cutIndent(line []byte) (text []byte, indented bool) {
	for _, indent := range []string{"\t", "    ", "#011"} {
		if text, found := bytes.CutPrefix(line, []byte(indent)); found {
			return input.TrimLeft(text), true
		}
	}
	return line, false
}

// place reads the line below a call: "/srv/kiosk/till.go:9 +0x1d".
func (r *reader) place(text []byte) {
	call := r.call
	r.call = r.call[:0]
	if len(call) == 0 {
		if bytes.HasPrefix(text, []byte("goroutine running on other thread; stack unavailable")) {
			r.noStack = true
		}
		return
	}
	if by, found := bytes.CutPrefix(call, []byte("created by ")); found {
		by, _, _ = bytes.Cut(by, []byte(" in goroutine "))
		if !r.over {
			r.createdBy = string(by)
		}
		r.over = true
		return
	}
	if name, _ := dump.CutGroup(call); len(name) > 0 {
		r.frame(name, text)
	}
}

// frame adds a function to the stack; place says where in it.
func (r *reader) frame(name, place []byte) {
	if r.over {
		return
	}
	if bytes.Contains(name, []byte("runtime_SemacquireMutex")) || bytes.Contains(name, []byte("runtime_SemacquireRWMutex")) {
		r.mutex = true
	}
	r.key = append(append(r.key[:0], name...), 0)
	r.key = append(r.key, placeKey(place, r.s.Options.Lines)...)
	r.threads.Push(r.key, r.newFrame)
}

// placeKey returns the file of a place, with its line if lines are asked for.
func placeKey(place []byte, lines bool) []byte {
	if at := bytes.LastIndex(place, []byte(" +0x")); at >= 0 {
		place = place[:at]
	}
	place, _, _ = bytes.Cut(place, []byte(" fp=0x"))
	if colon := bytes.LastIndexByte(place, ':'); colon >= 0 && !lines {
		place = place[:colon]
	}
	return place
}

// newFrame makes the frame of a function from its key: "main.serve\x00/srv/kiosk/main.go:31".
func (r *reader) newFrame(key []byte) []collapse.Frame {
	name, place, _ := bytes.Cut(key, []byte{0})
	f := collapse.Frame{Name: string(name), File: string(place)}
	if !r.s.Options.Lines {
		return []collapse.Frame{f}
	}
	if colon := bytes.LastIndexByte(place, ':'); colon >= 0 {
		f.File = string(place[:colon])
		dump.SetLine(&f, string(place[colon+1:]))
	}
	return []collapse.Frame{f}
}

// Finish adds the goroutine whose lines were read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	if len(r.threads.Stack) == 0 && r.noStack {
		r.s.Count(1, unavailableNote)
		r.threads.Identify(nil) // the same dump may print it again
		r.threads.Push(unavailable, r.newFrame)
	}
	if r.s.Options.Creators && r.createdBy != "" && len(r.threads.Stack) > 0 {
		r.key = append(append(r.key[:0], "\x00created by "...), r.createdBy...)
		r.threads.Push(r.key, newCreator)
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = r.labels()
	}
	r.threads.End(stateOf(r.about.state, r.mutex), labels)
}

// newCreator makes the frame of who created a goroutine.
func newCreator(key []byte) []collapse.Frame {
	return []collapse.Frame{{Name: string(key[1:]), Kind: collapse.KindThread}}
}

// unavailable is the key of the frame of a goroutine that was running on another thread:
//
//	goroutine 20 [running]:
//		goroutine running on other thread; stack unavailable
var unavailable = []byte("[stack unavailable]\x00")

var unavailableNote = input.Note{
	Noun: "goroutine",
	Text: "running on another thread, stack unavailable: one that is printed again with its stack counts twice",
}

// labels returns the labels of the current goroutine.
func (r *reader) labels() []input.Label {
	labels := dump.Label(nil, "state", r.about.state)
	labels = dump.Label(labels, "created_by", r.createdBy)
	labels, ok := appendLabels(labels, r.about.labels)
	if !ok {
		r.s.Skip("goroutine %s has labels that make no sense: %q", r.id, input.Shorten([]byte(r.about.labels)))
	}
	return labels
}
