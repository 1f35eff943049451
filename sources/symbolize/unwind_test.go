package symbolize

import (
	"debug/elf"
	"testing"
)

// frames is a .debug_frame with one CIE and one FDE for 0x1000-0x1100.
func frames(ra byte, dataAlign int8, common, program string) []byte {
	entry := func(id uint32, body []byte) []byte {
		b := le.AppendUint32(nil, id)
		b = append(b, body...)
		for len(b)%8 != 4 {
			b = append(b, cfaNop)
		}
		return append(le.AppendUint32(nil, uint32(len(b))), b...)
	}
	cie := []byte{1, 0, 1, byte(dataAlign) & 0x7f, ra}
	fde := le.AppendUint64(le.AppendUint64(nil, 0x1000), 0x100)
	section := entry(0xffffffff, append(cie, common...))
	return append(section, entry(0, append(fde, program...))...)
}

// unwound unwinds from an address with the given rules, frame pointer and stack of words at 0x7000.
func unwound(machine elf.Machine, section []byte, pc, fp uint64, stack ...uint64) []uint64 {
	t := &unwindTable{machine: machine, rows: map[uint64]*row{}}
	t.parse(section, 0, false)
	m := &Module{loaded: true, unwinder: t}
	l := layoutOf(machine)
	var r Registers
	r.Set(l.pc, pc)
	r.Set(l.stack, 0x7000)
	r.Set(l.frame, fp)
	if machine == elf.EM_AARCH64 {
		r.Set(30, 0x1050) // the return address of a leaf
	}
	var bytes []byte
	for _, word := range stack {
		bytes = le.AppendUint64(bytes, word)
	}
	find := func(address uint64) (*Module, uint64, bool) { return m, address, address < 0x10000 }
	return Unwind(nil, machine, r, Memory{0x7000, bytes}, find)
}

func TestUnwind(t *testing.T) {
	const (
		amd64 = elf.EM_X86_64
		arm64 = elf.EM_AARCH64
	)
	// push %rbp at 1000, mov %rsp,%rbp at 1001, body from 1004, leave and ret at 1080
	pushed := frames(16, -8, "\x0c\x07\x08\x90\x01", "\x41\x0e\x10\x86\x02\x43\x0d\x06\x02\x7c\x0c\x07\x08")
	// stp x29,x30,[sp,#-32]! at 1000, body from 1004: CFA = sp+32, x29 at -32, x30 at -24
	stored := frames(30, -8, "\x0c\x1f\x00", "\x44\x0e\x20\x9d\x04\x9e\x03")
	// the same, and the return address is signed
	signed := frames(30, -8, "\x0c\x1f\x00", "\x2d\x44\x0e\x20\x9d\x04\x9e\x03")
	undefined := frames(16, -8, "\x0c\x07\x08\x90\x01", "\x07\x10")
	for _, test := range []struct {
		name    string
		machine elf.Machine
		section []byte
		pc, fp  uint64
		stack   []uint64
		want    []uint64
	}{
		{"entry of a function", amd64, pushed, 0x1000, 0, []uint64{0x1011, 0, 0}, []uint64{0x1000, 0x1010}},
		{"after the push", amd64, pushed, 0x1001, 0x7010, []uint64{0x7010, 0x1011, 0, 0}, []uint64{0x1001, 0x1010}},
		{"body: by the frame pointer", amd64, pushed, 0x1020, 0x7010, []uint64{9, 9, 0x7028, 0x1031, 9, 0, 0x1041}, []uint64{0x1020, 0x1030, 0x1040}},
		{"outermost function", amd64, undefined, 0x1020, 0x7010, []uint64{0x1031, 0x1041}, []uint64{0x1020}},
		{"end of the copy", amd64, pushed, 0x1020, 0x7010, []uint64{9, 9, 0x7028}, []uint64{0x1020}},
		{"no rules: one step by the frame pointer", amd64, nil, 0x1020, 0x7008, []uint64{9, 0, 0x1031}, []uint64{0x1020, 0x1030}},
		{"nothing mapped", amd64, pushed, 0x50000, 0x7010, []uint64{9, 9, 0x7028, 0x1031}, []uint64{0x50000}},
		{"arm64, leaf: the return address is in its register", arm64, stored, 0x1000, 0, []uint64{0, 0x1061, 0, 0, 0, 0}, []uint64{0x1000, 0x104f, 0x1060}},
		{"arm64, body", arm64, stored, 0x1010, 0, []uint64{0, 0x1061, 0, 0, 0, 0}, []uint64{0x1010, 0x1060}},
		{"arm64, signed", arm64, signed, 0x1010, 0, []uint64{0, 0x00a5_0000_0000_1061, 0, 0, 0, 0}, []uint64{0x1010, 0x1060}},
	} {
		got := unwound(test.machine, test.section, test.pc, test.fp, test.stack...)
		if !equal(got, test.want) {
			t.Errorf("%s: got %x, want %x", test.name, got, test.want)
		}
	}
}

func equal(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestEvaluate(t *testing.T) {
	var r Registers
	r.Set(7, 0x7000)
	memory := Memory{0x7000, le.AppendUint64(nil, 42)}
	for _, test := range []struct {
		name, expr string
		want       uint64
		ok         bool
	}{
		{"register and offset", "\x77\x08", 0x7008, true},
		{"in the stack", "\x77\x00\x06", 42, true},
		{"PLT: 8 more if the address ends in 11 or more", "\x77\x08\x3f\x1a\x3b\x2a\x33\x24", 0, true},
		{"constant", "\x0a\x34\x12\x23\x01", 0x1235, true},
		{"outside of the stack", "\x77\x08\x06", 0, false},
		{"unknown register", "\x70\x00", 0, false},
		{"nothing on the stack", "\x22", 0, false},
		{"unknown operation", "\xe0", 0, false},
		{"empty", "", 0, false},
		{"cut", "\x0c\x01", 0, false},
	} {
		got, ok := evaluate([]byte(test.expr), nil, &r, &memory)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: got %x, %v; want %x, %v", test.name, got, ok, test.want, test.ok)
		}
	}
}
