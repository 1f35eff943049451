package perf

import (
	"bytes"

	"fold/sources/input"
)

// cutPerfAddress splits a frame line behind its address:
//
//	"\t          401a20 post_entry+0x20 (/opt/ledger/ledgerd)"
//
// gives "401a20" and "post_entry+0x20 (/opt/ledger/ledgerd)". The text begins with a TAB if one follows the
// address. The last result is false if no hexadecimal number stands at the start of the line.
func cutPerfAddress(line []byte) (address, text []byte, ok bool) {
	start := 0
	for start < len(line) && input.IsBlank(line[start]) {
		start++
	}
	end := start
	for end < len(line) && input.IsHex(line[end]) {
		end++
	}
	switch {
	case end == start:
		return nil, nil, false
	case end == len(line):
		return line[start:end], line[end:], true
	case line[end] == ' ':
		return line[start:end], line[end+1:], true
	case line[end] == '\t':
		return line[start:end], line[end:], true
	}
	return nil, nil, false
}

// isPerfFrame says whether a line is a frame of a sample whose header stands above it.
func isPerfFrame(line []byte) bool {
	address, text, ok := cutPerfAddress(line)
	if !ok {
		return false
	}
	if line[0] == '\t' {
		return !isBranchLine(address, text)
	}
	return isSimpleperfFrame(line) || endsInModule(text) && !isFreeHeader(line)
}

// isSimpleperfFrame recognises a frame that simpleperf wrote:
//
//	"        b3cea6c4\tunlock() (/system/lib/libc.so)"
func isSimpleperfFrame(line []byte) bool {
	_, text, ok := cutPerfAddress(line)
	return ok && bytes.HasPrefix(line, []byte("    ")) && len(text) > 0 && text[0] == '\t'
}

// endsInModule says whether a frame's text ends in "(module)".
func endsInModule(text []byte) bool {
	_, _, found := cutModule(text)
	return found
}

// cutModule splits "symbol (module)" at the parenthesis that belongs to the last one. A module may hold
// blanks and parentheses, and a symbol may hold anything: "operator() (/usr/lib/a (deleted))".
func cutModule(text []byte) (symbol, module []byte, found bool) {
	text = input.TrimBlanks(text)
	n := len(text)
	if n == 0 || text[n-1] != ')' {
		return text, nil, false
	}
	depth := 0
	for i := n - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth == 0 {
			if i > 0 && !input.IsBlank(text[i-1]) {
				break
			}
			return text[:i], text[i+1 : n-1], true
		}
	}
	return text, nil, false
}

// trimOffset takes "+0x1f" off the end.
func trimOffset(symbol []byte) []byte {
	i := len(symbol)
	for i > 0 && input.IsHex(symbol[i-1]) {
		i--
	}
	if i == len(symbol) || i < 3 || string(symbol[i-3:i]) != "+0x" {
		return symbol
	}
	return symbol[:i-3]
}

// cutOffset takes the offset out of "post_entry+0x20 (/opt/ledgerd)", in place: a function is sampled at
// many offsets, and its text is to be looked up as one. Where it cannot be sure, because another "+"
// follows, it leaves the text as it is.
func cutOffset(text []byte) []byte {
	plus := bytes.IndexByte(text, '+')
	if plus < 0 || plus+3 >= len(text) || text[plus+1] != '0' || text[plus+2] != 'x' {
		return text
	}
	end := plus + 3
	for end < len(text) && input.IsHex(text[end]) {
		end++
	}
	rest := text[end:]
	if end == plus+3 || len(rest) > 0 && !bytes.HasPrefix(rest, []byte(" (")) || bytes.IndexByte(rest, '+') >= 0 {
		return text
	}
	return text[:plus+copy(text[plus:], rest)]
}
