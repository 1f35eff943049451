package symbolize

import (
	"bytes"
	"debug/elf"
	"sort"
)

// goTable is the table of functions that every Go program carries, stripped or not: the section .gopclntab
// as Go 1.16 and newer write it. Its header is
//
//	magic, 0, 0, quantum, size of a pointer, then words: functions, files, [text start, since 1.18,]
//	offsets of the names, units, files, pcs and functions
//
// The functions are pairs {entry, offset of the description}, sorted by entry, and one more entry for the
// end; a description begins {entry, name offset}.
type goTable struct {
	names     []byte // function names, ended by NUL each
	functions []byte // the pairs, and behind them what they point to
	count     int
	width     int    // bytes of a number in a pair
	entry     int    // bytes of the entry that a description begins with
	text      uint64 // what entries are relative to
}

// Magic numbers of .gopclntab.
const (
	magicGo116 = 0xfffffffa
	magicGo118 = 0xfffffff0
	magicGo120 = 0xfffffff1
)

// newGoTable returns the table of a program, nil if there is none that makes sense.
func newGoTable(f *image) *goTable {
	data := f.section(".gopclntab")
	if data == nil {
		data = f.section(".data.rel.ro.gopclntab")
	}
	return readGoTable(data, f.goText)
}

// readGoTable reads the header of a table. text returns what entries are relative to, from what the header says.
func readGoTable(data []byte, text func(header uint64) uint64) *goTable {
	if len(data) < 16 || data[7] != 4 && data[7] != 8 {
		return nil
	}
	size := uint64(data[7])
	c := cursor{b: data[8:]}
	var words [8]uint64
	for i := range words {
		words[i] = c.fixed(size)
	}
	t := &goTable{width: 4, entry: 4}
	var names, functions uint64
	switch le.Uint32(data) {
	case magicGo116:
		t.width, t.entry = int(size), int(size)
		names, functions = words[2], words[6]
	case magicGo118, magicGo120:
		t.text = text(words[2])
		names, functions = words[3], words[7]
	default:
		return nil
	}
	if c.bad || names > uint64(len(data)) || functions > uint64(len(data)) {
		return nil
	}
	t.names, t.functions = data[names:], data[functions:]
	if need := (2*words[0] + 1) * uint64(t.width); words[0] > maxSymbols || need > uint64(len(t.functions)) {
		return nil
	}
	t.count = int(words[0])
	return t
}

// goText returns where the text of a Go program begins: what the header of the table says, which newer
// linkers leave empty, else what the runtime's description of the module says, else the section.
func (f *image) goText(header uint64) uint64 {
	text := f.Section(".text")
	if header != 0 || text == nil {
		return header
	}
	if table := f.Section(".gopclntab"); table != nil && f.Class == elf.ELFCLASS64 {
		for _, name := range []string{".go.module", ".noptrdata", ".data", ".data.rel.ro"} {
			if start, found := moduleText(f.section(name), table.Addr, text); found {
				return start
			}
		}
	}
	return text.Addr
}

// moduleText looks for runtime.moduledata, whose first word is the address of the table and whose word 22
// is the start of the text.
func moduleText(data []byte, table uint64, text *elf.Section) (start uint64, found bool) {
	const textWord = 22
	want := le.AppendUint64(nil, table)
	for at := 0; ; at += 8 {
		i := bytes.Index(data[min(at, len(data)):], want)
		if i < 0 {
			return 0, false
		}
		at += i
		if at%8 != 0 || len(data)-at < 8*(textWord+1) {
			at &^= 7
			continue
		}
		if start = le.Uint64(data[at+8*textWord:]); start >= text.Addr && start-text.Addr < text.Size {
			return start, true
		}
	}
}

// number returns one of the numbers of the pairs.
func (t *goTable) number(i int) uint64 {
	if t.width == 8 {
		return le.Uint64(t.functions[8*i:])
	}
	return uint64(le.Uint32(t.functions[4*i:]))
}

// find returns the number of the function at an address, or -1.
func (t *goTable) find(address uint64) int {
	if t == nil || address < t.text {
		return -1
	}
	at := address - t.text
	i := sort.Search(t.count+1, func(i int) bool { return t.number(2*i) > at }) - 1
	if i == t.count {
		return -1 // past the end of the last one
	}
	return i
}

// name returns the name of a function, or nil where the table is broken.
func (t *goTable) name(function int) []byte {
	at := t.number(2*function + 1)
	if at > uint64(len(t.functions)) {
		return nil
	}
	c := cursor{b: t.functions[at:]}
	c.take(uint64(t.entry))
	offset := uint64(c.u32())
	if c.bad {
		return nil
	}
	return textAt(t.names, offset)
}
