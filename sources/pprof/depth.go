package pprof

import (
	"fold/collapse"
	"fold/sources/input"
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

// depthLimit returns how many frames the stacks of a profile can have, 0 if that is not known.
func depthLimit(p *profile, isGoText bool) int {
	kind := p.types[len(p.types)-1].name
	if isGoText && kind == "inuse_space" {
		return goDepthLimits[kind] + leafFrames
	}
	return goDepthLimits[kind]
}

// depths finds the samples of Go whose stack was cut: it has exactly as many frames as the runtime records, and its root
// is no function that other stacks begin with. It looks at the stacks before drop_frames shortens them.
type depths struct {
	limit int             // how many frames are recorded; 0: not known
	usual map[string]bool // functions that whole stacks begin with; made for the first stack that may be cut
	cut   int64           // how many samples were
}

// isCut reports whether the stack of a sample was cut.
func (d *depths) isCut(p *profile, s *samples) bool {
	if len(s.locations)*p.mostLines < d.limit || d.limit == 0 || stackDepth(p, s.locations, d.limit) != d.limit {
		return false
	}
	if d.usual == nil {
		d.usual = usualRoots(p, d.limit)
	}
	if d.usual[goRoot(p, s.locations)] {
		return false
	}
	d.cut++
	return true
}

// usualRoots returns the roots of all stacks that have less frames than limit.
func usualRoots(p *profile, limit int) map[string]bool {
	usual := map[string]bool{"runtime.main": true, "runtime.goexit": true, "": true}
	for s := p.samples(); s.next(); {
		if stackDepth(p, s.locations, limit) < limit {
			usual[goRoot(p, s.locations)] = true
		}
	}
	return usual
}

// stackDepth returns the number of frames of a stack, or something beyond limit.
func stackDepth(p *profile, stack []uint32, limit int) int {
	depth := len(stack)
	for _, place := range stack {
		if depth > limit {
			break
		}
		if lines := p.locations[place].end - p.locations[place].first; lines > 1 {
			depth += int(lines - 1)
		}
	}
	return depth
}

// goRoot returns the function at the root of a stack, if that is a Go function.
func goRoot(p *profile, stack []uint32) string {
	if len(stack) == 0 {
		return ""
	}
	lines := p.linesOf(p.locations[stack[len(stack)-1]])
	if len(lines) == 0 {
		return ""
	}
	f := p.functions[lines[len(lines)-1].function]
	if !isGoFile(p.text(f.file)) {
		return ""
	}
	return p.text(f.name)
}

// countCut tells how many samples are marked.
func (r *pprofReader) countCut() {
	r.c.Count(r.depths.cut, input.Note{Noun: "stack", Text: "cut at the depth that Go records: shown under " + truncatedFrame.Name})
}
