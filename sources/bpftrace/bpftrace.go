// Package bpftrace reads the maps that bpftrace prints when it ends, where their keys hold stacks.
package bpftrace

import (
	"bytes"

	"fold/sources/input"
)

// Format is what bpftrace prints (src/output/text.cpp, src/bpftrace.cpp: get_stack):
//
//	@blocked[
//	    do_syscall_64+115
//	    entry_SYSCALL_64_after_hwframe+61
//	,
//	    __write+20
//	    main+55
//	, kiosk, 4711]: 12
//
// A map is a metric of its name, "@" is "samples". The parts of a key are parted by ", ", and a stack begins and
// ends its lines with a line end. The scalars become frames at the root, in their order; then come the user's
// stack and the kernel's.
var Format = input.Format{
	Name: "bpftrace", Title: "bpftrace maps with stacks: count(), sum()",
	Sniff:  sniff,
	Stream: parse,
}

// JSON is the output of bpftrace -f json.
var JSON = input.Format{
	Name: "bpftrace-json", Title: "bpftrace -f json",
	Sniff: func(h *input.Head) bool {
		return h.HasPrefix(`{"type": "attached_probes"`, `{"type": "map"`, `{"type": "stats"`, `{"type": "hist"`)
	},
	Hint: "this is the JSON of bpftrace, whose stacks are not parted from the rest of their keys: run bpftrace without -f json",
}

// sniff looks for a map whose key goes on below its first line.
func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		_, key, isMap := cutName(line)
		if !isMap || bytes.Contains(key, []byte("]: ")) || bytes.HasSuffix(key, []byte("]:")) {
			continue
		}
		if next := lines.Peek(); next != nil && opensStack(key) && (isSeparator(next) || looksLikeFrame(next)) {
			return true
		}
	}
}

// cutName splits the first line of a map's entry: "@blocked[" or "@blocked[bash, ".
func cutName(line []byte) (name, key []byte, isMap bool) {
	if len(line) < 2 || line[0] != '@' {
		return nil, nil, false
	}
	end := 1
	for end < len(line) && isNameByte(line[end]) {
		end++
	}
	if end == len(line) || line[end] != '[' {
		return nil, nil, false
	}
	return line[1:end], line[end+1:], true
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// opensStack reports whether the parts of a key that stand on one line are followed by a stack.
func opensStack(key []byte) bool { return len(key) == 0 || bytes.HasSuffix(key, []byte(", ")) }

// isSeparator reports whether a line ends a stack: ", ", ", kiosk]: 12" or "]: 12".
func isSeparator(line []byte) bool { return len(line) > 0 && (line[0] == ',' || line[0] == ']') }

// looksLikeFrame reports whether a line may be a frame: its symbol may have an offset, and no more blanks than
// its indent unless that shows it to be a frame.
func looksLikeFrame(line []byte) bool {
	text := input.TrimBlanks(line)
	return len(text) > 0 && (input.IsBlank(line[0]) || bytes.IndexByte(text, ' ') < 0) && bytes.IndexByte([]byte("{<\"@"), text[0]) < 0
}
