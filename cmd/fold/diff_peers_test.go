package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDiffPeers compares what fold writes for inferno's test files with what inferno writes, whose lines stand
// in no order.
func TestDiffPeers(t *testing.T) {
	dir := "../../../shared/peers/inferno/diff-folded"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the peers' files are not there")
	}
	for _, tt := range []struct{ result, flag string }{
		{"default", "--quiet"}, {"normalize", "--normalize"}, {"strip_hex", "-s"},
	} {
		want, err := os.ReadFile(filepath.Join(dir, "results", tt.result+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		args := []string{"diff", "--format", "folded", tt.flag, filepath.Join(dir, "before.txt"), filepath.Join(dir, "after.txt")}
		if status := run(args, nil, &stdout, &stderr); status != statusDone {
			t.Fatal(stderr.String())
		}
		lines := strings.SplitAfter(string(want), "\n")
		slices.Sort(lines)
		if sorted := strings.Join(lines, ""); stdout.String() != sorted {
			t.Errorf("%s: got\n%swant\n%s", tt.result, stdout.String(), sorted)
		}
	}
}
