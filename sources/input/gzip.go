package input

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
)

var gzipMagic = []byte{0x1f, 0x8b}

// gzipReader reads a gzip file member by member, as gzip itself does: zeros after the last member are padding, and
// anything else that is no member is left out and counted.
type gzipReader struct {
	in      *bufio.Reader
	zip     *gzip.Reader
	garbage int64 // bytes after the last member
}

func newGzipReader(in *bufio.Reader) (*gzipReader, error) {
	zip, err := gzip.NewReader(in)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	zip.Multistream(false)
	return &gzipReader{in: in, zip: zip}, nil
}

// Read reads the decompressed data. The error is io.ErrUnexpectedEOF where the file ends within a member.
func (g *gzipReader) Read(p []byte) (int, error) {
	for {
		n, err := g.zip.Read(p)
		if n > 0 && err == io.EOF {
			return n, nil // the end comes again
		}
		if n > 0 || err != io.EOF {
			return n, err
		}
		if err := g.nextMember(); err != nil {
			return 0, err
		}
	}
}

// nextMember goes to the member after the one that ended; io.EOF if there is none.
func (g *gzipReader) nextMember() error {
	magic, err := g.in.Peek(len(gzipMagic))
	if bytes.Equal(magic, gzipMagic) {
		err := g.zip.Reset(g.in)
		g.zip.Multistream(false)
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		return err
	}
	if err != nil && err != io.EOF {
		return err
	}
	return g.passOver()
}

// passOver reads what stands after the last member.
func (g *gzipReader) passOver() error {
	var length int64
	zeros := true
	var buf [4096]byte
	for {
		n, err := g.in.Read(buf[:])
		length += int64(n)
		zeros = zeros && len(bytes.Trim(buf[:n], "\x00")) == 0
		if err == nil {
			continue
		}
		if err == io.EOF && !zeros {
			g.garbage = length
		}
		return err
	}
}

// garbageNotes says what stood after the compressed data.
func (s *Source) garbageNotes(report *Report) {
	for _, zip := range s.zips {
		if zip.garbage > 0 {
			report.count(zip.garbage, Note{Noun: "byte", Text: "after the end of the compressed data left out: it is no gzip"})
		}
	}
}
