package input

import (
	"errors"
	"fmt"
	"io"
)

// JSON reads one JSON text front to back, token by token, without recursion and without holding more of it
// than the current token. It forgives what profilers get wrong and encoding/json refuses: raw control bytes,
// bad UTF-8 and bad \u escapes in strings, NaN and Infinity (read as null), numbers in quotes, nesting of any
// depth, a comma after the last element. Make one with [NewJSON].
//
// A reader of a format asks for what it expects; a value that is something else is skipped:
//
//	for in := j.Object(); in && j.Member(); {
//		switch string(j.Name()) {
//		case "samples":
//			for in := j.Array(); in && j.Element(); {
//				node, ok := j.Int()
//				…
//			}
//		}
//	}
//	return j.Err()
//
// A loop over members or elements must run to its end: what it does not ask for is skipped.
//
// The first error sticks: from then on everything reports that there is nothing more.
type JSON struct {
	from     io.Reader
	buf      []byte // buf[pos:end] is read and not yet consumed; buf[end] is 0 and stops every loop over bytes
	pos, end int
	passed   int64 // bytes before buf[0]
	lines    int   // line ends before buf[0]
	err      error

	fresh   bool   // a container was entered and nothing of it read yet
	pending bool   // there is a value that nobody has asked for yet
	name    []byte // the name of the current member
	text    []byte // strings with escapes, decoded
	open    []byte // brackets open inside a value that is skipped, one bit each
}

const (
	jsonBuffer = 128 << 10
	// jsonToken bounds the strings and numbers that are asked for. What is skipped may have any length.
	jsonToken = 256 << 20
)

// NewJSON returns a reader of the text that r gives.
func NewJSON(r io.Reader) *JSON {
	return &JSON{from: r, buf: make([]byte, jsonBuffer+1), pending: true}
}

// JSONKind says what sort of value comes next.
type JSONKind uint8

// The kinds of values. NaN and Infinity count as null.
const (
	JSONNone JSONKind = iota // no value: the end, or an error
	JSONNull
	JSONBool
	JSONNumber
	JSONString
	JSONArray
	JSONObject
)

// kinds are the kinds of values by their first byte.
var kinds = [256]JSONKind{
	'n': JSONNull, 'N': JSONNull, 'I': JSONNull, 't': JSONBool, 'f': JSONBool, '"': JSONString, '[': JSONArray, '{': JSONObject,
	'-': JSONNumber, '0': JSONNumber, '1': JSONNumber, '2': JSONNumber, '3': JSONNumber, '4': JSONNumber,
	'5': JSONNumber, '6': JSONNumber, '7': JSONNumber, '8': JSONNumber, '9': JSONNumber,
}

// Kind returns what the value is that comes next, and leaves it there.
func (j *JSON) Kind() JSONKind {
	if !j.pending {
		return JSONNone
	}
	c := j.next()
	kind := kinds[c]
	if c == '-' && j.at(1) == 'I' {
		return JSONNull
	}
	if kind == JSONNone {
		j.unexpected("a value")
	}
	return kind
}

// Object enters the object that comes next. Anything else is skipped, and the result false.
func (j *JSON) Object() bool { return j.enter('{') }

// Array is Object for an array.
func (j *JSON) Array() bool { return j.enter('[') }

func (j *JSON) enter(bracket byte) bool {
	if !j.pending || j.next() != bracket {
		j.Skip()
		return false
	}
	j.pos++
	j.pending, j.fresh = false, true
	return true
}

// Member moves on to the next member of the object that was entered last and returns true, or leaves the
// object and returns false. The value of the member before is skipped if nobody asked for it.
func (j *JSON) Member() bool {
	if !j.advance('}', "a comma or the end of the object") {
		return false
	}
	if c := j.next(); c != '"' {
		j.unexpected("a member's name in quotes")
		return false
	}
	j.readName()
	if c := j.next(); c != ':' {
		j.unexpected("a colon after the member's name")
		return false
	}
	j.pos++
	j.pending = true
	return true
}

// Name returns the name of the current member. It is valid until the next call of any method.
func (j *JSON) Name() []byte { return j.name }

// Element is Member for an array.
func (j *JSON) Element() bool {
	if !j.pending && !j.fresh && j.buf[j.pos] == ',' { // most elements are numbers, close together
		if c := j.buf[j.pos+1]; c > ' ' && c != ']' {
			j.pos++
			j.pending = true
			return true
		}
	}
	if !j.advance(']', "a comma or the end of the array") {
		return false
	}
	j.pending = true
	return true
}

// advance moves to the next thing in a container and returns true, or leaves the container.
func (j *JSON) advance(closer byte, want string) bool {
	if j.pending {
		j.Skip()
	}
	if j.fresh {
		j.fresh = false
		if j.next() == closer {
			j.pos++
			return false
		}
		return j.err == nil
	}
	switch j.next() {
	case ',':
		j.pos++
		if j.next() != closer {
			return j.err == nil
		}
		j.pos++ // a comma after the last one
	case closer:
		j.pos++
	default:
		j.unexpected(want)
	}
	return false
}

