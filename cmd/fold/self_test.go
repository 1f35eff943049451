package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"fold/collapse"
	"fold/sources/live"
)

// slowInput is an input that keeps fold busy long enough to be recorded.
func slowInput(text string) io.Reader {
	r, w := io.Pipe()
	go func() {
		time.Sleep(150 * time.Millisecond)
		io.WriteString(w, text)
		w.Close()
	}()
	return r
}

// TestRecordSelf records runs that succeed and runs that fail: the output is what it is without, and the
// recording shows where the run was.
func TestRecordSelf(t *testing.T) {
	long(t)
	for _, tt := range []struct {
		input  string
		args   []string
		status int
		stdout string
		stderr string
	}{
		{"a;b 1\n", []string{"collapse"}, statusDone, "a;b 1\n", ""},
		{"a;b 1\nx\n", []string{"collapse", "--strict"}, statusFailed, "", "fold: stdin:2: not a stack and a weight: \"x\"\n"},
	} {
		for _, name := range []string{"self.folded", "self.pb.gz"} {
			file := filepath.Join(t.TempDir(), name)
			var stdout, stderr bytes.Buffer
			status := run(append(tt.args, "--record-self", file), slowInput(tt.input), &stdout, &stderr)
			if status != tt.status || stdout.String() != tt.stdout || stderr.String() != tt.stderr {
				t.Errorf("%v: got %d\n%s\n%s", tt.args, status, stdout.String(), stderr.String())
			}
			p := readProfile(t, file)
			own, recorder := reflect.TypeFor[streams]().PkgPath(), reflect.TypeFor[live.Recorder]().PkgPath()
			if !holds(p, own+".run") {
				t.Errorf("%v: %s does not show the run", tt.args, name)
			}
			if holds(p, own+".(*selfRecording).untilInterrupted") || holds(p, recorder+".Start") {
				t.Errorf("%v: %s shows the recording itself", tt.args, name)
			}
		}
	}
}

// holds reports whether a function is in a stack of the profile.
func holds(p *collapse.Profile, function string) bool {
	for f := range p.Frames() {
		if p.Frame(collapse.FrameID(f)).Name == function {
			return true
		}
	}
	return false
}

// TestRecordSelfPictures checks that the pictures come out whole.
func TestRecordSelfPictures(t *testing.T) {
	long(t)
	for name, end := range map[string]string{"self.svg": "</svg>\n", "self.html": "</html>\n"} {
		file := filepath.Join(t.TempDir(), name)
		t.Setenv(recordVariable, file)
		if status := run([]string{"top"}, slowInput("a;b 1\n"), io.Discard, io.Discard); status != statusDone {
			t.Errorf("exit status %d", status)
		}
		picture, err := os.ReadFile(file)
		if err != nil || !strings.HasSuffix(string(picture), end) {
			t.Errorf("%s: %d bytes, %v", name, len(picture), err)
		}
	}
}

func TestRecordSelfErrors(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		file   string
		status int
		stderr string
	}{
		{"self.png", statusUsage, "fold: --record-self: the name must end in .svg, .html, .folded or .pb.gz\nfold: see fold collapse --help\n"},
		{filepath.Join(dir, "no", "self.svg"), statusFailed, "fold: " + filepath.Join(dir, "no", "self.svg") + ": no such file or directory\n"},
	} {
		var stderr bytes.Buffer
		status := run([]string{"collapse", "--record-self=" + tt.file}, slowInput("a 1\n"), io.Discard, &stderr)
		if status != tt.status || stderr.String() != tt.stderr {
			t.Errorf("%s: got %d, %s want %s", tt.file, status, stderr.String(), tt.stderr)
		}
	}
}

// TestRecordSelfShort writes what a run left that ended before the first look: nothing.
func TestRecordSelfShort(t *testing.T) {
	file := filepath.Join(t.TempDir(), "self.svg")
	r := selfRecording{file: file}
	if err := r.writeProfile(collapse.NewBuilder().Profile()); !errors.Is(err, errShortRun) {
		t.Errorf("got %v, want %v", err, errShortRun)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was written: %v", err)
	}
}

// TestRecordSelfInterrupted ends a run that waits for its input, while it writes a file or not.
func TestRecordSelfInterrupted(t *testing.T) {
	long(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "self.folded")
	cmd := exec.Command("fold", "collapse", "--record-self", file, "-o", filepath.Join(dir, "out"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 128+int(syscall.SIGINT) {
		t.Errorf("exit status %d", got)
	}
	if p := readProfile(t, file); p.Total(0) == 0 {
		t.Error("an empty recording")
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("the output was written")
	}
}
