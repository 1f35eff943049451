package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxLayers is how many times an input may be compressed. A file that is gzipped twice happens; more is
// an attack.
const maxLayers = 3

// Source is an input that is open: decompressed, in UTF-8, with its head read ahead. Make one with [Open].
type Source struct {
	Head *Head

	in    *bufio.Reader // the decoded input, all of it still to be read
	raw   io.Reader     // the input as it came
	zips  []*gzipReader // the layers of gzip
	plain bool          // decoding changes nothing
}

// Text returns what is still to be read of the decoded input.
func (s *Source) Text() io.Reader { return s.in }

// Plain returns the input itself if it is a file whose bytes are its text, and nil if it had to be decoded, or can be read
// only once.
func (s *Source) Plain() Indexed {
	if whole, ok := s.raw.(Indexed); ok && s.plain {
		return whole
	}
	return nil
}

// Open decompresses and decodes an input, as far as its head goes: gzip and zstd, one inside the other too, UTF-16,
// a byte-order mark. Bytes that are not valid UTF-8 pass through.
func Open(r io.Reader) (*Source, error) {
	s := &Source{raw: r, plain: true}
	below := &layer{r: rawReader{r}}
	in := bufio.NewReaderSize(below, HeadSize)
	for range maxLayers {
		next, err := s.decompress(in)
		if err != nil {
			return nil, readError(err)
		}
		if next == nil {
			break
		}
		below = &layer{r: next, below: below}
		in, s.plain = bufio.NewReaderSize(below, HeadSize), false
	}
	text, changed, err := decodeText(in)
	if err != nil {
		return nil, readError(err)
	}
	s.in, s.plain = text, s.plain && !changed
	head, err := s.in.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, readError(err)
	}
	s.Head = NewHead(bytes.Clone(head))
	return s, nil
}

// Unpack returns data that is part of an input decompressed, up to the 512 MB that are read in one piece.
func Unpack(data []byte) ([]byte, error) {
	s, err := Open(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	unpacked, err := io.ReadAll(io.LimitReader(s.in, maxWhole+1))
	switch {
	case err != nil:
		return nil, readError(err)
	case len(unpacked) > maxWhole:
		return nil, Errorf("over %d MB that cannot be read front to back", maxWhole>>20)
	}
	return unpacked, nil
}

// decompress returns the content of a compressed input, or nil for one that is not.
func (s *Source) decompress(in *bufio.Reader) (io.Reader, error) {
	magic, err := in.Peek(4)
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		zip, err := newGzipReader(in)
		s.zips = append(s.zips, zip)
		return zip, err
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
	case err != io.EOF:
		return nil, err
	}
	return nil, nil
}

// decodeText takes off a byte-order mark and converts UTF-16, which Windows PowerShell writes.
func decodeText(in *bufio.Reader) (text *bufio.Reader, changed bool, err error) {
	mark, _ := in.Peek(3)
	switch {
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}), bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
		return bufio.NewReaderSize(transform.NewReader(in, utf16.NewDecoder()), HeadSize), true, nil
	case bytes.Equal(mark, []byte{0xef, 0xbb, 0xbf}):
		_, err := in.Discard(3)
		return in, true, err
	}
	return in, false, nil
}

// layer is what one decompressor reads, or what the last of them makes. The end of a layer is its end only if the one
// below did not fail: some decompressors take an error between two of their frames for the end.
type layer struct {
	r     io.Reader
	below *layer // nil: r is the input
	err   error  // the first error but the end
}

func (l *layer) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if err == io.EOF && l.below != nil && l.below.err != nil {
		err = l.below.err
	}
	if err != nil && err != io.EOF && l.err == nil {
		l.err = err
	}
	return n, err
}

// rawReader marks the errors of the input itself, so that they can be told from those of the decompressors.
type rawReader struct{ r io.Reader }

func (r rawReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && err != io.EOF {
		err = &rawError{err}
	}
	return n, err
}

// rawError is an error of the input itself.
type rawError struct{ err error }

func (e *rawError) Error() string { return e.err.Error() }

func (e *rawError) Unwrap() error { return e.err }

// readError returns an error that came with the bytes of an input as users see it: what the input itself reported, or
// else what is wrong with the compressed data.
func readError(err error) error {
	var raw *rawError
	switch {
	case errors.As(err, &raw) && errors.Is(err, io.ErrUnexpectedEOF):
		return Errorf("the input ends too early: it was cut short on its way, fetch it again")
	case errors.As(err, &raw):
		return raw.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Errorf("the compressed data ends too early: the file is cut short, record or copy it again")
	}
	return Errorf("the compressed data is damaged (%v): record or copy it again", err)
}
