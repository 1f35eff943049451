package main

import (
	"fmt"
	"strings"
)

// escapeURL escapes what a URL may not hold, so that a query for an engine can be written as it reads:
//
//	http://127.0.0.1:8123/?query=SELECT stack, a+b FROM x WHERE f LIKE '%go%' FORMAT TSVRaw
//
// A query with blanks was escaped by nobody, so that "+" and a "%" that begins no escape stand for themselves. One
// without them is taken to be escaped, but for bytes that no URL holds. "&" and "#" cannot be told from what separates
// parameters: they are written %26 and %23.
func escapeURL(file string) string {
	base, query, found := strings.Cut(file, "?")
	raw := strings.ContainsAny(query, " \t\n\r")
	escaped := escapeBytes(base, false)
	if found {
		escaped += "?" + escapeBytes(query, raw)
	}
	return escaped
}

func escapeBytes(text string, raw bool) string {
	var out strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c <= ' ', c >= 0x7f, strings.IndexByte("\"<>\\^`{|}", c) >= 0, raw && c == '+', raw && c == '%' && !beginsEscape(text[i:]):
			fmt.Fprintf(&out, "%%%02X", c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// beginsEscape reports whether a text begins with "%" and two hexadecimal digits.
func beginsEscape(text string) bool {
	const digits = "0123456789abcdefABCDEF"
	return len(text) >= 3 && strings.IndexByte(digits, text[1]) >= 0 && strings.IndexByte(digits, text[2]) >= 0
}
