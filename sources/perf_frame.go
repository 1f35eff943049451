package sources

import "bytes"

// cutPerfAddress splits a frame line behind its address:
//
//	"\t          401a20 post_entry+0x20 (/opt/ledger/ledgerd)"
//
// gives "401a20" and "post_entry+0x20 (/opt/ledger/ledgerd)". The text begins with a TAB if one follows the
// address. The last result is false if no hexadecimal number stands at the start of the line.
func cutPerfAddress(line []byte) (address, text []byte, ok bool) {
	start := 0
	for start < len(line) && isBlank(line[start]) {
		start++
	}
	end := start
	for end < len(line) && isHex(line[end]) {
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

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// isPerfFrame says whether a line is a frame of a sample whose header stands above it.
func isPerfFrame(line []byte) bool {
	address, text, ok := cutPerfAddress(line)
	if !ok {
		return false
	}
	if line[0] == '\t' {
		return !isBranchLine(address, text)
	}
	return endsInModule(text) || len(text) > 0 && text[0] == '\t'
}

// endsInModule says whether a frame's text ends in "(module)".
func endsInModule(text []byte) bool {
	_, _, found := cutModule(text)
	return found
}

// cutModule splits "symbol (module)" at the parenthesis that belongs to the last one. A module may hold
// blanks and parentheses, and a symbol may hold anything: "operator() (/usr/lib/a (deleted))".
func cutModule(text []byte) (symbol, module []byte, found bool) {
	text = bytes.TrimRight(text, " \t\r")
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
			if i > 0 && !isBlank(text[i-1]) {
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
	for i > 0 && isHex(symbol[i-1]) {
		i--
	}
	if i == len(symbol) || i < 3 || string(symbol[i-3:i]) != "+0x" {
		return symbol
	}
	return symbol[:i-3]
}
