package perf

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestSniffHeader checks that no line of any fixture is a header that sniffHeader passes over.
func TestSniffHeader(t *testing.T) {
	headers := 0
	err := filepath.WalkDir("../../testdata", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		data, err := os.ReadFile(path)
		for line := range bytes.Lines(data) {
			line = bytes.TrimRight(line, "\r\n")
			_, want := parsePerfHeader(line, perfStrict)
			if _, got := sniffHeader(line); got != want {
				t.Errorf("%s: %q: got %t", path, line, got)
			}
			if want {
				headers++
			}
		}
		return err
	})
	if err != nil || headers < 100 {
		t.Errorf("%d headers: %v", headers, err)
	}
}
