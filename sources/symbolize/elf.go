package symbolize

import (
	"bytes"
	"debug/elf"
	"errors"
	"slices"
	"strings"
)

// image is an ELF file: a program, a library, or a file with their symbols.
type image struct {
	*elf.File
	path     string
	file     File
	id       []byte    // its build id; nil: none
	segments []segment // what is loaded into memory
}

// segment is a piece of a file that is loaded at an address.
type segment struct {
	offset, address, size uint64
	code                  bool
}

var errByteOrder = errors.New("big-endian programs are not supported")

// openImage reads the headers of an ELF file. The caller closes it.
func openImage(f File, path string) (*image, error) {
	parsed, err := elf.NewFile(f)
	if err != nil {
		return nil, err
	}
	if parsed.Data != elf.ELFDATA2LSB {
		return nil, errByteOrder
	}
	im := &image{File: parsed, path: path, file: f}
	im.id = im.buildID()
	for _, p := range parsed.Progs {
		if p.Type == elf.PT_LOAD {
			im.segments = append(im.segments, segment{p.Off, p.Vaddr, max(p.Filesz, p.Memsz), p.Flags&elf.PF_X != 0})
		}
	}
	return im, nil
}

func (im *image) close() {
	if im != nil && im.file != nil {
		im.file.Close()
	}
}

// has says whether the file holds a section, and its bytes too.
func (im *image) has(name string) bool {
	s := im.Section(name)
	return s != nil && s.Type != elf.SHT_NOBITS
}

// section returns the bytes of a section, decompressed; nil if it is absent, broken or too large.
func (im *image) section(name string) []byte { return im.bytes(im.Section(name)) }

func (im *image) bytes(s *elf.Section) []byte {
	if s == nil || s.Type == elf.SHT_NOBITS {
		return nil
	}
	if s.Flags&elf.SHF_COMPRESSED != 0 {
		return im.inflate(s)
	}
	return im.read(s.Offset, s.FileSize)
}

// read returns a part of the file, nil if the file is shorter: it looks at the end first, so that a damaged size costs
// nothing.
func (im *image) read(offset, size uint64) []byte {
	const most = 1 << 62
	if size == 0 || offset > most || size > most || int(size) < 0 {
		return nil
	}
	var last [1]byte
	if n, _ := im.file.ReadAt(last[:], int64(offset+size-1)); n != 1 {
		return nil
	}
	data := make([]byte, size)
	if n, _ := im.file.ReadAt(data, int64(offset)); n != len(data) {
		return nil
	}
	return data
}

// buildID returns the build id that the linker wrote into the file.
func (im *image) buildID() []byte {
	for _, s := range im.Sections {
		if s.Type == elf.SHT_NOTE && s.Size <= 1<<16 {
			if id := noteID(im.bytes(s)); id != nil {
				return id
			}
		}
	}
	for _, p := range im.Progs {
		if p.Type != elf.PT_NOTE {
			continue
		}
		notes := make([]byte, min(p.Filesz, 1<<16))
		n, _ := p.ReadAt(notes, 0)
		if id := noteID(notes[:n]); id != nil {
			return id
		}
	}
	return nil
}

// debugID returns what identifies the file where there is room for 16 bytes: see [Symbolizer.ProgramOf].
func (im *image) debugID() []byte {
	const size, page = 16, 4096
	id := make([]byte, size)
	if len(im.id) > 0 {
		copy(id, im.id)
		return id
	}
	text := im.Section(".text")
	if text == nil || text.Type == elf.SHT_NOBITS {
		return nil
	}
	for i, b := range im.read(text.Offset, min(text.FileSize, page)) {
		id[i%size] ^= b
	}
	return id
}

