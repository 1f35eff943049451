package record

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	errSampleAll   = "sample records one process: give a command, or -p PID"
	errSampleEvent = "sample counts time, by frame pointers: -e and --call-graph are for perf"
	errProtected   = "%s is protected by macOS (SIP), which does not let programs look into it: copy it, or build it yourself"
)

// checkMacOS says what sample cannot do.
func (p Profiler) checkMacOS(t Target) error {
	switch {
	case p.xctrace && (t.Event != "" || t.CallGraph != "" && t.CallGraph != "fp"):
		return errors.New(errXCTraceEvent)
	case p.xctrace:
		return p.checkProtected(t)
	case t.All:
		return errors.New(errSampleAll)
	case t.Event != "" || t.CallGraph != "" && t.CallGraph != "fp":
		return errors.New(errSampleEvent)
	}
	return p.checkProtected(t)
}

// checkProtected says so if the command is a program that nobody may look into.
func (p Profiler) checkProtected(t Target) error {
	if len(t.Command) == 0 {
		return nil
	}
	path, err := p.machine.Look(t.Command[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err == nil && isProtected(path) {
		return errors.New(strings.Replace(errProtected, "%s", path, 1))
	}
	return nil
}

// isProtected reports whether a program is one that belongs to the system.
func isProtected(path string) bool {
	if strings.HasPrefix(path, "/usr/local/") {
		return false
	}
	for _, dir := range []string{"/bin/", "/sbin/", "/usr/", "/System/"} {
		if strings.HasPrefix(path, dir) {
			return true
		}
	}
	return false
}

// longest is how long sample records if nobody says when to stop: it ends with the process.
const longest = 24 * time.Hour

// sampleArgs returns the arguments of sample: process, seconds, milliseconds between samples.
func (t Target) sampleArgs(pid int) []string {
	duration := t.Duration
	if duration == 0 {
		duration = longest
	}
	seconds := strconv.FormatFloat(duration.Seconds(), 'f', -1, 64)
	interval := strconv.Itoa(max(1, 1000/t.frequency()))
	return []string{strconv.Itoa(pid), seconds, interval, "-mayDie", "-file", t.File}
}
