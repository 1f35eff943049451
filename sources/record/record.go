// Package record runs a profiler on a command, or on what already runs, and says how that ended. It knows perf,
// of Linux, and sample and xctrace, of macOS.
//
//	p, err := record.Find(record.ThisMachine(), false)
//	notes, err := p.Check(target)
//	result, err := p.Run(target, record.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, signals)
//
// What the profiler writes is read by package sources.
package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Target is what to record, and how.
type Target struct {
	Command   []string      // the program to run, with its arguments; empty: something that runs already
	PID       int           // the process to record; 0: none
	All       bool          // record every processor
	Duration  time.Duration // how long; 0: until the command or the process ends
	Frequency int           // samples a second; 0: 997
	Event     string        // what to count; empty: time, as well as the profiler can
	CallGraph string        // how to find the callers: "fp", "lbr", "dwarf", "dwarf,SIZE"; empty: fp
	File      string        // where the recording goes
}

// DefaultFrequency is how many samples are taken a second. It is a prime, so that it does not beat with what a
// program does a hundred times a second.
const DefaultFrequency = 997

func (t Target) frequency() int {
	if t.Frequency > 0 {
		return t.Frequency
	}
	return DefaultFrequency
}

// Result says how a recording ended.
type Result struct {
	Status int   // the command's exit status, as a shell reports it: 128+n where signal n ended it
	Gave   bool  // the user interrupted twice: gave up on the picture
	Failed error // the profiler failed, so that there may be no recording; nil: it did not
}

// Machine is what a profiler needs to know about where it runs.
type Machine struct {
	OS     string // as in runtime.GOOS
	Files  fs.FS  // the file system
	Getenv func(name string) string
	Look   func(program string) (path string, err error) // in PATH
	Output func(program string, args ...string) string   // what a program prints; empty if it fails
}

// ThisMachine returns the machine that the program runs on.
func ThisMachine() Machine {
	return Machine{
		OS: runtime.GOOS, Files: os.DirFS("/"), Getenv: os.Getenv, Look: exec.LookPath,
		Output: func(program string, args ...string) string {
			out, _ := exec.Command(program, args...).Output()
			return string(out)
		},
	}
}

// text returns the content of a small file of the machine without blanks around it, empty if it cannot be read.
func (m Machine) text(path string) string {
	data, _ := fs.ReadFile(m.Files, strings.TrimPrefix(path, "/"))
	return strings.TrimSpace(string(data))
}

// exists reports whether the machine has a file.
func (m Machine) exists(path string) bool {
	_, err := fs.Stat(m.Files, strings.TrimPrefix(path, "/"))
	return err == nil
}

// Profiler is a program that records.
type Profiler struct {
	machine Machine
	path    string
	xctrace bool
}

// Find looks for the profiler of a machine. With xctrace it is that of Instruments, on macOS.
func Find(m Machine, xctrace bool) (Profiler, error) {
	switch {
	case xctrace && m.OS != "darwin":
		return Profiler{}, fmt.Errorf("xctrace is a program of macOS: leave --xctrace out on %s", m.OS)
	case xctrace:
		return findXCTrace(m)
	}
	switch m.OS {
	case "linux", "android":
		return findPerf(m)
	case "darwin":
		path, err := m.Look("sample")
		if err != nil {
			return Profiler{}, errors.New("sample is not in PATH: it is /usr/bin/sample, part of macOS")
		}
		return Profiler{machine: m, path: path}, nil
	}
	return Profiler{}, fmt.Errorf("fold records on Linux and macOS: on %s, give fold the file that a profiler wrote", m.OS)
}

// Name returns the name of the profiler.
func (p Profiler) Name() string {
	if p.xctrace {
		return "xctrace"
	}
	if p.machine.OS == "darwin" {
		return "sample"
	}
	return "perf"
}

// Extension returns how the names of the profiler's recordings end.
func (p Profiler) Extension() string {
	if p.xctrace {
		return ".xml"
	}
	if p.machine.OS == "darwin" {
		return ".txt"
	}
	return ".data"
}

// Check says what to do where a recording would fail, before anything runs. The notes are about what the
// recording will lack.
func (p Profiler) Check(t Target) (notes []string, err error) {
	if len(t.Command) > 0 {
		if _, err := p.machine.Look(t.Command[0]); err != nil {
			return nil, &CommandError{t.Command[0], err}
		}
	}
	if p.machine.OS == "darwin" {
		return nil, p.checkMacOS(t)
	}
	return p.checkLinux(t)
}

// CommandError is a command that cannot be run.
type CommandError struct {
	Name string
	Err  error
}

func (e *CommandError) Error() string {
	var why *exec.Error
	if errors.Is(e.Err, exec.ErrNotFound) {
		return e.Name + ": no such command"
	}
	if errors.As(e.Err, &why) {
		return e.Name + ": " + why.Err.Error()
	}
	return e.Name + ": " + e.Err.Error()
}

// Status returns the exit status that shells and env have for it: 126 or, if there is no such command, 127.
func (e *CommandError) Status() int {
	if errors.Is(e.Err, fs.ErrPermission) {
		return 126
	}
	return 127
}
