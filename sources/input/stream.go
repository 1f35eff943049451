package input

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"

	"fold/collapse"
)

// Stream is a whole input for a format's Stream, read once from front to back: line by line with Next, or as
// an [io.Reader]. A reader that does both gets from Read what follows the lines that it has seen.
//
// A read error ends the input early; [Read] returns it whatever the format's Stream makes of that.
type Stream struct {
	Task
	in   *bufio.Reader
	err  error // the read error; io.EOF is none
	line int   // number of the current line, from 1

	current []byte // the line that Next returned
	ahead   []byte // the line that Peek looked at, with its line end
	peeked  bool   // ahead is valid
}

// NewStream returns an input that reports nowhere, for tests.
func NewStream(r io.Reader, o Options) *Stream {
	in := bufio.NewReaderSize(r, HeadSize)
	head, _ := in.Peek(HeadSize)
	return &Stream{
		Task: Task{Options: o, Head: NewHead(bytes.Clone(head)), report: &Report{}, labels: &labeler{}},
		in:   in,
	}
}

// Next returns the next line without its line end, and false after the last one. The line is valid until
// the next call of Next.
func (s *Stream) Next() (line []byte, ok bool) {
	if !s.peeked && !s.readAhead() {
		return nil, false
	}
	s.current, s.ahead, s.peeked = s.ahead, s.current, false
	s.line++
	return trimReturn(bytes.TrimSuffix(s.current, newline)), true
}

// Peek returns the line that Next would return, or nil after the last one.
func (s *Stream) Peek() []byte {
	if !s.peeked && !s.readAhead() {
		return nil
	}
	return trimReturn(bytes.TrimSuffix(s.ahead, newline))
}

// readAhead reads a line into ahead.
func (s *Stream) readAhead() bool {
	s.ahead = s.ahead[:0]
	for s.err == nil {
		piece, err := s.in.ReadSlice('\n')
		s.ahead = append(s.ahead, piece...)
		switch {
		case err == nil || err == io.EOF && len(s.ahead) > 0:
			s.peeked = true
			return true
		case err == io.EOF:
			return false
		case err != bufio.ErrBufferFull:
			s.err = readError(err)
		case len(s.ahead) > maxRecord:
			s.err = &Error{s.line + 1, fmt.Sprintf("a line of over %d MB: is this the right format?", maxRecord>>20)}
		}
	}
	return false
}

// Read reads what follows the current line.
func (s *Stream) Read(p []byte) (n int, err error) {
	if s.peeked {
		n = copy(p, s.ahead)
		s.ahead = s.ahead[n:]
		s.peeked = len(s.ahead) > 0
		return n, nil
	}
	if s.err != nil {
		return 0, s.err
	}
	n, err = s.in.Read(p)
	if err != nil && err != io.EOF {
		err = readError(err)
		s.err = err
	}
	return n, err
}

// LineNumber returns the number of the line that Next returned last.
func (s *Stream) LineNumber() int { return s.line }

// lines returns how many lines were read; more than there can be if the input was not read by lines.
func (s *Stream) lines() int {
	if s.line == 0 {
		return math.MaxInt
	}
	return s.line
}

// Metric returns the number of m's column in b, named on the current line: see [Task.MetricAt].
func (s *Stream) Metric(b *collapse.Builder, m collapse.Metric) int { return s.MetricAt(b, m, s.line) }

// Skip reports that the current line makes no sense and was left out.
func (s *Stream) Skip(format string, args ...any) { s.SkipAt(s.line, format, args...) }

// Errorf returns an error about the current line.
func (s *Stream) Errorf(format string, args ...any) error {
	return &Error{s.line, fmt.Sprintf(format, args...)}
}

// ErrorAt returns an error about a line.
func (s *Stream) ErrorAt(line int, format string, args ...any) error {
	return &Error{line, fmt.Sprintf(format, args...)}
}
