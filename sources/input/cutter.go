package input

import (
	"bufio"
	"io"
)

// cutter cuts an input into chunks that hold whole records.
type cutter struct {
	in    *bufio.Reader
	split func([]byte) int // nil: everything is one chunk
	size  int              // how much to read at a time
	rest  []byte           // read, but not yet part of a chunk
}

// next returns the next chunk, in buf if it is large enough, and whether it is the last.
func (c *cutter) next(buf []byte) (data []byte, last bool, err error) {
	data = append(buf[:0], c.rest...)
	want := len(data) + c.size
	for {
		data, last, err = c.fill(data, want)
		if err != nil || last {
			return data, last, err
		}
		if c.split != nil {
			if end := c.split(data); end > 0 {
				c.rest = append(c.rest[:0], data[end:]...)
				return data[:end], false, nil
			}
		}
		if limit := c.limit(); len(data) >= limit {
			return nil, false, Errorf("a single record of over %d MB: is this the right format?", limit>>20)
		}
		want = 2 * len(data)
	}
}

func (c *cutter) limit() int {
	if c.split == nil {
		return maxWhole
	}
	return maxRecord
}

// fill reads until data has want bytes or the input ends.
func (c *cutter) fill(data []byte, want int) (filled []byte, last bool, err error) {
	if want > cap(data) {
		// Room for more than is wanted now: the next chunk in this buffer may have a longer rest to begin with.
		larger := make([]byte, len(data), want+want/2)
		copy(larger, data)
		data = larger
	}
	data, err = readUpTo(c.in, data, want)
	if err != nil {
		return data, err == io.EOF, notEOF(err)
	}
	_, err = c.in.Peek(1)
	return data, err == io.EOF, notEOF(err)
}

// readUpTo appends to data until it holds want bytes, for which there is room. It returns io.EOF if the input ended
// before, and what else the reader reported: unlike [io.ReadFull] it never takes an end that came too early for a
// decompressor for the end of the input.
func readUpTo(r io.Reader, data []byte, want int) ([]byte, error) {
	for len(data) < want {
		n, err := r.Read(data[len(data):want])
		data = data[:len(data)+n]
		if err != nil {
			return data, err
		}
	}
	return data, nil
}

// notEOF returns a read error as users see it; the end of the input is none.
func notEOF(err error) error {
	if err == nil || err == io.EOF {
		return nil
	}
	return readError(err)
}
