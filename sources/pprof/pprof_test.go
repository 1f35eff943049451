package pprof_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

const pprofCases = "../../testdata/pprof"

// TestPprofSigned reads a profile made by "go tool pprof -diff_base": stacks of two builds of one program,
// of which one counts below zero. They are netted where the functions are the same.
func TestPprofSigned(t *testing.T) {
	dir := filepath.Join(pprofCases, "signed")
	if n := comparePprof(t, dir, dir); n != 4 {
		t.Errorf("%d goldens in %s", n, dir)
	}
}

// TestPprofPeers compares the profiles of other projects with what an independent decoder makes of them.
func TestPprofPeers(t *testing.T) {
	if _, err := os.Stat(sourcestest.Shared("peers")); err != nil {
		t.Skip("the fixtures of other projects are not here: ", err)
	}
	for _, dir := range []string{"legacy", "nongo"} {
		profiles := filepath.Join(sourcestest.Shared("peers"), "pprof", dir)
		if n := comparePprof(t, profiles, filepath.Join(profiles, "folded")); n < 20 {
			t.Errorf("only %d goldens for %s", n, dir)
		}
	}
}

// comparePprof compares each NAME.METRIC.folded in one folder with the profile NAME.* in another, and
// returns their number. Without METRIC it is the default.
func comparePprof(t *testing.T, profiles, goldens string) int {
	t.Helper()
	inputs := pprofInputs(t, profiles)
	entries, err := os.ReadDir(goldens)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, entry := range entries {
		name, isGolden := strings.CutSuffix(strings.TrimSuffix(entry.Name(), ".gz"), ".folded")
		if !isGolden {
			continue
		}
		compared++
		t.Run(name, func(t *testing.T) {
			base := longestPrefix(name, inputs)
			if base == "" {
				t.Fatal("no profile has this name")
			}
			metric := strings.TrimPrefix(strings.TrimPrefix(name, base), ".")
			p := readPprof(t, filepath.Join(profiles, inputs[base]), sources.Options{})
			sourcestest.Same(t, pprofColumn(t, p, metric), readGolden(t, filepath.Join(goldens, entry.Name())))
		})
	}
	return compared
}

// pprofInputs returns the profiles of a folder by the name that their goldens begin with.
func pprofInputs(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	inputs := make(map[string]string)
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), ".gz")
		for _, suffix := range []string{".pb", ".pprof", ".prof"} {
			name = strings.TrimSuffix(name, suffix)
		}
		if !entry.IsDir() && filepath.Ext(name) != ".folded" {
			inputs[name] = entry.Name()
		}
	}
	return inputs
}

// longestPrefix returns the longest key that name is or that name continues with a dot.
func longestPrefix(name string, inputs map[string]string) string {
	longest := ""
	for base := range inputs {
		if (name == base || strings.HasPrefix(name, base+".")) && len(base) > len(longest) {
			longest = base
		}
	}
	return longest
}

// readPprof reads a profile, which must be found to be one and give no cause for a message.
func readPprof(t *testing.T, path string, o sources.Options) *collapse.Profile {
	t.Helper()
	p, report := sourcestest.MustRead(t, sourcestest.ReadFile(t, path), o)
	if report.Format.Name != "pprof" {
		t.Errorf("%s: read as %s", path, report.Format.Name)
	}
	for note := range strings.Lines(sourcestest.Warnings(p, report)) {
		if !strings.Contains(note, "without a symbol, shown as its file") {
			t.Errorf("%s: %s", path, note)
		}
	}
	return p
}

// readGolden returns the content of a golden, which may be compressed.
func readGolden(t *testing.T, path string) string {
	t.Helper()
	data := sourcestest.ReadFile(t, path)
	if filepath.Ext(path) != ".gz" {
		return string(data)
	}
	in, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(in); err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// pprofColumn writes one column as fold does: without negative weights, unless it is asked for
// "NAME.signed". An empty metric is the default.
func pprofColumn(t *testing.T, p *collapse.Profile, metric string) string {
	t.Helper()
	metric, signed := strings.CutSuffix(metric, ".signed")
	column := p.Default
	if metric != "" {
		column = slices.IndexFunc(p.Metrics, func(m collapse.Metric) bool { return m.Name == metric })
	}
	if column < 0 {
		t.Fatalf("no metric %q in %v", metric, p.Metrics)
	}
	if !signed {
		// Weights cancel out where the functions are the same, whatever their files and modules.
		p = p.MapFrames(func(f collapse.Frame) collapse.Frame { return collapse.Frame{Name: f.Name} })
		p, _, _ = p.DropNegative(column)
		column = 0
	}
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{column}}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
