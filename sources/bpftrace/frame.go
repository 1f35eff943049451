package bpftrace

import (
	"bytes"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// frame adds a frame to the current stack. It is one of
//
//	    do_syscall_64+115
//	filemap_map_pages+181                                      before bpftrace 0.9
//		7f2ac68f1df2 __write+20 (/usr/lib/libc.so.6)           ustack(perf)
//	    0x5541f689495641d7                                     an address alone
func (r *reader) frame(line []byte) {
	perf := len(line) > 0 && line[0] == '\t'
	text := input.TrimBlanks(line)
	if len(text) == 0 {
		return
	}
	kind := byte('f')
	if perf {
		kind, text = 'p', cutAddress(text)
	}
	r.key = appendFrame(append(r.key[:0], kind), text, perf)
	r.stack = append(r.stack, r.b.Intern(r.key, newFrame))
}

// cutAddress takes the address off the start of a frame of perf mode.
func cutAddress(text []byte) []byte {
	digits := bytes.TrimPrefix(text, []byte("0x"))
	end := 0
	for end < len(digits) && input.IsHex(digits[end]) {
		end++
	}
	if end == 0 || end < len(digits) && digits[end] != ' ' {
		return text
	}
	return input.TrimBlanks(digits[end:])
}

// appendFrame appends a frame's text without its offset, "+115": a function is called from many places.
func appendFrame(key, text []byte, perf bool) []byte {
	symbol, module := text, []byte(nil)
	if perf {
		if head, found := dump.CutGroup(text); found && bytes.HasSuffix(head, []byte{' '}) {
			symbol, module = input.TrimBlanks(head), text[len(head):]
		}
	}
	digits := bytes.TrimRight(symbol, "0123456789")
	if n := len(digits); n > 1 && n < len(symbol) && digits[n-1] == '+' {
		symbol = digits[:n-1]
	}
	return append(append(append(key, symbol...), 0), module...)
}

// newFrame makes the frame of a key: its kind, the symbol, and "(module)" in perf mode.
func newFrame(key []byte) []collapse.Frame {
	symbol, module, _ := bytes.Cut(key[1:], []byte{0})
	f := collapse.Frame{}
	if len(module) > 2 && string(module) != "([unknown])" {
		f.Module = dump.ModuleName(module[1 : len(module)-1])
	}
	switch {
	case len(symbol) == 0, string(symbol) == "[unknown]", isAddress(symbol):
		f.Name = dump.UnknownName(f.Module)
	default:
		f.Name = dump.NativeName(string(symbol))
	}
	if len(f.Module) > 0 && f.Module[0] == '[' {
		f.Kind = collapse.KindKernel
		if f.Name == "["+f.Module+"]" {
			f.Name = f.Module
		}
	}
	return []collapse.Frame{f}
}

// isAddress reports whether a symbol is a raw address, "0x5541f689495641d7" or "7ffd1c9f3b2a".
func isAddress(text []byte) bool {
	digits, prefixed := bytes.CutPrefix(text, []byte("0x"))
	for _, c := range digits {
		if !input.IsHex(c) {
			return false
		}
	}
	return len(digits) > 0 && (prefixed || len(digits) >= 8)
}
