package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Streams are what the command reads and writes. The profiler writes its messages to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Run records, and returns when the recording is written. Signals are those that tell the program to end: with
// the first, the command and the profiler end and the recording stays whole. A second one makes Run give up
// waiting.
func (p Profiler) Run(t Target, s Streams, signals <-chan os.Signal) (Result, error) {
	if p.xctrace {
		return p.runXCTrace(t, s, signals)
	}
	if p.machine.OS == "darwin" {
		return p.runSample(t, s, signals)
	}
	perf := command(p.path, p.perfArgs(t), s)
	if err := perf.Start(); err != nil {
		return Result{}, err
	}
	w := waiting{profiler: perf, signals: signals, limit: t.Duration, file: t.File}
	w.wait()
	r := Result{Status: exitStatus(perf.ProcessState), Gave: w.signalled > 1}
	if r.Status != 0 && !isWholePerf(t.File) {
		r.Failed = fmt.Errorf("perf record failed: %s", perf.ProcessState)
		if w.signalled > 0 {
			r.Failed = errTooEarly
		}
	}
	if w.expired || len(t.Command) == 0 && w.stopped {
		r.Status = 0 // it was told to end, and nobody's command failed
	}
	return r, nil
}

var errTooEarly = errors.New("interrupted before perf had recorded anything")

func command(path string, args []string, s Streams) *exec.Cmd {
	c := exec.Command(path, args...)
	c.Stdin, c.Stdout, c.Stderr = s.In, s.Out, s.Err
	return c
}

// exitStatus returns the status of a process as a shell reports it.
func exitStatus(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// isWholePerf reports whether perf has finished a recording: it writes the size of the data at the end.
func isWholePerf(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	const sizeAt, end = 48, 56
	head := make([]byte, end)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:8]) != "PERFILE2" {
		return false
	}
	for _, b := range head[sizeAt:end] {
		if b != 0 {
			return true
		}
	}
	return false
}

// waiting waits for a profiler to end.
type waiting struct {
	profiler  *exec.Cmd
	signals   <-chan os.Signal
	limit     time.Duration // 0: none
	file      string        // has something in it when recording has begun; empty: that is not known
	signalled int           // how many signals came
	stopped   bool          // the profiler was told to end
	expired   bool          // because its time was over
}

// patience is how long a profiler has to end after a second signal, before it is killed.
const patience = 2 * time.Second

// wait waits, and passes on what tells the program to end. A terminal tells the whole group, so the profiler may
// hear of it twice, which does no harm.
func (w *waiting) wait() {
	ended := make(chan error, 1)
	go func() { ended <- w.profiler.Wait() }()
	var begun, limit, kill <-chan time.Time
	if w.limit > 0 {
		look := time.NewTicker(w.interval())
		defer look.Stop()
		begun = look.C
	}
	for {
		select {
		case <-ended:
			return
		case <-begun:
			if w.hasBegun() {
				begun, limit = nil, time.After(w.limit)
			}
		case <-limit:
			w.expired = w.signalled == 0
			w.stop(os.Interrupt)
		case <-kill:
			w.stop(os.Kill)
		case <-w.signals:
			w.signalled++
			if w.signalled == 1 {
				w.stop(os.Interrupt)
				continue
			}
			w.stop(syscall.SIGTERM)
			kill = time.After(patience)
		}
	}
}

// interval is how often hasBegun is asked.
func (w *waiting) interval() time.Duration {
	if w.file == "" {
		return 1
	}
	return 5 * time.Millisecond
}

// hasBegun reports whether the profiler records. On a busy machine perf takes a second until it does, and who
// interrupts it before that gets nothing.
func (w *waiting) hasBegun() bool {
	if w.file == "" {
		return true
	}
	info, err := os.Stat(w.file)
	return err == nil && info.Size() > 0
}

func (w *waiting) stop(sig os.Signal) {
	w.stopped = true
	_ = w.profiler.Process.Signal(sig)
}

// runSample starts the command, if there is one, and has sample record it until it ends.
func (p Profiler) runSample(t Target, s Streams, signals <-chan os.Signal) (Result, error) {
	pid := t.PID
	var program *exec.Cmd
	if len(t.Command) > 0 {
		program = command(t.Command[0], t.Command[1:], s)
		if err := program.Start(); err != nil {
			return Result{}, &CommandError{t.Command[0], err}
		}
		pid = program.Process.Pid
	}
	sample := command(p.path, t.sampleArgs(pid), Streams{Out: io.Discard, Err: io.Discard})
	if err := sample.Start(); err != nil {
		return Result{}, errors.Join(err, endCommand(program))
	}
	w := waiting{profiler: sample, signals: signals}
	if program != nil {
		w.limit = t.Duration
	}
	w.wait()
	r := Result{Gave: w.signalled > 1}
	if program != nil {
		if w.stopped {
			_ = program.Process.Signal(syscall.SIGTERM)
		}
		_ = program.Wait()
		if r.Status = exitStatus(program.ProcessState); w.expired {
			r.Status = 0
		}
	}
	if info, err := os.Stat(t.File); err != nil || info.Size() == 0 {
		r.Failed = fmt.Errorf("sample failed: %s: a process of another user needs sudo", sample.ProcessState)
	}
	return r, nil
}

func endCommand(program *exec.Cmd) error {
	if program == nil {
		return nil
	}
	_ = program.Process.Kill()
	_ = program.Wait()
	return nil
}
