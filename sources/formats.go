package sources

import (
	"fold/sources/asprof"
	"fold/sources/bcc"
	"fold/sources/bpftrace"
	"fold/sources/calltree"
	"fold/sources/cpuprofile"
	"fold/sources/eustack"
	"fold/sources/faulthandler"
	"fold/sources/folded"
	"fold/sources/gdb"
	"fold/sources/goroutine"
	"fold/sources/heapprofile"
	"fold/sources/input"
	"fold/sources/jstack"
	"fold/sources/jthreads"
	"fold/sources/lldb"
	"fold/sources/perf"
	"fold/sources/perfdata"
	"fold/sources/pprof"
	"fold/sources/pyinstrument"
	"fold/sources/pyspy"
	"fold/sources/pystack"
	"fold/sources/sample"
	"fold/sources/speedscope"
	"fold/sources/stackprof"
)

// Formats returns the known formats in the order in which they are tried. Those that do not read can only be
// recognised or written.
func Formats() []Format {
	return []Format{
		perfdata.Format,
		perfReportFormat,
		executableFormat,
		perf.Format,
		sample.Format,
		pprof.Format,
		cpuprofile.Format,
		heapprofile.Format,
		stackprof.Format,
		pyinstrument.Format,
		speedscope.Format,
		goroutine.Format,
		goroutine.Escaped,
		jstack.Format,
		jthreads.Format,
		faulthandler.Format,
		pystack.Format,
		pyspy.Format,
		eustack.Format,
		lldb.Format,
		gdb.Format,
		bpftrace.Format,
		bpftrace.JSON,
		bcc.Format,
		asprof.Format,
		folded.Format,
		calltree.Format,
	}
}

// FormatNamed returns the format with the given name, or false.
func FormatNamed(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// Detect returns the format that claims an input with this head, or false.
func Detect(h *input.Head) (Format, bool) {
	for _, f := range Formats() {
		if f.Sniff(h) {
			return f, true
		}
	}
	return Format{}, false
}
