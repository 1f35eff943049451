package parquet

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The encodings that are read: values one behind the other, or numbers of a dictionary's values.
const (
	encodingPlain           = 0
	encodingPlainDictionary = 2
	encodingRLEDictionary   = 8
)

var encodings = map[int64]string{3: "RLE", 4: "BIT_PACKED", 5: "DELTA_BINARY_PACKED", 6: "DELTA_LENGTH_BYTE_ARRAY", 7: "DELTA_BYTE_ARRAY", 9: "BYTE_STREAM_SPLIT"}

func little32(data []byte) uint32 { return binary.LittleEndian.Uint32(data) }

// cell is a value of a column. Which of its fields counts is said by the column's kind.
type cell struct {
	text    []byte
	number  int64
	real    float64
	missing bool
	large   bool // the number does not fit into 64 bits
}

// plain reads values that stand one behind the other.
type plain struct {
	leaf
	data []byte
}

func (p *plain) next() (c cell, ok bool) {
	var size int
	switch p.kind {
	case kindInt32, kindFloat:
		size = 4
	case kindInt64, kindDouble:
		size = 8
	case kindFixed:
		size = p.length
	case kindBytes:
		if len(p.data) < 4 {
			return c, false
		}
		length := uint64(little32(p.data))
		if p.data = p.data[4:]; length > uint64(len(p.data)) {
			return c, false
		}
		c.text, p.data = p.data[:length], p.data[length:]
		return c, true
	}
	if size == 0 || len(p.data) < size {
		return c, false
	}
	switch p.kind {
	case kindInt32:
		c.number = int64(int32(little32(p.data)))
		if p.unsigned {
			c.number = int64(little32(p.data))
		}
	case kindFloat:
		c.real = float64(math.Float32frombits(little32(p.data)))
	case kindInt64:
		c.number = int64(binary.LittleEndian.Uint64(p.data))
		c.large = p.unsigned && c.number < 0
	case kindFixed:
		c.number, c.large = fixed(p.data[:size])
	case kindDouble:
		c.real = math.Float64frombits(binary.LittleEndian.Uint64(p.data))
	}
	p.data = p.data[size:]
	return c, true
}

// fixed reads a whole number that begins with its highest byte.
func fixed(data []byte) (number int64, large bool) {
	sign := int64(int8(data[0])) >> 7
	number = sign
	for _, b := range data {
		large = large || number != sign && number>>55 != sign
		number = number<<8 | int64(b)
	}
	return number, large || number>>63 != sign
}

// hybrid reads small numbers that are written as runs of one number, or packed by their bits.
type hybrid struct {
	data   []byte
	width  int
	run    uint64 // how many are still to come of this run
	packed bool   // its numbers are packed
	same   uint64 // what a run of one number repeats
	bits   uint64 // read, and not used yet
	have   int    // how many bits that are
}

func (h *hybrid) next() (uint64, bool) {
	if h.width == 0 {
		return 0, true
	}
	for h.run == 0 {
		if !h.begin() {
			return 0, false
		}
	}
	h.run--
	if !h.packed {
		return h.same, true
	}
	for h.have < h.width {
		if len(h.data) == 0 {
			return 0, false
		}
		h.bits |= uint64(h.data[0]) << h.have
		h.data, h.have = h.data[1:], h.have+8
	}
	number := h.bits & (1<<h.width - 1)
	h.bits, h.have = h.bits>>h.width, h.have-h.width
	return number, true
}

// begin reads the head of a run.
func (h *hybrid) begin() bool {
	head, n := binary.Uvarint(h.data)
	if n <= 0 {
		return false
	}
	h.data = h.data[n:]
	h.packed, h.bits, h.have = head&1 == 1, 0, 0
	if h.packed {
		h.run = min(head>>1, math.MaxUint64/8) * 8
		return true
	}
	h.run, h.same = head>>1, 0
	size := (h.width + 7) / 8
	if len(h.data) < size {
		return false
	}
	for i := range size {
		h.same |= uint64(h.data[i]) << (8 * i)
	}
	h.data = h.data[size:]
	return true
}

