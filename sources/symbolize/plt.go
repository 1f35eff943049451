package symbolize

import (
	"debug/elf"
	"strings"
)

// addPLT names the stubs through which a program calls functions of other libraries: "memcpy@plt". t holds
// the symbols of the program, unsorted.
func (im *image) addPLT(t *table) {
	if im.Class != elf.ELFCLASS64 {
		return
	}
	switch im.Machine {
	case elf.EM_X86_64:
		slots, _ := im.slots(t)
		for _, name := range []string{".plt", ".plt.sec", ".plt.got"} {
			im.addStubs(t, name, slots)
		}
	case elf.EM_AARCH64:
		slots, order := im.slots(t)
		if plt := im.Section(".plt"); plt != nil {
			const head, stub = 32, 16
			for i, slot := range order {
				t.addNamed(plt.Addr+head+stub*uint64(i), stub, slots[slot]+"@plt")
			}
		}
	}
}

// slots returns which function each slot of the global offset table is for, and the slots of .rela.plt in
// their order.
func (im *image) slots(t *table) (slots map[uint64]string, order []uint64) {
	slots = map[uint64]string{}
	resolvers := map[uint64][]uint64{} // slots by the address of the function that fills them in
	names := im.dynamicNames()
	for _, section := range []string{".rela.plt", ".rela.dyn"} {
		inPLT := section == ".rela.plt"
		for c := (cursor{b: im.section(section)}); len(c.b) >= 24; {
			slot, info, addend := c.u64(), c.u64(), c.u64()
			symbol := int(info >> 32)
			if !inPLT && !im.fillsSlot(uint32(info)) {
				continue
			}
			slots[slot] = "*"
			if symbol == 0 {
				resolvers[addend] = append(resolvers[addend], slot)
			} else if symbol < len(names) {
				slots[slot] = names[symbol]
			}
			if inPLT {
				order = append(order, slot)
			}
		}
	}
	for i := range t.symbols {
		s := &t.symbols[i]
		for _, slot := range resolvers[s.start] {
			slots[slot] = string(t.name(s))
		}
		delete(resolvers, s.start)
	}
	return slots, order
}

// fillsSlot says whether a relocation is of a slot in the global offset table that stubs jump through.
func (im *image) fillsSlot(kind uint32) bool {
	return im.Machine == elf.EM_X86_64 && (kind == uint32(elf.R_X86_64_GLOB_DAT) || kind == uint32(elf.R_X86_64_IRELATIVE))
}

// dynamicNames returns the names of .dynsym by their numbers, without versions.
func (im *image) dynamicNames() []string {
	s := im.Section(".dynsym")
	if s == nil || s.Link == 0 || int(s.Link) >= len(im.Sections) {
		return nil
	}
	entries, texts := im.bytes(s), im.bytes(im.Sections[s.Link])
	names := make([]string, 0, len(entries)/24)
	for i := 0; i+24 <= len(entries); i += 24 {
		name := string(textAt(texts, uint64(le.Uint32(entries[i:]))))
		name, _, _ = strings.Cut(name, "@")
		names = append(names, name)
	}
	return names
}

// addStubs names the stubs of a section by the slot that each one jumps through:
//
//	ff 25 rel32    jmp *rel32(%rip)
func (im *image) addStubs(t *table, section string, slots map[uint64]string) {
	s := im.Section(section)
	if s == nil {
		return
	}
	code, size := im.bytes(s), 16
	if section == ".plt.got" && s.Entsize == 8 {
		size = 8
	}
	for start := 0; start+size <= len(code); start += size {
		for i := start; i+6 <= start+size; i++ {
			if code[i] != 0xff || code[i+1] != 0x25 {
				continue
			}
			distance := int64(int32(le.Uint32(code[i+2:])))
			if name, ok := slots[s.Addr+uint64(i)+6+uint64(distance)]; ok {
				t.addNamed(s.Addr+uint64(start), uint64(size), name+"@plt")
			}
			break
		}
	}
}
