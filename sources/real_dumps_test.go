package sources_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestRealDumps compares dumps that real tools made, and that lie beside the module, with what an independent reader
// makes of them: NAME.txt with NAME.folded, and with NAME.METRIC.folded for further columns.
func TestRealDumps(t *testing.T) {
	goldens, err := filepath.Glob(sourcestest.Shared("formats-dumps", "real", "*", "*.folded"))
	if err != nil {
		t.Fatal(err)
	}
	if len(goldens) == 0 {
		t.Skip("there are no real dumps beside the module")
	}
	for _, golden := range goldens {
		if filepath.Base(golden) == "own-issue201.folded" {
			continue // has Rust's closures as _{{closure}}, which are finished as {{closure}}
		}
		t.Run(filepath.Base(golden), func(t *testing.T) {
			name, metric := strings.TrimSuffix(golden, ".folded"), ""
			if _, err := os.Stat(name + ".txt"); err != nil {
				metric = strings.TrimPrefix(filepath.Ext(name), ".")
				name = strings.TrimSuffix(name, "."+metric)
			}
			p, _ := sourcestest.MustRead(t, sourcestest.ReadFile(t, name+".txt"), sources.Options{})
			sourcestest.Same(t, sourcestest.ColumnText(t, p, metric), string(sourcestest.ReadFile(t, golden)))
		})
	}
}
