package sources

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxLayers is how many times an input may be compressed. A file that is gzipped twice happens; more is
// an attack.
const maxLayers = 3

// decode returns the text of an input: decompressed, in UTF-8 if it was in UTF-16, without a byte-order
// mark. Bytes that are not valid UTF-8 pass through.
func decode(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, HeadSize)
	for range maxLayers {
		next, err := decompress(in)
		if err != nil {
			return nil, readError(err)
		}
		if next == nil {
			break
		}
		in = bufio.NewReaderSize(next, HeadSize)
	}
	return decodeText(in)
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
func decodeText(in *bufio.Reader) (*bufio.Reader, error) {
	mark, _ := in.Peek(3)
	switch {
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}), bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
		return bufio.NewReaderSize(transform.NewReader(in, utf16.NewDecoder()), HeadSize), nil
	case bytes.Equal(mark, []byte{0xef, 0xbb, 0xbf}):
		_, err := in.Discard(3)
		return in, err
	}
	return in, nil
}

// readError explains errors of the decompressors.
func readError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zstd.ErrMagicMismatch) {
		return errors.New("the compressed data ends too early: the file is cut short, record or copy it again")
	}
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) {
		return fmt.Errorf("the compressed data is damaged (%w): record or copy it again", err)
	}
	return err
}
