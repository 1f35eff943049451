package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLibrary builds the program of library.md in a module of its own, the way that page says, and runs it.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	page, err := os.ReadFile("library.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```go\n")
	program, _, _ = strings.Cut(program, "```\n")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"main.go": program, "go.mod": "module example\n\ngo 1.26\n", "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in(t, dir, "", "go", "mod", "edit", "-require=fold@v0.0.0", "-replace=fold="+root)
	in(t, dir, "", "go", "build", "-mod=mod", "-o", "example", ".")
	out, messages := in(t, dir, "main;handle 3\nmain;runtime.gcStart 4\n", "./example")
	if !strings.HasPrefix(out, "<svg ") || !strings.Contains(out, ">3 samples<") {
		t.Errorf("got %s", out)
	}
	if !strings.Contains(messages, "olded") { // a title of the format, after the time
		t.Errorf("got %s", messages)
	}
}

// in runs a command in a folder and returns its two outputs.
func in(t *testing.T, dir, input string, command ...string) (out, messages string) {
	t.Helper()
	c := exec.Command(command[0], command[1:]...)
	var stdout, stderr strings.Builder
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, strings.NewReader(input), &stdout, &stderr
	c.Env = append(os.Environ(), "GOFLAGS=")
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, stderr.String())
	}
	return stdout.String(), stderr.String()
}
