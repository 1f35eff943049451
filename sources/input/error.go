package input

import (
	"errors"
	"fmt"
)

// Error says what is wrong with an input. It is what [Read] returns for bad input, as it is or wrapped; an
// error of the reader that the input came from is returned as that reader gave it.
type Error struct {
	Line int    // number of the line in the input, from 1; 0: it is not about one line
	Why  string // what is wrong, and what to do about it
}

// Error returns "12: no weight", or the reason alone where it is not about a line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Why
	}
	return fmt.Sprintf("%d: %s", e.Line, e.Why)
}

// AtLine returns Line.
func (e *Error) AtLine() int { return e.Line }

// Errorf returns an [Error] about the input as a whole.
func Errorf(format string, args ...any) error { return &Error{Why: fmt.Sprintf(format, args...)} }

// inInput moves an error about a line of a chunk to the line's place in the input, before being the number of
// lines before the chunk.
func inInput(err error, before int) error {
	var e *Error
	if before > 0 && errors.As(err, &e) && e.Line > 0 {
		return &Error{before + e.Line, e.Why}
	}
	return err
}
