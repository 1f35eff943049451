// Package lldb reads the stacks that lldb prints: bt all, thread backtrace all.
package lldb

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what lldb prints, in a batch or a session:
//
//	(lldb) bt all
//	* thread #1, name = 'kiosk', queue = 'com.apple.main-thread', stop reason = signal SIGSTOP
//	  * frame #0: 0x00007f01 libc.so.6`__poll at poll.c:29:10
//	    frame #1: 0x00007f02 kiosk`shop::Till::ring(this=0x01, n=2) const at till.cpp:57:12
//	  thread #2, name = 'w (1)'
//	    frame #0: 0x00007f04 libpump.dylib`Pump.run() -> () + 12
//
// Each thread weighs 1. Stacks before the first bt repeat what follows: attaching prints each frame 0. Frames
// are module`function, as in macOS sample.
var Format = input.Format{
	Name: "lldb", Title: "lldb: bt all, thread backtrace all",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  sniff,
	Stream: parse,
	Census: true,
}

// sniff looks for a header with a frame below it.
func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, _, found := findHeader(line); found {
			if text, isFrame := frameText(lines.Peek()); isFrame && len(text) > 0 {
				return true
			}
		}
	}
}

// cutMark takes blanks and the "* " of what is selected off the start of a line.
func cutMark(line []byte) []byte {
	return input.TrimLeft(bytes.TrimPrefix(input.TrimLeft(line), []byte("* ")))
}

// findHeader reads "* thread #1, name = 'kiosk', queue = 'com.apple.main-thread', stop reason = signal SIGSTOP".
func findHeader(line []byte) (number, labels []byte, found bool) {
	text, found := bytes.CutPrefix(cutMark(line), []byte("thread #"))
	digits := 0
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	number, text = text[:digits], text[digits:]
	return number, text, found && digits > 0 && (len(text) == 0 || text[0] == ',' || text[0] == ':')
}

// labelOf returns the value of "KEY = 'VALUE'" in a header. The value may hold quotes, but no ", KEY = ".
func labelOf(header []byte, key string) string {
	_, value, found := bytes.Cut(header, []byte(", "+key+" = '"))
	if !found {
		return ""
	}
	for _, next := range []string{"', queue = '", "', stop reason = ", "', activity = '"} {
		if end := bytes.Index(value, []byte(next)); end >= 0 {
			value = value[:end+1]
		}
	}
	return string(bytes.TrimSuffix(value, []byte{'\''}))
}

// frameText returns what follows the number of a frame: "0x00007f01 libc.so.6`__poll at poll.c:29:10".
func frameText(line []byte) (text []byte, found bool) {
	text, found = bytes.CutPrefix(cutMark(line), []byte("frame #"))
	number, text, parted := bytes.Cut(text, []byte(": "))
	return text, found && parted && len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0
}

// isCommand reports whether a line is that of the command whose output counts.
func isCommand(line []byte) bool {
	text, found := bytes.CutPrefix(line, []byte("(lldb) "))
	return found && (bytes.HasPrefix(text, []byte("bt all")) || bytes.HasPrefix(text, []byte("thread backtrace")))
}

// hasCommand reports whether the head shows such a command.
func hasCommand(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if isCommand(line) {
			return true
		}
	}
}

// reader reads the threads of an input.
type reader struct {
	s        *input.Stream
	threads  *dump.Threads
	commands bool // the input shows the commands whose output counts
	waiting  bool // it is still to come
	process  string
	id       []byte
	name     string
	labels   []input.Label
	key      []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	b.SetModules(true)
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread"), commands: hasCommand(s.Head)}
	r.waiting = r.commands
	return r.threads.Read(&r)
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("(lldb) ")):
		r.Finish()
		r.waiting = r.commands && !isCommand(line)
		return
	case bytes.HasPrefix(line, []byte("Process ")):
		r.stop(line)
		return
	case r.waiting:
		return
	}
	if number, header, found := findHeader(line); found {
		r.Finish()
		r.begin(number, header)
		return
	}
	if text, isFrame := frameText(line); isFrame && r.threads.Open() {
		r.key = appendKey(r.key[:0], text, r.s.Options.Lines)
		r.threads.Push(r.key, newFrame)
	}
}

// stop reads "Process 20416 stopped", "Process 20416 detached" and the like.
func (r *reader) stop(line []byte) {
	r.Finish()
	r.threads.NewStop()
	r.process, _, _ = strings.Cut(string(line[len("Process "):]), " ")
}

func (r *reader) begin(number, header []byte) {
	r.id = append(append(append(r.id[:0], r.process...), '#'), number...)
	r.threads.Begin(r.id)
	r.labels, r.name = r.labels[:0], labelOf(header, "name")
	if r.s.WantsLabels() {
		r.labels = dump.Label(dump.Label(r.labels, "thread", r.name), "queue", labelOf(header, "queue"))
	}
}

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if r.threads.Open() {
		r.threads.PushPool(r.name)
		r.threads.End(dump.Unknown, r.labels)
	}
}
