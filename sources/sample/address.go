package sample

import (
	"bytes"

	"fold/sources/input"
)

// unknownSymbol is the name of functions without a symbol.
var unknownSymbol = []byte("???")

// addressMark stands between the text of a function without a symbol and its address, if that is to be shown. No
// line holds one.
const addressMark = '\n'

// unknownAddress returns what tells functions of one module without symbols apart, from the end of their line: where
// the module was loaded does not matter, so the offset to that if it is there.
//
//	load address 0x10a3c0000 + 0x1e4c1  [0x10a3de4c1]
//	[0x344e22461a84]
func unknownAddress(tail []byte) []byte {
	if tail, ok := cutTailPart(tail, "load address 0x", &addressChars); ok {
		if offset, ok := bytes.CutPrefix(input.TrimLeft(tail), []byte("+ ")); ok {
			return append([]byte("+"), firstNumber(offset)...)
		}
	}
	if _, after, ok := bytes.Cut(tail, []byte{'['}); ok {
		return firstNumber(after)
	}
	return nil
}

// firstNumber returns the first of the numbers at the start of text: "0x1e4c1,0x1e4d0,...".
func firstNumber(text []byte) []byte {
	for i, c := range text {
		if !addressChars[c] || c == ',' || c == '.' {
			return text[:i]
		}
	}
	return text
}

// isFar says whether the end of a line, " + 15160  [0x119b4fc78]", is an offset of more than [input.FarOffset].
func isFar(tail []byte) bool {
	digits, ok := bytes.CutPrefix(input.TrimLeft(tail), []byte("+ "))
	if !ok {
		return false
	}
	offset := 0
	for _, c := range digits {
		if c < '0' || c > '9' || offset > input.FarOffset {
			break
		}
		offset = 10*offset + int(c-'0')
	}
	return offset > input.FarOffset
}
