// Package gdb reads the stacks that gdb prints: bt, thread apply all bt, bt full, pstack, gstack.
package gdb

import (
	"bytes"

	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what gdb prints, in a batch or a session:
//
//	Thread 2 (Thread 0x7f2ac681d6c0 (LWP 28724) "till-1"):
//	#0  0x00007f2ac68f1df2 in pause () from /lib/x86_64-linux-gnu/libc.so.6
//	#1  0x0000558eb916f2f8 in ring (p=0x0, why=0x4006 "a (b) at c") at till.c:21
//	        left = 4
//	#2  0x00007f2ac68a71f5 in start_thread (arg=<optimized out>)
//	    at ./nptl/pthread_create.c:442
//	(More stack frames follow...)
//
// Each thread weighs 1. Where the input has "Thread" lines, only the first stack below each counts: gdb
// repeats the current frame, and people type bt. Without them every #0 begins a stack.
var Format = input.Format{
	Name: "gdb", Title: "gdb: thread apply all bt, bt full, pstack, gstack, also in logs",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  sniff,
	Stream: parse,
	Census: true,
}

// sniff looks for two frames, #0 and #1, or for one below the header of a thread.
func sniff(h *input.Head) bool {
	lines := h.Lines()
	first := false
	var p dump.Prefix
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if header, found := findHeader(line); found {
			p.Learn(line[:header.start])
			first = true
		}
		rest, _ := p.Cut(line)
		number, text, isFrame := cutNumber(rest)
		wrapped := isFrame && isWrapped(&p, lines.Peek())
		if !isFrame || number > 1 || !wrapped && !isFrameText(text) {
			continue
		}
		if number == 0 && !first {
			first = wrapped || bytes.IndexByte(text, '(') >= 0 || text[0] == '<'
			continue
		}
		if first {
			return true
		}
	}
}

// isWrapped reports whether the line below the first one of a frame holds the values, which the width of a terminal has moved
// there:
//
//	#1  __futex_abstimed_wait_common
//	    (cancel=true, abstime=0x7ffd07547de0) at ./nptl/futex-internal.c:87
func isWrapped(p *dump.Prefix, next []byte) bool {
	text, ours := p.Cut(next)
	values, found := bytes.CutPrefix(text, []byte("    ("))
	return ours && found && (isAssignment(values) || bytes.HasPrefix(values, []byte{')'}))
}

// isFrameText is a rough test that what follows a frame's number was written by gdb: its line may be wrapped.
func isFrameText(text []byte) bool {
	return bytes.HasPrefix(text, []byte("<signal handler called>")) ||
		bytes.HasPrefix(text, []byte("0x")) && bytes.Contains(text, []byte(" in ")) && bytes.Contains(text, []byte(" (")) ||
		!bytes.HasPrefix(text, []byte("0x")) && bytes.Contains(text, []byte(" (")) &&
			(bytes.Contains(text, []byte(") at ")) || bytes.Contains(text, []byte(") from ")) || bytes.HasSuffix(text, []byte{','}))
}

// hasThreads reports whether the head has the header of a thread.
func hasThreads(h *input.Head) bool {
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
	start  int // how long the prefix of the log is
	number int
	name   []byte // gdb does not always know it
	id     []byte // tells the thread from others; its number may change, where gdb attaches anew
}

// findHeader reads one of
//
//	Thread 1 (Thread 0x7f (LWP 1) "a "b" (c)"):
//	Thread 1 (LWP 77):
func findHeader(line []byte) (h header, found bool) {
	const word = "Thread "
	text, ends := bytes.CutSuffix(bytes.TrimRight(line, " "), []byte("):"))
	h.start = bytes.Index(text, []byte(word))
	if !ends || h.start < 0 || !dump.IsPrefix(line[:h.start]) {
		return h, false
	}
	text = text[h.start+len(word):]
	digits := 0
	for digits < len(text) && digits < len("1234567") && '0' <= text[digits] && text[digits] <= '9' {
		h.number = 10*h.number + int(text[digits]-'0')
		digits++
	}
	if digits == 0 || !bytes.HasPrefix(text[digits:], []byte(" (")) {
		return h, false
	}
	h.id = text[digits:]
	if open := bytes.Index(text, []byte(` "`)); open >= 0 && text[len(text)-1] == '"' && len(text) > open+2 {
		h.name, h.id = text[open+2:len(text)-1], text[digits:open]
	}
	return h, true
}

// cutNumber splits "#12 0x02 in main () at till.c:70" after the number.
func cutNumber(line []byte) (number int, text []byte, ok bool) {
	if len(line) == 0 || line[0] != '#' {
		return 0, nil, false
	}
	at := 1
	for at < len(line) && at < len("#1234567") && '0' <= line[at] && line[at] <= '9' {
		number = 10*number + int(line[at]-'0')
		at++
	}
	if at == 1 || at == len(line) || line[at] != ' ' {
		return 0, nil, false
	}
	text = input.TrimBlanks(line[at:])
	return number, text, len(text) > 0
}
