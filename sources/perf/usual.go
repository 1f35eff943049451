package perf

import (
	"bytes"

	"fold/sources/input"
)

// usualHeader reads a header of the form that perf script writes by default, in one pass:
//
//	tmux: server  4101/4107  [003]   812.000100:     400000       cycles:u:
//
// It reads none otherwise than parsePerfHeader: what follows the first blank before a digit is where that looks first,
// and what is read there is its surest form. What is not usual it leaves to it.
func usualHeader(line []byte) (h perfHeader, ok bool) {
	if len(line) == 0 || line[0] <= ' ' || line[0] == '#' || bytes.HasPrefix(line, guestMark) || isPerfNoise(line) {
		return h, false
	}
	start := 1
	for ; start < len(line) && (line[start] > '9' || line[start] < '0' || !input.IsBlank(line[start-1])); start++ {
		if line[start] == '-' {
			return h, false // it may begin a thread's number, too
		}
	}
	if start == len(line) {
		return h, false
	}
	h.comm = input.TrimBlanks(line[:start])
	rest, ok := h.usualThread(line[start:])
	if !ok {
		return h, false
	}
	if rest, ok = h.usualTime(rest); !ok {
		return h, false
	}
	return h, h.usualEvent(rest)
}

var guestMark = []byte("VM:")

// usualThread reads "4101/4107  [003]   " or less.
func (h *perfHeader) usualThread(rest []byte) (after []byte, ok bool) {
	n := digits(rest)
	h.tid, rest = rest[:n], rest[n:]
	if len(rest) > 0 && rest[0] == '/' {
		if n = digits(rest[1:]); n == 0 {
			return nil, false
		}
		h.pid, h.tid, rest = h.tid, rest[1:n+1], rest[n+1:]
	}
	if rest, ok = afterSpaces(rest); !ok || rest[0] != '[' {
		return rest, ok
	}
	if n = digits(rest[1:]); n == 0 || n+1 == len(rest) || rest[n+1] != ']' {
		return nil, false
	}
	h.cpu = rest[1 : n+1]
	return afterSpaces(rest[n+2:])
}

// usualTime reads "812.000100:     ".
func (h *perfHeader) usualTime(rest []byte) (after []byte, ok bool) {
	whole := digits(rest)
	if whole == 0 || whole == len(rest) || rest[whole] != '.' {
		return nil, false
	}
	n := digits(rest[whole+1:])
	end := whole + 1 + n
	if n != 6 && n != 9 || end == len(rest) || rest[end] != ':' {
		return nil, false
	}
	h.time = rest[:end+1]
	return afterSpaces(rest[end+1:])
}

// usualEvent reads "400000       cycles:u: ", with which the line must end.
func (h *perfHeader) usualEvent(rest []byte) bool {
	const most = 18 // digits, which fit into 64 bits
	n := digits(rest)
	if n == 0 || n > most {
		return false
	}
	for _, c := range rest[:n] {
		h.period = 10*h.period + int64(c-'0')
	}
	h.hasPeriod = true
	rest, ok := afterSpaces(rest[n:])
	if !ok {
		return false
	}
	n = len(rest)
	for n > 0 && rest[n-1] == ' ' {
		n--
	}
	h.event = rest[:max(n-1, 0)]
	return n > 1 && rest[n-1] == ':' && bytes.IndexByte(h.event, ' ') < 0 && bytes.IndexByte(h.event, '\t') < 0 &&
		!bytes.HasPrefix(h.event, perfRecord) && string(h.event) != "metric"
}

// digits returns how many decimal digits a text begins with.
func digits(text []byte) int {
	n := 0
	for n < len(text) && text[n]-'0' <= 9 {
		n++
	}
	return n
}

// afterSpaces takes spaces off the start, of which there must be one, and something after them.
func afterSpaces(text []byte) (after []byte, ok bool) {
	n := 0
	for n < len(text) && text[n] == ' ' {
		n++
	}
	return text[n:], n > 0 && n < len(text)
}
