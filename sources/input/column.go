package input

import "encoding/binary"

// Column is a long list, of a table that a format keeps until it has read the whole input. It is
// kept in pages, so that it grows without being copied.
type Column[T any] struct {
	pages [][]T
	n     int
}

const columnPage = 1 << 13 // numbers in a page

// Append adds a number at the end.
func (c *Column[T]) Append(v T) {
	switch {
	case len(c.pages) == 0:
		c.pages = append(c.pages, nil) // grows: most lists are short
	case c.n > 0 && c.n%columnPage == 0:
		c.pages = append(c.pages, make([]T, 0, columnPage))
	}
	last := &c.pages[len(c.pages)-1]
	*last = append(*last, v)
	c.n++
}

// Len returns how many there are.
func (c *Column[T]) Len() int { return c.n }

// Reset forgets all of them.
func (c *Column[T]) Reset() {
	if c.n > 0 {
		c.pages[0] = c.pages[0][:0]
		c.pages = c.pages[:1]
	}
	c.n = 0
}

// At returns number i.
func (c *Column[T]) At(i int) T { return c.pages[i/columnPage][i%columnPage] }

// Pointer returns where number i is, until the next Append.
func (c *Column[T]) Pointer(i int) *T { return &c.pages[i/columnPage][i%columnPage] }

// Set changes number i.
func (c *Column[T]) Set(i int, v T) { c.pages[i/columnPage][i%columnPage] = v }

// Series is a long list of numbers that is read in the order in which it was written. A small number takes one
// byte, and none more than half of what its decimal digits and a comma take.
type Series struct {
	pages [][]byte
	n     int
}

const seriesPage = 1 << 15 // bytes

// Append adds a number at the end.
func (s *Series) Append(v int64) {
	n := len(s.pages)
	switch {
	case n == 0:
		s.pages = append(s.pages, nil) // grows: most lists are short
	case len(s.pages[n-1]) > seriesPage-binary.MaxVarintLen64:
		s.pages = append(s.pages, make([]byte, 0, seriesPage))
	}
	last := &s.pages[len(s.pages)-1]
	*last = binary.AppendVarint(*last, v)
	s.n++
}

// Len returns how many numbers there are.
func (s *Series) Len() int { return s.n }

// All returns a reader of the numbers, from the first on.
func (s *Series) All() SeriesReader { return SeriesReader{rest: s.pages} }

// SeriesReader reads the numbers of a [Series].
type SeriesReader struct {
	rest [][]byte
	page []byte
}

// Next returns the next number, and false after the last one.
func (r *SeriesReader) Next() (v int64, ok bool) {
	for len(r.page) == 0 {
		if len(r.rest) == 0 {
			return 0, false
		}
		r.page, r.rest = r.rest[0], r.rest[1:]
	}
	v, n := binary.Varint(r.page)
	r.page = r.page[n:]
	return v, true
}

// IDs numbers the ids of an input from 0, whatever texts they are. Small numbers, which most ids are, need no
// hashing. The zero value holds nothing.
type IDs struct {
	small []int32 // small[id]: the number plus one
	other map[string]int32
	texts []byte // all ids, one after the other
	ends  []uint32
}

// Len returns how many ids there are.
func (t *IDs) Len() int { return len(t.ends) }

// Text returns the id with a number.
func (t *IDs) Text(n int32) []byte {
	start := uint32(0)
	if n > 0 {
		start = t.ends[n-1]
	}
	return t.texts[start:t.ends[n]]
}

// Of returns the number of an id, adding it if it is new.
func (t *IDs) Of(id []byte) int32 {
	if n, known := t.Find(id); known {
		return n
	}
	t.texts = append(t.texts, id...)
	t.ends = append(t.ends, uint32(len(t.texts)))
	n := int32(len(t.ends))
	// The table of small ids may have a few times as many entries as there are ids.
	if at, ok := smallID(id); ok && at < 64+8*int(n) {
		for len(t.small) <= at {
			t.small = append(t.small, 0)
		}
		t.small[at] = n
		return n - 1
	}
	if t.other == nil {
		t.other = make(map[string]int32)
	}
	t.other[string(id)] = n
	return n - 1
}

// Find returns the number of an id, and whether it is known.
func (t *IDs) Find(id []byte) (n int32, known bool) {
	if at, ok := smallID(id); ok && at < len(t.small) && t.small[at] != 0 {
		return t.small[at] - 1, true
	}
	if n, known = t.other[string(id)]; known {
		return n - 1, true
	}
	return 0, false
}

// Reset forgets all ids.
func (t *IDs) Reset() {
	for n := range t.ends { // and not all of small, which is as long as the largest id that ever was
		if at, ok := smallID(t.Text(int32(n))); ok && at < len(t.small) {
			t.small[at] = 0
		}
	}
	if len(t.other) > columnPage {
		t.other = nil // clearing a large map takes as long as filling it did, each time
	}
	clear(t.other)
	t.texts, t.ends = t.texts[:0], t.ends[:0]
}

// smallID returns the value of an id of at most nine digits that could not be written otherwise.
func smallID(id []byte) (n int, ok bool) {
	if len(id) == 0 || len(id) > 9 || id[0] == '0' && len(id) > 1 {
		return 0, false
	}
	for _, c := range id {
		if c-'0' > 9 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}
