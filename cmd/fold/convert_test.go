package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/table"
	"fold/sources"
)

// TestPprofShowsTheSame converts profiles of every format and compares the table that go tool pprof prints
// of them with that of fold, number by number, for each column.
func TestPprofShowsTheSame(t *testing.T) {
	long(t)
	for _, fixture := range []string{
		"perf/01-event-modifiers.txt", "sample/01-basic-two-threads.txt", "pprof/go-cpu.pb.gz", "pprof/go-heap.pb.gz",
		"pprof/go-fgprof.pb.gz", "demo/fold-cpu.pb.gz",
	} {
		t.Run(fixture, func(t *testing.T) {
			input := filepath.Join("../../testdata", fixture)
			file := filepath.Join(t.TempDir(), "out.pb.gz")
			var stderr bytes.Buffer
			if status := run([]string{"convert", "--to", "pprof", "-q", "-o", file, input}, nil, nil, &stderr); status != statusDone || stderr.Len() > 0 {
				t.Fatalf("exit status %d: %s", status, stderr.String())
			}
			p := readProfile(t, input)
			for metric := range p.Metrics {
				if got, want := pprofTable(t, file, metric, p.Metrics[metric].Unit), foldTable(p, metric); !slices.Equal(got, want) {
					t.Errorf("column %d: go tool pprof shows\n%v\nwant\n%v", metric, got, want)
				}
			}
		})
	}
}

func readProfile(t *testing.T, file string) *collapse.Profile {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, _, err := sources.Read(f, sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// row is a function with its own and its total weight.
type row struct {
	name        string
	self, total int64
}

func (r row) String() string { return fmt.Sprintf("%s %d %d\n", r.name, r.self, r.total) }

func foldTable(p *collapse.Profile, metric int) []row {
	// pprof tells functions apart by their names alone.
	p = p.MapFrames(func(f collapse.Frame) collapse.Frame {
		return collapse.Frame{Name: cmp.Or(f.Text(p.Modules), "[unknown]")}
	})
	var rows []row
	for _, r := range table.Top(p.WithDefault(metric), table.Options{}).Rows {
		if r.Self != 0 || r.Total != 0 {
			rows = append(rows, row{r.Function, r.Self, r.Total})
		}
	}
	return sortedRows(rows)
}

// pprofTable reads the table of go tool pprof:
//
//	      flat  flat%   sum%        cum   cum%
//	340000000ns 34.00% 34.00% 450000000ns 45.00%  main.fib
//
// Numbers are exact in the unit that the weights are in.
func pprofTable(t *testing.T, file string, metric int, unit string) []row {
	t.Helper()
	cmd := exec.Command("go", "tool", "pprof", "-top", "-nodecount=0", "-nodefraction=0", "-unit="+cmp.Or(unit, "count"),
		fmt.Sprintf("-sample_index=%d", metric), file)
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(out), "cum%\n")
	var rows []row
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 6 {
			t.Fatalf("no row: %q", line)
		}
		name := strings.TrimSuffix(strings.TrimSuffix(line[strings.LastIndex(line, fields[4]+"  ")+len(fields[4])+2:], "\n"), " (inline)")
		r := row{strings.TrimSuffix(name, " (partial-inline)"), plainWeight(t, fields[0]), plainWeight(t, fields[3])}
		if r.self != 0 || r.total != 0 {
			rows = append(rows, r)
		}
	}
	return sortedRows(rows)
}

func sortedRows(rows []row) []row {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	return rows
}

func plainWeight(t *testing.T, text string) int64 {
	t.Helper()
	digits := strings.TrimRight(text, "nsB")
	weight, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return weight
}
