package sources

import "unicode/utf8"

// trimBlanks takes blanks, TABs and carriage returns off both ends.
func trimBlanks(text []byte) []byte {
	text = trimLeft(text)
	for len(text) > 0 && isWhite(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// trimLeft takes blanks, TABs and carriage returns off the start. The loops here are much faster than
// bytes.Trim, which builds a table at each call.
func trimLeft(text []byte) []byte {
	for len(text) > 0 && isWhite(text[0]) {
		text = text[1:]
	}
	return text
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isWhite(c byte) bool { return isBlank(c) || c == '\r' }

// hexDigits tells lower-case hexadecimal digits from other bytes.
var hexDigits = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true,
	'8': true, '9': true, 'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true,
}

func isHex(c byte) bool { return hexDigits[c] }

// shorten returns the beginning of a text for a message.
func shorten(text []byte) string {
	const most = 80
	if len(text) <= most {
		return string(text)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return string(text[:cut]) + "…"
}
