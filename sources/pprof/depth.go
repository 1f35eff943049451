package pprof

import (
	"github.com/google/pprof/profile"

	"fold/sources/input"

	"fold/collapse"
)

// truncatedFrame stands for the callers that a profiler did not record.
var truncatedFrame = collapse.Frame{Name: "[truncated]"}

// goDepthLimits says how many frames the Go runtime records at most, by the last type of a profile's
// values. What is deeper loses its root. The limit of 128 is that of Go 1.23 and later.
var goDepthLimits = map[string]int{
	"cpu":           64,
	"time":          32, // fgprof
	"threadcreate":  32,
	"inuse_space":   128,
	"delay":         128,
	"goroutine":     128,
	"goroutineleak": 128,
}

// leafFrames is how many frames Go adds to the limit of allocations for the runtime's own at the leaf.
// Only the text form has them.
const leafFrames = 2

// markCut finds the samples of Go whose stack was cut: it has exactly as many frames as the runtime
// records, and its root is no function that other stacks begin with. It must look at the stacks before
// drop_frames shortens them.
func (r *pprofReader) markCut(isGoText bool) {
	kind := r.p.SampleType[len(r.p.SampleType)-1].Type
	limit := goDepthLimits[kind]
	if limit == 0 {
		return
	}
	if isGoText && kind == "inuse_space" {
		limit += leafFrames
	}
	usual := map[string]bool{"runtime.main": true, "runtime.goexit": true, "": true}
	var full []int
	for i, s := range r.p.Sample {
		if depth := stackDepth(s, limit); depth == limit {
			full = append(full, i)
		} else if depth < limit {
			usual[goRoot(s)] = true
		}
	}
	r.cut = make([]bool, len(r.p.Sample))
	for _, i := range full {
		r.cut[i] = !usual[goRoot(r.p.Sample[i])]
	}
}

// stackDepth returns the number of frames of a sample, or something beyond limit.
func stackDepth(s *profile.Sample, limit int) int {
	depth := len(s.Location)
	for _, l := range s.Location {
		if depth > limit {
			break
		}
		if len(l.Line) > 1 {
			depth += len(l.Line) - 1
		}
	}
	return depth
}

// goRoot returns the function at the root of a sample, if that is a Go function.
func goRoot(s *profile.Sample) string {
	if len(s.Location) == 0 {
		return ""
	}
	lines := s.Location[len(s.Location)-1].Line
	if len(lines) == 0 || !isGoFile(lines[len(lines)-1].Function.Filename) {
		return ""
	}
	return lines[len(lines)-1].Function.Name
}

// countCut tells how many samples are marked.
func (r *pprofReader) countCut() {
	cut := int64(0)
	for _, is := range r.cut {
		if is {
			cut++
		}
	}
	r.c.Count(cut, input.Note{Noun: "stack", Text: "cut at the depth that Go records: shown under " + truncatedFrame.Name})
}
