package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples runs every example that the help shows.
func TestExamples(t *testing.T) {
	long(t)
	commands := newApp(streams{}, "").Commands
	texts := []string{helpOf(t)}
	for _, c := range commands {
		texts = append(texts, helpOf(t, c.Name))
	}
	for _, text := range texts {
		lines := examples(text)
		if len(lines) == 0 && !strings.HasPrefix(text, "fold collapse-") { // whose examples are those of collapse
			t.Errorf("no examples in\n%s", text)
		}
		for _, line := range lines {
			t.Run(line, func(t *testing.T) { runExample(t, line) })
		}
	}
}

// helpOf returns what --help prints, which must be what the command help prints, and no error.
func helpOf(t *testing.T, command ...string) string {
	t.Helper()
	var stdout, again, stderr bytes.Buffer
	if status := run(append(command, "--help"), nil, &stdout, &stderr); status != statusDone || stderr.Len() > 0 {
		t.Errorf("fold %v --help: exit status %d, %s", command, status, stderr.String())
	}
	run(append([]string{"help"}, command...), nil, &again, &stderr)
	if len(command) > 0 && command[0] == "help" {
		return again.String() // fold help --help asks for the help of fold
	}
	if again.String() != stdout.String() {
		t.Errorf("fold help %v prints\n%s\nand fold %v --help prints\n%s", command, again.String(), command, stdout.String())
	}
	return stdout.String()
}

// examples returns the lines between "EXAMPLES" and the next empty line.
func examples(help string) []string {
	var lines []string
	inside := false
	for line := range strings.Lines(help) {
		line = strings.TrimSpace(line)
		switch {
		case line == "EXAMPLES":
			inside = true
		case line == "":
			inside = false
		case inside:
			lines = append(lines, line)
		}
	}
	return lines
}

// runExample runs a line in a folder where all files are that the examples read. It must succeed and
// write something, to standard output or to a file.
func runExample(t *testing.T, line string) {
	if _, words, found := strings.Cut(line, "fold "); strings.HasPrefix(words, "record ") || strings.HasPrefix(words, "view") && found {
		if _, err := arrange(newApp(streams{}, ""), strings.Fields(words)); err != nil {
			t.Error(err) // no more than that: the programs are not there, and a viewer has no end
		}
		return
	}
	dir := t.TempDir()
	fillFolder(t, dir)
	if _, target, found := strings.Cut(line, "> "); found {
		os.Remove(filepath.Join(dir, target)) // it is to be written
	}
	before := files(t, dir)
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	for file, size := range files(t, dir) {
		if _, old := before[file]; !old && size == 0 {
			t.Errorf("%s is empty: %s", file, stderr.String())
		}
	}
	if len(stdout) == 0 && len(files(t, dir)) == len(before) {
		t.Errorf("it wrote nothing: %s", stderr.String())
	}
}

// files returns the sizes of the files in dir.
func files(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	sizes := make(map[string]int64)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		sizes[path] = info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

const (
	examplePerf = `server 41/42 [001] 10.000001:       1000 cycles:u: 
	          401000 load+0x10 (/usr/bin/server)
	          400000 main+0x20 (/usr/bin/server)

`
	exampleSample = `Analysis of sampling tidepool (pid 4410) every 1 millisecond
Process:         tidepool [4410]

Call graph:
    10 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)
      10 main  (in tidepool) + 212  [0x1022b40d4]

Total number in stack (recursive counted multiple, when >=5):
`
	exampleFolded = "main;malloc 101\nmain;parse;read 1403\nmain;write 2003\nmain;draw 1\nmain;hash 7\n"
)

func fillFolder(t *testing.T, dir string) {
	t.Helper()
	texts := map[string]string{
		"perf.txt": examplePerf, "sample.txt": exampleSample,
		"prof.folded": exampleFolded, "sunday.folded": exampleFolded, "monday.folded": exampleFolded, "tuesday.folded": exampleFolded,
		"perf": "#!/bin/sh\ncat perf.txt\n", // stands for the real one in "perf script | fold ..."
	}
	for name, fixture := range map[string]string{
		"cpu.pb.gz": "go-cpu.pb.gz", "before.pb.gz": "go-cpu.pb.gz", "after.pb.gz": "go-cpu.pb.gz", "heap.pb.gz": "go-heap.pb.gz",
		"old-1.pb.gz": "go-cpu.pb.gz", "old-2.pb.gz": "go-cpu.pb.gz", "new-1.pb.gz": "go-cpu.pb.gz", "new-2.pb.gz": "go-cpu.pb.gz",
		"nights/2026-09-01/run.pb.gz": "go-cpu.pb.gz", "nights/2026-09-02/run.pb.gz": "go-cpu.pb.gz",
	} {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "pprof", fixture))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	for name, text := range texts {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions", ".local/share/man/man1"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("word ", 20) // 20 words are 99 letters with the blanks between them
	for text, want := range map[string]string{
		"":                       "",
		"a  few\nwords":          "a few words",
		long:                     strings.TrimSpace(long),
		long + "x":               strings.TrimSpace(long) + "\nx",
		strings.Repeat("y", 101): strings.Repeat("y", 101),
	} {
		if got := wrap(text); got != want {
			t.Errorf("wrap(%q) = %q, want %q", text, got, want)
		}
	}
}
