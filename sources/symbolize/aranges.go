package symbolize

import "sort"

// readAranges reads .debug_aranges, which lists the addresses of units, and returns which units it lists, by their
// offsets. A list for one unit is
//
//	u32 length, u16 version (2), u32 offset of the unit, u8 bytes of an address, u8 (0), padding,
//	pairs of an address and a size, ended by two zeros
//
// The first pair stands at a multiple of the size of a pair.
func (d *debugInfo) readAranges(section []byte) (listed map[uint64]bool) {
	listed = map[uint64]bool{}
	for c := (cursor{b: section}); len(c.b) > 0; {
		length := c.u32()
		list := cursor{b: c.take(uint64(length))}
		if c.bad || length == dwarf64 {
			return listed
		}
		version, offset, width, segment := list.u16(), uint64(list.u32()), uint64(list.u8()), list.u8()
		u := d.unitAtOffset(offset)
		if list.bad || version != 2 || u == nil || width != u.width || segment != 0 {
			continue
		}
		const header = 12
		list.take((2*width - header%(2*width)) % (2 * width))
		for {
			low, size := list.fixed(width), list.fixed(width)
			if list.bad || low == 0 && size == 0 {
				break
			}
			if low+size > low {
				d.spans = append(d.spans, unitSpan{low, low + size, u})
			}
		}
		listed[offset] = true
	}
	return listed
}

// unitAtOffset returns the unit that begins at an offset of .debug_info, or nil.
func (d *debugInfo) unitAtOffset(offset uint64) *unit {
	i := sort.Search(len(d.units), func(i int) bool { return d.units[i].start >= offset })
	if i == len(d.units) || d.units[i].start != offset {
		return nil
	}
	return d.units[i]
}
