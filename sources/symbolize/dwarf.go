package symbolize

import (
	"cmp"
	"slices"
	"sort"
)

// debugInfo is the DWARF of a program, versions 2 to 5, as far as inlined calls and lines need it. Units are
// indexed by their addresses first, and each is read when an address in it is looked up: that, and skipping
// what holds no code, is what makes this reader several times as fast as debug/dwarf. The zero value has none.
type debugInfo struct {
	info, abbrev, strOffsets, addr, rangeLists, ranges []byte

	str, lineStr, line lazySection // much is compressed, and only names and lines need these

	units   []*unit // by offset
	spans   []unitSpan
	abbrevs map[uint64]*abbrevTable // by offset
	decls   int                     // how many abbreviations were read so far
	names   map[uint64]string       // by offset of the entry
	open    func() *image           // the file again
	problem string                  // why there are no inlined calls, or not all of them; "": nothing is wrong
}

// unit is a compilation unit: what one run of the compiler made.
type unit struct {
	start, end uint64 // in .debug_info
	first      uint64 // its first entry
	version    uint16
	width      uint64       // bytes of an address
	shapes     uint64       // where its abbreviations begin
	abbrevs    *abbrevTable // nil: its first entry is not read yet

	low                             uint64 // what ranges are relative to
	strBase, addrBase, rangesBase   uint64
	lineTable                       uint64
	hasLines, plainNames, elsewhere bool // elsewhere: its entries are in another file
	directory                       attrValue

	functions []function // sorted by low; nil: not read yet
	isRead    bool
	readAll   bool // functions inside functions, too
	budget    int  // how many more ranges may be read
	scopes    map[uint64]string
	lines     *lineTable
}

// lazySection is a section that is read when it is first asked for.
type lazySection struct {
	name string
	read bool
	data []byte
}

func (s *lazySection) bytes(d *debugInfo) []byte {
	if !s.read && d.open != nil {
		s.read = true
		if f := d.open(); f != nil {
			s.data = f.section(s.name)
			f.close()
		}
	}
	return s.data
}

// unitSpan is a range of addresses whose code is from a unit.
type unitSpan struct {
	low, high uint64
	unit      *unit
}

// Kinds of units in DWARF 5, and forms of the length in front of a unit.
const (
	unitCompile  = 1
	unitPartial  = 3
	unitSkeleton = 4

	dwarf64 = 0xffffffff
)

const (
	maxRanges     = 1 << 16 // of one entry
	maxUnitRanges = 1 << 22 // of all entries of a unit
	maxDepth      = 4096    // of entries inside entries
)

// newDebugInfo reads the index of units. open opens the file, or returns nil if there is none.
func newDebugInfo(open func() *image) *debugInfo {
	d := &debugInfo{abbrevs: map[uint64]*abbrevTable{}, names: map[uint64]string{}, open: open}
	f := open()
	defer f.close()
	if f == nil || !f.has(".debug_info") {
		return d
	}
	if f.Section(".gnu_debugaltlink") != nil {
		d.problem = "part of its DWARF is in another file (dwz), so inlined calls and lines are missing"
		return d
	}
	d.info = f.section(".debug_info")
	d.abbrev = f.section(".debug_abbrev")
	d.strOffsets = f.section(".debug_str_offsets")
	d.addr = f.section(".debug_addr")
	d.rangeLists = f.section(".debug_rnglists")
	d.ranges = f.section(".debug_ranges")
	d.str.name, d.lineStr.name, d.line.name = ".debug_str", ".debug_line_str", ".debug_line"
	d.indexUnits(f.section(".debug_aranges"))
	return d
}

// indexUnits finds the units and their addresses: in .debug_aranges where the compiler has listed them, else in the
// first entry of the unit. Reading a list is much cheaper than the first entries of thousands of units.
func (d *debugInfo) indexUnits(aranges []byte) {
	d.readHeaders()
	listed := d.readAranges(aranges)
	for _, u := range d.units {
		if listed[u.start] {
			continue
		}
		if x := d.readHead(u); x != nil && !u.elsewhere {
			for _, r := range d.rangesOf(u, x) {
				d.spans = append(d.spans, unitSpan{r.low, r.high, u})
			}
		}
	}
	slices.SortFunc(d.spans, func(a, b unitSpan) int { return cmp.Compare(a.low, b.low) })
}

