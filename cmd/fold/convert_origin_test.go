package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pprofile "github.com/google/pprof/profile"
)

// TestConvertKeeps converts profiles to pprof and compares what pprof's own package reads of the result with what it
// reads of the originals, added up: times, period, stacks with their files and lines, labels, weights, programs.
func TestConvertKeeps(t *testing.T) {
	labelled := keptProfile("a1", 1000, func(p *pprofile.Profile) {})
	other := keptProfile("a1", 500, func(p *pprofile.Profile) { p.Sample[0].Label["host"] = []string{"web-2"} })
	rolled := keptProfile("b2", 500, func(p *pprofile.Profile) { p.Period = 5_000_000 })
	for _, tt := range []struct {
		name   string
		files  []*pprofile.Profile
		build  string // the build id that is to be there
		period int64
		stderr string
	}{
		{"one", []*pprofile.Profile{labelled}, "a1", 10_000_000, ""},
		{"two", []*pprofile.Profile{labelled, other}, "a1", 10_000_000, ""},
		{
			"two builds and rates",
			[]*pprofile.Profile{labelled, rolled},
			"", 0,
			"fold: the files differ in how often they sampled: no period is written\nfold: ledgerd has several build ids: none is written\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var files []string
			for i, p := range tt.files {
				files = append(files, filepath.Join(t.TempDir(), fmt.Sprint(i, ".pb.gz")))
				writeProfile(t, files[i], p)
			}
			want, err := pprofile.Merge(tt.files)
			if err != nil {
				t.Fatal(err)
			}
			got := convertedToPprof(t, files, tt.stderr)
			want.Period = tt.period
			for _, m := range want.Mapping {
				m.BuildID = tt.build
			}
			if tt.period == 0 {
				want.PeriodType = &pprofile.ValueType{}
			}
			sameFacts(t, got, want)
		})
	}
}

// TestConvertKeepsRecorded does the same with profiles that Go recorded.
func TestConvertKeepsRecorded(t *testing.T) {
	for _, file := range []string{"pprof/go-heap.pb.gz", "pprof/go-allocs.pb.gz", "pprof/go-goroutine.pb.gz", "pprof/go-block.pb.gz"} {
		t.Run(file, func(t *testing.T) {
			file = filepath.Join("../../testdata", file)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := pprofile.ParseData(data)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.RemoveUninteresting(); err != nil {
				t.Fatal(err)
			}
			sameFacts(t, convertedToPprof(t, []string{file}, ""), want)
		})
	}
}

// TestConvertKeepsFiltered: filters see functions, and labels go with what they keep.
func TestConvertKeepsFiltered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.pb.gz")
	writeProfile(t, file, keptProfile("a1", 1000, func(p *pprofile.Profile) {}))
	for _, tt := range []struct{ flags, want string }{
		{"--focus host", ""}, // a label is no function
		{"--focus work", "main.main m.go:9;main.work w.go:3 bytes=[48 bytes 64 kilobytes] host=[web-1] 1000 10000000000\nmain.main m.go:9;main.work w.go:4  7 70000000\n"},
		{"--hide work", "main.main m.go:9  7 70000000\nmain.main m.go:9 bytes=[48 bytes 64 kilobytes] host=[web-1] 1000 10000000000\n"},
		{"--prune-from main.main", "main.main m.go:9  7 70000000\nmain.main m.go:9 bytes=[48 bytes 64 kilobytes] host=[web-1] 1000 10000000000\n"},
		{"--show nothing", ""},
	} {
		got := convertedToPprof(t, append(strings.Fields(tt.flags), "-q", file), "")
		if text := strings.Join(stackFacts(got), ""); text != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.flags, text, tt.want)
		}
	}
}

