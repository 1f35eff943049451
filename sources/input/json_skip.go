package input

import (
	"bytes"
	"strconv"
)

// Skip passes over the value that comes next, whatever it is. Its grammar is checked.
func (j *JSON) Skip() {
	if !j.pending {
		return
	}
	depth := 0 // brackets open; the kind of each is a bit of j.open
	for {
		switch c := j.next(); {
		case c == '{' || c == '[':
			j.pos++
			if closer := c + 2; j.next() != closer { // '}' is '{'+2, ']' is '['+2
				j.push(depth, c == '{')
				depth++
				if c == '{' && !j.skipName() {
					return
				}
				continue
			}
			j.pos++
		case c == '"':
			if !j.skipString() {
				return
			}
		default:
			if !j.skipScalar(c) {
				return
			}
		}
		if depth = j.skipEnds(depth); depth <= 0 {
			j.pending = false
			return
		}
	}
}

// skipEnds passes over what follows a value: a comma, and a name if that is in an object, or closing
// brackets. It returns how many brackets are open then, -1 after an error.
func (j *JSON) skipEnds(depth int) int {
	for depth > 0 {
		object := j.isObject(depth - 1)
		closer := byte(']')
		if object {
			closer = '}'
		}
		c := j.next()
		if c == ',' {
			j.pos++
			if c = j.next(); c != closer {
				if object && !j.skipName() {
					return -1
				}
				return depth
			}
		}
		if c != closer {
			j.unexpected("a comma or " + string(rune(closer)))
			return -1
		}
		j.pos++
		depth--
	}
	return depth
}

// push notes what kind of bracket is open at a depth.
func (j *JSON) push(depth int, object bool) {
	at, bit := depth/8, byte(1)<<(depth%8)
	if at == len(j.open) {
		j.open = append(j.open, 0)
	}
	if object {
		j.open[at] |= bit
	} else {
		j.open[at] &^= bit
	}
}

func (j *JSON) isObject(depth int) bool { return j.open[depth/8]>>(depth%8)&1 != 0 }

// skipName passes over a member's name and its colon.
func (j *JSON) skipName() bool {
	if j.next() != '"' {
		j.unexpected("a member's name in quotes")
		return false
	}
	if !j.skipString() {
		return false
	}
	if j.next() != ':' {
		j.unexpected("a colon after the member's name")
		return false
	}
	j.pos++
	return true
}

// skipString passes over the string of which the quote is the current byte. Unlike stringEnd it does not
// need all of it in the buffer: screenshots in traces are megabytes long.
func (j *JSON) skipString() bool {
	j.pos++
	for {
		window := j.buf[j.pos:j.end]
		quote := bytes.IndexByte(window, '"')
		ends := quote >= 0
		if !ends {
			quote = len(window)
		}
		at := 0
		for at < quote {
			slash := bytes.IndexByte(window[at:quote], '\\')
			if slash < 0 {
				break
			}
			if at += slash; at+1 >= len(window) {
				quote = at // the escape is cut by the end of the buffer
				break
			}
			if !j.validEscape(window[at:]) {
				return false
			}
			if at += 2; at > quote { // the quote was escaped
				next := bytes.IndexByte(window[at:], '"')
				ends = next >= 0
				if quote = at + next; !ends {
					quote = len(window)
				}
			}
		}
		j.pos += quote
		if ends {
			j.pos++
			return true
		}
		if !j.fill() {
			return false
		}
	}
}

// skipScalar passes over a number, true, false, null, NaN or Infinity.
func (j *JSON) skipScalar(c byte) bool {
	if _, _, n := j.short(); n > 0 {
		j.pos += n
		return true
	}
	if c == 'n' && j.end-j.pos > 4 && string(j.buf[j.pos:j.pos+4]) == "null" {
		j.pos += 4
		return true
	}
	if c == '-' && j.at(1) == 'I' {
		j.pos++
		c = 'I'
	}
	for _, word := range [...]string{"null", "true", "false", "NaN", "Infinity"} {
		if word[0] == c {
			return j.skipWord(word)
		}
	}
	if kinds[c] != JSONNumber {
		j.unexpected("a value")
		return false
	}
	text, _, ok := j.number()
	j.pos += len(text)
	return ok
}

func (j *JSON) skipWord(word string) bool {
	for i := range len(word) {
		if j.at(i) != word[i] {
			if j.pos+i == j.end {
				j.pos = j.end
				return j.fill()
			}
			j.damaged(strconv.Quote(string(j.buf[j.pos:j.pos+i+1])) + " where " + word + " belongs")
			return false
		}
	}
	j.pos += len(word)
	return true
}

func countLines(text []byte) int { return bytes.Count(text, []byte{'\n'}) }
