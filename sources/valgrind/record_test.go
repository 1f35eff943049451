package valgrind_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/table"
	"fold/sources"
	"fold/sources/sourcestest"
)

// The tests of this file record a program with valgrind's tools and compare what fold reads with what the tools' own
// programs print. FOLD_REQUIRE_VALGRIND makes it an error that one of them is missing.

// kettle builds testdata/valgrind/kettle.c and returns the folder that holds it.
func kettle(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"gcc", "valgrind", "callgrind_annotate", "cg_annotate", "ms_print"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("FOLD_REQUIRE_VALGRIND") != "" {
				t.Fatal(err)
			}
			t.Skipf("no %s here", tool)
		}
	}
	source, err := filepath.Abs(filepath.Join(sourcestest.Testdata(), "valgrind", "kettle.c"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run(t, dir, "gcc", "-g", "-O1", "-o", "kettle", source)
	return dir
}

// run runs a program and returns what it prints on both outputs.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

func readProfile(t *testing.T, dir, file string) *collapse.Profile {
	t.Helper()
	p, report, err := sources.Read(bytes.NewReader(sourcestest.ReadFile(t, filepath.Join(dir, file))), sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, skipped := range report.Skipped {
		t.Errorf("%s:%d: %s", file, skipped.Line, skipped.Why)
	}
	for _, note := range report.Notes {
		if strings.Contains(note, "missing") || strings.Contains(note, "beyond") {
			t.Errorf("%s: %s", file, note)
		}
	}
	return p
}

// costs are those of the program's own functions, and of all.
type costs struct {
	functions map[string]int64
	total     int64
}

// annotated reads what callgrind_annotate and cg_annotate print:
//
//	909,554  PROGRAM TOTALS
//	604,304  /x/kettle.c:pour [/x/kettle]
func annotated(t *testing.T, text string) costs {
	t.Helper()
	found := costs{functions: map[string]int64{}}
	row := regexp.MustCompile(`^ *([0-9,]+) .*?(PROGRAM TOTALS|kettle\.c:(\w+)(?: \[.*\])?) *$`)
	for line := range strings.SplitSeq(text, "\n") {
		match := row.FindStringSubmatch(line)
		switch {
		case match == nil:
		case match[3] == "":
			found.total = number(t, match[1])
		default:
			found.functions[match[3]] += number(t, match[1])
		}
	}
	return found
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// tabled returns what fold's table shows.
func tabled(p *collapse.Profile, inclusive bool) costs {
	top := table.Top(p, table.Options{})
	found := costs{functions: map[string]int64{}, total: top.Total}
	for _, row := range top.Rows {
		switch {
		case row.File != "kettle.c":
		case inclusive:
			found.functions[row.Function] += row.Total
		default:
			found.functions[row.Function] += row.Self
		}
	}
	return found
}

func sameCosts(t *testing.T, what string, got, want costs) {
	t.Helper()
	if len(want.functions) < 4 {
		t.Errorf("%s: only %v of the program", what, want.functions)
	}
	if got.total != want.total {
		t.Errorf("%s: %d in all, want %d", what, got.total, want.total)
	}
	for function, cost := range want.functions {
		if got.functions[function] != cost {
			t.Errorf("%s of %s: %d, want %d", what, function, got.functions[function], cost)
		}
	}
}

func TestCallgrindEqualsAnnotate(t *testing.T) {
	dir := kettle(t)
	run(t, dir, "valgrind", "--tool=callgrind", "--callgrind-out-file=plain.out", "./kettle")
	p := readProfile(t, dir, "plain.out")
	self := run(t, dir, "callgrind_annotate", "--threshold=100", "--show-percs=no", "--auto=no", "plain.out")
	sameCosts(t, "self", tabled(p, false), annotated(t, self))
	inclusive := run(t, dir, "callgrind_annotate", "--threshold=100", "--show-percs=no", "--auto=no", "--inclusive=yes", "plain.out")
	sameCosts(t, "inclusive", tabled(p, true), annotated(t, inclusive))

	// With their callers in the names, functions are stacks, and weigh the same.
	run(t, dir, "valgrind", "--tool=callgrind", "--separate-callers=100", "--callgrind-out-file=stacks.out", "./kettle")
	stacks := readProfile(t, dir, "stacks.out")
	got := costs{functions: map[string]int64{}}
	for _, row := range table.Top(stacks, table.Options{}).Rows {
		got.functions[row.Function] += row.Total
	}
	for function, cost := range tabled(p, true).functions {
		if got.functions[function] != cost {
			t.Errorf("total of %s in stacks: %d, want %d", function, got.functions[function], cost)
		}
	}
	if text := sourcestest.ColumnText(t, stacks, ""); !strings.Contains(text, ";main;boil;pour ") {
		t.Errorf("no stack main;boil;pour in\n%s", text)
	}
}

func TestCachegrindEqualsAnnotate(t *testing.T) {
	dir := kettle(t)
	run(t, dir, "valgrind", "--tool=cachegrind", "--cachegrind-out-file=cache.out", "./kettle")
	p := readProfile(t, dir, "cache.out")
	sameCosts(t, "self", tabled(p, false), annotated(t, run(t, dir, "cg_annotate", "--threshold=0", "--show-percs=no", "--show=Ir", "--auto=no", "cache.out")))
}

func TestMassifEqualsPrint(t *testing.T) {
	dir := kettle(t)
	run(t, dir, "valgrind", "--tool=massif", "--massif-out-file=massif.out", "./kettle")
	p := readProfile(t, dir, "massif.out")
	text := run(t, dir, "ms_print", "massif.out")
	peak := regexp.MustCompile(`(\d+) \(peak\)`).FindStringSubmatch(text)
	if peak == nil {
		t.Fatalf("no peak in\n%s", text)
	}
	row := regexp.MustCompile(`(?m)^ *` + peak[1] + ` +[0-9,]+ +[0-9,]+ +([0-9,]+) `).FindStringSubmatch(text)
	if row == nil {
		t.Fatalf("no snapshot %s in\n%s", peak[1], text)
	}
	if got, want := p.Total(0), number(t, row[1]); got != want {
		t.Errorf("%d bytes at the peak, want %d", got, want)
	}
	sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), "main;boil;fill 100\nmain;fill 4096\n")
}

func TestDHATEqualsItsSummary(t *testing.T) {
	dir := kettle(t)
	text := run(t, dir, "valgrind", "--tool=dhat", "--dhat-out-file=dhat.json", "./kettle")
	p := readProfile(t, dir, "dhat.json")
	for _, line := range []struct{ words, space, objects string }{
		{"Total", "alloc_space", "alloc_objects"},
		{"At t-gmax", "peak_space", "peak_objects"},
		{"At t-end", "end_space", "end_objects"},
		{"Reads", "read_bytes", ""},
		{"Writes", "write_bytes", ""},
	} {
		match := regexp.MustCompile(line.words + `: +([0-9,]+) bytes(?: in ([0-9,]+) blocks)?`).FindStringSubmatch(text)
		if match == nil {
			t.Fatalf("no line %s in\n%s", line.words, text)
		}
		for m, metric := range p.Metrics {
			want := ""
			switch metric.Name {
			case line.space:
				want = match[1]
			case line.objects:
				want = match[2]
			}
			if want != "" && p.Total(m) != number(t, want) {
				t.Errorf("%s: %d, want %s", metric.Name, p.Total(m), want)
			}
		}
	}
	sourcestest.Same(t, sourcestest.ColumnText(t, p, "alloc_objects"), "main;boil;fill;malloc 1000\nmain;fill;malloc 1\n")
}
