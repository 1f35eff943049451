package gdb

import (
	"bytes"
	"unicode/utf8"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// call is a frame as gdb prints it, cut into its parts.
type call struct{ name, lib, place []byte }

// parseCall reads what follows the number of a frame:
//
//	0x0000558eb916f2f8 in ring (p=0x0) at till.c:21
//	0x04 in std::function<void (int)>::operator()(int) const (__args#0=3) at /usr/include/std_function.h:591
//	0x00007f01 in ?? () from /usr/lib/libssl.so.3
//	<signal handler called>
func parseCall(text []byte) (c call, ok bool) {
	if text[0] == '<' && text[len(text)-1] == '>' {
		return call{name: text}, true // "<signal handler called>", "<function called from gdb>"
	}
	if address, rest, found := bytes.Cut(text, []byte(" in ")); found && isAddress(address) {
		text = rest
	}
	from := 0
	for range maxGroups {
		open := bytes.Index(text[from:], []byte(" ("))
		if open < 0 {
			return c, false
		}
		open += from
		if end := valuesEnd(text, open+1); end > 0 {
			c = call{name: text[:open]}
			if rest, found := bytes.CutPrefix(text[end:], []byte(" from ")); found {
				c.lib = rest
			} else {
				c.place, _ = bytes.CutPrefix(text[end:], []byte(" at "))
			}
			return c, true
		}
		from = open + 1
	}
	return c, false
}

// maxGroups bounds how many groups of parentheses may be tried, so that no frame takes quadratic time.
const maxGroups = 100

func isAddress(text []byte) bool {
	digits, found := bytes.CutPrefix(text, []byte("0x"))
	return found && len(digits) > 0 && len(bytes.TrimLeft(digits, "0123456789abcdef")) == 0
}

// valuesEnd returns where the group ends that opens at a parenthesis, if it holds the values of a call: it is
// empty, "..." or begins with NAME=, and the frame ends after it or names its place. 0: it does not.
func valuesEnd(text []byte, open int) int {
	rest := text[open+1:]
	if len(rest) == 0 || rest[0] != ')' && !bytes.HasPrefix(rest, []byte("...)")) && !isAssignment(rest) {
		return 0
	}
	end := groupEnd(text, open)
	if end == 0 {
		return 0
	}
	rest = text[end:]
	if len(rest) == 0 || bytes.HasPrefix(rest, []byte(" at ")) || bytes.HasPrefix(rest, []byte(" from ")) {
		return end
	}
	return 0
}

// isAssignment reports whether text begins with a name and "=": "n=4", "this=0x1", or "n@entry=4", which says what n was
// when the function was called.
func isAssignment(text []byte) bool {
	for i, c := range text {
		switch {
		case c == '=':
			return i > 0
		case c == '_', c == '#', c == '$', c == '@' && i > 0, c >= utf8.RuneSelf, '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z':
		default:
			return false
		}
	}
	return false
}

// groupEnd returns where the group of parentheses ends that opens at open; strings and characters hold
// anything. 0: nowhere.
func groupEnd(text []byte, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			if i = stringEnd(text, i); i == 0 {
				return 0
			}
		case '\'':
			i = characterEnd(text, i)
		}
	}
	return 0
}

// stringEnd returns where the quote is that closes the one at i, or 0.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return 0
}

// characterEnd returns where the character in quotes ends that begins at i; i itself where there is none, as
// in Rust's "foo<'a>".
func characterEnd(text []byte, i int) int {
	const longest = len(`\000`)
	from := i + 1
	if from < len(text) && text[from] == '\\' {
		from += 2
	} else {
		_, size := utf8.DecodeRune(text[min(from, len(text)):])
		from += size
	}
	if from > len(text) {
		return i
	}
	for end := from; end < len(text) && end-i <= longest+1; end++ {
		if text[end] == '\'' {
			return end
		}
		if text[i+1] != '\\' {
			break
		}
	}
	return i
}

// appendKey writes a call as newFrame reads it: name, library, file and, if lines are asked for, the line.
func (c call) appendKey(key []byte, lines bool) []byte {
	key = append(append(append(key, c.name...), 0), c.lib...)
	file, line := c.place, []byte(nil)
	if colon := bytes.LastIndexByte(file, ':'); colon >= 0 {
		file, line = file[:colon], file[colon+1:]
	}
	key = append(append(key, 0), file...)
	if lines {
		key = append(append(key, 0), line...)
	}
	return key
}

func newFrame(key []byte) []collapse.Frame {
	name, rest, _ := bytes.Cut(key, []byte{0})
	lib, rest, _ := bytes.Cut(rest, []byte{0})
	file, line, lines := bytes.Cut(rest, []byte{0})
	f := collapse.Frame{Kind: collapse.KindNative, Module: dump.ModuleName(lib), File: string(file)}
	switch {
	case string(name) == "??":
		f.Name = dump.UnknownName(f.Module)
	case len(name) > 0 && name[0] == '<' && !bytes.Contains(name, []byte("::")):
		f.Name = string(name)
	default:
		f.Name = dump.NativeName(string(input.TrimBlanks(name)))
	}
	if lines {
		dump.SetLine(&f, string(line))
	}
	return []collapse.Frame{f}
}
