package compare

import (
	"cmp"
	"math"
	"slices"
)

// FalseDiscoveries is the share of false alarms among all alarms that a comparison may have on average, see
// [Adjust].
const FalseDiscoveries = 0.05

// normal95 is the quantile of the normal distribution that leaves 2.5% on each side.
const normal95 = 1.959963984540054

// exactBelow is how many samples a test expects in each cell before it trusts the normal distribution.
// Below it the test is exact, which takes a step for each sample.
const exactBelow = 100

// Counts says how many samples of two runs are of one kind, and how many samples there are: in effect, so that they
// may have fractions.
type Counts struct {
	Before, After           float64
	BeforeTotal, AfterTotal float64
}

// Evidence is what samples say about a change. It knows nothing but the chance of sampling: that two runs
// of the same program differ for other reasons is not part of it.
type Evidence struct {
	// P is how probable so large a change, or a larger one, is where nothing changed.
	P float64
	// Low and High are the ends of the 95% interval of the change.
	Low, High float64
	// TooFew says that there are so few samples that P would be above 5% however they fell.
	TooFew bool
}

// Shares compares the shares of two totals. Low and High are differences of shares, from -1 to 1.
//
// The test is the two-proportion z-test with pooled variance, and Fisher's exact test where few samples are
// expected. The interval is number 10 of Newcombe, "Interval estimation for the difference between
// independent proportions", Statistics in Medicine 17 (1998).
func (c Counts) Shares() Evidence {
	if !c.valid() {
		return Evidence{P: 1, Low: -1, High: 1, TooFew: true}
	}
	before, after := wilson(c.Before, c.BeforeTotal, sampling), wilson(c.After, c.AfterTotal, sampling)
	e := difference(before, after)
	e.P, e.TooFew = c.sharesTest()
	return e
}

func (c Counts) valid() bool {
	return c.Before >= 0 && c.After >= 0 && c.BeforeTotal >= max(1, c.Before) && c.AfterTotal >= max(1, c.After)
}

func (c Counts) sharesTest() (p float64, tooFew bool) {
	n1, n2 := c.BeforeTotal, c.AfterTotal
	all, m := n1+n2, c.rare()
	if min(n1, n2)*m/all >= exactBelow {
		return bothTails(c.sharesZ()), false
	}
	n1, n2 = math.Round(n1), math.Round(n2)
	x1, x2 := math.Round(c.Before), math.Round(c.After)
	if x1+x2 > n1+n2-x1-x2 { // the samples of other kinds are fewer: count those
		x1, x2 = n1-x1, n2-x2
	}
	m = x1 + x2
	least, most := max(0, m-n2), min(m, n1)
	// Given m, the number of them before is hypergeometric.
	next := func(k float64) float64 { return (n1 - k) * (m - k) / ((k + 1) * (n2 - m + k + 1)) }
	return exactTest(x1, least, most, next)
}

// sharesZ returns how many standard deviations the shares are apart, if nothing changed.
func (c Counts) sharesZ() float64 {
	n1, n2, m := c.BeforeTotal, c.AfterTotal, c.Before+c.After
	share := m / (n1 + n2)
	return (c.Before - m*n1/(n1+n2)) / math.Sqrt(share*(1-share)*n1*n2/(n1+n2))
}

// Weights compares two weights as they are, for runs that did the same work or ran for the same time.
// Before and after are how many samples stand for one unit of weight in each run. Low and High are
// differences of weights.
//
// The counts are taken as Poisson's: given their sum, the count of one run is binomial (Przyborowski and
// Wilenski, "Homogeneity of results in testing samples from Poisson series", Biometrika 31 (1940)).
func (c Counts) Weights(before, after float64) Evidence {
	if !c.valid() || !(before > 0 && after > 0) {
		return Evidence{P: 1, Low: math.Inf(-1), High: math.Inf(1), TooFew: true}
	}
	e := difference(poisson(c.Before, before, sampling), poisson(c.After, after, sampling))
	e.P, e.TooFew = c.weightsTest(before / (before + after))
	return e
}

