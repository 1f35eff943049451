package symbolize

import (
	"cmp"
	"path"
	"slices"
	"sort"
)

// position is a place in a source file; the zero value is none.
type position struct {
	file string
	line int
}

// lineTable says which line each instruction of a unit is from.
type lineTable struct {
	files []string // by number: from 1 up to DWARF 4, which leaves 0 to the unit itself
	rows  []lineRow
}

// lineRow is the line from an address on, up to the next row's. file is -1 behind the end of a sequence.
type lineRow struct {
	address uint64
	file    int32
	line    int32
}

const (
	maxLineRows  = 1 << 24 // of one unit
	maxLineFiles = 1 << 16
)

// position returns the line that an address is from.
func (d *debugInfo) position(u *unit, address uint64) position {
	t := d.lineTable(u)
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].address > address }) - 1
	if i < 0 || t.rows[i].file < 0 {
		return position{}
	}
	return position{t.file(uint64(t.rows[i].file)), int(t.rows[i].line)}
}

// callPosition returns the line on which an inlined function was called.
func (d *debugInfo) callPosition(u *unit, call inlinedCall) position {
	if call.line > 1<<30 {
		return position{}
	}
	return position{d.lineTable(u).file(call.file), int(call.line)}
}

func (t *lineTable) file(number uint64) string {
	if number >= uint64(len(t.files)) {
		return ""
	}
	return t.files[number]
}

// lineTable returns the lines of a unit, which are read when they are first asked for.
func (d *debugInfo) lineTable(u *unit) *lineTable {
	if u.lines == nil {
		u.lines = &lineTable{}
		if u.hasLines && u.lineTable < uint64(len(d.line.bytes(d))) {
			d.readLines(u)
		}
	}
	return u.lines
}

// lineProgram is the header of a program that makes a line table, and the state that it changes.
type lineProgram struct {
	c             cursor
	version       uint16
	minLength     uint64
	lineBase      int64
	lineRange     uint64
	opcodeBase    byte
	operands      []byte // of the standard opcodes
	width         uint64
	address, file uint64
	line          int64
}

// readLines reads the header of a unit's line program, and runs it.
func (d *debugInfo) readLines(u *unit) {
	c := cursor{b: d.line.bytes(d)[u.lineTable:]}
	length := uint64(c.u32())
	p := lineProgram{c: cursor{b: c.take(length)}, width: u.width}
	p.version = p.c.u16()
	if c.bad || p.version < 2 || p.version > 5 {
		return
	}
	if p.version >= 5 {
		p.c.take(2) // the size of an address, and of a segment
	}
	header := cursor{b: p.c.take(uint64(p.c.u32()))}
	p.minLength = uint64(header.u8())
	if p.version >= 4 {
		header.u8() // operations of one instruction: 1 but for VLIW
	}
	header.u8() // whether rows begin statements
	p.lineBase, p.lineRange, p.opcodeBase = int64(int8(header.u8())), uint64(header.u8()), header.u8()
	if p.opcodeBase == 0 || p.lineRange == 0 {
		return
	}
	p.operands = header.take(uint64(p.opcodeBase) - 1)
	if p.version >= 5 {
		d.readFiles(u, &header)
	} else {
		u.lines.readOldFiles(&header, string(d.text(u, u.directory)))
	}
	if !header.bad && !p.c.bad {
		p.run(u.lines)
	}
}

// readOldFiles reads the directories and files of a header up to DWARF 4.
func (t *lineTable) readOldFiles(c *cursor, directory string) {
	directories := []string{directory}
	for len(directories) < maxLineFiles {
		name := c.text()
		if len(name) == 0 {
			break
		}
		directories = append(directories, inDirectory(directory, string(name)))
	}
	t.files = []string{""}
	for len(t.files) < maxLineFiles {
		name := c.text()
		if len(name) == 0 {
			break
		}
		in := c.uleb()
		c.uleb() // time
		c.uleb() // size
		t.addFile(directories, in, string(name))
	}
}

func (t *lineTable) addFile(directories []string, in uint64, name string) {
	if in < uint64(len(directories)) {
		name = inDirectory(directories[in], name)
	}
	t.files = append(t.files, name)
}

