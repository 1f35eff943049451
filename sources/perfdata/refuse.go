package perfdata

import "fold/sources/input"

// ErrNoSamples is the error of a recording without any sample.
var ErrNoSamples error = &input.Error{Why: "no samples: perf recorded only when processes started and ended"}

// refusals are the files that look like a perf.data by their first eight bytes and cannot be read.
var refusals = map[string]string{
	"2ELIFREP": "recorded on a machine of the other byte order: run `perf script -i FILE` and give fold its output",
	"PERFFILE": "the first version of perf.data, of Linux 2.6: run `perf script -i FILE` and give fold its output",
}

const (
	errOnlyAux  = "recorded only traces of the processor (AUX data): run `perf script -i FILE --itrace=i1us` and give fold its output"
	errNoUnwind = "stacks of %s cannot be unwound: run `perf script -i FILE` and give fold its output"
)
