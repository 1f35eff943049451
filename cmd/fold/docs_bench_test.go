package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestBenchmarkCommands reads the commands of docs/benchmarks.md: the benchmarks that they name are there, in the packages
// that they name, and the program that measures whole commands prints its tables, here of small inputs.
func TestBenchmarkCommands(t *testing.T) {
	text, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	commands, programs := benchmarkCommands(string(text)), 0
	for _, command := range commands {
		switch {
		case strings.Contains(command, "go test "):
			checkBenchmark(t, command)
		case strings.HasPrefix(command, "go run ./testdata/bench "):
			programs++
			t.Run("testdata/bench", func(t *testing.T) { checkBench(t, command) })
		case strings.Contains(command, "go build "), strings.Contains(command, "go tool pprof "):
			// They are done by whoever runs this.
		default:
			t.Errorf("no test for %q", command)
		}
	}
	if programs != 1 || len(commands) < 5 {
		t.Errorf("%d commands, %d of them measure whole commands", len(commands), programs)
	}
}

// benchmarkCommands returns the commands of all ```sh blocks, without their remarks.
func benchmarkCommands(text string) (commands []string) {
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```sh\n"
		case inside:
			command, _, _ := strings.Cut(line, " # ")
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	return commands
}

var benchmarkFlag = regexp.MustCompile(`-bench (\S+)`)

// checkBenchmark looks for the benchmark that a command runs in each of the packages that it names. CI runs all.
func checkBenchmark(t *testing.T, command string) {
	t.Helper()
	match := benchmarkFlag.FindStringSubmatch(command)
	if match == nil {
		t.Errorf("%s: no -bench", command)
		return
	}
	wanted := regexp.MustCompile(`(?m)^func Benchmark\w*` + strings.TrimSuffix(match[1], "."))
	for word := range strings.FieldsSeq(command) {
		folder, isPackage := strings.CutPrefix(word, "./")
		if !isPackage {
			continue
		}
		files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var tests []byte
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tests = append(tests, text...)
		}
		if !wanted.Match(tests) {
			t.Errorf("%s: %s has no benchmark %s", command, word, match[1])
		}
	}
}

// checkBench runs the program that measures whole commands, once for each, beside programs that print their input.
func checkBench(t *testing.T, command string) {
	if runtime.GOOS != "linux" {
		t.Skip("measures memory as Linux counts it")
	}
	dir, peers := t.TempDir(), t.TempDir()
	for name, fixture := range map[string]string{
		"perf-500m.txt": "perf/20-many-runtimes-tidy.txt", "perf-real-100m.txt": "perf/20-many-runtimes-tidy.txt",
		"perf-synth-50m.txt": "perf/20-many-runtimes-tidy.txt",
		"sample-50m.txt":     "sample/02-parens-in-names.txt", "sample-synth-50m.txt": "sample/02-parens-in-names.txt",
		"folded-500k.txt": "pprof/go-cpu.samples.folded", "folded-500k-after.txt": "pprof/go-cpu.cpu.folded",
		"folded-50k.txt": "pprof/go-cpu.samples.folded", "folded-50k-after.txt": "pprof/go-cpu.cpu.folded",
	} {
		target, err := filepath.Abs(filepath.Join("../../testdata", fixture))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"collapse-perf", "collapse-sample", "flamegraph", "diff-folded"} {
		peer := "#!/bin/sh\nfor last; do :; done\nexec cat \"$last\"\n"
		if err := os.WriteFile(filepath.Join(peers, "inferno-"+name), []byte(peer), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	command = strings.ReplaceAll(command, "-inputs DIR", "-inputs "+dir)
	command = strings.ReplaceAll(command, "-peers DIR", "-peers "+peers)
	command = strings.ReplaceAll(command, "-fold /tmp/fold", "-fold fold")
	run := exec.Command("sh", "-c", command+" -rounds 1 -runs 1 -profiles 2")
	run.Dir = "../.."
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	if err := run.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if got, want := shape(stdout.String()), "10 "+strings.Repeat("10 ", 14)+"5 5 5 5 "; got != want {
		t.Errorf("tables with %s columns, want %s\n%s", got, want, stdout.String())
	}
}

// shape returns how many columns the rows of the tables in a text have.
func shape(text string) string {
	var columns strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") {
			fmt.Fprintf(&columns, "%d ", strings.Count(line, "|")-1)
		}
	}
	return columns.String()
}
