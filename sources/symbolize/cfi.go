package symbolize

import (
	"cmp"
	"debug/elf"
	"slices"
	"sort"
)

// unwindTable says for each address of a program how to get from a function's frame to that of its caller:
// the call frame information of .eh_frame and .debug_frame. The zero value knows nothing.
type unwindTable struct {
	machine elf.Machine
	entries []frameEntry // by start
	rows    map[uint64]*row
}

// frameEntry is the rules of one function, an FDE.
type frameEntry struct {
	start, end uint64
	common     *commonEntry
	program    []byte
}

// commonEntry is what several functions share, a CIE.
type commonEntry struct {
	program   []byte
	codeAlign uint64
	dataAlign int64
	ra        uint64 // the register that holds the return address
	encoding  byte   // of addresses
	augmented bool
	signal    bool // the frame of a signal: its address is not one that a call returns to
}

// Encodings of addresses in .eh_frame.
const (
	encodeOmit     = 0xff
	encodeFormat   = 0x0f
	encodeBase     = 0x70
	encodeRelative = 0x10 // to where the address stands
)

// newUnwindTable reads the tables of a program, and of the file with its symbols. Either may be nil.
func newUnwindTable(program, symbols *image) *unwindTable {
	t := &unwindTable{rows: map[uint64]*row{}}
	if program == nil || program.Class != elf.ELFCLASS64 || layoutOf(program.Machine) == nil {
		return t
	}
	t.machine = program.Machine
	if s := program.Section(".eh_frame"); s != nil {
		t.parse(program.bytes(s), s.Addr, true)
	}
	t.parse(program.section(".debug_frame"), 0, false)
	if symbols != nil {
		t.parse(symbols.section(".debug_frame"), 0, false)
	}
	slices.SortStableFunc(t.entries, func(a, b frameEntry) int { return cmp.Compare(a.start, b.start) })
	return t
}

// parse reads a section: entries of
//
//	u32 length, u32 what it is, its fields
//
// where a CIE is 0 in .eh_frame and -1 in .debug_frame, and an FDE says where its CIE is: how far back, or at
// which offset.
func (t *unwindTable) parse(section []byte, base uint64, isEH bool) {
	commons := map[uint64]*commonEntry{}
	for pos := uint64(0); pos+4 <= uint64(len(section)); {
		start := pos
		c := cursor{b: section[pos:]}
		length, width := uint64(c.u32()), uint64(4)
		if length == 0 && isEH {
			pos += 4
			continue
		}
		if length == dwarf64 {
			length, width = c.u64(), 8
		}
		body := c.take(length)
		if c.bad || length < width {
			return
		}
		end := uint64(len(section) - len(c.b))
		pos = end
		e := cursor{b: body}
		id := e.fixed(width)
		if isEH && id == 0 || !isEH && (id == 0xffffffff && width == 4 || id == ^uint64(0)) {
			commons[start] = parseCommon(e)
			continue
		}
		at := id
		if isEH {
			at = end - length - id
		}
		if common := commons[at]; common != nil {
			t.addEntry(e, common, base+end, isEH)
		}
	}
}

// addEntry reads an FDE behind its id. end is the address behind it.
func (t *unwindTable) addEntry(c cursor, common *commonEntry, end uint64, isEH bool) {
	encoding := byte(0)
	if isEH {
		encoding = common.encoding
	}
	start := c.encoded(encoding, end-uint64(len(c.b)))
	size := c.encoded(encoding&encodeFormat, 0)
	if common.augmented {
		c.take(c.uleb())
	}
	if c.bad || size == 0 || start == 0 || start+size < start {
		return
	}
	t.entries = append(t.entries, frameEntry{start, start + size, common, c.b})
}

// parseCommon reads a CIE behind its id: version, augmentation, alignments, register of the return address.
func parseCommon(c cursor) *commonEntry {
	e := &commonEntry{}
	version := c.u8()
	augmentation := c.text()
	if version == 4 {
		c.take(2) // sizes of addresses and segments
	}
	e.codeAlign, e.dataAlign = c.uleb(), c.sleb()
	if version == 1 {
		e.ra = uint64(c.u8())
	} else {
		e.ra = c.uleb()
	}
	if len(augmentation) > 0 && augmentation[0] == 'z' {
		e.augmented = true
		e.augment(augmentation[1:], cursor{b: c.take(c.uleb())})
	}
	if c.bad {
		return nil
	}
	e.program = c.b
	return e
}

func (e *commonEntry) augment(letters []byte, c cursor) {
	for _, letter := range letters {
		switch letter {
		case 'R':
			e.encoding = c.u8()
		case 'P':
			c.encoded(c.u8(), 0) // the handler of exceptions
		case 'L':
			c.u8()
		case 'S':
			e.signal = true
		}
	}
}

// encoded reads an address that stands at the given address.
func (c *cursor) encoded(encoding byte, at uint64) (v uint64) {
	if encoding == encodeOmit {
		return 0
	}
	switch encoding & encodeFormat {
	case 0x00, 0x04, 0x0c:
		v = c.u64()
	case 0x01:
		v = c.uleb()
	case 0x02:
		v = uint64(c.u16())
	case 0x03:
		v = uint64(c.u32())
	case 0x09:
		v = uint64(c.sleb())
	case 0x0a:
		v = uint64(int64(int16(c.u16())))
	case 0x0b:
		v = uint64(int64(int32(c.u32())))
	default:
		c.bad = true
	}
	if encoding&encodeBase == encodeRelative {
		v += at
	}
	return v
}

// row returns the rules at an address, nil if there are none.
func (t *unwindTable) row(address uint64) *row {
	r, known := t.rows[address]
	if !known {
		i := sort.Search(len(t.entries), func(i int) bool { return t.entries[i].start > address }) - 1
		if i >= 0 && address < t.entries[i].end {
			r = t.entries[i].row(address)
		}
		t.rows[address] = r
	}
	return r
}
