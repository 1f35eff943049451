package flame

import (
	"strings"
	"unicode/utf8"

	"fold/flame/text"
)

// Truncate says how a frame's text is made to fit into its box.
type Truncate uint8

// The ways to shorten a label.
const (
	TruncateAuto   Truncate = iota // by meaning, see shortForms; then at the right
	TruncateRight                  // "runtime.mall…"
	TruncateLeft                   // "…ime.mallocgc"
	TruncateMiddle                 // "runtim…allocgc"
	TruncateNone                   // show only labels that fit whole
)

const dots = "…"

// label returns the text for a box with room for so many pixels, or "" if it has no room for two letters.
func (f face) label(name string, room float64, how Truncate) string {
	if f.pixels(2*222) > room { // not even "il"
		return ""
	}
	if f.fits(name, room) {
		return name
	}
	switch how {
	case TruncateNone:
		return ""
	case TruncateLeft:
		return f.cutLeft(name, room)
	case TruncateMiddle:
		return f.cutMiddle(name, room)
	case TruncateAuto:
		for _, form := range text.ShortForms(name) {
			if name = form; f.fits(name, room) {
				return name
			}
		}
	}
	return f.cutRight(name, room)
}

// fits reports whether a text has room. It does not measure more of it than that takes.
func (f face) fits(text string, room float64) bool { return f.prefix(text, room) == len(text) }

// prefix returns the length of the longest start of text that has room.
func (f face) prefix(text string, room float64) int {
	sum, end := 0, 0
	for end < len(text) {
		size, width := f.next(text[end:])
		if sum += width; f.pixels(sum) > room {
			break
		}
		end += size
	}
	return end
}

// suffix returns the length of the longest end of text that has room.
func (f face) suffix(text string, room float64) int {
	sum := f.width(text)
	for start := 0; start < len(text); {
		if sum <= room {
			return len(text) - start
		}
		size, width := f.next(text[start:])
		sum -= f.pixels(width)
		start += size
	}
	return 0
}

// cutRight cuts a text that does not fit at its right.
func (f face) cutRight(text string, room float64) string {
	end := f.prefix(text, room-f.width(dots))
	return twoLetters(strings.TrimRight(text[:end], " "), "")
}

// cutLeft cuts a text that does not fit at its left.
func (f face) cutLeft(text string, room float64) string {
	return twoLetters("", text[len(text)-f.suffix(text, room-f.width(dots)):])
}

// cutMiddle cuts a text that does not fit in its middle.
func (f face) cutMiddle(text string, room float64) string {
	room -= f.width(dots)
	head := text[:f.prefix(text, room/2)]
	tail := text[len(text)-f.suffix(text, room-f.width(head)):]
	return twoLetters(head, tail)
}

// twoLetters joins what a cut left over, or returns "" where that is less than two letters.
func twoLetters(head, tail string) string {
	if utf8.RuneCountInString(head)+utf8.RuneCountInString(tail) < 2 {
		return ""
	}
	return head + dots + tail
}
