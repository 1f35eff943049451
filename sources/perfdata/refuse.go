package perfdata

import (
	"strings"

	"fold/sources/input"
)

// NeedsPerf is the error of a recording that only perf can read. perf script makes text of it, which fold reads.
type NeedsPerf struct {
	Why     string // what is special about the recording
	Options string // of perf script, beside -i FILE; empty: none
}

// Error returns why, and the remedy with FILE for the name of the recording.
func (e *NeedsPerf) Error() string {
	return e.Why + ": run `" + e.Script("FILE") + "` and give fold its output"
}

// Script returns the command that makes text of a recording.
func (e *NeedsPerf) Script(file string) string {
	return strings.TrimSpace("perf script -i " + file + " " + e.Options)
}

// Unwrap returns an [input.Error].
func (e *NeedsPerf) Unwrap() error { return &input.Error{Why: e.Error()} }

// ErrNoSamples is the error of a recording without any sample.
var ErrNoSamples error = &input.Error{Why: "no samples: perf recorded only when processes started and ended"}

// refusals are the files that look like a perf.data by their first eight bytes and cannot be read.
var refusals = map[string]string{
	"2ELIFREP": "recorded on a machine of the other byte order",
	"PERFFILE": "the first version of perf.data, of Linux 2.6",
}

// errOnlyAux is the error of a recording of what the processor traced, and nothing else.
var errOnlyAux = &NeedsPerf{Why: "recorded only traces of the processor (AUX data)", Options: "--itrace=i1us"}