// weightsTest tests whether the samples fall to the run before with the given probability.
func (c Counts) weightsTest(share float64) (p float64, tooFew bool) {
	if (c.Before+c.After)*min(share, 1-share) >= exactBelow {
		return bothTails(c.weightsZ(share)), false
	}
	x1, x2 := math.Round(c.Before), math.Round(c.After)
	if share > 0.5 { // count those of the other run: few are expected there
		x1, x2, share = x2, x1, 1-share
	}
	m := x1 + x2
	next := func(k float64) float64 { return (m - k) / (k + 1) * share / (1 - share) }
	return exactTest(x1, 0, m, next)
}

// weightsZ returns how many standard deviations the samples before are from those expected.
func (c Counts) weightsZ(share float64) float64 {
	m := c.Before + c.After
	return (c.Before - m*share) / math.Sqrt(m*share*(1-share))
}

// negligible is how probable an outcome is, compared with the most probable one, after which all that follow are left
// out: they may be millions.
const negligible = 1e-25

// exactTest returns the probability of all outcomes from least to most that are no more probable than x,
// and whether it could not be below 5% for any x. Next returns the probability of k+1, divided by that
// of k, which falls as k rises.
func exactTest(x, least, most float64, next func(k float64) float64) (p float64, tooFew bool) {
	chances := []float64{1} // of least, least+1 ..., divided by that of least
	mode := 1.0
	for k := least; k < most; k++ {
		chance := chances[len(chances)-1] * next(k)
		if chance > 1e250 { // keep clear of infinity
			for i := range chances {
				chances[i] /= 1e250
			}
			chance, mode = chance/1e250, mode/1e250
		}
		chances = append(chances, chance)
		mode = max(mode, chance)
		if chance < negligible*mode {
			break
		}
	}
	p = tails(chances, chances[int(min(x-least, float64(len(chances)-1)))], mode)
	best := min(tails(chances, chances[0], mode), tails(chances, chances[len(chances)-1], mode))
	return p, best > FalseDiscoveries
}

// tails returns the share of the chances that are no larger than limit, but for rounding. It adds the small
// ones first.
func tails(chances []float64, limit, mode float64) float64 {
	const rounding = 1 + 1e-7
	var below, above float64
	for _, chance := range chances {
		if chance <= limit*rounding {
			below += chance / mode
		} else {
			above += chance / mode
		}
	}
	return below / (below + above)
}

// bothTails returns how probable a value so far from zero is, or farther, in the normal distribution.
func bothTails(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// estimate is a value and the ends of its 95% interval.
type estimate struct{ low, value, high float64 }

// Wilson returns E. B. Wilson's score interval of 1927, at 95%, for a share that was seen among a number of samples.
// Both ends are the share where that number is 0, which stands for not known.
func Wilson(share, samples float64) (low, high float64) {
	if samples <= 0 {
		return share, share
	}
	e := wilson(share*samples, samples, sampling)
	return e.low, e.high
}

// Poisson returns the 95% score interval of the expected number of samples, where some were counted.
func Poisson(count float64) (low, high float64) {
	e := poisson(count, 1, sampling)
	return e.low, e.high
}

// wilson returns a share of n samples with Wilson's score interval.
func wilson(x, n float64, s spread) estimate {
	share, size, z := x/n, n/s.factor, s.quantile
	center := (share + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(share*(1-share)/size+z*z/(4*size*size))
	return estimate{max(0, center-half), share, min(1, center+half)}
}

// poisson returns a count of samples, divided by those that stand for one unit, with its score interval.
func poisson(x, perUnit float64, s spread) estimate {
	count, z := x/s.factor, s.quantile
	center := count + z*z/2
	half := z * math.Sqrt(count+z*z/4)
	return estimate{max(0, center-half) * s.factor / perUnit, x / perUnit, (center + half) * s.factor / perUnit}
}

// difference returns the interval of after minus before: each end adds up the squares of the two distances
// that point its way.
func difference(before, after estimate) Evidence {
	change := after.value - before.value
	return Evidence{
		Low:  change - math.Hypot(after.value-after.low, before.high-before.value),
		High: change + math.Hypot(after.high-after.value, before.value-before.low),
	}
}

// Adjust returns the p-values of several tests adjusted for their number. Among those at most
// [FalseDiscoveries], false alarms are on average no larger a share than that: Benjamini and Hochberg,
// "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57 (1995).
func Adjust(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	least := 1.0
	for place := len(order); place > 0; place-- {
		i := order[place-1]
		least = min(least, p[i]*float64(len(p))/float64(place))
		adjusted[i] = least
	}
	return adjusted
}
