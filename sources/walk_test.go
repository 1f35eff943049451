package sources_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// variants are the words that may stand in NAME.WORD.folded beside a NAME.* input: the options with which
// it is read, and what is done before it is written. "tagroot-KEY" is --tagroot KEY; other words name a metric.
var variants = map[string]struct {
	options sources.Options // but for the programs, which are those of the format
	rewrite func(*collapse.Profile) *collapse.Profile
}{
	"idle":            {options: sources.Options{Idle: true}},
	"modules":         {rewrite: func(p *collapse.Profile) *collapse.Profile { return p.WithModules(true) }},
	"no-modules":      {rewrite: func(p *collapse.Profile) *collapse.Profile { return p.WithModules(false) }},
	"pid":             {options: sources.Options{PID: true}},
	"tid":             {options: sources.Options{TID: true}},
	"addresses":       {options: sources.Options{Addresses: true}},
	"annotate":        {options: sources.Options{Annotate: input.Annotate{Kernel: true, JIT: true, Inlined: true}}},
	"no-inlines":      {options: sources.Options{Inlines: input.InlinesNone}},
	"no-inline-split": {options: sources.Options{NoInlineSplit: true}},
	"lines":           {options: sources.Options{Lines: true}},
	"event-timeline":  {options: sources.Options{Event: "timeline"}},
	"no-threads":      {rewrite: func(p *collapse.Profile) *collapse.Profile { return p.DropKind(collapse.KindThread) }},
}

// TestFixtures reads every file of testdata/FORMAT and compares it with what stands beside it: NAME.folded
// and NAME.WORD.folded the stacks, NAME.warnings the messages, NAME.error the error. A new fixture, and a
// new format, need no new code.
func TestFixtures(t *testing.T) {
	for _, format := range sources.Formats() {
		if !format.Reads() {
			continue
		}
		dir := filepath.Join("../testdata", format.Name)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Errorf("a format without fixtures: %v", err)
		}
		for _, entry := range entries {
			if !sourcestest.IsFixture(entry.Name()) {
				continue
			}
			t.Run(format.Name+"/"+entry.Name(), func(t *testing.T) {
				checkFixture(t, format, filepath.Join(dir, entry.Name()))
			})
		}
	}
}

func checkFixture(t *testing.T, format sources.Format, path string) {
	data := sourcestest.ReadFile(t, path)
	base := strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), filepath.Ext(strings.TrimSuffix(path, ".gz")))
	if want, err := os.ReadFile(base + ".error"); err == nil {
		_, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: format.Name})
		sourcestest.Same(t, fmt.Sprintln(err), string(want))
		return
	}
	goldens, err := filepath.Glob(base + ".*folded")
	if err != nil || len(goldens) == 0 {
		t.Fatalf("nothing stands beside %s", path)
	}
	compared := 0
	for _, golden := range goldens {
		word := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(golden, base), "folded"), ".")
		if strings.Contains(word, ".") || strings.HasPrefix(word, "debug1") && strings.HasSuffix(path, ".gz") {
			continue // belongs to another input: go-heap.debug1.alloc_space.folded
		}
		compared++
		checkGolden(t, format, data, base, word, string(sourcestest.ReadFile(t, golden)))
	}
	if compared == 0 {
		t.Fatalf("no golden of %s was compared", path)
	}
	checkClaim(t, format, data)
	checkDelivery(t, format, data)
	checkCuts(t, format, data)
}

// checkGolden compares the stacks and the messages, for several numbers of workers and sizes of chunks.
func checkGolden(t *testing.T, format sources.Format, data []byte, base, word, want string) {
	t.Helper()
	variant, isVariant := variants[word]
	if key, isTag := strings.CutPrefix(word, "tagroot-"); isTag {
		isVariant, variant.options.TagRoot = true, []string{key}
	}
	metric := word
	if isVariant || word == "syms" {
		metric = ""
	}
	warnings, _ := os.ReadFile(base + ".warnings")
	for _, workers := range []int{1, 2, 8} {
		for _, size := range []int{0, 1, 100, 1000} {
			o, programs := variant.options, sourcestest.Options(format.Name)
			o.Open, o.Symfs, o.DebugDir = programs.Open, programs.Symfs, programs.DebugDir
			if word == "syms" {
				o.Syms = base + ".syms"
				o.Open = func(_, name string) (input.ProgramFile, error) { return os.Open(name) }
			}
			o.Workers, o.ChunkSize = workers, size
			p, report := sourcestest.MustRead(t, data, o)
			if variant.rewrite != nil {
				p = variant.rewrite(p)
			}
			sourcestest.Same(t, sourcestest.ColumnText(t, p, metric), want)
			if word == "" {
				sourcestest.Same(t, sourcestest.Warnings(p, report), string(warnings))
			}
			if t.Failed() {
				t.Fatalf("with %d workers and chunks of %d bytes, golden %q", workers, size, word)
			}
		}
	}
}

// checkClaim checks that an input is claimed by its own format and no other.
func checkClaim(t *testing.T, format sources.Format, data []byte) {
	t.Helper()
	in, err := input.Open(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range sources.Formats() {
		if claims := other.Sniff(in.Head); claims != (other.Name == format.Name) {
			t.Errorf("%s claims it: %v", other.Name, claims)
		}
	}
}

// checkDelivery checks that the result does not depend on how the input arrives: compressed, in small
// pieces, found out or named.
func checkDelivery(t *testing.T, format sources.Format, data []byte) {
	t.Helper()
	p, report := sourcestest.MustRead(t, data, sourcestest.Options(format.Name))
	want := sourcestest.ColumnText(t, p, "") + sourcestest.Warnings(p, report)
	for name, other := range map[string][]byte{"gzip": sourcestest.Gzip(t, data), "zstd": sourcestest.Zstd(t, data), "named": data} {
		o := sourcestest.Options(format.Name)
		if name == "named" {
			o.Format = format.Name
		}
		p, report := sourcestest.MustRead(t, other, o)
		if got := sourcestest.ColumnText(t, p, "") + sourcestest.Warnings(p, report); got != want {
			t.Errorf("%s: %s", name, sourcestest.Difference(got, want))
		}
	}
}

// checkCuts checks that an input cut at any line is read or refused, without a panic.
func checkCuts(t *testing.T, format sources.Format, data []byte) {
	t.Helper()
	if bytes.IndexByte(data, 0) >= 0 {
		return
	}
	const most = 200 // cuts in long inputs are spread over them
	step := max(1, bytes.Count(data, []byte("\n"))/most)
	for end, line := 0, 0; end < len(data); line++ {
		next := bytes.IndexByte(data[end:], '\n')
		if next < 0 {
			return
		}
		end += next + 1
		if line%step == 0 {
			_, _, _ = sources.Read(bytes.NewReader(data[:end]), sources.Options{Format: format.Name})
		}
	}
}

// TestRoundTrip checks that folded output read again gives the same output.
func TestRoundTrip(t *testing.T) {
	var goldens []string
	for _, format := range sources.Formats() {
		found, err := filepath.Glob(filepath.Join("../testdata", format.Name, "*.folded"))
		if err != nil {
			t.Fatal(err)
		}
		goldens = append(goldens, found...)
	}
	for _, golden := range goldens {
		want := sourcestest.ReadFile(t, golden)
		if len(want) == 0 {
			continue
		}
		p, _, err := sources.Read(bytes.NewReader(want), sources.Options{Format: "folded"})
		if err != nil {
			t.Errorf("%s: %v", golden, err)
			continue
		}
		sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), string(want))
	}
}
