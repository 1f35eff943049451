package jfr

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf16"

	"fold/sources/input"
)

// A binary recording is a sequence of chunks, each of which can be read without the others:
//
//	a header       68 bytes: magic, version, size, where constant pools and metadata are, ticks per second
//	events         each with its size, the number of its type, and its fields
//	metadata       event 0: the types, with their fields
//	constant pools event 1: the values that events refer to by number; a chain of them, the last one first
//
// Numbers are LEB128, or, if the header does not say so, of fixed size and big-endian; no writer does that.

var magic = []byte("FLR\x00")

func isBinary(h *input.Head) bool { return bytes.HasPrefix(h.Bytes, magic) }

const (
	headerSize = 68
	// maxChunk bounds the memory for a chunk. The JDK begins a new one after 12 MB, async-profiler after 100 MB.
	maxChunk = 1 << 30
)

// header is the start of a chunk. Positions count from there.
type header struct {
	size, pools, metadata int64
	start, duration       int64 // nanoseconds
	ticksPerSecond        int64
}

// errCut is the error about a recording that ends too early.
var errCut = input.Errorf("the recording is cut short: stop it before copying it (jcmd PID JFR.stop), or write it with jfr.dump")

var cutStacks = input.Note{Noun: "stack", Text: "cut before the root: record with -XX:FlightRecorderOptions=stackdepth=512"}

// parseBinary reads chunk after chunk, each whole. The last chunk of a recording that was copied while it ran is not,
// but those before it are: what they hold is shown, and that there was more is reported.
func parseBinary(s *input.Stream, e *events) error {
	var buf []byte
	var first header
	for n := 1; ; n++ {
		chunk, h, err := readChunk(s, buf)
		switch {
		case err == io.EOF && n > 1:
			s.Count(e.cut, cutStacks)
			return nil
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			err = errCut
		}
		if err == errCut && n > 1 && !s.Options.Strict {
			s.Count(1, input.Note{Noun: "chunk", Text: "cut short at the end of the recording, and left out: stop it before copying it (jcmd PID JFR.stop)"})
			s.Count(e.cut, cutStacks)
			return nil
		}
		if err != nil {
			return err
		}
		if err := parseChunk(chunk, h, e, s.Options.Lines); err != nil {
			return input.Errorf("chunk %d of the recording: %v", n, err)
		}
		buf = chunk
		if n == 1 {
			first = h
		}
		if took := h.start - first.start + h.duration; h.start >= first.start && h.duration > 0 && took > 0 {
			s.Recorded(took, "nanoseconds")
		}
	}
}

// readChunk reads the next chunk into buf, if that is large enough. The error is io.EOF where no byte is left.
func readChunk(s *input.Stream, buf []byte) (chunk []byte, h header, err error) {
	var head [headerSize]byte
	if _, err = io.ReadFull(s, head[:]); err != nil {
		return nil, h, err
	}
	if !bytes.HasPrefix(head[:], magic) {
		return nil, h, input.Errorf("what follows a chunk of the recording is no chunk")
	}
	major := binary.BigEndian.Uint16(head[4:])
	number := func(at int) int64 { return int64(binary.BigEndian.Uint64(head[at:])) }
	h = header{number(8), number(16), number(24), number(32), number(40), number(56)}
	compressed := binary.BigEndian.Uint32(head[64:])&1 != 0
	switch {
	case major < 1 || major > 2:
		return nil, h, input.Errorf("version %d of JFR is not known: fold reads 1 and 2", major)
	case !compressed:
		return nil, h, input.Errorf("numbers of fixed size, which no known writer of JFR makes")
	case h.size == 0 || h.metadata == 0:
		return nil, h, errCut // the writer fills them in at the end
	case h.size < headerSize || h.size > maxChunk:
		return nil, h, input.Errorf("a chunk of %d bytes makes no sense", h.size)
	}
	chunk, err = readInto(s, append(buf[:0], head[:]...), int(h.size))
	return chunk, h, err
}

// readInto reads until buf has size bytes. Memory grows with what is there, not with what a header claims.
func readInto(r io.Reader, buf []byte, size int) ([]byte, error) {
	const step = 1 << 20
	for len(buf) < size {
		n := min(size-len(buf), max(step, len(buf)))
		have := len(buf)
		if need := have + n; need > cap(buf) {
			larger := make([]byte, have, need)
			copy(larger, buf)
			buf = larger
		}
		buf = buf[:have+n]
		if _, err := io.ReadFull(r, buf[have:]); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
	}
	return buf, nil
}

// cursor reads the values of a chunk one after the other. After the first that does not fit, bad is set and
// all others are zero.
type cursor struct {
	data []byte
	at   int
	bad  bool
}

// number reads a LEB128 number, whose ninth byte has eight bits.
func (c *cursor) number() int64 {
	var n uint64
	for i := range 9 {
		if c.at >= len(c.data) {
			c.bad = true
			return 0
		}
		b := c.data[c.at]
		c.at++
		if i == 8 {
			return int64(n | uint64(b)<<56)
		}
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			break
		}
	}
	return int64(n)
}

// length reads a number of things that take at least one byte each.
func (c *cursor) length() int {
	n := c.number()
	if n < 0 || n > int64(len(c.data)-c.at) {
		c.bad = true
		return 0
	}
	return int(n)
}

// skip passes over n bytes.
func (c *cursor) skip(n int) {
	if n < 0 || n > len(c.data)-c.at {
		c.bad = true
		return
	}
	c.at += n
}

// byte reads one byte.
func (c *cursor) byte() byte {
	if c.at >= len(c.data) {
		c.bad = true
		return 0
	}
	c.at++
	return c.data[c.at-1]
}

// text is a string as it is written: its bytes, or the number of a constant of the pool of strings.
type text struct {
	bytes    []byte // belongs to the chunk
	constant int64
	isRef    bool
}

// text reads a string, which has one of six forms.
func (c *cursor) text() (t text) {
	switch form := c.byte(); form {
	case 0, 1: // null, empty
	case 2:
		return text{constant: c.number(), isRef: true}
	case 3: // UTF-8
		n := c.length()
		t.bytes = c.data[c.at : c.at+n]
		c.at += n
	case 4: // UTF-16, one number a unit
		var units []uint16
		for range c.length() {
			units = append(units, uint16(c.number()))
		}
		t.bytes = []byte(string(utf16.Decode(units)))
	case 5: // Latin-1
		n := c.length()
		for _, b := range c.data[c.at : c.at+n] {
			t.bytes = append(t.bytes, string(rune(b))...)
		}
		c.at += n
	default:
		c.bad = true
	}
	if c.bad {
		return text{}
	}
	return t
}

// eventAt returns a cursor at a position of the chunk, past the size of the event there and its type.
func eventAt(chunk []byte, position, wantType int64) (cursor, error) {
	if position < headerSize || position >= int64(len(chunk)) {
		return cursor{}, fmt.Errorf("it points out of itself, to byte %d", position)
	}
	c := cursor{data: chunk, at: int(position)}
	size := c.number()
	if size <= 0 || size > int64(len(chunk))-position {
		return cursor{}, fmt.Errorf("byte %d: an event of %d bytes makes no sense", position, size)
	}
	c.data = chunk[:position+size]
	if kind := c.number(); kind != wantType || c.bad {
		return cursor{}, fmt.Errorf("byte %d: event %d, want %d", position, kind, wantType)
	}
	return c, nil
}
