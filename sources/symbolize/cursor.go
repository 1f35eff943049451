package symbolize

import (
	"bytes"
	"encoding/binary"
)

var le = binary.LittleEndian

// cursor reads numbers from the front of b. A read past the end sets bad and returns zero, so that a parser
// checks once, at the end of what it reads.
type cursor struct {
	b   []byte
	bad bool
}

// take returns the next n bytes, or nil if there are fewer.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.b)) {
		c.bad, c.b = true, nil
		return nil
	}
	taken := c.b[:n]
	c.b = c.b[n:]
	return taken
}

func (c *cursor) u8() byte {
	if len(c.b) == 0 {
		c.bad = true
		return 0
	}
	v := c.b[0]
	c.b = c.b[1:]
	return v
}

func (c *cursor) u16() uint16 {
	if b := c.take(2); b != nil {
		return le.Uint16(b)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if b := c.take(4); b != nil {
		return le.Uint32(b)
	}
	return 0
}

func (c *cursor) u64() uint64 {
	if b := c.take(8); b != nil {
		return le.Uint64(b)
	}
	return 0
}

// fixed reads a little-endian number of 1 to 8 bytes.
func (c *cursor) fixed(size uint64) uint64 {
	var v uint64
	for i, x := range c.take(size) {
		v |= uint64(x) << (8 * i)
	}
	return v
}

// uleb reads a number in DWARF's unsigned LEB128. Bits past the 64th are dropped.
func (c *cursor) uleb() uint64 {
	if len(c.b) > 0 && c.b[0] < 0x80 { // nearly all of them
		v := c.b[0]
		c.b = c.b[1:]
		return uint64(v)
	}
	var v uint64
	for shift := 0; ; shift += 7 {
		x := c.u8()
		if shift < 64 {
			v |= uint64(x&0x7f) << shift
		}
		if x < 0x80 {
			return v
		}
	}
}

// sleb reads a number in DWARF's signed LEB128.
func (c *cursor) sleb() int64 {
	var v int64
	for shift := 0; ; shift += 7 {
		x := c.u8()
		if shift < 64 {
			v |= int64(x&0x7f) << shift
		}
		if x < 0x80 {
			if shift+7 < 64 && x&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
}

// text reads a string that ends in NUL.
func (c *cursor) text() []byte {
	end := bytes.IndexByte(c.b, 0)
	if end < 0 {
		c.bad, c.b = true, nil
		return nil
	}
	s := c.b[:end]
	c.b = c.b[end+1:]
	return s
}

// textAt returns the string at an offset of a string table, up to its NUL.
func textAt(table []byte, offset uint64) []byte {
	if offset >= uint64(len(table)) {
		return nil
	}
	text, _, _ := bytes.Cut(table[offset:], []byte{0})
	return text
}
