package main

import (
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// labelled are the formats whose samples have labels.
var labelled = []string{
	"perf", "perfdata", "pprof", "sample", "spindump", "xctrace", "austin", "bcc", "asprof", "jfr", "goroutine", "jstack", "jthreads",
	"gdb", "lldb", "eustack", "faulthandler", "pyspy", "pystack", "firefox", "trace-events", "speedscope",
}

// lined are the formats that tell source lines. Perf does where perf script was asked for them.
var lined = []string{
	"pprof", "cpuprofile", "heapprofile", "trace-events", "stackprof", "pyinstrument", "jfr", "goroutine", "jstack", "jthreads",
	"gdb", "lldb", "eustack", "faulthandler", "pyspy", "pystack",
}

// limitedFlag is a flag that some formats use, and that does nothing for the others.
type limitedFlag struct {
	name string
	set  bool
	used []string // by these formats
}

// limitedFlags returns the flags that not all formats use.
func (r *request) limitedFlags() []limitedFlag {
	o := &r.read
	return []limitedFlag{
		{"--idle", o.Idle, []string{"sample", "spindump", "cpuprofile", "trace-events"}},
		{"--profile", o.Profile != nil, []string{"speedscope"}},
		{"--tagfocus", o.TagFocus != "", labelled},
		{"--tagignore", o.TagIgnore != "", labelled},
		{"--tagroot", len(o.TagRoot) > 0, labelled},
		{"--tagleaf", len(o.TagLeaf) > 0, labelled},
		{"--lines", o.Lines, lined},
		{"--inlines", o.Inlines != input.InlinesAuto, []string{"pprof", "perfdata", "firefox"}},
		{"--generics", o.Generics != input.GenericsFull, []string{"pprof"}},
		{"--all-frames", o.AllFrames, []string{"pprof"}},
		{"--pid", o.PID, []string{"perf", "perfdata", "xctrace"}},
		{"--tid", o.TID, []string{"perf", "perfdata", "xctrace"}},
		{"--addresses", o.Addresses, []string{"perf", "perfdata", "pprof", "sample", "firefox"}},
		{"--annotate", o.Annotate != input.Annotate{}, []string{"perf", "perfdata", "pprof", "firefox"}},
		{"--no-inline-split", o.NoInlineSplit, []string{"perf", "perfdata"}},
	}
}

// tellUnused says which flags do nothing for files of these formats, of which p is one; with --strict that is an error.
func (r *request) tellUnused(files, formats []string, p *collapse.Profile, m messages) error {
	formats = slices.Compact(slices.Sorted(slices.Values(formats)))
	for _, f := range r.limitedFlags() {
		isUsed := slices.ContainsFunc(formats, func(format string) bool { return slices.Contains(f.used, format) })
		if !f.set || isUsed || f.name == "--lines" && hasLines(p) {
			continue
		}
		if err := r.unused(f.name, strings.Join(formats, " and "), m); err != nil {
			return err
		}
	}
	switch {
	case slices.ContainsFunc(files, isURL):
	case r.seconds > 0:
		return r.unused("--seconds", "files", m)
	case r.timeout > 0:
		return r.unused("--timeout", "files", m)
	}
	return nil
}

func (r *request) unused(flag, what string, m messages) error {
	if r.read.Strict {
		return fmt.Errorf("%s does nothing for %s", flag, what)
	}
	m.note("%s does nothing for %s", flag, what)
	return nil
}

// hasLines reports whether any frame tells its line.
func hasLines(p *collapse.Profile) bool {
	for f := range p.Frames() {
		if p.Frame(collapse.FrameID(f)).Line > 0 {
			return true
		}
	}
	return false
}