func inDirectory(directory, name string) string {
	if path.IsAbs(name) || directory == "" {
		return name
	}
	return path.Join(directory, name)
}

// readFiles reads the directories and files of a header of DWARF 5: a list of what is said about each, and
// then the entries.
func (d *debugInfo) readFiles(u *unit, c *cursor) {
	var directories []string
	d.readFileEntries(u, c, func(name string, _ uint64) {
		base := string(d.text(u, u.directory))
		if len(directories) > 0 {
			base = directories[0]
		}
		directories = append(directories, inDirectory(base, name))
	})
	d.readFileEntries(u, c, func(name string, in uint64) { u.lines.addFile(directories, in, name) })
}

func (d *debugInfo) readFileEntries(u *unit, c *cursor, add func(name string, directory uint64)) {
	const contentPath, contentDirectory = 1, 2
	formats := make([]attrSpec, c.u8())
	for i := range formats {
		formats[i] = attrSpec{attr: narrow(c.uleb()), form: narrow(c.uleb())}
	}
	for n := c.uleb(); n > 0 && n <= maxLineFiles && !c.bad; n-- {
		name, directory := "", uint64(0)
		for _, f := range formats {
			switch v := readValue(u, c, f); f.attr {
			case contentPath:
				name = string(d.text(u, v))
			case contentDirectory:
				directory = v.number
			}
		}
		add(name, directory)
	}
}

// Opcodes of line programs.
const (
	lineExtended     = 0
	lineCopy         = 1
	lineAdvance      = 2
	lineAdvanceLine  = 3
	lineSetFile      = 4
	lineAdvanceConst = 8
	lineAdvanceFixed = 9

	lineEndSequence = 1
	lineSetAddress  = 2
)

// run runs the program and sorts the rows that it makes.
func (p *lineProgram) run(t *lineTable) {
	p.reset()
	for len(p.c.b) > 0 && !p.c.bad && len(t.rows) < maxLineRows {
		op := p.c.u8()
		switch {
		case op >= p.opcodeBase:
			p.special(op)
			p.row(t)
		case op == lineExtended:
			p.extended(t)
		case op == lineCopy:
			p.row(t)
		default:
			p.standard(op)
		}
	}
	slices.SortStableFunc(t.rows, func(a, b lineRow) int { return cmp.Compare(a.address, b.address) })
	t.unite()
}

func (p *lineProgram) reset() { p.address, p.file, p.line = 0, 1, 1 }

func (p *lineProgram) row(t *lineTable) {
	t.rows = append(t.rows, lineRow{p.address, int32(min(p.file, maxLineFiles)), int32(p.line)})
}

// special advances address and line by one opcode.
func (p *lineProgram) special(op byte) {
	n := uint64(op - p.opcodeBase)
	p.address += n / p.lineRange * p.minLength
	p.line += p.lineBase + int64(n%p.lineRange)
}

func (p *lineProgram) standard(op byte) {
	switch op {
	case lineAdvance:
		p.address += p.c.uleb() * p.minLength
	case lineAdvanceLine:
		p.line += p.c.sleb()
	case lineSetFile:
		p.file = p.c.uleb()
	case lineAdvanceConst:
		p.address += uint64(255-p.opcodeBase) / p.lineRange * p.minLength
	case lineAdvanceFixed:
		p.address += uint64(p.c.u16())
	default:
		for range p.operands[op-1] {
			p.c.uleb()
		}
	}
}

func (p *lineProgram) extended(t *lineTable) {
	c := cursor{b: p.c.take(p.c.uleb())}
	switch c.u8() {
	case lineEndSequence:
		t.rows = append(t.rows, lineRow{address: p.address, file: -1})
		p.reset()
	case lineSetAddress:
		p.address = c.fixed(p.width)
	}
}

// unite keeps the last row of each address, but a row that ends a sequence only where no other one begins.
func (t *lineTable) unite() {
	kept := t.rows[:0]
	for _, r := range t.rows {
		n := len(kept)
		switch {
		case n == 0 || kept[n-1].address != r.address:
			kept = append(kept, r)
		case r.file >= 0:
			kept[n-1] = r
		}
	}
	t.rows = kept
}
