package compare

import (
	"math"
	"strconv"

	"fold/collapse"
	"fold/flame/text"
)

// Samples says how many samples the weights of a column are. [SamplesOf] finds out.
type Samples struct {
	// Number is how many samples of equal weight would tell as much; 0: not known, and Why says why. Samples that all
	// weigh the same are counted as they are.
	Number float64
	// Taken is how many samples there are, which weigh unequally or share their moments if they are more than Number; 0:
	// not known.
	Taken int64
	// Exact says that everything was counted, so that no sampling noise is in the weights.
	Exact bool
	// Ticks is at how many moments they were taken, where that is what limits Number; else 0.
	Ticks int64
	// Why says why the number is not known: "it has weights below zero".
	Why string

	each    float64 // what a sample weighs, or 0: they differ
	inflate float64 // how many samples taken at one moment count as one
}

// SamplesText returns a number of samples in effect for people, rounded down: "1,107", and of few "3.9".
func SamplesText(number float64) string {
	digits := 0
	if number < leastMeasured && !isWhole(number) {
		digits = 1
	}
	scale := math.Pow10(digits)
	return text.GroupDigits(strconv.FormatFloat(math.Floor(number*scale+1e-6)/scale, 'f', digits, 64))
}

// CountText returns a number of samples with its noun: "1 sample", "1,107 samples", "3.9 samples".
func CountText(number float64) string {
	if isWhole(number) && math.Round(number) == 1 {
		return "1 sample"
	}
	return SamplesText(number) + " samples"
}

// isWhole reports whether a number of samples is a whole one, but for rounding.
func isWhole(number float64) bool { return math.Abs(number-math.Round(number)) <= 1e-6 }

// InEffect reports whether the samples tell less than as many that are of one weight and each of its own moment.
func (s Samples) InEffect() bool { return float64(s.Taken) > s.Number+0.5 || !isWhole(s.Number) }

// plausibleSamples is how many samples a profile may hold. A file of folded stacks with more holds periods,
// nanoseconds or bytes: a thousand samples a second would take a day to get there.
const plausibleSamples = 100_000_000

// A file of sums holds samples if some stack was seen only a few times, and its weights have no divisor: many weights
// that are all multiples of 10 were not counted.
const (
	fewTimes   = 1000
	manyStacks = 20
)

// SamplesOf is the one rule for how many samples a column of a profile holds.
func SamplesOf(p *collapse.Profile, metric int) Samples {
	m := p.Metrics[metric]
	switch {
	case m.Sampling == collapse.Exact:
		return Samples{Exact: true}
	case m.Sampling == collapse.Measured:
		return Samples{Why: "its weights were measured one by one and are no samples"}
	case p.Saturated:
		return Samples{Why: "its weights go beyond 64 bits"}
	case p.HasNegative(metric):
		return Samples{Why: "it has weights below zero"}
	case m.Sampling == collapse.Sampled:
		return sampled(p, metric)
	case m.Name != "samples" && m.Name != "sample" && m.Side == collapse.NoSide, m.Unit != "count" && m.Unit != "":
		return Samples{Why: "it does not say how many samples it holds"}
	}
	return guessed(p, metric)
}

// SamplesColumn returns the column that counts the samples of which metric is the weight, or -1 if none does.
func SamplesColumn(p *collapse.Profile, metric int) int {
	if IsPair(p) {
		return metric
	}
	for column, m := range p.Metrics {
		counts := (m.Name == "samples" || m.Name == "sample") && (m.Unit == "count" || m.Unit == "")
		if counts && m.Event == p.Metrics[metric].Event && SamplesOf(p, column).Number > 0 {
			return column
		}
	}
	return -1
}

func sampled(p *collapse.Profile, metric int) Samples {
	s := Samples{each: float64(p.SampleWeight(metric)), inflate: 1}
	total := float64(p.Total(metric))
	if total == 0 {
		s.Why = "it has no samples"
		return s
	}
	if s.each > 0 {
		s.Number = total / s.each
		s.Taken = int64(s.Number)
	} else {
		s.Number = total * total / squaresOf(p, metric).Float()
		if column := SamplesColumn(p, metric); column >= 0 {
			s.Taken = p.Total(column)
		}
	}
	if ticks := float64(p.Ticks); ticks > 0 && ticks < s.Number {
		s.inflate, s.Number, s.Ticks = s.Number/ticks, ticks, p.Ticks
	}
	return s
}

// squaresOf returns the squared weights of all samples.
func squaresOf(p *collapse.Profile, metric int) collapse.Square {
	var sum collapse.Square
	for n := range p.Len() {
		sum = sum.Plus(p.Square(metric, collapse.NodeID(n)))
	}
	return sum
}

// guessed is SamplesOf for sums that may be counts of samples, as in folded stacks.
func guessed(p *collapse.Profile, metric int) Samples {
	if p.Metrics[metric].Scale > 0 {
		return Samples{Why: "its weights have fractions, so they are not samples"}
	}
	total, least, divisor, stacks := int64(0), int64(math.MaxInt64), int64(0), 0
	for n := range p.Len() {
		if w := p.Self(metric, collapse.NodeID(n)); w > 0 {
			total, _ = collapse.AddWeights(total, w)
			least, divisor, stacks = min(least, w), gcd(divisor, w), stacks+1
		}
	}
	switch {
	case total == 0:
		return Samples{Why: "it has no samples"}
	case total > plausibleSamples, least >= fewTimes && stacks > 1, divisor > 1 && stacks >= manyStacks:
		return Samples{Why: "its weights are no counts of samples (fold collapse --metric samples writes those)"}
	}
	return Samples{Number: float64(total), Taken: total, each: 1, inflate: 1}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
