package doctor

import (
	"slices"
	"strings"

	"fold/collapse"
	"fold/collapse/category"
)

// depthLimits are the numbers of frames at which profilers cut stacks, and who does. Perf counts marks between
// kernel and user frames in some versions.
var depthLimits = []struct {
	least, most int
	who         string
}{
	{32, 32, "fgprof and Go's runtime.StackRecord"},
	{64, 64, "Go's CPU profiles"},
	{125, 127, "perf (kernel.perf_event_max_stack)"},
	{128, 128, "Go's heap, mutex and block profiles, and eBPF profilers"},
}

// truncatedStacks finds stacks that lost their root: those that the reader marked, and those that are as deep
// as a profiler records, where no stack is deeper, and begin with a frame that no shallower stack begins with.
func truncatedStacks(e *examination) []Finding {
	cut, who := e.cutStacks()
	var weight int64
	e.leaves(func(n collapse.NodeID, self int64) {
		if cut[n] {
			weight += self
		}
	})
	if !e.exceeds(weight, 0.005) {
		return nil
	}
	return []Finding{{
		Check: "truncated", Severity: Problem,
		Says:     e.percent(weight) + " of the weight is in stacks cut off at the root, so totals are too small",
		Evidence: []string{"they are exactly as deep as the limit of " + who + ", and start where no other stack does"},
		Stacks:   e.worst(func(n collapse.NodeID) bool { return cut[n] }),
		Remedy:   []string{e.remedy(remedyDeeper)},
	}}
}

// cutStacks says for each node whether the stacks that end at it are cut, and who cuts so.
func (e *examination) cutStacks() (cut []bool, who string) {
	cut, who = make([]bool, e.p.Len()), "profilers of this kind"
	first := e.firstFrames()
	deepest := 0
	e.leaves(func(n collapse.NodeID, _ int64) {
		cut[n] = first[n] != collapse.Root && e.frame(first[n]).Name == "[truncated]"
		deepest = max(deepest, e.depths[n])
	})
	extra := 0
	if e.format == "folded" {
		extra = 1 // the first frame may be the name of a process
	}
	for _, limit := range depthLimits {
		if deepest < limit.least || deepest > limit.most+extra {
			continue
		}
		who = limit.who
		usual := make(map[collapse.FrameID]bool)
		e.leaves(func(n collapse.NodeID, _ int64) {
			if e.depths[n] < limit.least && first[n] != collapse.Root {
				usual[e.p.FrameOf(first[n])] = true
			}
		})
		e.leaves(func(n collapse.NodeID, _ int64) {
			full := e.depths[n] == deepest || e.depths[n] >= limit.least && e.depths[n] <= limit.most
			cut[n] = cut[n] || full && len(usual) > 0 && !usual[e.p.FrameOf(first[n])]
		})
	}
	return cut, who
}

// firstFrames returns for each node the first node above it that is no thread; the root for threads.
func (e *examination) firstFrames() []collapse.NodeID {
	first := make([]collapse.NodeID, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		first[n] = first[e.p.Parent(n)]
		if first[n] == collapse.Root && e.frame(n).Kind != collapse.KindThread {
			first[n] = n
		}
	}
	return first
}

// lostRoots finds stacks that begin in the middle, because whoever walked them lost its way: at a frame that
// other stacks call, at one where no thread begins, such as memcpy, or at an address that means nothing.
func lostRoots(e *examination) []Finding {
	if e.format == "pprof" && e.language == "Go" || e.format == "folded" || e.format == "" {
		return nil // Go knows its stacks, and of folded ones nobody knows whether they begin with a process
	}
	lost := e.lostStacks()
	first := e.firstFrames()
	roots := make(tally)
	var weight int64
	e.leaves(func(n collapse.NodeID, self int64) {
		if lost[n] {
			weight += self
			roots[e.text(first[n])] += self
		}
	})
	// One such root may well be a function that both is called and begins a thread.
	const much, several = 0.1, 3
	if !e.exceeds(weight, much) || len(roots) < several && roots["[unknown]"] == 0 {
		return nil
	}
	return []Finding{{
		Check: "lost-roots", Severity: Problem,
		Says:     e.percent(weight) + " of the weight is in stacks that start in the middle: callers are missing, and totals are too small",
		Evidence: append([]string{"they start at functions where no thread starts:"}, e.lines(roots, 3)...),
		Stacks:   e.worst(func(n collapse.NodeID) bool { return lost[n] }),
		Remedy:   []string{e.remedy(remedyUnwind)},
	}}
}

// lostStacks says for each node whether the stacks that end at it have lost their root, but not because they
// are too deep.
func (e *examination) lostStacks() []bool {
	lost := make([]bool, e.p.Len())
	cut, _ := e.cutStacks()
	first, second, called := e.firstFrames(), e.secondFrames(), e.calledFrames()
	e.leaves(func(n collapse.NodeID, _ int64) {
		at, next := first[n], second[n]
		switch {
		case at == collapse.Root || cut[n] || e.frame(n).IsUnresolved():
		case e.frame(at).IsUnresolved():
			f := e.frame(next)
			lost[n] = f.Kind != collapse.KindKernel && !slices.Contains(knownRoots, f.Name)
		default:
			lost[n] = e.isLostRoot(at, called[e.p.FrameOf(at)])
		}
	})
	return lost
}

// secondFrames returns for each node the node after its first frame; the root where there is none.
func (e *examination) secondFrames() []collapse.NodeID {
	first, second := e.firstFrames(), make([]collapse.NodeID, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		parent := e.p.Parent(n)
		second[n] = second[parent]
		if parent != collapse.Root && first[parent] == parent {
			second[n] = n
		}
	}
	return second
}

// isLostRoot reports whether a stack that begins at n has lost its callers. Weight is what other stacks spend in
// the same frame as a callee.
func (e *examination) isLostRoot(n collapse.NodeID, weight int64) bool {
	f := e.frame(n)
	if f.IsUnresolved() || f.Kind == collapse.KindKernel || slices.Contains(knownRoots, f.Name) || strings.HasPrefix(f.Name, "runtime.") {
		return false
	}
	switch e.category[n] {
	case category.MemoryCopy, category.Allocator, category.Formatting, category.Regexp, category.Hashing:
		return true
	case category.Locks, category.Syscalls, category.PageFaults, category.Runtime:
		return false
	}
	return weight > 0
}

// knownRoots are functions in which threads and processes begin, and which others may call.
var knownRoots = []string{
	"main", "_start", "start", "__libc_start_main", "__libc_start_call_main", "start_thread", "thread_start", "clone", "__clone",
	"clone3", "_dl_start", "_dl_start_user", "_init", "_fini", "__libc_csu_init", "exit", "_exit", "all", "root", "(root)",
}

// calledFrames returns for each frame the weight of the stacks in which another frame calls it.
func (e *examination) calledFrames() []int64 {
	called := make([]int64, e.p.Frames())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		parent := e.p.Parent(n)
		if parent == collapse.Root || e.frame(parent).Kind == collapse.KindThread || e.frame(parent).IsUnresolved() {
			continue
		}
		if f := e.p.FrameOf(n); e.p.FrameOf(parent) != f {
			called[f] += e.totals[n]
		}
	}
	return called
}