// readHeaders reads the header of each unit.
func (d *debugInfo) readHeaders() {
	for pos := uint64(0); pos+11 < uint64(len(d.info)); {
		c := cursor{b: d.info[pos:]}
		length := uint64(c.u32())
		if length == dwarf64 {
			d.problem = "its DWARF is in the 64-bit form, so inlined calls and lines are missing"
			return
		}
		end := pos + 4 + length
		if end > uint64(len(d.info)) {
			return
		}
		if u := readUnit(&c, pos, end); u != nil {
			d.units = append(d.units, u)
		}
		pos = end
	}
}

// readUnit reads the header of a unit behind its length. It returns nil for units that hold no code.
func readUnit(c *cursor, start, end uint64) *unit {
	u := &unit{start: start, end: end, version: c.u16(), budget: maxUnitRanges}
	kind := byte(unitCompile)
	if u.version >= 5 {
		kind, u.width, u.shapes = c.u8(), uint64(c.u8()), uint64(c.u32())
		u.strBase, u.addrBase, u.rangesBase = 8, 8, 12
	} else {
		u.shapes, u.width = uint64(c.u32()), uint64(c.u8())
	}
	u.first = start + 12
	if u.version < 5 {
		u.first = start + 11
	}
	u.elsewhere = kind == unitSkeleton
	known := kind == unitCompile || kind == unitPartial || kind == unitSkeleton
	if c.bad || !known || u.version < 2 || u.version > 5 || u.width != 4 && u.width != 8 || u.first > end {
		return nil
	}
	return u
}

// readHead reads the first entry of a unit, nil if it is broken.
func (d *debugInfo) readHead(u *unit) *entryInfo {
	u.abbrevs = d.abbrevsAt(u.shapes)
	var x entryInfo
	for range 2 { // the second time with the bases that the first one found
		c := cursor{b: d.info[u.first:u.end]}
		a := d.abbreviation(u, c.uleb())
		if a == nil {
			return nil
		}
		d.readEntry(u, &c, a, &x)
	}
	u.low = x.low
	u.directory = x.directory
	u.plainNames = hasPlainNames(x.language)
	if u.elsewhere {
		d.problem = "its DWARF is in other files (split DWARF), so inlined calls and lines are missing"
	}
	return &x
}

// ready returns a unit whose first entry is read.
func (d *debugInfo) ready(u *unit) *unit {
	if u.abbrevs == nil {
		d.readHead(u)
	}
	return u
}

// hasPlainNames says whether the functions of a language have whole names in DWARF, so that nobody need look
// for the namespaces around them: C, Go and assembly.
func hasPlainNames(language uint64) bool {
	switch language {
	case 0x01, 0x02, 0x0c, 0x1d, 0x2c, 0x16, 0x8001:
		return true
	}
	return false
}

// unitAt returns the unit that an address is from, or nil.
func (d *debugInfo) unitAt(address uint64) *unit {
	const left = 8 // units that begin before and reach further; more than one is rare
	last := sort.Search(len(d.spans), func(i int) bool { return d.spans[i].low > address }) - 1
	for i := last; i >= 0 && last-i < left; i-- {
		if address < d.spans[i].high {
			return d.ready(d.spans[i].unit)
		}
	}
	return nil
}

// unitOf returns the unit that holds the entry at an offset of .debug_info, or nil.
func (d *debugInfo) unitOf(offset uint64) *unit {
	i := sort.Search(len(d.units), func(i int) bool { return d.units[i].start > offset }) - 1
	if i < 0 || offset < d.units[i].first || offset >= d.units[i].end {
		return nil
	}
	return d.ready(d.units[i])
}