// keptProfile returns a profile that holds everything that is to be kept.
func keptProfile(build string, samples int64, change func(p *pprofile.Profile)) *pprofile.Profile {
	program := &pprofile.Mapping{ID: 1, Start: 0x1000, Limit: 0x9000, File: "/srv/bin/ledgerd", BuildID: build, HasFunctions: true}
	work := &pprofile.Function{ID: 1, Name: "main.work", Filename: "w.go"}
	start := &pprofile.Function{ID: 2, Name: "main.main", Filename: "m.go"}
	at := func(id uint64, f *pprofile.Function, line int64) *pprofile.Location {
		return &pprofile.Location{ID: id, Mapping: program, Address: 0x1000 + 16*id, Line: []pprofile.Line{{Function: f, Line: line}}}
	}
	third, fourth, ninth := at(1, work, 3), at(2, work, 4), at(3, start, 9)
	p := &pprofile.Profile{
		SampleType: []*pprofile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &pprofile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10_000_000,
		TimeNanos: 1_790_000_000_000_000_000 - samples, DurationNanos: 30e9, DefaultSampleType: "cpu",
		Mapping: []*pprofile.Mapping{program}, Function: []*pprofile.Function{work, start},
		Location: []*pprofile.Location{third, fourth, ninth},
		Sample: []*pprofile.Sample{
			{
				Location: []*pprofile.Location{third, ninth}, Value: []int64{samples, samples * 10_000_000},
				Label:    map[string][]string{"host": {"web-1"}},
				NumLabel: map[string][]int64{"bytes": {48, 64}}, NumUnit: map[string][]string{"bytes": {"bytes", "kilobytes"}},
			},
			{Location: []*pprofile.Location{fourth, ninth}, Value: []int64{7, 70_000_000}},
		},
	}
	change(p)
	return p
}

func writeProfile(t *testing.T, file string, p *pprofile.Profile) {
	t.Helper()
	var data bytes.Buffer
	if err := p.Write(&data); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// convertedToPprof returns what fold convert --to pprof writes, as pprof's package reads it.
func convertedToPprof(t *testing.T, arguments []string, stderr string) *pprofile.Profile {
	t.Helper()
	var out, messages bytes.Buffer
	if status := run(append([]string{"convert", "--to", "pprof"}, arguments...), nil, &out, &messages); status != statusDone || messages.String() != stderr {
		t.Fatalf("exit status %d, got %q, want %q", status, messages.String(), stderr)
	}
	p, err := pprofile.ParseData(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func sameFacts(t *testing.T, got, want *pprofile.Profile) {
	t.Helper()
	for _, p := range []*pprofile.Profile{got, want} {
		if p.PeriodType == nil {
			p.PeriodType = &pprofile.ValueType{}
		}
	}
	head := func(p *pprofile.Profile) string {
		programs := map[string]bool{}
		for _, l := range p.Location {
			if l.Mapping != nil {
				programs[l.Mapping.File+" "+l.Mapping.BuildID] = true
			}
		}
		return fmt.Sprintln(p.TimeNanos, p.DurationNanos, p.Period, p.PeriodType.Type, p.PeriodType.Unit, programs)
	}
	if g, w := head(got), head(want); g != w {
		t.Errorf("got  %swant %s", g, w)
	}
	if g, w := stackFacts(got), stackFacts(want); !slices.Equal(g, w) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(g, ""), strings.Join(w, ""))
	}
}

// stackFacts returns a line for each stack and its labels: functions with files and lines from the root on.
func stackFacts(p *pprofile.Profile) []string {
	values := map[string][]int64{}
	for _, s := range p.Sample {
		var frames, labels []string
		for _, l := range slices.Backward(s.Location) {
			for _, line := range slices.Backward(l.Line) {
				frames = append(frames, fmt.Sprintf("%s %s:%d", line.Function.Name, line.Function.Filename, line.Line))
			}
		}
		for key, texts := range s.Label {
			labels = append(labels, fmt.Sprintf("%s=%v", key, texts))
		}
		for key, numbers := range s.NumLabel {
			units := s.NumUnit[key]
			var both []string
			for i, n := range numbers {
				unit := ""
				if i < len(units) {
					unit = units[i]
				}
				if unit == "" && key == "bytes" {
					unit = "bytes"
				}
				both = append(both, fmt.Sprint(n, " ", unit))
			}
			labels = append(labels, fmt.Sprintf("%s=%v", key, both))
		}
		if !slices.ContainsFunc(s.Value, func(v int64) bool { return v != 0 }) {
			continue
		}
		slices.Sort(labels)
		key := strings.Join(frames, ";") + " " + strings.Join(labels, " ")
		if values[key] == nil {
			values[key] = make([]int64, len(s.Value))
		}
		for i, v := range s.Value {
			values[key][i] += v
		}
	}
	var facts []string
	for key, v := range values {
		facts = append(facts, key+" "+strings.Trim(fmt.Sprint(v), "[]")+"\n")
	}
	slices.Sort(facts)
	return facts
}
