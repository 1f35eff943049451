package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"fold/sources/perfdata"
)

// TestWithPerf checks what is said about recordings that only perf can read, where it is and where it is not.
func TestWithPerf(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs are found by their extensions")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "perf"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	traces := &perfdata.NeedsPerf{Why: "recorded only traces", Options: "--itrace=i1us"}
	for _, test := range []struct {
		path, file string
		err        error
		want       string
	}{
		{dir, "perf.data", traces, "recorded only traces: run `perf script -i perf.data --itrace=i1us` and give fold its output"},
		{dir, "it's mine.data", traces, "recorded only traces: run `perf script -i 'it'\\''s mine.data' --itrace=i1us` and give fold its output"},
		{"", "perf.data", traces, "recorded only traces: `perf script -i perf.data --itrace=i1us` makes text of it that fold reads, on a machine with perf"},
		{dir, "-", traces, "recorded only traces: run `perf script -i FILE --itrace=i1us` and give fold its output"},
		{dir, "perf.data", errors.New("other"), "other"},
	} {
		t.Setenv("PATH", test.path)
		if got := withPerf(test.file, test.err).Error(); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.file, got, test.want)
		}
	}
}
