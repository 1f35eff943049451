package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// beyondNames are the names whose change a picture or a report takes for more than noise, sorted.
type beyondNames struct{ Self, Total []string }

// drawnBeyond is what pictures and reports hold: numbers of names.
type drawnBeyond struct{ Self, Total []int }

func (b *drawnBeyond) names(all []string) *beyondNames {
	if b == nil {
		return nil
	}
	of := func(numbers []int) (names []string) {
		for _, n := range numbers {
			names = append(names, all[n])
		}
		slices.Sort(names)
		return names
	}
	return &beyondNames{of(b.Self), of(b.Total)}
}

var dataBlocks = regexp.MustCompile(`(?s)<script type="application/x-fold">(.*?)</script>|<d>(.*?)</d>`)

// drawnData returns the header of what a picture or a report holds, and the names, which are ASCII here.
func drawnData(t *testing.T, drawn []byte, header any) (names []string) {
	t.Helper()
	var packed []byte
	for _, found := range dataBlocks.FindAllSubmatch(drawn, -1) {
		part, err := base64.StdEncoding.DecodeString(string(found[1]) + string(found[2]))
		if err != nil {
			t.Fatal(err)
		}
		packed = append(packed, part...)
	}
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	number := func() int {
		n, size := binary.Uvarint(data)
		data = data[size:]
		return int(n)
	}
	text := func() string {
		n := number()
		text := string(data[:n])
		data = data[n:]
		return text
	}
	head := []byte(text())
	var size struct{ Names int }
	for _, to := range []any{header, &size} {
		if err := json.Unmarshal(head, to); err != nil {
			t.Fatal(err)
		}
	}
	prefixes := make([]int, size.Names)
	for i := range prefixes {
		prefixes[i] = number()
	}
	before := ""
	for i, suffix := range strings.Split(text(), "\n") {
		before = before[:prefixes[i]] + suffix
		names = append(names, before)
	}
	return names
}

