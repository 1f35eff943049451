package sources_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestRefusals checks what users are told about inputs that fold cannot read.
func TestRefusals(t *testing.T) {
	folded := []byte("main;parse 1\nmain 2\n")
	for _, test := range []struct {
		name, input, format, want string
	}{
		{"perf.data", "PERFILE2\x68\x00\x00\x00", "", "the file ends too early: it is cut short, record or copy it again"},
		{"perf.data, named as its text", "PERFILE2\x68\x00\x00\x00", "perf", "the file ends too early: it is cut short, record or copy it again"},
		{
			"perf.data of the other byte order", "2ELIFREP\x00\x00\x00\x68\x00\x00\x00\x00", "",
			"recorded on a machine of the other byte order: run `perf script -i FILE` and give fold its output",
		},
		{
			"perf report", "# To display the perf.data header info, please use --header/--header-only options.\n#\n# Overhead  Command\n", "",
			"this is the text of perf report, which has no stacks to add up: run `perf script` instead",
		},
		{"ELF", "\x7fELF\x02\x01\x01\x00", "", "this is a program, not a profile of one: run it under a profiler and give fold what that writes"},
		{"Mach-O", "\xcf\xfa\xed\xfe\x0c\x00\x00\x01", "", "this is a program, not a profile of one: run it under a profiler and give fold what that writes"},
		{"xz", "\xfd7zXZ\x00\x00", "", "this is packed with xz, bzip2, lz4 or zip, and fold unpacks gzip and zstd: unpack it first, as in `xz -dc FILE | fold top`"},
		{"bzip2", "BZh91AY&SY", "", "this is packed with xz, bzip2, lz4 or zip, and fold unpacks gzip and zstd: unpack it first, as in `xz -dc FILE | fold top`"},
		{"lz4", "\x04\x22\x4d\x18\x64", "", "this is packed with xz, bzip2, lz4 or zip, and fold unpacks gzip and zstd: unpack it first, as in `xz -dc FILE | fold top`"},
		{"fold top", "cycles:u: 1,200,000 in total, 3 functions\n  self   self%     sum%    total   total%  function  (module)\n810000  67.50%   67.50%   810000   67.50%  post_entry  (ledgerd)\n", "", "this is a table that fold printed, which has no stacks: give fold the profile that it was made from"},
		{"fold top --format csv", "self,self_percent,sum_percent,total,total_percent,function,module\n810000,67.5,67.5,810000,67.5,post_entry,ledgerd\n", "", "this is a table that fold printed, which has no stacks: give fold the profile that it was made from"},
		{"fold top --format markdown", "cycles:u\n\n| self | self% | sum% | total | total% | function | module |\n", "", "this is a table that fold printed, which has no stacks: give fold the profile that it was made from"},
		{"fold top --format json", "{\n  \"metric\": \"cycles:u\",\n  \"unit\": \"count\"\n}\n", "", "this is a table that fold printed, which has no stacks: give fold the profile that it was made from"},
		{"fold diff", "cpu by self\n1,107 and 727 samples\nbefore   after  points  change      95% interval  function  (module)\n", "", "this is a table that fold printed, which has no stacks: give fold the profile that it was made from"},
		{"leaks", "Process:         Safari [123]\nAnalysis Tool:   /usr/bin/leaks\n----\n", "", "this is a report of leaks, vmmap or heap, which has no samples: run `sample PID`, or xctrace with the template Allocations"},
		{"vmmap", "Process:         Safari [123]\nAnalysis Tool:  /usr/bin/vmmap\n----\n", "", "this is a report of leaks, vmmap or heap, which has no samples: run `sample PID`, or xctrace with the template Allocations"},
		{"empty", "", "", "the input is empty: did the profiler record anything?"},
		{"blank, named", " \n\n", "perf", "the input is empty: did the profiler record anything?"},
		{"prose", "this\nis an unknown\nformat\n", "", "not a profile that fold knows: see fold formats"},
		{"prose, named perf", "this\nis an unknown\n", "perf", `1: neither the header nor a frame of a sample: "this": is this perf? see fold formats`},
		{"prose, named folded", "this\nis an unknown\n", "folded", `1: not a stack and a weight: "this": is this folded? see fold formats`},
		{"mostly prose, named folded", "main 1\nthis\nis an unknown\nfile\n", "folded", `2: not a stack and a weight: "this": is this folded? see fold formats`},
		{"no such format", "main 1\n", "elsewhere", `no format is called "elsewhere": see fold formats`},
		{"cut gzip", string(sourcestest.Gzip(t, folded)[:20]), "", "the compressed data ends too early: the file is cut short, record or copy it again"},
		{"cut zstd", string(sourcestest.Zstd(t, folded)[:12]), "", "the compressed data ends too early: the file is cut short, record or copy it again"},
		{"several metrics", "# metric: cpu nanoseconds\nmain 1\n# metric: samples count\nmain 2\n", "", "3: several metrics in one file: write one of them with --metric NAME"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := sources.Read(strings.NewReader(test.input), sources.Options{Format: test.format})
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestStrict checks that a line that makes no sense is an error with its number, in whatever chunk it is.
func TestStrict(t *testing.T) {
	const input = "main 1\nmain 2\nwrong\nmain 3\nwrong again\n"
	for _, size := range []int{0, 1, 10} {
		_, _, err := sources.Read(strings.NewReader(input), sources.Options{Strict: true, ChunkSize: size, Workers: 3})
		if want := `3: not a stack and a weight: "wrong"`; err == nil || err.Error() != want {
			t.Errorf("in chunks of %d: got %v, want %s", size, err, want)
		}
	}
}

// TestManySkips checks that the first few lines are described and all are counted.
func TestManySkips(t *testing.T) {
	input := "main 1\n" + strings.Repeat("wrong\nmain 1\n", 1000)
	for _, workers := range []int{1, 8} {
		p, report, err := sources.Read(strings.NewReader(input), sources.Options{ChunkSize: 50, Workers: workers, Format: "folded"})
		if err != nil {
			t.Fatal(err)
		}
		want := `2: not a stack and a weight: "wrong"
4: not a stack and a weight: "wrong"
6: not a stack and a weight: "wrong"
8: not a stack and a weight: "wrong"
10: not a stack and a weight: "wrong"
and 995 more lines
`
		sourcestest.Same(t, sourcestest.Warnings(p, report), want)
		sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), "main 1001\n")
	}
}

// TestReadErrors checks that an error of the reader comes back, from the first byte and from the middle.
func TestReadErrors(t *testing.T) {
	broken := errors.New("the disk is gone")
	long := strings.Repeat("main;parse 1\n", 20_000)
	for _, r := range []io.Reader{iotest.ErrReader(broken), io.MultiReader(strings.NewReader(long), iotest.ErrReader(broken))} {
		if _, _, err := sources.Read(r, sources.Options{ChunkSize: 1000}); !errors.Is(err, broken) {
			t.Errorf("got %v, want %v", err, broken)
		}
	}
}

// TestSmallReads checks an input that arrives byte by byte, compressed twice.
func TestSmallReads(t *testing.T) {
	data := sourcestest.Gzip(t, sourcestest.Zstd(t, []byte("main;parse 1\nmain 2\n")))
	p, _, err := sources.Read(iotest.OneByteReader(bytes.NewReader(data)), sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), "main 2\nmain;parse 1\n")
}

// TestOneWideRecord checks that an input without a place to cut is read up to its end.
func TestOneWideRecord(t *testing.T) {
	frames := strings.Repeat("\t 1 f (/bin/x)\n", 30_000)
	p, _, err := sources.Read(strings.NewReader("x 1 1.000000: 1 cycles:\n"+frames), sources.Options{ChunkSize: 100, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), "x;"+strings.Repeat("f;", 29_999)+"f 1\n")
}

// TestLongStack checks a folded file of one line that is longer than what Sniff sees.
func TestLongStack(t *testing.T) {
	stack := strings.Repeat("f;", 200_000) + "f 1\n"
	p, _, err := sources.Read(strings.NewReader(stack), sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), stack)
}
