package sources_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"fold/collapse"
	"fold/sources"
)

// variants are the words that may stand in NAME.WORD.folded beside a NAME.* input: the options with which
// it is read, and what is done before it is written. Other words name a metric.
var variants = map[string]struct {
	options sources.Options
	rewrite func(*collapse.Profile) *collapse.Profile
}{
	"idle":            {options: sources.Options{Idle: true}},
	"no-modules":      {rewrite: func(p *collapse.Profile) *collapse.Profile { return p.WithModules(false) }},
	"pid":             {options: sources.Options{PID: true}},
	"tid":             {options: sources.Options{TID: true}},
	"addresses":       {options: sources.Options{Addresses: true}},
	"annotate":        {options: sources.Options{Annotate: sources.Annotate{Kernel: true, JIT: true, Inlined: true}}},
	"no-inline-split": {options: sources.Options{NoInlineSplit: true}},
}

// TestFixtures reads every file of testdata/FORMAT and compares it with what stands beside it: NAME.folded
// and NAME.WORD.folded the stacks, NAME.warnings the messages, NAME.error the error. A new fixture, and a
// new format, need no new code.
func TestFixtures(t *testing.T) {
	for _, format := range sources.Formats() {
		if format.Parse == nil {
			continue
		}
		dir := filepath.Join("../testdata", format.Name)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Errorf("a format without fixtures: %v", err)
		}
		for _, entry := range entries {
			switch filepath.Ext(entry.Name()) {
			case ".folded", ".warnings", ".error", ".json", "":
				continue
			}
			t.Run(format.Name+"/"+entry.Name(), func(t *testing.T) {
				checkFixture(t, format, filepath.Join(dir, entry.Name()))
			})
		}
	}
}

func checkFixture(t *testing.T, format sources.Format, path string) {
	data := readFile(t, path)
	base := strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), filepath.Ext(strings.TrimSuffix(path, ".gz")))
	if want, err := os.ReadFile(base + ".error"); err == nil {
		_, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: format.Name})
		sameOutput(t, fmt.Sprintln(err), string(want))
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
		checkGolden(t, data, base, word, string(readFile(t, golden)))
	}
	if compared == 0 {
		t.Fatalf("no golden of %s was compared", path)
	}
	checkClaim(t, format, data)
	checkDelivery(t, format, data)
	checkCuts(t, format, data)
}

// checkGolden compares the stacks and the messages, for several numbers of workers and sizes of chunks.
func checkGolden(t *testing.T, data []byte, base, word, want string) {
	t.Helper()
	variant, isVariant := variants[word]
	metric := word
	if isVariant {
		metric = ""
	}
	warnings, _ := os.ReadFile(base + ".warnings")
	for _, workers := range []int{1, 2, 8} {
		for _, size := range []int{0, 1, 100, 1000} {
			o := variant.options
			o.Workers, o.ChunkSize = workers, size
			p, report := mustRead(t, data, o)
			if variant.rewrite != nil {
				p = variant.rewrite(p)
			}
			sameOutput(t, columnText(t, p, metric), want)
			if word == "" {
				sameOutput(t, warningsOf(p, report), string(warnings))
			}
			if t.Failed() {
				t.Fatalf("with %d workers and chunks of %d bytes, golden %q", workers, size, word)
			}
		}
	}
}

// warningsOf returns the messages of a report, one a line.
func warningsOf(p *collapse.Profile, report *sources.Report) string {
	var text strings.Builder
	for _, s := range report.Skipped {
		fmt.Fprintf(&text, "%d: %s\n", s.Line, s.Why)
	}
	if more := report.Skips - len(report.Skipped); more > 0 {
		fmt.Fprintf(&text, "and %d more lines\n", more)
	}
	for _, note := range report.Notes {
		fmt.Fprintln(&text, note)
	}
	if p.Saturated {
		fmt.Fprintln(&text, "sums beyond 64 bits stand at the largest value")
	}
	return text.String()
}

// checkClaim checks that an input is claimed by its own format and no other.
func checkClaim(t *testing.T, format sources.Format, data []byte) {
	t.Helper()
	head, err := sources.Head(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range sources.Formats() {
		if claims := other.Sniff(head); claims != (other.Name == format.Name) {
			t.Errorf("%s claims it: %v", other.Name, claims)
		}
	}
}

// checkDelivery checks that the result does not depend on how the input arrives: compressed, in small
// pieces, found out or named.
func checkDelivery(t *testing.T, format sources.Format, data []byte) {
	t.Helper()
	p, report := mustRead(t, data, sources.Options{})
	want := columnText(t, p, "") + warningsOf(p, report)
	for name, other := range map[string][]byte{"gzip": gzipped(t, data), "zstd": zstdCompressed(t, data), "named": data} {
		o := sources.Options{}
		if name == "named" {
			o.Format = format.Name
		}
		p, report := mustRead(t, other, o)
		if got := columnText(t, p, "") + warningsOf(p, report); got != want {
			t.Errorf("%s: %s", name, firstDifference(got, want))
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
		want := readFile(t, golden)
		if len(want) == 0 {
			continue
		}
		p, _, err := sources.Read(bytes.NewReader(want), sources.Options{Format: "folded"})
		if err != nil {
			t.Errorf("%s: %v", golden, err)
			continue
		}
		sameOutput(t, columnText(t, p, ""), string(want))
	}
}

// columnText writes a profile as folded stacks: the default column, or the one called metric of the
// default column's event.
func columnText(t *testing.T, p *collapse.Profile, metric string) string {
	t.Helper()
	column := p.Default
	if metric != "" {
		column = -1
		for i, m := range p.Metrics {
			if m.Name == metric && m.Event == p.Metrics[p.Default].Event {
				column = i
			}
		}
		if column < 0 {
			t.Fatalf("no metric %q among %v", metric, p.Metrics)
		}
	}
	if len(p.Metrics) == 0 {
		return ""
	}
	p, _, _ = p.DropNegative(column)
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func mustRead(t *testing.T, data []byte, o sources.Options) (*collapse.Profile, *sources.Report) {
	t.Helper()
	p, report, err := sources.Read(bytes.NewReader(data), o)
	if err != nil {
		t.Fatal(err)
	}
	return p, report
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstdCompressed(t *testing.T, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

// sameOutput reports the first line in which two texts differ.
func sameOutput(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Error(firstDifference(got, want))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var gotLine, wantLine string
		if i < len(g) {
			gotLine = g[i]
		}
		if i < len(w) {
			wantLine = w[i]
		}
		if gotLine != wantLine {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, gotLine, wantLine)
		}
	}
	return ""
}
