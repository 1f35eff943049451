package text

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Visible returns a name with everything that does not print, such as control characters, changes of the
// writing direction and bytes that are not UTF-8, as Go spells it: "\x1b", "\u202e", "\xff". Names come
// from anywhere; they must not reach a terminal as commands.
func Visible(name string) string {
	if strings.IndexFunc(name, hidden) < 0 {
		return name
	}
	var out strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		if hidden(r) {
			quoted := strconv.Quote(name[:size])
			out.WriteString(quoted[1 : len(quoted)-1])
		} else {
			out.WriteString(name[:size])
		}
		name = name[size:]
	}
	return out.String()
}

// hidden reports whether a character does not print. U+FFFD may stand for a byte that is not UTF-8.
func hidden(r rune) bool { return r == utf8.RuneError || !strconv.IsPrint(r) }
