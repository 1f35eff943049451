package dump

import (
	"bytes"

	"fold/sources/input"
)

// maxPrefix is how long the prefix of a log may be.
const maxPrefix = 200

// Prefix is what a log puts in front of each line of a dump. It is learned anew at each header line:
//
//	Sep 30 23:59:59 lab42 kioskd[811]: goroutine 5 [IO wait]:
//	Sep 30 23:59:59 lab42 kioskd[811]: internal/poll.(*FD).Accept(0xc000120000)
//	Oct  1 00:00:00 lab42 cron[77]: (root) CMD (tick)
//
// Runs of digits, runs of blanks and names of months vary from line to line, time stamps even in width. A
// line that does not match, like the last one, was written by another program. The zero value is no prefix.
type Prefix struct{ text []byte }

// IsPrefix says whether a log may put text in front of a line.
func IsPrefix(text []byte) bool {
	n := len(text)
	return n == 0 || n <= maxPrefix && bytes.IndexByte([]byte(" \t|:]"), text[n-1]) >= 0 && bytes.IndexByte(text, '"') < 0
}

// Learn makes a copy of text the prefix of the lines to come.
func (p *Prefix) Learn(text []byte) { p.text = append(p.text[:0], text...) }

// Text returns the prefix as it stood before the header, until the next Learn.
func (p *Prefix) Text() []byte { return p.text }

// appendProcess appends what tells the program that writes the lines from others in the same log, so that threads of two
// programs are not taken for one that returns: the words of the prefix without times and numbers.
//
//	Sep 30 23:59:59 lab42 kioskd[811]:         lab42 kioskd[811]:
//	kiosk-2  | 2026-11-30T04:07:01.7Z INFO     kiosk-2 | INFO
func (p *Prefix) appendProcess(id []byte) []byte {
	for word := range bytes.FieldsSeq(p.text) {
		if !isMonth(word, 0) && !isTime(word) && bytes.IndexByte(word, '=') < 0 {
			id = append(append(id, ' '), word...)
		}
	}
	return id
}

// isTime reports whether a word is a number, a date or a time: "2026-11-30T04:07:01.7Z", "[1234.567]".
func isTime(word []byte) bool {
	digits := 0
	for _, c := range word {
		switch {
		case isDigit(c):
			digits++
		case bytes.IndexByte([]byte("[]():.,+-/TZ|"), c) < 0:
			return false
		}
	}
	return digits > 0
}

// Cut returns what stands after the prefix; ok is false for the line of another program. Blanks at the end
// of the prefix match exactly: more of them are the indent of the dump's own line.
func (p *Prefix) Cut(line []byte) (rest []byte, ok bool) {
	end := len(bytes.TrimRight(p.text, " \t"))
	i, j := 0, 0
	for i < end {
		switch c := p.text[i]; {
		case isDigit(c):
			from := j
			if i, j = skip(p.text, i, isDigit), skip(line, j, isDigit); j == from {
				return nil, false
			}
		case input.IsBlank(c):
			from := j
			if i, j = skip(p.text, i, input.IsBlank), skip(line, j, input.IsBlank); j == from {
				return nil, false
			}
		case isMonth(p.text, i) && isMonth(line, j):
			i, j = i+3, j+3
		case j < len(line) && line[j] == c:
			i, j = i+1, j+1
		default:
			return nil, false
		}
	}
	if j == len(line) {
		return nil, true // an empty line: logs drop the blanks at its end
	}
	if !bytes.HasPrefix(line[j:], p.text[end:]) {
		return nil, false
	}
	return line[j+len(p.text)-end:], true
}

// skip returns where the run of bytes at i ends.
func skip(text []byte, i int, in func(byte) bool) int {
	for i < len(text) && in(text[i]) {
		i++
	}
	return i
}

// isMonth says whether the name of a month begins at i.
func isMonth(text []byte, i int) bool {
	const names = "JanFebMarAprMayJunJulAugSepOctNovDec"
	if i+3 > len(text) || text[i] < 'A' || text[i] > 'S' {
		return false
	}
	for m := 0; m < len(names); m += 3 {
		if string(text[i:i+3]) == names[m:m+3] {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
