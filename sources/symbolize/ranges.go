package symbolize

// addressRange is code from low up to high, which does not belong to it.
type addressRange struct{ low, high uint64 }

func (r addressRange) holds(address uint64) bool { return address >= r.low && address < r.high }

// rangesOf returns where the code of an entry is.
func (d *debugInfo) rangesOf(u *unit, x *entryInfo) []addressRange {
	switch {
	case x.hasRanges && u.version >= 5:
		return d.rangeList(u, x.ranges)
	case x.hasRanges:
		return d.oldRanges(u, x.ranges)
	case !x.hasLow || !x.hasHigh:
		return nil
	}
	r := addressRange{x.low, x.high}
	if x.highIsSize {
		r.high += x.low
	}
	if r.high <= r.low {
		return nil
	}
	return []addressRange{r}
}

// oldRanges reads a list of .debug_ranges, of DWARF up to 4: pairs of addresses, ended by two zeros. A pair
// whose first is the highest address sets what those behind it are relative to.
func (d *debugInfo) oldRanges(u *unit, offset uint64) (list []addressRange) {
	if offset >= uint64(len(d.ranges)) {
		return nil
	}
	c := cursor{b: d.ranges[offset:]}
	highest := ^uint64(0) >> (64 - 8*u.width)
	for base := u.low; len(list) < maxRanges && u.budget > 0; u.budget-- {
		low, high := c.fixed(u.width), c.fixed(u.width)
		switch {
		case c.bad || low == 0 && high == 0:
			return list
		case low == highest:
			base = high
		case high > low:
			list = append(list, addressRange{base + low, base + high})
		}
	}
	return list
}

// rangeListAt returns the offset of the list with the given index.
func (d *debugInfo) rangeListAt(u *unit, index uint64) uint64 {
	size := uint64(len(d.rangeLists))
	if index >= size || u.rangesBase >= size || size-u.rangesBase < 4*(index+1) {
		return size
	}
	return u.rangesBase + uint64(le.Uint32(d.rangeLists[u.rangesBase+4*index:]))
}

// Kinds of entries in .debug_rnglists.
const (
	rangesEnd = iota
	rangesBaseIndex
	rangesIndexes
	rangesIndexSize
	rangesOffsets
	rangesBaseAddress
	rangesAddresses
	rangesAddressSize
)

// rangeList reads a list of .debug_rnglists, of DWARF 5.
func (d *debugInfo) rangeList(u *unit, offset uint64) (list []addressRange) {
	if offset >= uint64(len(d.rangeLists)) {
		return nil
	}
	c := cursor{b: d.rangeLists[offset:]}
	for base := u.low; len(list) < maxRanges && u.budget > 0; u.budget-- {
		var r addressRange
		switch kind := c.u8(); kind {
		case rangesBaseIndex:
			base = d.indexedAddress(u, c.uleb())
		case rangesBaseAddress:
			base = c.fixed(u.width)
		case rangesIndexes:
			r = addressRange{d.indexedAddress(u, c.uleb()), d.indexedAddress(u, c.uleb())}
		case rangesIndexSize:
			r.low = d.indexedAddress(u, c.uleb())
			r.high = r.low + c.uleb()
		case rangesOffsets:
			r = addressRange{base + c.uleb(), base + c.uleb()}
		case rangesAddresses:
			r = addressRange{c.fixed(u.width), c.fixed(u.width)}
		case rangesAddressSize:
			r.low = c.fixed(u.width)
			r.high = r.low + c.uleb()
		default: // the end, or nothing that is known
			return list
		}
		if c.bad {
			return list
		}
		if r.high > r.low {
			list = append(list, r)
		}
	}
	return list
}
