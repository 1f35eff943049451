package symbolize

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"testing"
)

// addPrograms adds the programs of testdata to a corpus.
func addPrograms(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join(programs, "*"))
	if err != nil || len(files) == 0 {
		f.Fatal("no programs", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// FuzzProgram looks up all that can be looked up in a damaged program: symbols, inlined calls, lines, rules.
func FuzzProgram(f *testing.F) {
	addPrograms(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := New(Options{Open: func(string, string) (File, error) { return nopCloser{bytes.NewReader(data)}, nil }})
		m := s.Program("/fuzz", nil)
		memory := Memory{0x7000, bytes.Repeat([]byte{0x10, 2, 0, 0, 0, 0, 0, 0}, 64)}
		find := func(address uint64) (*Module, uint64, bool) { return m, address, address < 1<<20 }
		for offset := uint64(0); offset < 4096; offset += 97 {
			m.Lookup(nil, offset, Inlines|Lines)
			m.Lookup(nil, offset, Inlines|Call)
			for _, machine := range []elf.Machine{elf.EM_X86_64, elf.EM_AARCH64} {
				l := layoutOf(machine)
				var r Registers
				r.Set(l.pc, offset)
				r.Set(l.stack, 0x7000)
				r.Set(l.frame, 0x7040)
				Unwind(nil, machine, r, memory, find)
			}
		}
	})
}

// FuzzGoTable looks up functions in a damaged table.
func FuzzGoTable(f *testing.F) {
	header := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}
	for _, word := range []uint64{1, 0, 0x1000, 72, 72, 72, 72, 80} {
		header = le.AppendUint64(header, word)
	}
	f.Add(append(header, "main.f\x00\x00\x00\x00\x00\x00\x0c\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...))
	f.Fuzz(func(t *testing.T, data []byte) {
		table := readGoTable(data, func(header uint64) uint64 { return header })
		for address := uint64(0); address < 0x1040; address += 8 {
			if i := table.find(address); i >= 0 {
				table.name(i)
			}
		}
	})
}
