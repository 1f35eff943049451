package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

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
	Unknown bool   // no function of any run matches the limit's expression
	Broken  bool
	Share   float64 // of all stacks, in percent
	Before  float64 // the share in the baseline
	Allowed float64 // the share, or the points over the baseline
	Stacks  []HeavyStack
	Noise   Noise   // what growth was tested against
	Verdict Verdict // about the growth

	last collapse.NodeID // where the last of Stacks ends
}

// Findings are what came of all limits, in the order of the limits.
type Findings []Finding

// Broken reports whether any limit is broken.
func (f Findings) Broken() bool {
	return slices.ContainsFunc(f, func(f Finding) bool { return f.Broken })
}

// Needs returns how many samples each side must hold for the guard to see growth by its tolerance: ten are what a
// function that grew from nothing must have to be beyond the noise.
func (g Guard) Needs() float64 {
	if g.Tolerance <= 0 {
		return 0
	}
	return math.Ceil(10 / (g.Tolerance / 100))
}

// Check tries the limits that need no baseline: those without Grow.
func (g Guard) Check(now Side) Findings {
	g.Limits = slices.DeleteFunc(slices.Clone(g.Limits), func(l Limit) bool { return l.Grow })
	return g.tryLimits([]Side{now}, newGround([]Side{now}, false))
}

// Against tries all limits, and whether anything grew over the baseline by more than the tolerance and the noise.
func (g Guard) Against(base, now Side) Findings {
	sides := []Side{base, now}
	c := Sides(sides, g.Options)
	return append(g.tryLimits(sides, c.ground), g.tryRows(&c, now)...)
}

// tryLimits tries the limits on the last side, and their growth over the first. Each name is matched once, whatever the
// number of stacks.
func (g Guard) tryLimits(sides []Side, ground *ground) Findings {
	if len(g.Limits) == 0 {
		return nil
	}
	set := newLimitSet(g.Limits)
	w := set.weigh(ground)
	var spreads []spread
	if ground.noise.Tested() {
		spreads = ground.spreads(w, len(g.Limits))
	}
	now := len(sides) - 1
	heavy := set.heaviest(sides[now])
	findings := make(Findings, len(g.Limits))
	changes := make([]*Change, len(g.Limits))
	for i, l := range g.Limits {
		parts := ground.parts(w, i)
		f := &findings[i]
		*f = Finding{Kind: "max", What: l.Text, Allowed: l.Allowed, Share: 100 * parts[now].share(), Unknown: !set.matched[i], Stacks: heavy[i]}
		f.Broken = exceeds(f.Share, l.Allowed)
		changes[i] = &Change{}
		if l.Grow {
			f.Kind, f.Noise, f.Before = "grow", ground.noise, 100*parts[0].share()
			f.Share = 100 * parts[now].share() * factorOf(ground)
			f.Broken = exceeds(f.Share-f.Before, l.Allowed)
			if spreads != nil {
				changes[i].test(ground.evidence(parts[0], parts[now], spreads[i]), g.Absolute)
			}
		}
	}
	judge(changes)
	for i := range findings {
		if f := &findings[i]; f.Kind == "grow" && spreads != nil {
			f.Verdict = changes[i].Verdict
			f.Broken = f.Broken && f.Verdict == BeyondNoise
		}
	}
	return findings
}

// exceeds reports whether a percentage is more than what is allowed, and not only by the rounding of its digits:
// 7/100*100 is more than 7 for a computer.
func exceeds(percent, allowed float64) bool { return percent > allowed+1e-9 }

// factorOf turns shares of the last side into shares of the first, where weights are compared as they are.
func factorOf(g *ground) float64 {
	if !g.absolute {
		return 1
	}
	first, last := g.sides[0], g.sides[len(g.sides)-1]
	return (last.total / last.runs) / (first.total / first.runs)
}

// tryRows tries whether a function, module or stack grew over the baseline.
func (g Guard) tryRows(c *Comparison, now Side) Findings {
	whole := 1
	if c.Absolute {
		whole = 0 // weights are in percent of the baseline
	}
	var findings Findings
	for _, r := range c.Rows {
		before, share := c.Percent(0, r.Weights[0]), c.Percent(whole, r.Weights[1])
		if !exceeds(share-before, g.Tolerance) || c.Noise.Tested() && r.Net.Verdict != BeyondNoise || c.isProfiler(r) {
			continue
		}
		f := Finding{
			Kind: g.Group.String(), What: r.Function, Module: r.Module, Broken: true,
			Before: before, Share: share, Allowed: g.Tolerance, Noise: c.Noise, Verdict: r.Net.Verdict,
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
		findings = append(findings, Finding{Kind: g.Group.String(), Allowed: g.Tolerance, Noise: c.Noise})
	}
	return findings
}

// isProfiler reports whether a row is a function of a profiler, or a stack that ends in one.
func (c *Comparison) isProfiler(r Row) bool {
	if c.Group != GroupStack {
		return IsProfiler(r.Function)
	}
	for n := c.stacks[r.stack]; n != collapse.Root; n = c.profile.Parent(n) {
		if IsProfiler(c.profile.Frame(c.profile.FrameOf(n)).Name) {
			return true
		}
	}
	return false
}

// IsProfiler reports whether a function is part of a profiler: that it grows says nothing about the program.
func IsProfiler(function string) bool {
	switch function {
	case "runtime.asyncPreempt", "runtime.asyncPreempt2", "runtime.sigprof", "runtime.sigprofNonGo", "runtime.profileLoop":
		return true
	}
	for _, prefix := range []string{
		"runtime/pprof.profileWriter", "runtime/pprof.(*profileBuilder).", "runtime/pprof.(*Profile).", "runtime/pprof.StartCPUProfile", "runtime/pprof.StopCPUProfile",
		"runtime/pprof.write", "runtime/pprof.newProfileBuilder", "github.com/felixge/fgprof.", "runtime.mProf_", "runtime.(*profBuf).", "runtime.(*cpuProfile).",
	} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
