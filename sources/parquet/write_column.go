package parquet

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// columnWriter gathers the values of a leaf of the schema until its group of rows is full.
//
// Each value that differs from all before it is kept once, and the column as numbers of them:
//
//	texts     main  work  sleep
//	numbers   0 1 0 2 0 1 …
type columnWriter struct {
	leaf
	integers distinct[int64] // the values, where the leaf's kind is no text
	texts    distinct[string]
	numbers  []uint32
	size     int // of all values one behind the other, in bytes

	// For each value and for each that is missing, such as that of an empty list:
	repeats []uint32 // 0 where a row begins, 1 where its list goes on; nil for what is no list
	exists  []uint32 // 1, or 0 where the value is missing; nil where none may be

	rows  int // begun
	row   int // where the current row begins, see entries
	pages []pageStart
}

// pageStart is where a page begins.
type pageStart struct {
	entry  int // in repeats and exists or, without these, in numbers
	number int // in numbers
}

func newColumnWriter(l leaf) *columnWriter {
	return &columnWriter{leaf: l, integers: distinct[int64]{places: make(map[int64]uint32)}, texts: distinct[string]{places: make(map[string]uint32)}}
}

// distinct are values that differ, in the order in which they were seen.
type distinct[T comparable] struct {
	values []T
	places map[T]uint32
}

// place returns where a value is among the values.
func (d *distinct[T]) place(v T) uint32 {
	place, known := d.places[v]
	if !known {
		place = uint32(len(d.values))
		d.values, d.places[v] = append(d.values, v), place
	}
	return place
}

func (d *distinct[T]) clear() {
	clear(d.places)
	clear(d.values)
	d.values = d.values[:0]
}

// begin begins a row.
func (c *columnWriter) begin() {
	c.row = c.entries()
	if c.rows%rowsOfPage == 0 {
		c.pages = append(c.pages, c.end())
	}
	c.rows++
}

// end is where a page would begin now.
func (c *columnWriter) end() pageStart { return pageStart{c.entries(), len(c.numbers)} }

// entries returns how many values there are, with those that are missing.
func (c *columnWriter) entries() int {
	if c.defined > 0 {
		return len(c.exists)
	}
	return len(c.numbers)
}

// number adds a whole number to the current row.
func (c *columnWriter) number(n int64) { c.add(c.integers.place(n)) }

// text adds a text to the current row.
func (c *columnWriter) text(s string) { c.add(c.texts.place(s)) }

func (c *columnWriter) add(place uint32) {
	if c.leaf.repeated > 0 {
		c.repeats = append(c.repeats, uint32(min(1, len(c.repeats)-c.row)))
	}
	if c.defined > 0 {
		c.exists = append(c.exists, 1)
	}
	c.numbers = append(c.numbers, place)
	c.size += c.sizeOf(place)
}

// finish ends the current row. Where nothing was added to it, its value is missing, its list empty, or its value zero.
func (c *columnWriter) finish() {
	switch {
	case c.entries() > c.row:
		return
	case c.defined == 0 && c.kind == kindBytes:
		c.text("")
		return
	case c.defined == 0:
		c.number(0)
		return
	case c.leaf.repeated > 0:
		c.repeats = append(c.repeats, 0)
	}
	c.exists = append(c.exists, 0)
}

// different returns how many different values there are.
func (c *columnWriter) different() int { return len(c.integers.values) + len(c.texts.values) }

// sizeOf returns how many bytes a value has among others.
func (c *columnWriter) sizeOf(place uint32) int {
	switch c.kind {
	case kindInt32:
		return 4
	case kindInt64:
		return 8
	}
	return 4 + len(c.texts.values[place])
}

// appendValue appends a value as it stands among others.
func (c *columnWriter) appendValue(out []byte, place uint32) []byte {
	switch c.kind {
	case kindInt32:
		return binary.LittleEndian.AppendUint32(out, uint32(c.integers.values[place]))
	case kindInt64:
		return binary.LittleEndian.AppendUint64(out, uint64(c.integers.values[place]))
	}
	text := c.texts.values[place]
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(text))), text...)
}

// appendDictionary appends all different values.
func (c *columnWriter) appendDictionary(out []byte) []byte {
	for place := range c.different() {
		out = c.appendValue(out, uint32(place))
	}
	return out
}

// hasDictionary says whether the column is smaller as a dictionary and numbers of its values.
func (c *columnWriter) hasDictionary() bool {
	size := len(c.numbers) * c.width() / 8
	for place := range c.different() {
		size += c.sizeOf(uint32(place))
	}
	return size < c.size
}

// width returns how many bits a value's number has: one at least, because not all readers know numbers without bits.
func (c *columnWriter) width() int { return max(1, bits.Len(uint(max(0, c.different()-1)))) }

// appendPage appends what a page holds: the levels, and the values or their numbers.
func (c *columnWriter) appendPage(out []byte, from, to pageStart, dictionary bool) []byte {
	for _, levels := range [][]uint32{c.repeats, c.exists} {
		if levels == nil {
			continue
		}
		start := len(out)
		out = appendHybrid(append(out, 0, 0, 0, 0), levels[from.entry:to.entry], 1)
		binary.LittleEndian.PutUint32(out[start:], uint32(len(out)-start-4))
	}
	numbers := c.numbers[from.number:to.number]
	if dictionary {
		return appendHybrid(append(out, byte(c.width())), numbers, c.width())
	}
	for _, place := range numbers {
		out = c.appendValue(out, place)
	}
	return out
}

// clear forgets all rows.
func (c *columnWriter) clear() {
	c.integers.clear()
	c.texts.clear()
	c.numbers, c.size = c.numbers[:0], 0
	c.repeats, c.exists, c.rows, c.pages = c.repeats[:0], c.exists[:0], 0, c.pages[:0]
}

// bounds returns the least and the largest number of the column, as values stand in it; known is false for texts, and
// where there is none.
func (c *columnWriter) bounds() (least, largest []byte, known bool) {
	all := c.integers.values
	if len(all) == 0 {
		return nil, nil, false
	}
	low, high := slices.Index(all, slices.Min(all)), slices.Index(all, slices.Max(all))
	return c.appendValue(nil, uint32(low)), c.appendValue(nil, uint32(high)), true
}
