package main

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// TestRealProgram compares real profiles of testdata/diff/program, whose versions differ in known functions.
// These must be found, and no other.
func TestRealProgram(t *testing.T) {
	long(t)
	for _, tt := range []struct {
		before, after string
		flags         []string
		want          []string
	}{
		// A hash map instead of a search: scanAccounts is gone, and its caller is another.
		{"scan", "map", []string{"--absolute", "--show", `^main\.`}, []string{"main.readMap", "main.readScan", "main.scanAccounts"}},
		// No copies: another way to split a line, and another caller.
		{
			"map", "borrow",
			[]string{"--absolute", "--show", `^main\.`},
			[]string{"main.readBorrow", "main.readMap", "main.splitBorrow", "main.splitCopy"},
		},
		// The first version twice.
		{"scan", "scan-again", nil, nil},
		{"scan", "scan-again", []string{"--by", "total"}, nil},
		{"scan", "scan-again", []string{"--absolute"}, nil},
		{"scan", "scan-again", []string{"--group", "stack"}, nil},
		{"scan", "scan-again", []string{"--group", "module"}, nil},
	} {
		args := append([]string{"diff", "-q", "--format", "csv", ledgerProfile(tt.before), ledgerProfile(tt.after)}, tt.flags...)
		t.Run(strings.Join(append([]string{tt.before, tt.after}, tt.flags...), " "), func(t *testing.T) {
			if got := beyondNoise(t, args); !slices.Equal(got, tt.want) {
				t.Errorf("changed: %q, want %q", got, tt.want)
			}
		})
	}
}

func ledgerProfile(version string) string { return "../../testdata/diff/" + version + ".pb.gz" }

// beyondNoise returns the functions that a comparison calls changed, in the order of their names.
func beyondNoise(t *testing.T, args []string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(args, nil, &stdout, &stderr); status != statusDone {
		t.Fatal(stderr.String())
	}
	rows, err := csv.NewReader(&stdout).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	verdict, name := slices.Index(rows[0], "beyond_noise"), slices.Index(rows[0], "function")
	var changed []string
	for _, row := range rows[1:] {
		if row[verdict] == "true" {
			changed = append(changed, row[name])
		}
	}
	slices.Sort(changed)
	return changed
}
