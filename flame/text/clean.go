package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Clean returns a text that XML can hold and a reader can see: control characters become their
// pictures ("␛"), all else that XML forbids, and bytes that are not UTF-8, the replacement character.
func Clean(text string) string {
	if !mustClean(text) {
		return text
	}
	var clean strings.Builder
	for _, r := range text {
		switch {
		case r < ' ':
			r += '␀'
		case r == 0x7f:
			r = '␡'
		case r > 0x7f && r < 0xa0, r == 0xfffe, r == 0xffff:
			r = utf8.RuneError
		}
		clean.WriteRune(r)
	}
	return clean.String()
}

// Shown returns a text as [Clean] does, with letters that turn the order of others around as Go spells them, "\u202e":
// they would hide what a name really is.
func Shown(text string) string {
	text = Clean(text)
	if strings.IndexFunc(text, turns) < 0 {
		return text
	}
	var shown strings.Builder
	for _, r := range text {
		if turns(r) {
			fmt.Fprintf(&shown, `\u%04x`, r)
		} else {
			shown.WriteRune(r)
		}
	}
	return shown.String()
}

// turns reports whether a character controls the direction of writing.
func turns(r rune) bool {
	return r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

func mustClean(text string) bool {
	ascii := true
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == 0x7f {
			return true
		}
		ascii = ascii && text[i] < 0x80
	}
	if ascii {
		return false
	}
	for _, r := range text {
		if r == utf8.RuneError || r < 0xa0 && r > 0x7f || r == 0xfffe || r == 0xffff {
			return true
		}
	}
	return false
}