// widthOf returns how many bits levels up to the given one have.
func widthOf(most int) int { return bits.Len(uint(most)) }

// column reads the values of a chunk in their order.
type column struct {
	*chunk
	budget     *int64   // how many values may still be read
	dictionary []byte   // its values, one behind the other
	starts     []uint32 // where each begins

	left              int64 // values of the page that are still to come
	repeated, defined hybrid
	plain             plain
	numbers           hybrid // of values of the dictionary
	isNumbered        bool

	ahead    cell // the first value of the next row,
	hasAhead bool // if it was read already
}

// row calls take with the values of the next row. At the end more is false.
func (c *column) row(take func(v cell)) (more bool, err error) {
	v := c.ahead
	if !c.hasAhead {
		var ok, begins bool
		if v, begins, ok, err = c.next(); !ok || err != nil {
			return false, err
		}
		if !begins {
			return false, errDamaged
		}
	}
	c.hasAhead = false
	take(v)
	for c.leaf.repeated > 0 {
		v, begins, ok, err := c.next()
		if err != nil || !ok {
			return true, err
		}
		if begins {
			c.ahead, c.hasAhead = v, true
			return true, nil
		}
		take(v)
	}
	return true, nil
}

// next returns the next value, and whether it begins a row. At the end ok is false.
func (c *column) next() (v cell, begins, ok bool, err error) {
	for c.left == 0 {
		p, err := c.chunk.next()
		if err != nil || p == nil {
			return v, false, false, err
		}
		if err := c.open(p); err != nil {
			return v, false, false, err
		}
	}
	c.left--
	repeated, ok := c.repeated.next()
	if !ok {
		return v, false, false, errDamaged
	}
	defined, ok := c.defined.next()
	switch {
	case !ok:
		return v, false, false, errDamaged
	case int(defined) < c.leaf.defined:
		v.missing = true
		return v, repeated == 0, true, nil
	case c.isNumbered:
		v, ok = c.fromDictionary()
	default:
		v, ok = c.plain.next()
	}
	if !ok {
		return v, false, false, errDamaged
	}
	return v, repeated == 0, true, nil
}

func (c *column) fromDictionary() (cell, bool) {
	number, ok := c.numbers.next()
	if !ok || number >= uint64(len(c.starts)) {
		return cell{}, false
	}
	one := plain{c.leaf, c.dictionary[c.starts[number]:]}
	return one.next()
}

// open begins a page.
func (c *column) open(p *page) error {
	if p.values < 0 || p.values > *c.budget {
		return errDamaged
	}
	*c.budget -= p.values
	if p.dictionary {
		return c.openDictionary(p)
	}
	c.left = p.values
	c.repeated = hybrid{data: p.repeated, width: widthOf(c.leaf.repeated)}
	c.defined = hybrid{data: p.defined, width: widthOf(c.leaf.defined)}
	switch p.encoding {
	case encodingPlain:
		c.isNumbered, c.plain = false, plain{c.leaf, p.data}
	case encodingPlainDictionary, encodingRLEDictionary:
		c.isNumbered, c.numbers = true, hybrid{}
		if len(p.data) > 0 {
			if p.data[0] > 32 {
				return errDamaged
			}
			c.numbers = hybrid{data: p.data[1:], width: int(p.data[0])}
		}
	default:
		return c.errorf("written as %s: have it written as Parquet of version 1", encodings[p.encoding])
	}
	return nil
}

// openDictionary notes where the values of a dictionary begin.
func (c *column) openDictionary(p *page) error {
	if p.encoding != encodingPlain && p.encoding != encodingPlainDictionary {
		return errDamaged
	}
	c.dictionary, c.starts = p.data, nil
	for rest := (plain{c.leaf, p.data}); int64(len(c.starts)) < p.values; {
		c.starts = append(c.starts, uint32(len(p.data)-len(rest.data)))
		if _, ok := rest.next(); !ok {
			return errDamaged
		}
	}
	return nil
}
