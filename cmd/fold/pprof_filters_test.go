package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/driver"
	googlepprof "github.com/google/pprof/profile"

	"fold/sources/sourcestest"
)

// filterFlags are what is compared with pprof: its own flags, which fold takes under the same names.
var filterFlags = [][]string{
	nil,
	{"-focus=parse|f1"},
	{"-ignore=draw|f2"},
	{"-focus=f[0-4]", "-ignore=f3"},
	{"-hide=f[13]|runtime"},
	{"-show=f[0-5]|main|runtime"},
	{"-show_from=f2|main"},
	{"-prune_from=f4|malloc"},
	{"-tagfocus=user=ann|eve"},
	{"-tagfocus=ann"},
	{"-tagignore=eve"},
	{"-tagfocus=bytes=16b:1kb"},
	{"-tagignore=64b:"},
	{"-noinlines"},
	{"-noinlines", "-focus=f1"},
	{"-focus=f1", "-hide=f2", "-show_from=f3", "-prune_from=f4"},
	{"-focus=file[12]"},
	{"-hide=libx"},
}

// TestPprofFilters compares what fold's filters keep of a profile with what those of pprof keep, for each type of
// sample: of some small profiles, and of some made at random. FOLD_PPROF_PROFILES=200 takes as many of the latter, and
// all files however large.
//
// Two differences are left, and explained. Where an inlined call stands above the last match, -prune_from of pprof takes
// it away there, too, and -show_from keeps what is inlined into a match: both cut locations, which hold several inlined
// calls, and not frames. So for these flags pprof is given the calls apart. And Go pads the stacks of threadcreate with
// zeros, which are frames without a name to pprof and none to fold.
func TestPprofFilters(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	random, largest := 4, 4<<10
	if text := os.Getenv("FOLD_PPROF_PROFILES"); text != "" {
		if _, err := fmt.Sscan(text, &random); err != nil {
			t.Fatal(err)
		}
		largest = 1 << 30
	}
	profiles := pprofFiles(t, largest)
	for seed := range random {
		profiles[fmt.Sprintf("random-%d", seed)] = randomPprof(t, uint64(seed))
	}
	for name, data := range profiles {
		p, err := googlepprof.ParseData(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		file := filepath.Join(t.TempDir(), "in.pb.gz")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, flags := range filterFlags {
			compareWithPprof(t, name, file, p, flags)
		}
	}
}

// compareWithPprof compares all columns of one profile under one set of flags.
func compareWithPprof(t *testing.T, name, file string, p *googlepprof.Profile, flags []string) {
	t.Helper()
	if cutsLocations(flags) {
		p = callsApart(p)
	}
	kept, err := filteredByPprof(p, flags)
	if err != nil {
		t.Errorf("%s %v: %v", name, flags, err)
		return
	}
	for _, kind := range p.SampleType {
		args := []string{"collapse", "--quiet", "--signed", "--metric", kind.Type}
		theirs := collapsed(t, kept, args...)
		ours := collapsed(t, nil, append(append(args, file), flags...)...)
		if ours != theirs {
			t.Errorf("%s %v, %s: %s", name, flags, kind.Type, sourcestest.Difference(ours, theirs))
			return
		}
	}
}

func cutsLocations(flags []string) bool {
	return slices.ContainsFunc(flags, func(flag string) bool {
		return strings.HasPrefix(flag, "-prune_from") || strings.HasPrefix(flag, "-show_from")
	})
}

// callsApart returns the profile with a location of its own for each inlined call.
func callsApart(p *googlepprof.Profile) *googlepprof.Profile {
	p = p.Copy()
	apart := make(map[*googlepprof.Location][]*googlepprof.Location)
	var all []*googlepprof.Location
	for _, l := range p.Location {
		lines := l.Line
		for i := range max(len(lines), 1) {
			single := *l
			single.ID = uint64(len(all) + 1)
			if len(lines) > 0 {
				single.Line = lines[i : i+1]
			}
			all, apart[l] = append(all, &single), append(apart[l], &single)
		}
	}
	for _, s := range p.Sample {
		var locations []*googlepprof.Location
		for _, l := range s.Location {
			locations = append(locations, apart[l]...)
		}
		s.Location = locations
	}
	p.Location = all
	return p
}

// collapsed returns what fold prints; input is standard input.
func collapsed(t *testing.T, input []byte, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	if status := run(args, bytes.NewReader(input), &out, &messages); status != statusDone {
		t.Fatalf("fold %v: status %d: %s", args, status, messages.String())
	}
	return out.String()
}

// pprofFiles returns the profiles of testdata and, where they are, of other projects.
func pprofFiles(t *testing.T, largest int) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	for _, pattern := range []string{
		filepath.Join(sourcestest.Testdata(), "pprof", "go-*.pb.gz"), sourcestest.Shared("peers", "pprof", "*", "*.p*"),
	} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data := sourcestest.ReadFile(t, name)
			if len(data) > largest || strings.Contains(name, "threadcreate") {
				continue
			}
			if p, err := googlepprof.ParseData(data); err == nil && p.CheckValid() == nil && !isTwice(p) {
				files[filepath.Base(name)] = data
			}
		}
	}
	return files
}

