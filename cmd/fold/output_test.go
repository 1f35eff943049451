package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestReplaceFileFails lets the writing fail half way.
func TestReplaceFileFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.svg")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("wrong")
	err := replaceFile(file, os.Exit, func(w io.Writer) error {
		io.WriteString(w, "half of the new")
		return wrong
	})
	if !errors.Is(err, wrong) {
		t.Errorf("got error %v", err)
	}
	checkFolder(t, dir, "out.svg", "old")
}

// TestInterrupted ends a program that has written half of its output. The program is this test itself,
// see TestHalfWritten.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.svg")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(test, "-test.run", "^TestHalfWritten$")
	cmd.Env = append(os.Environ(), "FOLD_TEST_OUTPUT="+file)
	written, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(written, make([]byte, len("written"))); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 128+int(syscall.SIGTERM) {
		t.Errorf("exit status %d", got)
	}
	checkFolder(t, dir, "out.svg", "old")
}

func TestHalfWritten(t *testing.T) {
	file := os.Getenv("FOLD_TEST_OUTPUT")
	if file == "" {
		t.Skip("runs as a part of TestInterrupted")
	}
	replaceFile(file, os.Exit, func(w io.Writer) error {
		io.WriteString(w, "half of the new")
		io.WriteString(os.Stdout, "written")
		time.Sleep(time.Minute)
		return nil
	})
}

// checkFolder fails the test unless dir holds one file and that holds text.
func checkFolder(t *testing.T, dir, name, text string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != name {
			t.Errorf("%s stayed behind", e.Name())
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || !bytes.Equal(got, []byte(text)) {
		t.Errorf("%s holds %q, %v", name, got, err)
	}
}
