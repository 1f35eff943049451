package sourcestest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
)

// Testdata returns the folder testdata of the module that the test belongs to.
func Testdata() string {
	dir := ".."
	for range 5 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Join("..", dir)
	}
	return filepath.Join(dir, "testdata")
}

// Shared returns a path in the folder beside the module that holds other projects' files. Their licences are not ours, so
// tests read them where they are and pass without them.
func Shared(elements ...string) string {
	return filepath.Join(filepath.Dir(Testdata()), "..", "shared", filepath.Join(elements...))
}

// IsFixture reports whether a file of testdata/FORMAT is an input, and not what stands beside one.
func IsFixture(name string) bool {
	switch filepath.Ext(name) {
	case ".folded", ".warnings", ".error", ".syms", "":
		return false
	}
	return !strings.HasSuffix(name, ".top.json")
}

// EachFixture calls check for each input of testdata that can be read.
func EachFixture(t *testing.T, check func(t *testing.T, p *collapse.Profile, data []byte)) {
	t.Helper()
	for _, format := range sources.Formats() {
		if !format.Reads() {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(Testdata(), format.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if entry.IsDir() || !IsFixture(entry.Name()) {
				continue
			}
			data := ReadFile(t, filepath.Join(Testdata(), format.Name, entry.Name()))
			p, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: format.Name})
			if err != nil || len(p.Metrics) == 0 {
				continue
			}
			t.Run(format.Name+"/"+entry.Name(), func(t *testing.T) { check(t, p, data) })
		}
	}
}

// Written returns what a writer makes of one column.
func Written(t *testing.T, format string, p *collapse.Profile, metric int) string {
	t.Helper()
	f, _ := sources.FormatNamed(format)
	var out bytes.Buffer
	if err := f.Write(&out, p, metric); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// AddFixtures adds the inputs of testdata/FORMAT to a fuzz target's corpus.
func AddFixtures(f *testing.F, format string) {
	f.Helper()
	entries, err := os.ReadDir(filepath.Join(Testdata(), format))
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range entries {
		if !IsFixture(entry.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(Testdata(), format, entry.Name()))
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 8<<10 {
			f.Add(data)
		}
	}
}
