package sources

import (
	"fold/sources/asprof"
	"fold/sources/austin"
	"fold/sources/bcc"
	"fold/sources/bloat"
	"fold/sources/bloaty"
	"fold/sources/bpftrace"
	"fold/sources/callgrind"
	"fold/sources/calltree"
	"fold/sources/cpuprofile"
	"fold/sources/dhat"
	"fold/sources/dtrace"
	"fold/sources/eustack"
	"fold/sources/faulthandler"
	"fold/sources/firefox"
	"fold/sources/flamebearer"
	"fold/sources/folded"
	"fold/sources/gdb"
	"fold/sources/ghcprof"
	"fold/sources/goroutine"
	"fold/sources/heapprofile"
	"fold/sources/input"
	"fold/sources/instruments"
	"fold/sources/jfr"
	"fold/sources/jstack"
	"fold/sources/jthreads"
	"fold/sources/lldb"
	"fold/sources/llvmlines"
	"fold/sources/massif"
	"fold/sources/nm"
	"fold/sources/parquet"
	"fold/sources/perf"
	"fold/sources/perfdata"
	"fold/sources/picture"
	"fold/sources/pprof"
	"fold/sources/pyinstrument"
	"fold/sources/pyspy"
	"fold/sources/pystack"
	"fold/sources/sample"
	"fold/sources/speedscope"
	"fold/sources/spindump"
	"fold/sources/stackprof"
	"fold/sources/traceevents"
	"fold/sources/vsprof"
	"fold/sources/vtune"
	"fold/sources/xctrace"
)

// Formats returns the known formats in the order in which they are tried. Those that do not read can only be
// recognised or written.
func Formats() []Format {
	return []Format{
		perfdata.Format,
		parquet.Format,
		perfReportFormat,
		executableFormat,
		packedFormat,
		ownTableFormat,
		memoryReportFormat,
		annotateFormat,
		msPrintFormat,
		heaptrackFormat,
		bloatyTableFormat,
		v8LogFormat,
		heapSnapshotFormat,
		cProfileFormat,
		rubyMarshalFormat,
		scaleneFormat,
		rbspyFormat,
		jslbFormat,
		symsFormat,
		picture.Format,
		perf.Format,
		sample.Format,
		pprof.Format,
		pprof.Wrapped,
		flamebearer.Format,
		cpuprofile.Format,
		heapprofile.Format,
		firefox.Format,
		traceevents.Format,
		stackprof.Format,
		pyinstrument.Format,
		speedscope.Format,
		jfr.Format,
		jfr.JSON,
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
		austin.Format,
		austin.Binary,
		eflameFormat,
		nodeReportFormat,
		instruments.Format,
		xctrace.Format,
		dtrace.Format,
		spindump.Format,
		vtune.Format,
		vsprof.Format,
		callgrind.Format,
		massif.Format,
		dhat.Format,
		ghcprof.Format,
		llvmlines.Format,
		bloat.Format,
		nm.Format,
		bloaty.Format,
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
