package input

import (
	"bytes"
	"errors"
	"io"

	"fold/collapse"
)

// Indexed is an input of known size that can be read at any place: an [io.SectionReader] of a file, a
// [bytes.Reader].
type Indexed interface {
	io.Reader
	io.ReaderAt
	Size() int64
}

// File is a whole input for a format's ReadAt.
type File struct {
	Task
	io.ReaderAt
	Size int64
}

// Metric returns the number of m's column in b: see [Task.MetricAt].
func (f *File) Metric(b *collapse.Builder, m collapse.Metric) int { return f.MetricAt(b, m, 0) }

// Spool returns something that must be read at any place and has no file of its own, a part of the input that was
// compressed.
func (f *File) Spool(r io.Reader) (Indexed, error) { return spool(r, f.Options) }

// index returns an input as one that can be read at any place: the input itself where it is an uncompressed
// file, else what Options.Spool makes of it, else a copy in memory. Rest is the decoded input, all of it still
// to be read; plain says that decoding changed nothing.
func index(r io.Reader, rest io.Reader, plain bool, o Options) (Indexed, error) {
	if whole, ok := r.(Indexed); ok && plain {
		return whole, nil
	}
	return spool(rest, o)
}

func spool(rest io.Reader, o Options) (Indexed, error) {
	if o.Spool != nil {
		whole, err := o.Spool(rest)
		if err != nil {
			return nil, readError(err)
		}
		return whole, nil
	}
	data, err := io.ReadAll(io.LimitReader(rest, maxWhole+1))
	switch {
	case err != nil:
		return nil, readError(err)
	case len(data) > maxWhole:
		return nil, Errorf("over %d MB that cannot be read front to back: save it to a file", maxWhole>>20)
	}
	return bytes.NewReader(data), nil
}

// readFile has a format's ReadAt read the input.
func readFile(f *File, format Format, b *collapse.Builder) error {
	err := format.ReadAt(f, b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return Errorf("the file ends too early: it is cut short, record or copy it again")
	}
	return err
}
