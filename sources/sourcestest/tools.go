package sourcestest

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// NeedTools skips a test that needs programs that are not installed. Where FOLD_REQUIRE_TOOLS is set, they must be.
func NeedTools(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("FOLD_REQUIRE_TOOLS") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
}

// Run runs a program and returns what it prints on its standard output.
func Run(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	command := exec.Command(name, args...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.Bytes())
	}
	return stdout.Bytes()
}
