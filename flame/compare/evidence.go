package compare

import "math"

// The formulas for samples of unequal weight. With weights w of the samples of a run, W is their sum and Q the sum of
// their squares; W_f and Q_f are those of one row. The share p = W_f/W of a row has the variance
//
//	((1-p)²·Q_f + p²·(Q-Q_f)) / W²
//
// and its weight W_f the variance Q_f. A run tells as much as W²/Q samples of equal weight would: its samples in
// effect. Where all samples weigh the same, all of this is what it is for counts.

// part is one row of one side.
type part struct {
	weight, squares           float64 // of the row
	total, totalSquares, runs float64 // of the side, and how many runs it adds up
}

func (p part) share() float64 { return p.weight / p.total }

// samples returns the side's samples in effect.
func (p part) samples() float64 { return p.total * p.total / p.totalSquares }

// unit returns what a sample of the side weighs, in effect.
func (p part) unit() float64 { return p.totalSquares / p.total }

// relativeUnit returns how many samples of the row count as one of the side, in effect: more than one where the row's
// weigh more. It goes with the variance of the share.
func relativeUnit(share, squares float64) float64 {
	variance := (1-share)*(1-share)*squares + share*share*(1-squares)
	if k := variance / (share * (1 - share)); k > 0 && !math.IsInf(k, 1) {
		return k
	}
	return 1
}

// pooled returns the share of a row in both sides together, and its share of the squares, each side counting by its
// samples: what is the case if nothing changed.
func pooled(before, after part) (share, squares float64) {
	n, m := before.samples(), after.samples()
	return (n*before.share() + m*after.share()) / (n + m),
		(n*before.squares/before.totalSquares + m*after.squares/after.totalSquares) / (n + m)
}

// spread says how much the runs of one program differ: their variance is factor times that of sampling, and as far as
// df degrees of freedom can tell.
type spread struct {
	factor, df float64
	quantile   float64 // leaves 2.5% on each side
}

// sampling is the spread of runs that differ by the chance of sampling alone.
var sampling = spread{1, math.Inf(1), normal95}

// leastMeasured is how many samples in effect a row must have for a test that rests on measured spread: that has no
// exact form for few.
const leastMeasured = 10

// shareEvidence compares the shares of two sides.
func shareEvidence(before, after part, s spread) Evidence {
	share, squares := pooled(before, after)
	k := relativeUnit(share, squares)
	counts := shareCounts(before, after)
	e := difference(before.shareEstimate(k, s), after.shareEstimate(k, s))
	if s == sampling {
		e.P, e.TooFew = counts.sharesTest()
		e.TooFew = e.TooFew || hasFew(before, after)
		return e
	}
	if counts.rare() < leastMeasured || hasFew(before, after) {
		e.P, e.TooFew = 1, true
		return e
	}
	e.P = studentTails(counts.sharesZ()/math.Sqrt(s.factor), s.df)
	return e
}

// shareCounts returns the samples of two sides, in effect.
func shareCounts(before, after part) Counts {
	k := relativeUnit(pooled(before, after))
	return Counts{
		Before: before.share() * before.samples() / k, BeforeTotal: before.samples() / k,
		After: after.share() * after.samples() / k, AfterTotal: after.samples() / k,
	}
}

// hasFew reports whether a side has so few samples in effect that nothing can be said about any of its rows: a heap
// profile of some megabytes holds a handful.
func hasFew(before, after part) bool {
	return before.samples() < leastMeasured || after.samples() < leastMeasured
}

// rare returns how many samples of both sides are of the row, or how many are not, whichever are fewer.
func (c Counts) rare() float64 {
	m, all := c.Before+c.After, c.BeforeTotal+c.AfterTotal
	return min(m, all-m)
}

// shareEstimate returns the share with its interval. Where the row has few samples of its own, or none, k says what
// they may count.
func (p part) shareEstimate(k float64, s spread) estimate {
	if p.weight > 0 && p.weight < p.total {
		k = p.moderated(relativeUnit(p.share(), p.squares/p.totalSquares), k)
	}
	n := p.samples() / k
	return wilson(p.share()*n, n, s)
}

// moderated returns how many samples the row's count as: what its own weights say, which vary much where there are few,
// and what those of both sides say, which counts as much as ten samples.
func (p part) moderated(own, pooled float64) float64 {
	n := p.weight * p.weight / p.squares
	return max(own, (n*own+leastMeasured*pooled)/(n+leastMeasured))
}

// weightEvidence compares the weights of two sides as they are, per run.
func weightEvidence(before, after part, s spread) Evidence {
	k := pooledUnit(before, after)
	b, a := 1/(k*before.unit()), 1/(k*after.unit()) // samples in effect for one unit of weight
	counts := Counts{
		Before: before.weight * b, BeforeTotal: before.total * b,
		After: after.weight * a, AfterTotal: after.total * a,
	}
	e := difference(before.weightEstimate(k, s), after.weightEstimate(k, s))
	b, a = b*before.runs, a*after.runs
	if s == sampling {
		e.P, e.TooFew = counts.weightsTest(b / (b + a))
		e.TooFew = e.TooFew || hasFew(before, after)
		return e
	}
	if counts.Before+counts.After < leastMeasured || hasFew(before, after) {
		e.P, e.TooFew = 1, true
		return e
	}
	e.P = studentTails(counts.weightsZ(b/(b+a))/math.Sqrt(s.factor), s.df)
	return e
}

// pooledUnit is relativeUnit for weights as they are: how many samples of a row count as one, in both sides together.
func pooledUnit(before, after part) float64 {
	squares := before.squares/before.unit()/before.unit() + after.squares/after.unit()/after.unit()
	if k := squares / (before.weight/before.unit() + after.weight/after.unit()); k > 0 && !math.IsInf(k, 1) {
		return k
	}
	return 1
}

func (p part) weightEstimate(k float64, s spread) estimate {
	if p.weight > 0 {
		k = p.moderated(p.squares/(p.weight*p.unit()), k)
	}
	perUnit := 1 / (k * p.unit())
	return poisson(p.weight*perUnit, perUnit*p.runs, s)
}
