package perfdata_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/perfdata"
	"fold/sources/sourcestest"
)

var le = binary.LittleEndian

// fixture returns a recording of testdata.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	return sourcestest.ReadFile(t, filepath.Join(sourcestest.Testdata(), "perfdata", name+".data"))
}

// folded reads a recording and returns the stacks of an event; empty: of the first.
func folded(t *testing.T, data []byte, o sources.Options, event string) string {
	t.Helper()
	p, _, err := input.Read(bytes.NewReader(data), perfdata.Format, o)
	if err != nil {
		t.Fatal(err)
	}
	column := p.Default
	for i, m := range p.Metrics {
		if event != "" && m.Event == event && m.Name == event {
			column = i
		}
	}
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{column}}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestEvents compares the columns of the events that are not shown by default.
func TestEvents(t *testing.T) {
	for name, event := range map[string]string{
		"04-two-events.task-clock":   "task-clock:u",
		"22-group-read.instructions": "instructions:u",
		"24-no-names.page-faults-HG": "page-faults:HG",
	} {
		file, _, _ := strings.Cut(name, ".")
		want := sourcestest.ReadFile(t, filepath.Join(sourcestest.Testdata(), "perfdata/events", name+".folded"))
		sourcestest.Same(t, folded(t, fixture(t, file), sourcestest.Options("perfdata"), event), string(want))
	}
}

// TestOptions checks what options change, on a recording whose programs are not there and one whose are.
func TestOptions(t *testing.T) {
	nothing := sources.Options{} // opens no file
	programs := sourcestest.Options("perfdata")
	with := func(change func(*sources.Options)) sources.Options {
		o := programs
		change(&o)
		return o
	}
	for _, test := range []struct {
		name string
		file string
		o    sources.Options
		want string
	}{
		{"no files", "12-no-callgraph", nothing, "ledgerd;[ledgerd] 82082082\n"},
		{
			"addresses of what has no name", "24-no-names",
			with(func(o *sources.Options) { o.Open = nil; o.Addresses = true }),
			"ledgerd;[ledgerd <4001cc>];[ledgerd <4002fb>];[ledgerd <400232>];[ledgerd <4001db>] 1000003\n",
		},
		{
			"process and thread", "12-no-callgraph", with(func(o *sources.Options) { o.TID = true }),
			"ledgerd-27605/27605;audit 26026026\nledgerd-27605/27605;post_entry 56056056\n",
		},
		{
			"a label", "12-no-callgraph", with(func(o *sources.Options) { o.TagRoot = []string{"cpu", "pid"} }),
			"cpu=0;pid=27605;ledgerd;audit 26026026\ncpu=0;pid=27605;ledgerd;post_entry 56056056\n",
		},
	} {
		if got := folded(t, fixture(t, test.file), test.o, ""); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
	}
}

// TestLines checks that frames have the lines of the program's DWARF, the calls around inlined functions too.
func TestLines(t *testing.T) {
	o := sourcestest.Options("perfdata")
	o.Lines = true
	const want = "shop;_start;entry:10;shop::checkout:8;shop::twice<long unsigned int>:7;shop::price:6;shop::Cart::add:5 45045045\n"
	sourcestest.Same(t, folded(t, fixture(t, "07-dwarf-inlines"), o, ""), want)
}

// TestNoSamples checks the error that callers ask for.
func TestNoSamples(t *testing.T) {
	_, _, err := input.Read(bytes.NewReader(fixture(t, "27-no-samples")), perfdata.Format, input.Options{})
	if !errors.Is(err, perfdata.ErrNoSamples) {
		t.Errorf("got %v", err)
	}
}

// TestCut cuts recordings anywhere. What is left is never taken for the whole: there is an error, or a message.
func TestCut(t *testing.T) {
	for _, name := range []string{"01-fp", "10-pipe", "16-time-order", "14-lbr"} {
		data := fixture(t, name)
		isPipe := name == "10-pipe"
		whole := folded(t, data, sources.Options{}, "")
		for end := 0; end < len(data); end += 41 {
			p, report, err := input.Read(bytes.NewReader(data[:end]), perfdata.Format, input.Options{})
			if err != nil || isPipe && atRecord(data, end) {
				continue // in a pipe nothing tells how many records there will be
			}
			if len(report.Notes) == 0 && sourcestest.ColumnText(t, p, "") != whole {
				t.Errorf("%s cut at %d of %d: no word of it", name, end, len(data))
			}
			if _, _, err = input.Read(bytes.NewReader(data[:end]), perfdata.Format, input.Options{Strict: true}); err == nil && sourcestest.ColumnText(t, p, "") != whole {
				t.Errorf("%s cut at %d of %d: no error with --strict", name, end, len(data))
			}
		}
	}
}

// atRecord reports whether a record of pipe mode begins at an offset.
func atRecord(data []byte, offset int) bool {
	pos := 16
	for pos < offset {
		pos += int(le.Uint16(data[pos+6:]))
	}
	return pos == offset
}

// TestMutants changes bytes of recordings and of what they point to: no panic, and no endless loop.
func TestMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	files, err := filepath.Glob(filepath.Join(sourcestest.Testdata(), "perfdata/*.data"))
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, file := range files {
		data := sourcestest.ReadFile(t, file)
		for range 60 {
			mutant := bytes.Clone(data)
			for range 1 + random.IntN(8) {
				at := random.IntN(min(len(mutant), 1+random.IntN(len(mutant))))
				mutant[at] = []byte{0, 1, 0x7f, 0x80, 0xff, byte(random.Uint32())}[random.IntN(6)]
			}
			_, _, _ = input.Read(bytes.NewReader(mutant), perfdata.Format, sourcestest.Options("perfdata"))
		}
	}
}
