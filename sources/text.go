package sources

import (
	"bytes"
	"unicode/utf8"
)

// trimBlanks takes blanks, TABs and other white space off both ends.
func trimBlanks(text []byte) []byte { return bytes.Trim(text, " \t\r\v\f") }

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
