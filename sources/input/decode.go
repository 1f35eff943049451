package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
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
	plain bool          // decoding changes nothing
}

// Open decompresses and decodes an input, as far as its head goes: gzip and zstd, one inside the other too, UTF-16,
// a byte-order mark. Bytes that are not valid UTF-8 pass through.
func Open(r io.Reader) (*Source, error) {
	s := &Source{raw: r, plain: true}
	in := bufio.NewReaderSize(r, HeadSize)
	for range maxLayers {
		next, err := decompress(in)
		if err != nil {
			return nil, readError(err)
		}
		if next == nil {
			break
		}
		in, s.plain = bufio.NewReaderSize(next, HeadSize), false
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

// decompress returns the content of a compressed input, or nil for one that is not.
func decompress(in *bufio.Reader) (io.Reader, error) {
	magic, _ := in.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return gzip.NewReader(in)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
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

// readError explains errors of the decompressors.
func readError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zstd.ErrMagicMismatch) {
		return Errorf("the compressed data ends too early: the file is cut short, record or copy it again")
	}
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) {
		return Errorf("the compressed data is damaged (%v): record or copy it again", err)
	}
	return err
}