// TestChangesAgree holds the report and the picture of changes against the table: what each takes for more than noise
// is the same, for every metric, by self and by total, whatever kind of noise was measured.
func TestChangesAgree(t *testing.T) {
	dir := t.TempDir()
	var runs []string
	for run, folded := range []string{
		"main;parse 401\nmain;read 399\nmain;write 200\n", "main;parse 350\nmain;read 461\nmain;write 189\n", "main;parse 430\nmain;read 375\nmain;write 195\n",
		"main;parse 199\nmain;copy 210\nmain;read 399\nmain;write 199\n", "main;parse 222\nmain;copy 195\nmain;read 377\nmain;write 211\n",
	} {
		runs = append(runs, filepath.Join(dir, fmt.Sprintf("run-%d.folded", run)))
		if err := os.WriteFile(runs[run], []byte(folded), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sizes := filepath.Join(dir, "after.nm.txt")
	if err := os.WriteFile(sizes, []byte("0000000000001000 0000000000000400 T main\n0000000000001400 0000000000000300 T parse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sizesBefore := filepath.Join(dir, "before.nm.txt")
	if err := os.WriteFile(sizesBefore, []byte("0000000000001000 0000000000000400 T main\n0000000000001400 0000000000000200 T parse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const data = "../../testdata/"
	for _, tt := range []struct {
		name  string
		args  []string
		noise string // as JSON has it
		says  string // as reports have it
	}{
		{"sampling", []string{data + "diff/scan.pb.gz", data + "diff/map.pb.gz"}, "sampling", "noise of sampling"},
		{"weights", []string{"--absolute", data + "diff/scan.pb.gz", data + "diff/map.pb.gz"}, "sampling", "noise of sampling"},
		{"filtered", []string{"--show", `^main\.`, data + "diff/scan.pb.gz", data + "diff/map.pb.gz"}, "sampling", "noise of sampling"},
		{"unequal weights", []string{data + "statistics/weights-a.pb.gz", data + "statistics/weights-b.pb.gz"}, "sampling", "noise of sampling"},
		{"unequal weights as they are", []string{"--absolute", data + "statistics/weights-a.pb.gz", data + "statistics/weights-b.pb.gz"}, "sampling", "noise of sampling"},
		{"heap", []string{data + "statistics/same-program-1.heap.pb.gz", data + "statistics/same-program-2.heap.pb.gz"}, "sampling", "noise of sampling"},
		{"perf", []string{data + "statistics/perf-a.txt.gz", data + "statistics/perf-b.txt.gz"}, "within-run", "noise within the runs"},
		{"runs", []string{"--before", runs[0], "--before", runs[1], "--before", runs[2], "--after", runs[3], "--after", runs[4]}, "between-runs", "noise between runs"},
		{"sizes", []string{sizesBefore, sizes}, "none", ""},
		{"the shape of before", []string{"--negate", data + "diff/scan.pb.gz", data + "diff/map.pb.gz"}, "sampling", "noise of sampling"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			diff := func(args ...string) []byte {
				t.Helper()
				var stdout, stderr bytes.Buffer
				if status := run(append([]string{"diff", "-q"}, args...), nil, &stdout, &stderr); status != statusDone {
					t.Fatalf("fold diff %q: %s", args, stderr.String())
				}
				return stdout.Bytes()
			}
			var page struct {
				Prefixed bool
				Metrics  []struct {
					Name, Event, Noise string
					Absolute           bool
					Beyond             *drawnBeyond
				}
			}
			names := drawnData(t, diff(append([]string{"--format", "html"}, tt.args...)...), &page)
			var svg struct{ Diff struct{ Beyond *drawnBeyond } }
			svgNames := drawnData(t, diff(append([]string{"--format", "svg"}, tt.args...)...), &svg)
			tableArgs := slices.DeleteFunc(slices.Clone(tt.args), func(arg string) bool { return arg == "--negate" })
			for i, m := range page.Metrics {
				metric := []string{"--metric", m.Name}
				if m.Event != "" {
					metric = append(metric, "--event", m.Event)
				}
				table := func(args ...string) *beyondNames {
					want := &beyondNames{}
					for by, to := range map[string]*[]string{"self": &want.Self, "total": &want.Total} {
						args := slices.Concat([]string{"--format", "json", "--by", by}, metric, args, tableArgs)
						*to = tableBeyond(t, diff(args...), tt.noise, page.Prefixed)
					}
					return want
				}
				want := table()
				isAmount := regexp.MustCompile(`_space$|_objects$|^size$`).MatchString(m.Name)
				if m.Absolute != (isAmount || slices.Contains(tt.args, "--absolute")) {
					t.Errorf("%s in the report: weights are compared: %v", m.Name, m.Absolute)
				}
				wantWeights := want
				if isAmount {
					wantWeights = table("--absolute")
				}
				if got := m.Beyond.names(names); m.Noise != tt.says || fmt.Sprint(got) != fmt.Sprint(wantWeights) {
					t.Errorf("%s in the report: %s %+v, want %s %+v", m.Name, m.Noise, got, tt.says, wantWeights)
				}
				if got := svg.Diff.Beyond.names(svgNames); i == 0 && fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s in the picture: %+v, want %+v", m.Name, got, want)
				}
			}
		})
	}
}

// tableBeyond returns the functions that the table has beyond the noise.
func tableBeyond(t *testing.T, table []byte, noise string, modules bool) (names []string) {
	t.Helper()
	var got struct {
		Noise string
		Rows  []struct {
			Function, Module string
			Beyond           bool `json:"beyond_noise"`
		}
	}
	if err := json.Unmarshal(table, &got); err != nil {
		t.Fatal(err)
	}
	if got.Noise != noise {
		t.Errorf("the table tells %q, want %q", got.Noise, noise)
	}
	for _, row := range got.Rows {
		switch {
		case !row.Beyond:
		case modules && row.Module != "":
			names = append(names, row.Module+"`"+row.Function)
		default:
			names = append(names, row.Function)
		}
	}
	slices.Sort(names)
	return names
}
