package perf

import (
	"bytes"
	"slices"

	"fold/sources/input"
)

// usualHeader reads a header of the form that perf script writes by default, in one pass:
//
//	tmux: server  4101/4107  [003]   812.000100:     400000       cycles:u:
//
// It reads none otherwise than parsePerfHeader: what follows the first blank before a digit is where that looks first,
// and what is read there is its surest form. What is not usual it leaves to it.
func usualHeader(line []byte) (h perfHeader, ok bool) {
	if len(line) == 0 || line[0] <= ' ' || line[0] == '#' {
		return h, false
	}
	at := 1
	for ; ; at++ {
		if at == len(line) {
			return h, false
		}
		if !input.IsBlank(line[at-1]) {
			continue
		}
		if line[at]-'0' <= 9 {
			break
		}
		if line[at] == '-' {
			return h, false // it may begin a thread's number, too
		}
	}
	h.comm = input.TrimBlanks(line[:at])
	if at = h.usualThread(line, at); at == 0 {
		return h, false
	}
	if at = h.usualTime(line, at); at == 0 {
		return h, false
	}
	return h, h.usualEvent(line[at:]) && !isPerfNoise(line) && !bytes.HasPrefix(line, guestMark)
}

var guestMark = []byte("VM:")

// usualThread reads "4101/4107  [003]   " or less, and returns where what follows begins, or 0.
func (h *perfHeader) usualThread(line []byte, at int) (after int) {
	end := afterDigits(line, at)
	h.tid = line[at:end]
	if end < len(line) && line[end] == '/' {
		at = end + 1
		if end = afterDigits(line, at); end == at {
			return 0
		}
		h.pid, h.tid = h.tid, line[at:end]
	}
	at = afterSpaces(line, end)
	if at == 0 || line[at] != '[' {
		return at
	}
	at++
	end = afterDigits(line, at)
	if end == at || end == len(line) || line[end] != ']' {
		return 0
	}
	h.cpu = line[at:end]
	return afterSpaces(line, end+1)
}

// usualTime reads "812.000100:     ", and returns where what follows begins, or 0.
func (h *perfHeader) usualTime(line []byte, at int) (after int) {
	point := afterDigits(line, at)
	if point == at || point == len(line) || line[point] != '.' {
		return 0
	}
	end := afterDigits(line, point+1)
	if n := end - point - 1; n != 6 && n != 9 || end == len(line) || line[end] != ':' {
		return 0
	}
	h.time = line[at : end+1]
	return afterSpaces(line, end+1)
}

// usualEvent reads "400000       cycles:u: ", with which the line must end.
func (h *perfHeader) usualEvent(rest []byte) bool {
	const most = 18 // digits, which fit into 64 bits
	n := 0
	for ; n < len(rest) && rest[n]-'0' <= 9; n++ {
		h.period = 10*h.period + int64(rest[n]-'0')
	}
	start := afterSpaces(rest, n)
	if n == 0 || n > most || start == 0 {
		return false
	}
	h.hasPeriod = true
	end := len(rest)
	for rest[end-1] == ' ' {
		end--
	}
	if end < start+2 || rest[end-1] != ':' {
		return false
	}
	h.event = rest[start : end-1]
	if slices.ContainsFunc(h.event, input.IsBlank) {
		return false
	}
	return !bytes.HasPrefix(h.event, perfRecord) && string(h.event) != "metric"
}

// afterDigits returns where the decimal digits end that begin at a place.
func afterDigits(line []byte, at int) int {
	for at < len(line) && line[at]-'0' <= 9 {
		at++
	}
	return at
}

// afterSpaces returns where the spaces end that begin at a place, of which there must be one, and something after them;
// else 0.
func afterSpaces(line []byte, at int) int {
	start := at
	for at < len(line) && line[at] == ' ' {
		at++
	}
	if at == start || at == len(line) {
		return 0
	}
	return at
}
