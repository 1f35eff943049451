package symbolize

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

const programs = "../../testdata/perfdata/symfs/opt/fold-demos/b"

// openAny opens files for tests, wherever they are.
func openAny(dir, name string) (File, error) { return os.Open(filepath.Join(dir, name)) }

// reference is what debug/dwarf knows about a program: slow, and right.
type reference struct {
	data  *dwarf.Data
	calls []referenceCall
}

// referenceCall is an inlined call, outer ones before those inside them.
type referenceCall struct {
	ranges [][2]uint64
	line   int64
}

func newReference(t *testing.T, file string) *reference {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := &reference{}
	if r.data, err = f.DWARF(); err != nil {
		t.Skip("no DWARF:", err)
	}
	entries := r.data.Reader()
	for {
		e, err := entries.Next()
		if err != nil || e == nil {
			return r
		}
		if e.Tag == dwarf.TagInlinedSubroutine {
			ranges, _ := r.data.Ranges(e)
			line, _ := e.Val(dwarf.AttrCallLine).(int64)
			r.calls = append(r.calls, referenceCall{ranges, line})
		}
	}
}

// lines returns the lines of the inlined calls at an address, outermost first.
func (r *reference) lines(address uint64) (lines []int) {
	for _, c := range r.calls {
		for _, span := range c.ranges {
			if address >= span[0] && address < span[1] {
				lines = append(lines, int(c.line))
				break
			}
		}
	}
	return lines
}

// TestInlines compares the inlined calls at every address of a program with what debug/dwarf says.
func TestInlines(t *testing.T) {
	file := filepath.Join(programs, "shop")
	want := newReference(t, file)
	s := New(Options{Open: openAny})
	m := s.Program(file, nil)
	m.ready()
	d := m.debugInfo()
	checked := 0
	for _, span := range d.spans {
		for address := span.low; address < span.high; address++ {
			var lines []int
			for _, call := range d.callsAt(d.unitAt(address), address) {
				lines = append(lines, int(call.line))
			}
			if expected := want.lines(address); !reflect.DeepEqual(lines, expected) {
				t.Fatalf("at %x: called on lines %v, want %v", address, lines, expected)
			}
			if len(lines) > 0 {
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d addresses are in inlined calls", checked)
	}
}

// TestLines compares the line of each address with what debug/dwarf says.
func TestLines(t *testing.T) {
	file := filepath.Join(programs, "shop")
	want := newReference(t, file)
	m := New(Options{Open: openAny}).Program(file, nil)
	m.ready()
	d := m.debugInfo()
	entries, checked := want.data.Reader(), 0
	for {
		e, err := entries.Next()
		if err != nil || e == nil {
			break
		}
		if e.Tag != dwarf.TagCompileUnit {
			continue
		}
		rows, err := want.data.LineReader(e)
		if err != nil || rows == nil {
			continue
		}
		ranges, _ := want.data.Ranges(e)
		for _, span := range ranges {
			for address := span[0]; address < span[1]; address++ {
				var row dwarf.LineEntry
				if rows.SeekPC(address, &row) != nil {
					continue
				}
				got := d.position(d.unitAt(address), address)
				if got.line != row.Line || filepath.Base(got.file) != filepath.Base(row.File.Name) {
					t.Fatalf("at %x: got %v, want %s:%d", address, got, row.File.Name, row.Line)
				}
				checked++
			}
		}
		entries.SkipChildren()
	}
	if checked < 100 {
		t.Errorf("only %d addresses have lines", checked)
	}
}

// TestLookup looks up what an address of a real program is, in all ways.
func TestLookup(t *testing.T) {
	file := filepath.Join(programs, "shop")
	m := New(Options{Open: openAny}).Program(file, nil)
	m.ready()
	const offset = 0x1b7 // in a call that is inlined three times
	for _, test := range []struct {
		query Query
		want  string
	}{
		{0, "_ZN4shop8checkoutEm"},
		{Inlines, "_ZN4shop4Cart3addEm (inlined) shop::price (inlined) shop::twice<long unsigned int> (inlined) _ZN4shop8checkoutEm"},
		{Lines, "_ZN4shop8checkoutEm:8"},
		{Inlines | Lines, "_ZN4shop4Cart3addEm (inlined):5 shop::price (inlined):6 shop::twice<long unsigned int> (inlined):7 _ZN4shop8checkoutEm:8"},
	} {
		var got []string
		for _, f := range m.Lookup(nil, offset, test.query) {
			text := f.Name
			if f.Inlined {
				text += " (inlined)"
			}
			if f.Line > 0 {
				text += fmt.Sprintf(":%d", f.Line)
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%d: got  %s\nwant %s", test.query, strings.Join(got, " "), test.want)
		}
	}
}

// TestGoTable compares the function table of this very program with what its runtime says.
func TestGoTable(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program is no ELF file")
	}
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	im, err := openImage(f, file)
	if err != nil {
		t.Fatal(err)
	}
	defer im.close()
	table := newGoTable(im)
	if table == nil {
		t.Fatal("no table")
	}
	self := reflect.ValueOf(TestGoTable).Pointer()
	shift := runtime.FuncForPC(self).Entry() - uintptr(addressNamed(t, table, runtime.FuncForPC(self).Name()))
	checked := 0
	for i := range table.count {
		entry := table.number(2*i) + table.text
		want := outermost(uintptr(entry) + shift)
		if want == "" {
			continue
		}
		if got := string(table.name(table.find(entry))); got != want && !strings.Contains(got, "[") {
			t.Fatalf("at %x: got %q, want %q", entry, got, want)
		}
		checked++
	}
	if checked < 1000 {
		t.Errorf("only %d functions compared", checked)
	}
	if table.find(table.text-1) >= 0 || table.find(^uint64(0)) >= 0 {
		t.Error("there is a function outside of the program")
	}
}

// outermost returns the function at an address: not one that was inlined there.
func outermost(pc uintptr) (name string) {
	frames := runtime.CallersFrames([]uintptr{pc + 1})
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		name = f.Function
	}
	return name
}

func addressNamed(t *testing.T, table *goTable, name string) uint64 {
	t.Helper()
	for i := range table.count {
		if string(table.name(i)) == name {
			return table.number(2*i) + table.text
		}
	}
	t.Fatalf("no function %s", name)
	return 0
}
