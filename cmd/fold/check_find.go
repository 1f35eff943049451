package main

import (
	"cmp"
	"slices"

	"fold/collapse"
	"fold/flame/compare"
)

// finding is what came of a limit.
type finding struct {
	kind    string // max, grow or function
	what    string // the limit's expression, or the function, module or stack that grew
	module  string // of a function
	broken  bool
	share   float64 // of all stacks, in percent
	before  float64 // the share in the baseline
	allowed float64 // the share, or the points over the baseline
	stacks  []heavyStack
	last    collapse.NodeID // where the last of them ends
}

// baseline is what a profile is compared with.
type baseline struct {
	run      compare.Run
	compared compare.Comparison // with the profile
}

// whole returns the number of the run that is 100 % for weights of the profile: with --absolute the baseline.
func (b *baseline) whole() int {
	if b.compared.Absolute {
		return 0
	}
	return 1
}

// tryLimits tries --max and --grow.
func (k *checkFlags) tryLimits(base *baseline, now compare.Run, m messages) []finding {
	findings := make([]finding, len(k.limits))
	var grown []int
	var chances []float64
	for i, l := range k.limits {
		if !l.matchesAny(now.Profile) {
			m.note("no function matches %s", l.text)
		}
		held := now.Profile.Holding(l.match)
		f := finding{kind: "max", what: l.text, allowed: l.allowed, share: shareOf(now, held)}
		f.broken = exceeds(f.share, l.allowed)
		if l.grow {
			before := base.run.Profile.Holding(l.match)
			f.kind, f.before, f.share = "grow", shareOf(base.run, before), f.share*base.factor()
			f.broken = exceeds(f.share-f.before, l.allowed)
			grown, chances = append(grown, i), append(chances, base.chance(before, held, now))
		}
		f.stacks = newStacks(held, now, false).heaviest(shownStacks)
		findings[i] = f
	}
	for i, q := range compare.Adjust(chances) {
		f := &findings[grown[i]]
		f.broken = f.broken && q <= compare.FalseDiscoveries
	}
	return findings
}

// exceeds says whether a percentage is more than what is allowed, and not only by the rounding of its digits:
// 7/100*100 is more than 7 for a computer.
func exceeds(percent, allowed float64) bool { return percent > allowed+1e-9 }

// shareOf returns the share of a part of a run in percent.
func shareOf(run compare.Run, part *collapse.Profile) float64 {
	return float64(part.Total(run.Metric)) / float64(run.Profile.Total(run.Metric)) * 100
}

// factor is what makes shares of the profile shares of the baseline, where these are compared.
func (b *baseline) factor() float64 {
	runs := b.compared.Runs
	return float64(runs[1].Total) / float64(runs[b.whole()].Total)
}

// chance returns how probable so large a change of a part is where nothing changed; 0 if that is not known.
func (b *baseline) chance(before, after *collapse.Profile, now compare.Run) float64 {
	if !b.compared.Tested {
		return 0
	}
	runs := b.compared.Runs
	counts := compare.Counts{
		Before: before.Total(b.run.Samples), BeforeTotal: runs[0].Samples,
		After: after.Total(now.Samples), AfterTotal: runs[1].Samples,
	}
	if b.compared.Absolute {
		return counts.Weights(runs[0].SamplesPerUnit(), runs[1].SamplesPerUnit()).P
	}
	return counts.Shares().P
}

// tryRows tries whether a function, module or stack grew over the baseline.
func (k *checkFlags) tryRows(base *baseline, now compare.Run) []finding {
	c := base.compared
	var findings []finding
	for _, r := range c.Rows {
		before, share := c.Percent(0, r.Weights[0]), c.Percent(base.whole(), r.Weights[1])
		if !exceeds(share-before, k.tolerance) || c.Tested && r.Net.Verdict != compare.BeyondNoise {
			continue
		}
		f := finding{
			kind: k.rowKind(), what: r.Function, module: r.Module, broken: true,
			before: before, share: share, allowed: k.tolerance,
		}
		switch k.Group {
		case compare.GroupModule:
			f.what, f.module = r.Module, ""
		case compare.GroupStack:
			f.what = c.Stack(r)
			f.stacks = []heavyStack{{f.what, c.Percent(1, r.Weights[1])}}
		}
		findings = append(findings, f)
	}
	slices.SortStableFunc(findings, func(a, b finding) int { return cmp.Compare(b.share-b.before, a.share-a.before) })
	if k.Group != compare.GroupStack && len(findings) > 0 {
		k.addStacks(findings, now)
	}
	if len(findings) == 0 {
		findings = append(findings, finding{kind: k.rowKind(), allowed: k.tolerance})
	}
	return findings
}

func (k *checkFlags) rowKind() string {
	switch k.Group {
	case compare.GroupModule:
		return "module"
	case compare.GroupStack:
		return "stack"
	}
	return "function"
}
