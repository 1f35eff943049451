package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckFindsTwoPercent runs the recipe of docs/check.md: a program that does 2% more is caught by its instructions, and
// the same program again is not. It needs valgrind, which FOLD_REQUIRE_VALGRIND asks for.
func TestCheckFindsTwoPercent(t *testing.T) {
	for _, tool := range []string{"gcc", "valgrind"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("FOLD_REQUIRE_VALGRIND") != "" {
				t.Fatal(err)
			}
			t.Skipf("no %s here", tool)
		}
	}
	dir := t.TempDir()
	before, same, after := countInstructions(t, dir, "before", "1000"), countInstructions(t, dir, "same", "1000"), countInstructions(t, dir, "after", "1020")
	for _, test := range []struct {
		file   string
		status int
		want   string
	}{
		{same, statusDone, "ok: "},
		{after, statusBroken, "broken: pour "},
	} {
		var stdout, stderr bytes.Buffer
		args := []string{"check", "-q", test.file, "--against", before, "--absolute", "--tolerance", "1"}
		if status := run(args, strings.NewReader(""), &stdout, &stderr); status != test.status || !strings.HasPrefix(stdout.String(), test.want) {
			t.Errorf("%s: status %d, want %d\n%s%s", strings.Join(args, " "), status, test.status, &stdout, &stderr)
		}
	}
}

// countInstructions builds the program with so many rounds of work and runs it under callgrind. The programs have one name,
// because callgrind writes down where they are.
func countInstructions(t *testing.T, dir, name, rounds string) (file string) {
	t.Helper()
	file = filepath.Join(dir, "callgrind.out."+name)
	source, err := filepath.Abs("../../testdata/valgrind/kettle.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{
		{"gcc", "-g", "-O1", "-DROUNDS=" + rounds, "-o", "kettle", source},
		{"valgrind", "--tool=callgrind", "--callgrind-out-file=" + file, "./kettle"},
	} {
		command := exec.Command(words[0], words[1:]...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	return file
}