// isTwice says whether a profile has two types of samples of one name, which no flag tells apart.
func isTwice(p *googlepprof.Profile) bool {
	seen := make(map[string]bool)
	for _, kind := range p.SampleType {
		if seen[kind.Type] || kind.Type == "" {
			return true
		}
		seen[kind.Type] = true
	}
	return false
}

// randomPprof returns a profile with recursion, inlined calls, labels and functions of several files and modules.
func randomPprof(t *testing.T, seed uint64) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	p := &googlepprof.Profile{
		SampleType: []*googlepprof.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &googlepprof.ValueType{Type: "cpu", Unit: "nanoseconds"},
	}
	for i := range 2 {
		p.Mapping = append(p.Mapping, &googlepprof.Mapping{
			ID: uint64(i + 1), Start: uint64(i) << 20, Limit: uint64(i+1) << 20, File: []string{"/bin/app", "/lib/libx.so"}[i], HasFunctions: true,
		})
	}
	for i := range 8 {
		p.Function = append(p.Function, &googlepprof.Function{ID: uint64(i + 1), Name: fmt.Sprintf("f%d", i), Filename: fmt.Sprintf("file%d.go", i%3)})
	}
	for i := range 12 {
		l := &googlepprof.Location{ID: uint64(i + 1), Mapping: p.Mapping[r.IntN(2)]}
		l.Address = l.Mapping.Start + uint64(i)*16
		for range 1 + r.IntN(3) {
			l.Line = append(l.Line, googlepprof.Line{Function: p.Function[r.IntN(len(p.Function))], Line: int64(r.IntN(50))})
		}
		p.Location = append(p.Location, l)
	}
	for range 30 {
		s := &googlepprof.Sample{Value: []int64{int64(1 + r.IntN(9)), int64(r.IntN(1e6))}}
		for range 1 + r.IntN(7) {
			s.Location = append(s.Location, p.Location[r.IntN(len(p.Location))])
		}
		if r.IntN(2) == 0 {
			s.Label = map[string][]string{"user": {[]string{"ann", "bob", "eve"}[r.IntN(3)]}}
		}
		if r.IntN(2) == 0 {
			s.NumLabel = map[string][]int64{"bytes": {int64(8 << r.IntN(10))}}
			s.NumUnit = map[string][]string{"bytes": {"bytes"}}
		}
		p.Sample = append(p.Sample, s)
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// noFilters undoes what an earlier call has set: pprof keeps its flags.
var noFilters = []string{
	"-focus=", "-ignore=", "-hide=", "-show=", "-show_from=", "-prune_from=", "-tagfocus=", "-tagignore=", "-noinlines=false",
}

// filteredByPprof returns the profile that pprof writes under these flags.
func filteredByPprof(p *googlepprof.Profile, flags []string) ([]byte, error) {
	var out bytes.Buffer
	err := driver.PProf(&driver.Options{
		Flagset: pprofFlags{flag.NewFlagSet("pprof", flag.ContinueOnError), slices.Concat(noFilters, flags, []string{"-proto", "-output=out", "-symbolize=none", "in"})},
		Fetch:   pprofFetcher{p}, Writer: pprofWriter{&out}, UI: pprofUI{}, Obj: noPrograms{},
	})
	return out.Bytes(), err
}

type pprofFlags struct {
	*flag.FlagSet
	args []string
}

func (f pprofFlags) StringList(name, value, usage string) *[]*string {
	return &[]*string{f.String(name, value, usage)}
}
func (pprofFlags) ExtraUsage() string   { return "" }
func (pprofFlags) AddExtraUsage(string) {}
func (f pprofFlags) Parse(func()) []string {
	f.SetOutput(io.Discard)
	if err := f.FlagSet.Parse(f.args); err != nil {
		return nil
	}
	return f.Args()
}

// noPrograms opens no program. Without it pprof starts objdump and others at each call, to see whether they are there.
type noPrograms struct{}

func (noPrograms) Open(string, uint64, uint64, uint64, string) (driver.ObjFile, error) {
	return nil, errors.ErrUnsupported
}

func (noPrograms) Disasm(string, uint64, uint64, bool) ([]driver.Inst, error) {
	return nil, errors.ErrUnsupported
}

type pprofFetcher struct{ p *googlepprof.Profile }

func (f pprofFetcher) Fetch(string, time.Duration, time.Duration) (*googlepprof.Profile, string, error) {
	return f.p.Copy(), "in", nil
}

type pprofWriter struct{ out *bytes.Buffer }

func (w pprofWriter) Open(string) (io.WriteCloser, error) { return pprofFile{w.out}, nil }

type pprofFile struct{ *bytes.Buffer }

func (pprofFile) Close() error { return nil }

// pprofUI takes pprof's messages; it must not read a terminal.
type pprofUI struct{}

func (pprofUI) ReadLine(string) (string, error)     { return "", errors.New("no terminal") }
func (pprofUI) Print(...any)                        {}
func (pprofUI) PrintErr(...any)                     {}
func (pprofUI) IsTerminal() bool                    { return false }
func (pprofUI) WantBrowser() bool                   { return false }
func (pprofUI) SetAutoComplete(func(string) string) {}
