package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs runs the commands that the README and the manual show in ```console blocks, each behind "$ ",
// and compares what they print with what stands below them.
func TestDocs(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := copyOfRepository(t)
		for _, example := range consoleExamples(string(text)) {
			t.Run(filepath.Base(file)+"/"+example.command, func(t *testing.T) { example.run(t, dir) })
		}
	}
}

// consoleExample is a command and what it prints, on both outputs.
type consoleExample struct{ command, output string }

// consoleExamples returns the examples of all ```console blocks.
func consoleExamples(text string) []consoleExample {
	var examples []consoleExample
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console\n"
		case inside && strings.HasPrefix(line, "$ "):
			examples = append(examples, consoleExample{command: strings.TrimSpace(line[2:])})
		case inside && len(examples) > 0:
			examples[len(examples)-1].output += line
		}
	}
	return examples
}

func (e consoleExample) run(t *testing.T, dir string) {
	if e.command == "go test ./..." {
		return // this is it
	}
	command := exec.Command("sh", "-c", strings.ReplaceAll(e.command, "go run ./cmd/fold", "fold"))
	command.Dir = dir
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if string(output) != e.output {
		t.Errorf("printed\n%swant\n%s", output, e.output)
	}
}

// copyOfRepository returns a folder in which the commands see the repository's files and may write.
func copyOfRepository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"testdata", "docs"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestHangPage runs the commands of docs/hang.md, which stand there for dumps of the reader's own, on dumps of a Go program.
func TestHangPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/hang.md")
	if err != nil {
		t.Fatal(err)
	}
	dump, err := os.ReadFile("../../testdata/goroutine/01-basic.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string][]byte{"dump1.txt": dump, "dump2.txt": dump, "dumps.log": bytes.Repeat(append(dump, '\n'), 2)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ran := 0
	for line := range strings.Lines(string(page)) {
		_, command, found := strings.Cut(line, "fold ")
		if !found || !strings.HasPrefix(line, "    ") || strings.Contains(strings.TrimLeft(line, " 0123456789."), "`") {
			continue
		}
		command, _, _ = strings.Cut("fold "+command, " # ")
		run := exec.Command("sh", "-c", command)
		run.Dir = dir
		if output, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, output)
		}
		ran++
	}
	if ran < 9 {
		t.Errorf("ran %d commands: the page has more", ran)
	}
}

// TestPicture checks that the README's picture is what fold draws of the sample that ships with it.
func TestPicture(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, example := range consoleExamples(string(text)) {
		command, found := strings.CutSuffix(example.command, " > fold.svg")
		if !found {
			continue
		}
		example.command = command
		picture, err := os.ReadFile("../../docs/fold.svg")
		if err != nil {
			t.Fatal(err)
		}
		example.output = string(picture)
		example.run(t, copyOfRepository(t))
		return
	}
	t.Error("the README does not draw fold.svg")
}
