package lldb

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// appendKey writes a frame as newFrame reads it: module`name, file and, if lines are asked for, the line.
func appendKey(key, text []byte, lines bool) []byte {
	if _, rest, found := bytes.Cut(text, []byte{' '}); found && bytes.HasPrefix(text, []byte("0x")) {
		text = rest
	} else if bytes.HasPrefix(text, []byte("0x")) {
		text = nil // an address alone
	}
	text, file, line := cutPlace(text)
	key = append(append(key, cutOffset(text)...), 0)
	key = append(key, file...)
	if lines {
		key = append(append(key, 0), line...)
	}
	return key
}

// cutPlace splits "kiosk`start at s.cpp:100:37 [opt]".
func cutPlace(text []byte) (rest, file, line []byte) {
	if open := bytes.LastIndex(text, []byte(" [")); open >= 0 && text[len(text)-1] == ']' && isFlag(text[open+2:len(text)-1]) {
		text = text[:open]
	}
	at := bytes.LastIndex(text, []byte(" at "))
	if at < 0 {
		return text, nil, nil
	}
	file, number, found := cutDigits(text[at+len(" at "):])
	if !found {
		return text, nil, nil
	}
	if outer, first, both := cutDigits(file); both {
		file, number = outer, first
	}
	return text[:at], file, number
}

// isFlag reports whether a word in brackets says how the function was compiled: "opt", "artificial".
func isFlag(word []byte) bool {
	return string(word) == "opt" || string(word) == "artificial"
}

// cutDigits splits "s.cpp:100" at the colon of the number at the end.
func cutDigits(text []byte) (head, digits []byte, found bool) {
	colon := bytes.LastIndexByte(text, ':')
	digits = text[colon+1:]
	if colon < 0 || len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return text, nil, false
	}
	return text[:colon], digits, true
}

// cutOffset takes " + 12" off the end.
func cutOffset(text []byte) []byte {
	head := bytes.TrimRight(text, "0123456789")
	if len(head) < len(text) && bytes.HasSuffix(head, []byte(" + ")) {
		return head[:len(head)-len(" + ")]
	}
	return text
}

func newFrame(key []byte) []collapse.Frame {
	text, rest, _ := bytes.Cut(key, []byte{0})
	file, line, lines := bytes.Cut(rest, []byte{0})
	module, name, found := strings.Cut(string(text), "`")
	if !found {
		module, name = "", module
	}
	f := collapse.Frame{
		Kind: collapse.KindNative, Module: strings.TrimSuffix(module, ".dylib"), File: string(file),
		Name: functionName(string(input.TrimBlanks([]byte(name)))),
	}
	if lines {
		dump.SetLine(&f, string(line))
	}
	return []collapse.Frame{f}
}

// functionName takes the values off a name, and what it is inlined into:
//
//	shop::Till::ring(this=0x01, n=2) const                           shop::Till::ring
//	std::thread::_M_run() const [inlined] lock(__mutex=<unavailable>)  lock
//	main::fn::operator(x=1)(int) const                               main::fn::operator()
func functionName(name string) string {
	const inlined = " [inlined] "
	if at := strings.LastIndex(name, inlined); at >= 0 {
		name = name[at+len(inlined):]
	}
	if at := valuesAt(name); at > 0 {
		name = name[:at]
	}
	switch {
	case name == "", strings.HasPrefix(name, "___lldb_unnamed_symbol"):
		return dump.UnknownFrame
	case name == "operator", strings.HasSuffix(name, ":operator"):
		return name + "()"
	}
	return dump.NativeName(name)
}

// valuesAt returns where "(NAME=" stands, or -1.
func valuesAt(name string) int {
	for i := 0; i < len(name); i++ {
		if name[i] != '(' {
			continue
		}
		end := i + 1
		for end < len(name) && isNameByte(name[end]) {
			end++
		}
		if end > i+1 && end < len(name) && name[end] == '=' {
			return i
		}
		i = end - 1
	}
	return -1
}

func isNameByte(c byte) bool {
	return c == '_' || c == '#' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
