package input

import "unicode/utf8"

// TrimBlanks takes blanks, TABs and carriage returns off both ends.
func TrimBlanks(text []byte) []byte {
	text = TrimLeft(text)
	for len(text) > 0 && IsWhite(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// TrimLeft takes blanks, TABs and carriage returns off the start. The loops here are much faster than
// bytes.Trim, which builds a table at each call.
func TrimLeft(text []byte) []byte {
	for len(text) > 0 && IsWhite(text[0]) {
		text = text[1:]
	}
	return text
}

// IsBlank reports whether c is a blank or a TAB.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' }

// IsWhite reports whether c is a blank, a TAB or a carriage return.
func IsWhite(c byte) bool { return IsBlank(c) || c == '\r' }

// hexDigits tells lower-case hexadecimal digits from other bytes.
var hexDigits = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true,
	'8': true, '9': true, 'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true,
}

// IsHex reports whether c is a lower-case hexadecimal digit.
func IsHex(c byte) bool { return hexDigits[c] }

// Shorten returns the beginning of a text for a message.
func Shorten(text []byte) string {
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
