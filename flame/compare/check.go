package compare

import (
	"cmp"
	"slices"

	"fold/collapse"
)

// Guard is what a profile must keep to. The zero value with [Guard.Against] lets nothing grow beyond the noise.
type Guard struct {
	Options           // how the profile is compared with a baseline
	Limits    []Limit // of functions by name
	Tolerance float64 // percentage points that a function, module or stack may grow by over the baseline
}

// Finding is what came of one limit.
type Finding struct {
	Kind    string // "max" or "grow" for a [Limit]; "function", "module" or "stack" for what grew
	What    string // the limit's expression, or what grew; "" if nothing did
	Module  string // of a function
	Unknown bool   // no function matches the limit's expression
	Broken  bool
	Share   float64 // of all stacks, in percent
	Before  float64 // the share in the baseline
	Allowed float64 // the share, or the points over the baseline
	Stacks  []HeavyStack

	last collapse.NodeID // where the last of Stacks ends
}

// Findings are what came of all limits, in the order of the limits.
type Findings []Finding

// Broken reports whether any limit is broken.
func (f Findings) Broken() bool {
	return slices.ContainsFunc(f, func(f Finding) bool { return f.Broken })
}

// baseline is what a profile is compared with.
type baseline struct {
	run      Run
	compared Comparison // with the profile
}

// whole returns the number of the run that is 100 % for weights of the profile: the baseline where weights are
// compared as they are.
func (b *baseline) whole() int {
	if b.compared.Absolute {
		return 0
	}
	return 1
}

// Check tries the limits that need no baseline: those without Grow.
func (g Guard) Check(now Run) Findings {
	g.Limits = slices.DeleteFunc(slices.Clone(g.Limits), func(l Limit) bool { return l.Grow })
	return g.tryLimits(nil, now)
}

// Against tries all limits, and whether anything grew over the baseline by more than the tolerance and the noise.
func (g Guard) Against(base, now Run) Findings {
	b := &baseline{base, Runs([]Run{base, now}, g.Options)}
	return append(g.tryLimits(b, now), g.tryRows(b, now)...)
}

func (g Guard) tryLimits(base *baseline, now Run) Findings {
	findings := make(Findings, len(g.Limits))
	var grown []int
	var chances []float64
	for i, l := range g.Limits {
		held := now.Profile.Holding(l.match)
		f := Finding{Kind: "max", What: l.Text, Allowed: l.Allowed, Share: shareOf(now, held), Unknown: !l.matchesAny(now.Profile)}
		f.Broken = exceeds(f.Share, l.Allowed)
		if l.Grow {
			before := base.run.Profile.Holding(l.match)
			f.Kind, f.Before, f.Share = "grow", shareOf(base.run, before), f.Share*base.factor()
			f.Broken = exceeds(f.Share-f.Before, l.Allowed)
			grown, chances = append(grown, i), append(chances, base.chance(before, held, now))
		}
		f.Stacks = newStacks(held, now, false).heaviest(shownStacks)
		findings[i] = f
	}
	for i, q := range Adjust(chances) {
		f := &findings[grown[i]]
		f.Broken = f.Broken && q <= FalseDiscoveries
	}
	return findings
}

// exceeds reports whether a percentage is more than what is allowed, and not only by the rounding of its digits:
// 7/100*100 is more than 7 for a computer.
func exceeds(percent, allowed float64) bool { return percent > allowed+1e-9 }

// shareOf returns the share of a part of a run in percent.
func shareOf(run Run, part *collapse.Profile) float64 {
	return float64(part.Total(run.Metric)) / float64(run.Total()) * 100
}

// factor turns shares of the profile into shares of the baseline, where these are compared.
func (b *baseline) factor() float64 {
	runs := b.compared.Runs
	return float64(runs[1].Total) / float64(runs[b.whole()].Total)
}

// chance returns how probable so large a change of a part is where nothing changed; 0 if that is not known.
func (b *baseline) chance(before, after *collapse.Profile, now Run) float64 {
	if !b.compared.Tested {
		return 0
	}
	runs := b.compared.Runs
	counts := Counts{
		Before: before.Total(b.run.Samples), BeforeTotal: runs[0].Samples,
		After: after.Total(now.Samples), AfterTotal: runs[1].Samples,
	}
	if b.compared.Absolute {
		return counts.Weights(runs[0].SamplesPerUnit(), runs[1].SamplesPerUnit()).P
	}
	return counts.Shares().P
}

// tryRows tries whether a function, module or stack grew over the baseline.
func (g Guard) tryRows(base *baseline, now Run) Findings {
	c := base.compared
	var findings Findings
	for _, r := range c.Rows {
		before, share := c.Percent(0, r.Weights[0]), c.Percent(base.whole(), r.Weights[1])
		if !exceeds(share-before, g.Tolerance) || c.Tested && r.Net.Verdict != BeyondNoise {
			continue
		}
		f := Finding{
			Kind: g.Group.String(), What: r.Function, Module: r.Module, Broken: true,
			Before: before, Share: share, Allowed: g.Tolerance,
		}
		switch g.Group {
		case GroupModule:
			f.What, f.Module = r.Module, ""
		case GroupStack:
			f.What = c.Stack(r)
			f.Stacks = []HeavyStack{{f.What, c.Percent(1, r.Weights[1])}}
		}
		findings = append(findings, f)
	}
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(b.Share-b.Before, a.Share-a.Before) })
	if g.Group != GroupStack && len(findings) > 0 {
		g.addStacks(findings, now)
	}
	if len(findings) == 0 {
		findings = append(findings, Finding{Kind: g.Group.String(), Allowed: g.Tolerance})
	}
	return findings
}