// next returns the first byte that is not blank, and leaves it there; 0 at the end, which is an error.
func (j *JSON) next() byte {
	for {
		switch c := j.buf[j.pos]; {
		case c > ' ':
			return c
		case c == ' ', c == '\n', c == '\t', c == '\r':
			j.pos++
		case c != 0 || j.pos < j.end:
			return c // a control byte
		case !j.fill():
			return 0
		}
	}
}

// at returns the byte that stands so far after the current one; 0 after the last.
func (j *JSON) at(ahead int) byte {
	for j.pos+ahead >= j.end {
		if !j.more() {
			return 0
		}
	}
	return j.buf[j.pos+ahead]
}

// fill is more where the text must not end.
func (j *JSON) fill() bool {
	if j.more() {
		return true
	}
	if j.err == nil {
		j.fail(errCut)
	}
	return false
}

// more reads on. What is not consumed moves to the front of the buffer.
func (j *JSON) more() bool {
	if j.err != nil {
		return false
	}
	if j.pos > 0 {
		j.passed += int64(j.pos)
		j.lines += countLines(j.buf[:j.pos])
		copy(j.buf, j.buf[j.pos:j.end])
		j.end -= j.pos
		j.pos = 0
	}
	if j.end == len(j.buf)-1 && !j.grow() {
		return false
	}
	for range 100 {
		n, err := j.from.Read(j.buf[j.end : len(j.buf)-1])
		j.end += n
		j.buf[j.end] = 0
		if n > 0 {
			return true
		}
		if err == io.EOF {
			return false
		}
		if err != nil {
			j.fail(err)
			return false
		}
	}
	j.fail(io.ErrNoProgress)
	return false
}

// grow makes room for a token that is longer than the buffer.
func (j *JSON) grow() bool {
	if len(j.buf) > jsonToken {
		j.damaged(fmt.Sprintf("a string of more than %d MB", jsonToken>>20))
		return false
	}
	larger := make([]byte, 2*len(j.buf)-1)
	copy(larger, j.buf[:j.end])
	j.buf = larger
	return true
}

// errCut is the reason of an error about a text that ends too early.
var errCut = errors.New("cut short")

// Cut says whether reading ended with an error because the text ends too early.
func (j *JSON) Cut() bool { return errors.Is(j.err, errCut) }

// Err returns the first error, with the line where it was noticed.
func (j *JSON) Err() error {
	if errors.Is(j.err, errCut) {
		return &Error{Line: j.line(), Why: fmt.Sprintf("cut short at byte %d: record or copy the file again", j.Offset())}
	}
	return j.err
}

// Offset returns how many bytes are consumed.
func (j *JSON) Offset() int64 { return j.passed + int64(j.pos) }

func (j *JSON) line() int { return j.lines + countLines(j.buf[:j.pos]) + 1 }

// unexpected makes the byte that comes next an error, if there is none yet.
func (j *JSON) unexpected(want string) {
	c := j.next()
	if j.err != nil {
		return
	}
	j.damaged(fmt.Sprintf("%q where %s belongs", rune(c), want))
}

// Damaged makes an error of what the caller has found out about the current value.
func (j *JSON) Damaged(format string, args ...any) { j.damaged(fmt.Sprintf(format, args...)) }

func (j *JSON) damaged(why string) {
	if j.err == nil {
		j.fail(&Error{Line: j.line(), Why: fmt.Sprintf("damaged at byte %d: %s", j.Offset(), why)})
	}
}

// fail ends the reading: what is left of the buffer is out of reach.
func (j *JSON) fail(err error) {
	j.err = err
	j.pending = false
	j.passed, j.lines = j.Offset(), j.line()-1
	j.pos, j.end, j.buf[0] = 0, 0, 0
}

// Another reports whether another JSON text follows the one that was read, and moves on to it: dumps are often
// written one after the other into one file.
func (j *JSON) Another() bool {
	if j.pending {
		j.Skip()
	}
	for j.err == nil {
		for ; j.pos < j.end; j.pos++ {
			if c := j.buf[j.pos]; c != 0 && c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				j.pending = true
				return true
			}
		}
		if !j.more() {
			break
		}
	}
	return false
}

// Rest reads what follows the value up to the end of the input, and returns how many bytes of it are
// neither blanks nor NULs.
func (j *JSON) Rest() (n int64) {
	if j.pending {
		j.Skip()
	}
	for {
		for _, c := range j.buf[j.pos:j.end] {
			if c > ' ' || c != 0 && c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				n++
			}
		}
		j.pos = j.end
		if !j.more() {
			return n
		}
	}
}

// JSONEnd reads what follows the one value of an input that a format has read, reports it, and returns the first error.
func (s *Stream) JSONEnd(j *JSON) error {
	rest := j.Rest()
	if err := j.Err(); err != nil {
		return err
	}
	s.Count(rest, Note{Noun: "byte", Text: "after the end of the JSON left out"})
	return nil
}
