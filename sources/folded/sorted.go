package folded

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"fold/sources/input"
)

// Sorted are the stacks of a file whose lines are usual ones and in order: each is a stack and a whole number, its stack
// is greater than the one before in byte order, and would be written as it was read.
//
//	main;parse;read 4
//	main;parse;write 1
//	main;work 2
//
// What tools that collapse stacks write is so. [collapse.PairStacks] compares two such files line by line: neither
// needs a tree, nor any memory. Make one with [OpenSorted].
type Sorted struct {
	in      *bufio.Reader
	text    []byte // the stack of the line before
	checked bool   // all lines are known to be usual
	err     error
}

// sortedBuffer is how many bytes of a file are read at a time, and how long its lines may be.
const sortedBuffer = 256 << 10

// OpenSorted reads an input of this format to the end, to see whether its lines are as Sorted says, and returns them from
// the first one on. It returns nil if they are not, if all weigh nothing, or if the input cannot be read twice. Then
// parseFolded says what is wrong, if anything is.
func OpenSorted(in *input.Source) *Sorted {
	file := in.Plain()
	if file == nil || sniffPairs(in.Head) {
		return nil
	}
	s := newSorted(file)
	_, _, any := s.Next()
	for more := any; more; {
		_, _, more = s.Next()
	}
	if !any || s.err != nil {
		return nil
	}
	s = newSorted(file)
	s.checked = true
	return s
}

func newSorted(file input.Indexed) *Sorted {
	whole := io.NewSectionReader(file, 0, file.Size())
	return &Sorted{in: bufio.NewReaderSize(whole, int(min(file.Size(), sortedBuffer)))}
}

// errNotSorted is about a line that is not as Sorted says. Only who has changed the file can make users see it.
var errNotSorted = errors.New("the file changed while it was read: try again")

// Next returns the next stack that weighs something, and its weight. The text is valid until Next is called again.
func (s *Sorted) Next() (stack []byte, weight int64, more bool) {
	for s.err == nil {
		line, err := s.in.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			break
		}
		if err != nil && err != io.EOF {
			s.err = err
			break
		}
		weight, ok := s.line(bytes.TrimSuffix(line, []byte{'\n'}))
		switch {
		case !ok:
			s.err = errNotSorted
		case weight != 0:
			return s.text, weight, true
		}
	}
	return nil, 0, false
}

// Err returns the error that ended the stacks too early, or nil.
func (s *Sorted) Err() error { return s.err }

// line takes the next line, and says whether it is as Sorted says.
func (s *Sorted) line(line []byte) (weight int64, ok bool) {
	stack, weight := cutCount(line)
	same := input.CommonPrefix(s.text, stack)
	switch {
	case same == len(stack):
		return 0, false
	case same < len(s.text) && stack[same] < s.text[same]:
		return 0, false
	case same == 0 && (stack[0] == ' ' || stack[0] == '#'):
		return 0, false
	case !s.checked && (!isUsual(stack[same:]) || len(stack) > input.MaxDepth):
		return 0, false
	}
	s.text = append(s.text[:same], stack[same:]...) // the rest is there
	return weight, true
}

// isUsual says whether a part of a stack has nothing that is changed before it is written, or may be part of a name though
// it looks like an end: control bytes, and a semicolon before a blank, see [frameEnd]. No such blank is the first byte of
// what a stack has and the one before has not: it would have to be greater than another byte there.
//
// The high bit of each byte says what it is. A carry may say so of the byte after a control byte, or of "~" after 0xff, which
// stands in no UTF-8: such a line is left to the parser, too.
func isUsual(text []byte) bool {
	var control, blank uint64
	for i := 0; i+8 <= len(text); i += 8 {
		word := binary.LittleEndian.Uint64(text[i:])
		control |= ((word - ' '*input.EachByte) | (word + input.EachByte)) &^ word // less than a blank, or 0x7f
		other := word ^ ' '*input.EachByte
		blank |= (other - input.EachByte) &^ other
	}
	for _, c := range text[len(text)&^7:] {
		if c < ' ' || c == 0x7f {
			return false
		}
		if c == ' ' {
			blank = input.HighBits
		}
	}
	return control&input.HighBits == 0 && (blank&input.HighBits == 0 || !bytes.Contains(text, []byte("; ")))
}
