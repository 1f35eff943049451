package collapse

import (
	"math"
	"math/bits"
	"slices"
)

// wide is a weight of 128 bits: low + carry·2⁶⁴. Weights are added up and multiplied exactly while a Builder works,
// because what does not fit into 64 bits on the way may fit in the end, and the way depends on how an input was cut.
type wide struct{ low, carry int64 }

// plus returns the sum.
func (w wide) plus(other wide) wide {
	sum := w.low + other.low
	carry, _ := AddWeights(w.carry, other.carry)
	if overflows(w.low, other.low, sum) {
		carry, _ = AddWeights(carry, other.low>>63|1) // the sum is off by 2⁶⁴ in the direction of its parts
	}
	return wide{sum, carry}
}

// overflows says whether sum, the lowest 64 bits of a+b, is not a+b.
func overflows(a, b, sum int64) bool { return (a^sum)&(b^sum) < 0 }

// times returns the product with a positive factor.
func (w wide) times(factor int64) wide {
	hi, lo := bits.Mul64(uint64(w.low), uint64(factor))
	if w.low < 0 { // it was taken for low+2⁶⁴
		hi -= uint64(factor)
	}
	carry, _ := MultiplyWeight(w.carry, factor)
	carry, _ = AddWeights(carry, int64(hi+lo>>63)) // lo is more than half: int64 takes it for lo-2⁶⁴
	return wide{int64(lo), carry}
}

// over returns the quotient, rounded half away from zero.
func (w wide) over(divisor uint64) wide {
	negative := w.carry < 0 || w.carry == 0 && w.low < 0
	if negative {
		w = w.negated()
	}
	hi := uint64(w.carry) - uint64(w.low)>>63 // as one number of 128 bits: hi·2⁶⁴ + lo
	quotient, rest := bits.Div64(hi%divisor, uint64(w.low), divisor)
	hi /= divisor
	if rest >= divisor-rest {
		if quotient++; quotient == 0 {
			hi++
		}
	}
	w = wide{int64(quotient), int64(hi + quotient>>63)}
	if negative {
		w = w.negated()
	}
	return w
}

func (w wide) negated() wide {
	if w.low == math.MinInt64 { // 2⁶³ is -2⁶³ + 2⁶⁴
		return wide{w.low, 1 - w.carry}
	}
	return wide{-w.low, -w.carry}
}

// weight returns the nearest weight of 64 bits. One at the end of the range does not fit: nobody could tell it from
// a sum that went beyond.
func (w wide) weight() (nearest int64, fits bool) {
	switch {
	case w.carry > 0:
		return math.MaxInt64, false
	case w.carry < 0:
		return math.MinInt64, false
	}
	return w.low, w.low < math.MaxInt64 && w.low > -math.MaxInt64
}

// at returns the weight of the stacks that end at a node.
func (c *column) at(n NodeID) wide {
	if int(n) >= len(c.self) {
		return wide{}
	}
	return wide{c.self[n], c.carries[n]}
}

// set sets the weight of the stacks that end at a node, which has a place in self.
func (c *column) set(n NodeID, w wide) {
	c.self[n] = w.low
	if w.carry != 0 || c.carries[n] != 0 {
		c.setCarry(n, w.carry)
	}
}

func (c *column) setCarry(n NodeID, carry int64) {
	if c.carries == nil {
		c.carries = make(map[NodeID]int64)
	}
	c.carries[n] = carry
}

// sums returns what the weights above zero and those below it come to. When both fit, so does every sum of weights.
func (c *column) sums() (positive, negative wide) {
	for n, low := range c.self {
		w := wide{low, 0}
		if len(c.carries) > 0 {
			w = c.at(NodeID(n))
		}
		if w.carry < 0 || w.carry == 0 && low < 0 {
			negative = negative.plus(w)
		} else {
			positive = positive.plus(w)
		}
	}
	return positive, negative
}

// fits says whether all sums of weights fit into 64 bits once they are divided.
func (c *column) fits(divisor uint64) bool {
	if c.isSmall() {
		return true
	}
	divided := column{self: c.self, carries: c.carries}
	if divisor > 1 {
		divided = c.divided(divisor)
	}
	positive, negative := divided.sums()
	_, fits := positive.weight()
	_, fitsBelow := negative.weight()
	return fits && fitsBelow
}

// isSmall says whether so many weights as there are would fit, each as large as the largest: a quick look that is
// enough for most columns.
func (c *column) isSmall() bool {
	all := uint64(0)
	for _, w := range c.self {
		all |= uint64(w ^ w>>63)
	}
	return len(c.carries) == 0 && bits.Len64(all)+bits.Len(uint(len(c.self))) < 63
}

// divided returns a column with the weights divided, each rounded.
func (c *column) divided(divisor uint64) column {
	rounded := column{self: make([]int64, len(c.self))}
	for n := range c.self {
		rounded.set(NodeID(n), c.at(NodeID(n)).over(divisor))
	}
	return rounded
}

// fit brings the weights of columns of one scale into 64 bits. Where they are too large together, the fractions of
// all lose digits until they fit; whole numbers stand at the largest value.
func (b *Builder) fit(metrics ...int) {
	tooLarge := func(divisor uint64) bool {
		return slices.ContainsFunc(metrics, func(m int) bool { return !b.profile.columns[m].fits(divisor) })
	}
	divisor, digits := uint64(1), 0
	for ; digits < min(b.profile.Metrics[metrics[0]].Scale, maxDropped) && tooLarge(divisor); digits++ {
		divisor *= 10
	}
	for _, m := range metrics {
		if digits > 0 {
			b.profile.round(m, digits)
		}
		b.profile.columns[m].cap(&b.profile.Saturated)
	}
}

// cap lets weights of more than 64 bits stand at the largest value, and says so.
func (c *column) cap(saturated *bool) {
	if !c.fits(1) {
		*saturated = true
	}
	for n := range c.carries {
		c.self[n], _ = c.at(n).weight()
	}
	c.carries = nil
}

// maxDropped is how many digits a fraction can lose: a divisor has 64 bits.
const maxDropped = 18

// round takes digits off the fractions of a column, and notes it.
func (p *Profile) round(metric, digits int) {
	divisor := uint64(1)
	for range digits {
		divisor *= 10
	}
	old := p.columns[metric]
	c := old.divided(divisor)
	if old.moments != nil {
		c.moments = old.moments.clone()
		for i, w := range c.moments.weights {
			c.moments.weights[i] = wide{w, 0}.over(divisor).low
		}
	}
	if old.given != nil {
		c.given = make([]int64, len(old.given))
		for f, w := range old.given {
			c.given[f] = notGiven
			if w != notGiven {
				c.given[f] = wide{w, 0}.over(divisor).low
			}
		}
	}
	p.columns[metric] = c
	p.Metrics[metric].Scale -= digits
	if p.Metrics[metric].Sampling == Sampled { // the squares are gone
		p.Metrics[metric].Sampling = SamplingUnknown
	}
	p.Rounded = true
}
