package packed

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
)

// Reader reads the parts of a stream that [Deflate] made, from front to back. The first error sticks: from then on all
// numbers are zero and all texts empty. Make one with [NewReader].
type Reader struct {
	in  *bufio.Reader
	err error
}

// NewReader returns a reader of a stream. What r fails with is what Err returns.
func NewReader(r io.Reader) *Reader { return &Reader{in: bufio.NewReader(flate.NewReader(r))} }

// ErrDamaged is the error about a stream that [Deflate] cannot have made.
var ErrDamaged = errors.New("the data is damaged")

// Err returns the first error, io.ErrUnexpectedEOF where the stream ended too early.
func (r *Reader) Err() error { return r.err }

// End returns Err, or an error if the stream does not end here as a whole.
func (r *Reader) End() error {
	if r.err == nil {
		if _, err := r.in.ReadByte(); err == nil {
			r.fail(ErrDamaged)
		} else if err != io.EOF {
			r.fail(err)
		}
	}
	return r.err
}

func (r *Reader) fail(err error) {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if r.err == nil {
		r.err = err
	}
}

// Number reads a number in base 128.
func (r *Reader) Number() uint64 {
	if r.err != nil {
		return 0
	}
	v, err := binary.ReadUvarint(r.in)
	if err != nil {
		r.fail(err)
	}
	return v
}

// Signed reads a number that may be below zero.
func (r *Reader) Signed() int64 {
	if r.err != nil {
		return 0
	}
	v, err := binary.ReadVarint(r.in)
	if err != nil {
		r.fail(err)
	}
	return v
}

// Text reads a text that [Sized] made.
func (r *Reader) Text() []byte {
	size := r.Number()
	if r.err != nil {
		return nil
	}
	const most = 1 << 30
	if size > most {
		r.fail(ErrDamaged)
		return nil
	}
	var text bytes.Buffer // which grows with what there is, whatever the size says
	if _, err := io.CopyN(&text, r.in, int64(size)); err != nil {
		r.fail(err)
	}
	return text.Bytes()
}

// Texts reads n texts that [FrontCode] and [Sized] made.
func (r *Reader) Texts(n int) []string {
	var prefixes []uint64
	for range n {
		prefixes = append(prefixes, r.Number())
		if r.err != nil {
			return nil
		}
	}
	var texts []string
	before := ""
	suffixes := string(r.Text())
	for _, units := range prefixes {
		size, ok := sizeOf(before, units)
		suffix, rest, _ := strings.Cut(suffixes, "\n")
		if !ok {
			r.fail(ErrDamaged)
			return nil
		}
		before, suffixes = before[:size]+suffix, rest
		texts = append(texts, before)
	}
	return texts
}

// sizeOf returns the size in bytes of the start of a text that has so many UTF-16 code units.
func sizeOf(text string, units uint64) (size int, ok bool) {
	for size < len(text) && units > 0 {
		c, width := utf8.DecodeRuneInString(text[size:])
		size += width
		units--
		if c >= 0x10000 {
			if units == 0 {
				return 0, false
			}
			units--
		}
	}
	return size, units == 0
}
