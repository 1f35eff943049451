// Package eustack reads what eu-stack of elfutils prints about a process or core file.
package eustack

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what eu-stack prints, with and without -s, -i and -m:
//
//	PID 20416 - process
//	TID 20416:
//	#0  0x00007f7317ca3f16     __poll
//	#1  0x00007f7317ca8ce3 - 1 shop::Till::ring(int)
//	#2  0x000055960be88b16
//	TID 20418:
//	#0  0x00007f7317ca3f16 futex_wait - /usr/lib/x86_64-linux-gnu/libc.so.6
//	    ../sysdeps/nptl/futex-internal.h:146:13
//	#1  0x00007f7317ca8ce3 - /opt/shop/libpump.so.1
//
// Each thread weighs 1.
var Format = input.Format{
	Name: "eustack", Title: "eu-stack of elfutils, also in logs",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  sniff,
	Stream: parse,
	Census: true,
}

// sniff looks for a header with a frame below it.
func sniff(h *input.Head) bool {
	if !h.Contains("TID ") {
		return false // which is quicker than looking at each line
	}
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, start, found := findHeader(line); found {
			var p dump.Prefix
			p.Learn(line[:start])
			if next, ours := p.Cut(lines.Peek()); ours && bytes.HasPrefix(next, []byte("#0 ")) {
				return true
			}
		}
	}
}

// findHeader reads "TID 20416:" at the end of a line; start is how long the prefix of the log is.
func findHeader(line []byte) (tid []byte, start int, found bool) {
	text, ends := bytes.CutSuffix(line, []byte{':'})
	start = bytes.LastIndex(text, []byte("TID "))
	if !ends || start < 0 || !dump.IsPrefix(line[:start]) {
		return nil, 0, false
	}
	tid = text[start+len("TID "):]
	return tid, start, len(tid) > 0 && len(bytes.Trim(tid, "0123456789")) == 0
}

// reader reads the threads of an input.
type reader struct {
	s       *input.Stream
	threads *dump.Threads
	prefix  dump.Prefix
	pid     string
	tid     string
	key     []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	return r.threads.Read(&r)
}

// Line reads a line of the input.
func (r *reader) Line(line []byte) {
	if tid, start, found := findHeader(line); found {
		r.Finish()
		r.prefix.Learn(line[:start])
		r.threads.BeginIn(&r.prefix, tid)
		r.tid = string(tid)
		return
	}
	if at := bytes.Index(line, []byte("PID ")); at >= 0 && dump.IsPrefix(line[:at]) && isProcess(line[at:]) {
		r.Finish()
		r.threads.NewMoment()
		r.pid, _, _ = strings.Cut(string(line[at+len("PID "):]), " ")
		return
	}
	rest, ours := r.prefix.Cut(line)
	if !ours || !r.threads.Open() || len(rest) == 0 || rest[0] != '#' {
		return
	}
	if text, found := frameText(rest); found {
		place, _ := r.prefix.Cut(r.s.Peek())
		r.key = append(append(r.key[:0], text...), 0)
		r.key = appendPlace(r.key, place, r.s.Options.Lines)
		r.threads.Push(r.key, newFrame)
	}
}

// isProcess reports whether a line is "PID 20416 - process" or "PID 20416 - core".
func isProcess(line []byte) bool {
	pid, rest, found := bytes.Cut(line[len("PID "):], []byte(" - "))
	return found && len(bytes.Trim(pid, "0123456789")) == 0 && bytes.IndexByte(rest, ' ') < 0
}

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = append(labels, input.IDLabel("tid", r.tid))
		if r.pid != "" {
			labels = append(labels, input.IDLabel("pid", r.pid))
		}
	}
	r.threads.End(dump.Unknown, labels)
}

// frameText returns what follows the address of a frame.
func frameText(line []byte) (text []byte, found bool) {
	_, text, found = bytes.Cut(line, []byte(" 0x"))
	digits := 0
	for digits < len(text) && input.IsHex(text[digits]) {
		digits++
	}
	return input.TrimBlanks(text[digits:]), found && digits > 0
}

// appendPlace adds the place that stands on the line below a frame, "    s.cpp:22:27".
func appendPlace(key, next []byte, lines bool) []byte {
	place, found := bytes.CutPrefix(next, []byte("    "))
	file, rest, hasLine := bytes.Cut(place, []byte{':'})
	if !found {
		return key
	}
	key = append(key, file...)
	if lines && hasLine {
		line, _, _ := bytes.Cut(rest, []byte{':'})
		key = append(append(key, 0), line...)
	}
	return key
}

// newFrame makes the frame of a key: the text after the address, the file and, if lines are asked for, the line.
func newFrame(key []byte) []collapse.Frame {
	text, rest, _ := bytes.Cut(key, []byte{0})
	file, line, lines := bytes.Cut(rest, []byte{0})
	f := collapse.Frame{Kind: collapse.KindNative, File: string(file)}
	if rest, found := bytes.CutPrefix(text, []byte("- 1")); found && (len(rest) == 0 || rest[0] == ' ') {
		text = input.TrimBlanks(rest) // the address is that of the instruction before
	}
	name, module := cutModule(text)
	f.Module = dump.ModuleName(module)
	if len(name) == 0 {
		f.Name = dump.UnknownName(f.Module)
	} else {
		f.Name = dump.NativeName(string(name))
	}
	if lines {
		dump.SetLine(&f, string(line))
	}
	return []collapse.Frame{f}
}

// cutModule splits "futex_wait - /usr/lib/libc.so.6"; the name may be missing.
func cutModule(text []byte) (name, module []byte) {
	if module, found := bytes.CutPrefix(text, []byte("- ")); found {
		return nil, module
	}
	for _, mark := range []string{" - /", " - ["} {
		if at := bytes.LastIndex(text, []byte(mark)); at >= 0 {
			return text[:at], text[at+len(" - "):]
		}
	}
	return text, nil
}
