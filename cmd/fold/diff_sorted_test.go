package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestDiffSorted compares the fixtures in pairs, and each with itself, once as they are and once with a flag for which
// trees are made. Only some are sorted.
func TestDiffSorted(t *testing.T) {
	files, err := filepath.Glob("../../testdata/folded/*.[ft]*")
	if err != nil {
		t.Fatal(err)
	}
	sorted := 0
	for i, file := range files {
		for _, other := range []string{file, files[(i+1)%len(files)], files[(i+7)%len(files)]} {
			for _, negate := range []bool{false, true} {
				got, done := diffSorted(t, file, other, negate)
				if !done {
					continue
				}
				sorted++
				if want := diffOfTrees(t, file, other, negate); got != want {
					t.Errorf("%s and %s: got\n%s\nwant\n%s", file, other, got, want)
				}
			}
		}
	}
	if sorted < 20 {
		t.Errorf("%d pairs are sorted: the test shows nothing", sorted)
	}
}

// diffSorted returns what diff writes without a tree, if it can.
func diffSorted(t *testing.T, before, after string, negate bool) (written string, done bool) {
	t.Helper()
	var stdout bytes.Buffer
	s := streams{stdout: &stdout, stderr: io.Discard}
	sides := []sideFiles{{"", oneFile(before)}, {"", oneFile(after)}}
	done, err := s.diffSorted(sides, &request{}, &diffFlags{table: tableFlags{format: "folded"}, negate: negate})
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), done
}

// diffOfTrees returns what diff writes if flags could change the profiles.
func diffOfTrees(t *testing.T, before, after string, negate bool) string {
	t.Helper()
	args := []string{"diff", "--format", "folded", "--chunk-size", "4096", before, after}
	if negate {
		args = append(args, "--negate")
	}
	var stdout, stderr bytes.Buffer
	if status := run(args, nil, &stdout, &stderr); status != statusDone || stderr.Len() > 0 {
		t.Fatalf("%q: status %d\n%s", args, status, stderr.String())
	}
	return stdout.String()
}

// TestDiffSortedFlags looks which flags, files and formats have trees made.
func TestDiffSortedFlags(t *testing.T) {
	dir := t.TempDir()
	sorted, unsorted := filepath.Join(dir, "sorted"), filepath.Join(dir, "unsorted")
	for file, text := range map[string]string{sorted: "main;a 1\nmain;b 2\n", unsorted: "main;b 1\nmain;a 2\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	format := tableFlags{format: "folded"}
	for _, tt := range []struct {
		name          string
		before, after string
		r             request
		d             diffFlags
		want          bool
	}{
		{"both sorted", sorted, sorted, request{}, diffFlags{table: format}, true},
		{"quiet", sorted, sorted, request{quiet: true}, diffFlags{table: format}, true},
		{"the second unsorted", sorted, unsorted, request{}, diffFlags{table: format}, false},
		{"the first unsorted", unsorted, sorted, request{}, diffFlags{table: format}, false},
		{"no such file", sorted, dir + "/none", request{}, diffFlags{table: format}, false},
		{"a folder", sorted, dir, request{}, diffFlags{table: format}, false},
		{"standard input", "-", sorted, request{}, diffFlags{table: format}, false},
		{"another format", sorted, sorted, request{}, diffFlags{table: tableFlags{format: "text"}}, false},
		{"normalized", sorted, sorted, request{}, diffFlags{table: format, normalize: true}, false},
		{"without addresses", sorted, sorted, request{}, diffFlags{table: format, stripHex: true}, false},
		{"without modules", sorted, sorted, request{noModules: true}, diffFlags{table: format}, false},
		{"a metric", sorted, sorted, request{metric: "samples"}, diffFlags{table: format}, false},
	} {
		s := streams{stdout: io.Discard, stderr: io.Discard}
		sides := []sideFiles{{"", oneFile(tt.before)}, {"", oneFile(tt.after)}}
		if got, err := s.diffSorted(sides, &tt.r, &tt.d); err != nil || got != tt.want {
			t.Errorf("%s: got %v, %v, want %v", tt.name, got, err, tt.want)
		}
	}
}