// noteID looks for the build id among the notes of a program:
//
//	u32 size of the name, size of the text, type (3: a build id), "GNU\0", the id
func noteID(notes []byte) []byte {
	const typeBuildID = 3
	c := cursor{b: notes}
	for len(c.b) >= 12 {
		nameSize, textSize, typ := c.u32(), c.u32(), c.u32()
		name, text := c.take(align4(nameSize)), c.take(min(align4(textSize), uint64(len(c.b))))
		if c.bad {
			return nil
		}
		if typ == typeBuildID && nameSize == 4 && string(name) == "GNU\x00" && uint64(textSize) <= uint64(len(text)) {
			return bytes.Clone(text[:textSize])
		}
	}
	return nil
}

func align4(n uint32) uint64 { return (uint64(n) + 3) &^ 3 }

// addSymbols adds the symbols of one table of the file, ".symtab" or ".dynsym".
func (im *image) addSymbols(t *table, name string) {
	s := im.Section(name)
	if s == nil || s.Link == 0 || int(s.Link) >= len(im.Sections) {
		return
	}
	entries, names := im.bytes(s), im.bytes(im.Sections[s.Link])
	text, ok := t.addTexts(names)
	if !ok {
		return
	}
	size := 24
	if im.Class == elf.ELFCLASS32 {
		size = 16
	}
	t.symbols = slices.Grow(t.symbols, min(len(entries)/size, maxSymbols))
	for i := size; i+size <= len(entries); i += size { // the first one stands for none
		e := readEntry(entries[i:], im.Class)
		if e.name != 0 && uint64(e.name) < uint64(len(names)) && im.isCode(e, names[e.name:]) {
			t.add(e.value, e.size, text, e.name, e.info>>4)
		}
	}
}

// entry is a symbol as ELF has it.
type entry struct {
	name        uint32
	info, other uint8
	section     uint16
	value, size uint64
}

func readEntry(b []byte, class elf.Class) entry {
	if class == elf.ELFCLASS32 {
		return entry{
			le.Uint32(b), b[12], b[13], le.Uint16(b[14:]), uint64(le.Uint32(b[4:])), uint64(le.Uint32(b[8:])),
		}
	}
	return entry{le.Uint32(b), b[4], b[5], le.Uint16(b[6:]), le.Uint64(b[8:]), le.Uint64(b[16:])}
}

// isCode says whether a symbol names something that an address in a stack may belong to. Labels of assembly
// code without a type count in sections of code and data, unless they are hidden.
func (im *image) isCode(e entry, name []byte) bool {
	if e.section == uint16(elf.SHN_UNDEF) || e.section >= uint16(elf.SHN_LORESERVE) || int(e.section) >= len(im.Sections) {
		return false
	}
	s := im.Sections[e.section]
	if s.Flags&elf.SHF_ALLOC == 0 {
		return false
	}
	switch elf.ST_TYPE(e.info) {
	case elf.STT_FUNC, elf.STT_OBJECT, elf.STT_GNU_IFUNC:
	case elf.STT_NOTYPE:
		visibility := elf.SymVis(e.other & 3)
		if visibility == elf.STV_HIDDEN || visibility == elf.STV_INTERNAL || !holdsCode(s.Name) {
			return false
		}
	default:
		return false
	}
	isARM := im.Machine == elf.EM_ARM || im.Machine == elf.EM_AARCH64
	return !isARM || !isMappingSymbol(name)
}

func holdsCode(section string) bool {
	return strings.Contains(section, "text") || strings.Contains(section, "data")
}

// isMappingSymbol recognises "$x", "$d.12" and the like, which tell code from data on ARM.
func isMappingSymbol(name []byte) bool {
	return len(name) > 2 && name[0] == '$' && strings.IndexByte("adtx", name[1]) >= 0 && (name[2] == 0 || name[2] == '.')
}

// address returns where the byte at an offset of a file is in the program's own address space: in code if
// any segment of code holds it.
func address(segments []segment, offset uint64) uint64 {
	for _, wantCode := range []bool{true, false} {
		for _, s := range segments {
			if (s.code || !wantCode) && offset >= s.offset && offset-s.offset < s.size {
				return offset - s.offset + s.address
			}
		}
	}
	return offset
}
