package symbolize

import (
	"bytes"
	"debug/elf"
)

// stubs names the stubs through which a program calls functions of other libraries: "memcpy@plt".
type stubs struct {
	im    *image
	table *table
	slots map[uint64]slot // by address
	order []uint64        // the slots of .rela.plt

	entries, texts []byte // .dynsym and its names
}

// slot is a place in the global offset table, and what the function at the address that it holds is called.
type slot struct {
	symbol   uint32 // in .dynsym; 0: see resolver
	resolver int    // the function that fills it in: in table.symbols, plus one; 0: not known
}

// addPLT adds the stubs of a program. t holds its symbols, unsorted.
func (im *image) addPLT(t *table) {
	if im.Class != elf.ELFCLASS64 {
		return
	}
	switch im.Machine {
	case elf.EM_X86_64:
		p := stubs{im: im, table: t}
		p.readSlots()
		for _, name := range []string{".plt", ".plt.sec", ".plt.got"} {
			p.add(name)
		}
	case elf.EM_AARCH64:
		plt := im.Section(".plt")
		if plt == nil {
			return
		}
		p := stubs{im: im, table: t}
		p.readSlots()
		const head, stub = 32, 16
		for i, address := range p.order {
			p.name(plt.Addr+head+stub*uint64(i), stub, address)
		}
	}
}

// readSlots finds out which function each slot of the global offset table is for.
func (p *stubs) readSlots() {
	im := p.im
	p.slots = map[uint64]slot{}
	if s := im.Section(".dynsym"); s != nil && s.Link != 0 && int(s.Link) < len(im.Sections) {
		p.entries, p.texts = im.bytes(s), im.bytes(im.Sections[s.Link])
	}
	resolvers := map[uint64][]uint64{} // slots by the address of the function that fills them in
	for _, section := range []string{".rela.plt", ".rela.dyn"} {
		inPLT := section == ".rela.plt"
		for c := (cursor{b: im.section(section)}); len(c.b) >= 24; {
			address, info, addend := c.u64(), c.u64(), c.u64()
			if !inPLT && !im.fillsSlot(uint32(info)) {
				continue
			}
			symbol := uint32(info >> 32)
			p.slots[address] = slot{symbol: symbol}
			if symbol == 0 {
				resolvers[addend] = append(resolvers[addend], address)
			}
			if inPLT {
				p.order = append(p.order, address)
			}
		}
	}
	for i := range p.table.symbols {
		if len(resolvers) == 0 {
			break
		}
		start := p.table.symbols[i].start
		for _, address := range resolvers[start] {
			p.slots[address] = slot{resolver: i + 1}
		}
		delete(resolvers, start)
	}
}

// fillsSlot says whether a relocation is of a slot in the global offset table that stubs jump through.
func (im *image) fillsSlot(kind uint32) bool {
	return im.Machine == elf.EM_X86_64 && (kind == uint32(elf.R_X86_64_GLOB_DAT) || kind == uint32(elf.R_X86_64_IRELATIVE))
}

// name names the stub that jumps through the slot at an address.
func (p *stubs) name(start, size, address uint64) {
	known, ok := p.slots[address]
	if !ok {
		return
	}
	name := []byte("*")
	switch {
	case known.resolver > 0:
		name = p.table.name(&p.table.symbols[known.resolver-1])
	case known.symbol != 0:
		name = p.dynamicName(known.symbol)
	}
	p.table.addNamed(start, size, name, []byte("@plt"))
}

// dynamicName returns the name of an entry of .dynsym, without its version.
func (p *stubs) dynamicName(symbol uint32) []byte {
	const entry = 24
	at := entry * uint64(symbol)
	if at+entry > uint64(len(p.entries)) {
		return []byte("*")
	}
	name, _, _ := bytes.Cut(textAt(p.texts, uint64(le.Uint32(p.entries[at:]))), []byte("@"))
	return name
}

// add names the stubs of a section by the slot that each one jumps through:
//
//	ff 25 rel32    jmp *rel32(%rip)
func (p *stubs) add(section string) {
	s := p.im.Section(section)
	if s == nil {
		return
	}
	code, size := p.im.bytes(s), 16
	if section == ".plt.got" && s.Entsize == 8 {
		size = 8
	}
	for start := 0; start+size <= len(code); start += size {
		for i := start; i+6 <= start+size; i++ {
			if code[i] != 0xff || code[i+1] != 0x25 {
				continue
			}
			distance := int64(int32(le.Uint32(code[i+2:])))
			p.name(s.Addr+uint64(start), uint64(size), s.Addr+uint64(i)+6+uint64(distance))
			break
		}
	}
}
