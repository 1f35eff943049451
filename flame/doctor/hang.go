package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// hangFindings checks a dump for what people look for when a program hangs.
func hangFindings(e *examination) []Finding {
	var findings []Finding
	for _, check := range []func(*examination) []Finding{
		unresolvedFrames, deadlocked, nothingRuns, heldLocks, contendedLocks, notMoved, pileUps, fullPools,
	} {
		findings = append(findings, check(e)...)
	}
	sortFindings(findings)
	return findings
}

// states are the columns of a dump's threads by what they do; nil: the dump does not say.
type states struct{ running, blocked, waiting, minutes []int64 }

// selfOf returns the weights that end at each node in the column of a name, or nil.
func (e *examination) selfOf(name string) []int64 {
	for c, m := range e.p.Metrics {
		if m.Name == name {
			self := make([]int64, e.p.Len())
			for n := range self {
				self[n] = e.p.Self(c, collapse.NodeID(n))
			}
			return self
		}
	}
	return nil
}

func (e *examination) readStates() {
	e.states = states{e.selfOf("running"), e.selfOf("blocked"), e.selfOf("waiting"), e.selfOf("minutes")}
}

// stateOf returns what the threads at a node do, in one word.
func (e *examination) stateOf(n collapse.NodeID) string {
	switch {
	case e.states.running == nil:
		return ""
	case e.states.running[n] > 0:
		return "running"
	case e.states.blocked[n] > 0:
		return "blocked"
	}
	return "waiting"
}

// threads returns "3 goroutines".
func (e *examination) threads(n int64) string {
	noun := "thread"
	if e.p.Metrics[e.metric].Name == "goroutine" {
		noun = "goroutine"
	}
	return text.Count(int(n), noun)
}

// waits returns the verb for so many threads.
func waits(n int64) string {
	if n == 1 {
		return "waits"
	}
	return "wait"
}

func sum(weights []int64) (total int64) {
	for _, w := range weights {
		total += w
	}
	return total
}

// place returns the frame by which a stack is recognised: the innermost of the program's own, else the leaf.
func (e *examination) place(n collapse.NodeID) collapse.NodeID {
	for at := n; at != collapse.Root; at = e.p.Parent(at) {
		if f := e.frame(at); e.own[at] && f.Kind != collapse.KindThread && !isLockFrame(f.Name) {
			return at
		}
	}
	return n
}

// counts returns the n largest entries of a tally: "12  main.(*till).take".
func counts(t tally, n int) []string {
	names := make([]string, 0, len(t))
	for name := range t {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(t[b], t[a]), cmp.Compare(a, b)) })
	var lines []string
	for _, name := range names[:min(n, len(names))] {
		lines = append(lines, fmt.Sprintf("%6d  %s", t[name], name))
	}
	return lines
}

// deadlocked passes on the deadlocks that the program's own runtime found.
func deadlocked(e *examination) []Finding {
	var findings []Finding
	for _, cycle := range e.deadlocks {
		findings = append(findings, Finding{
			Check: "deadlock", Severity: Problem,
			Says:     "each of these threads waits for a lock that the next one holds",
			Evidence: strings.Split(text.Visible(cycle), "; "),
			Remedy:   []string{"take these locks in one order everywhere; restart the program, it will not get out by itself"},
		})
	}
	return findings
}

// nothingRuns finds dumps in which no thread runs or wants to.
func nothingRuns(e *examination) []Finding {
	s := e.states
	if s.running == nil || e.total < 2 {
		return nil
	}
	running := sum(s.running)
	e.leaves(func(n collapse.NodeID, _ int64) {
		if isDumper(e.frame(n).Name) {
			running -= s.running[n]
		}
	})
	if running > 0 {
		return nil
	}
	f := Finding{Check: "nothing-runs", Severity: Lead}
	places := make(tally)
	blocked := sum(s.blocked)
	if blocked > 0 {
		f.Says = fmt.Sprintf("nothing runs, and %s %s for locks: a deadlock, or who holds them waits for something else", e.threads(blocked), waits(blocked))
	} else {
		f.Says = "nothing runs and nothing waits for a lock: there is nothing to do, or all of it waits for something outside"
	}
	e.leaves(func(n collapse.NodeID, self int64) {
		if !isDumper(e.frame(n).Name) {
			places[e.text(e.place(n))+e.leafText(n)] += self
		}
	})
	f.Evidence = append([]string{"they stand in:"}, counts(places, 5)...)
	return []Finding{f}
}

// isDumper reports whether a function is what writes the dump, which must run to do so.
func isDumper(name string) bool {
	return strings.HasPrefix(name, "runtime/pprof.") || name == "runtime.Stack" || name == "runtime/debug.Stack" || name == "runtime.goroutineProfileWithLabels"
}

// notMoved finds the stacks that stand in every one of several dumps.
func notMoved(e *examination) []Finding {
	if len(e.dumps) < 2 {
		return nil
	}
	least := stackWeights(e.dumps[0])
	for _, p := range e.dumps[1:] {
		other := stackWeights(p)
		for stack, w := range least {
			if least[stack] = min(w, other[stack]); least[stack] == 0 {
				delete(least, stack)
			}
		}
	}
	var still int64
	for _, w := range least {
		still += w
	}
	if still == 0 {
		return nil
	}
	last := e.dumps[len(e.dumps)-1]
	places := make(tally)
	for stack, w := range least {
		frames := strings.Split(stack, ";")
		if len(frames) > 1 && strings.HasPrefix(frames[0], createdBy) {
			frames = frames[1:]
		}
		places[text.Visible(strings.Join(frames[max(0, len(frames)-3):], " → "))] += w
	}
	all := fmt.Sprintf("all %d dumps", e.dumpCount)
	if e.dumpCount == 2 {
		all = "both dumps"
	}
	return []Finding{{
		Check: "not-moved", Severity: Lead,
		Says:     fmt.Sprintf("%s of %d had the same stack in %s", e.threads(still), last.Total(last.Default), all),
		Evidence: counts(places, 5),
		Remedy:   []string{"fold diff --group stack FIRST LAST, or FILE if one holds all dumps, shows what moved"},
	}}
}

// stackWeights returns the weight of each stack of a dump by its text, but for those that write it.
func stackWeights(p *collapse.Profile) map[string]int64 {
	weights := make(map[string]int64)
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if self := p.Self(p.Default, n); self > 0 && !isDumper(p.Frame(p.FrameOf(n)).Name) {
			weights[stackText(p, n)] += self
		}
	}
	return weights
}

func stackText(p *collapse.Profile, n collapse.NodeID) string {
	var frames []string
	for at := n; at != collapse.Root; at = p.Parent(at) {
		frames = append(frames, strings.ReplaceAll(p.Frame(p.FrameOf(at)).Text(p.Modules), ";", ":"))
	}
	slices.Reverse(frames)
	return strings.Join(frames, ";")
}
