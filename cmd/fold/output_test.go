package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
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

// TestCloseFails writes to files that cannot be closed: what is written last may be lost then.
func TestCloseFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.svg")
	closes := func(w io.Writer) error { return w.(io.Closer).Close() } // so that to close it once more is an error
	for name, write := range map[string]func() error{
		"replaceFile":   func() error { return replaceFile(file, os.Exit, closes) },
		"writeDirectly": func() error { return writeDirectly(os.DevNull, closes) },
		"write":         func() error { return streams{self: &selfRecording{}}.write(file, closes) },
	} {
		if err := write(); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the file is there")
	}
}

// TestReadOnlyFolder replaces a file in a folder that nothing can be added to, so that it must stay the file it is.
func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.svg")
	if err := os.WriteFile(file, []byte("old and long"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	if f, err := createBeside(file, 0o600); err == nil {
		f.Close()
		os.Remove(f.Name())
		t.Skip("this user may write to every folder")
	}
	err := replaceFile(file, os.Exit, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	})
	if err != nil {
		t.Errorf("got error %v", err)
	}
	checkFolder(t, dir, "out.svg", "new")
}

// TestCopyInto writes over a file without making it another one.
func TestCopyInto(t *testing.T) {
	dir := t.TempDir()
	target, from := filepath.Join(dir, "target"), filepath.Join(dir, "from")
	for file, text := range map[string]string{target: "old and long", from: "new"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := os.Stat(target)
	if err := copyInto(target, from); err != nil {
		t.Fatal(err)
	}
	after, _ := os.Stat(target)
	got, _ := os.ReadFile(target)
	if string(got) != "new" || !os.SameFile(before, after) {
		t.Errorf("the target holds %q; the same file: %v", got, os.SameFile(before, after))
	}
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
