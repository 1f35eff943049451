package record

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

const (
	errNoXCTrace    = "xctrace is not in PATH: it is part of Xcode; `xcode-select --install` installs less than that"
	errXCTraceEvent = "the Time Profiler counts time, by frame pointers: -e and --call-graph are for perf"
)

func findXCTrace(m Machine) (Profiler, error) {
	path, err := m.Look("xctrace")
	if err != nil {
		return Profiler{}, errors.New(errNoXCTrace)
	}
	return Profiler{machine: m, path: path, xctrace: true}, nil
}

// xctraceArgs returns the arguments that record into a trace, which is a directory.
func (t Target) xctraceArgs(trace string) []string {
	args := []string{"record", "--template", "Time Profiler", "--output", trace}
	if t.Duration > 0 {
		args = append(args, "--time-limit", strconv.FormatInt(t.Duration.Milliseconds(), 10)+"ms")
	}
	switch {
	case t.All:
		return append(args, "--all-processes")
	case t.PID > 0:
		return append(args, "--attach", strconv.Itoa(t.PID))
	}
	args = append(args, "--target-stdin", "-", "--target-stdout", "-", "--launch", "--")
	return append(args, t.Command...)
}

// timeProfile is the table of samples in a trace.
const timeProfile = `/trace-toc/run[@number="1"]/data/table[@schema="time-profile"]`

// runXCTrace records into a trace and exports its samples. xctrace does not say how the command ended, and ends with a
// status of its own when its time is over: what counts is whether there are samples.
func (p Profiler) runXCTrace(t Target, s Streams, signals <-chan os.Signal) (Result, error) {
	trace := t.File + ".trace"
	defer os.RemoveAll(trace)
	recorder := command(p.path, t.xctraceArgs(trace), s)
	if err := recorder.Start(); err != nil {
		return Result{}, err
	}
	w := waiting{profiler: recorder, signals: signals}
	w.wait()
	r := Result{Gave: w.signalled > 1}
	if r.Gave {
		return r, nil
	}
	if _, err := os.Stat(trace); err != nil {
		r.Failed = fmt.Errorf("xctrace record failed: %s", recorder.ProcessState)
		return r, nil
	}
	out, err := os.OpenFile(t.File, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return r, err
	}
	export := command(p.path, []string{"export", "--input", trace, "--xpath", timeProfile}, Streams{Out: out, Err: s.Err})
	if err := errors.Join(export.Run(), out.Close()); err != nil {
		r.Failed = fmt.Errorf("xctrace export failed: %w", err)
	}
	return r, nil
}
