package collapse

import (
	"math"
	"math/bits"
)

// Sampling says how the weights of a column came about, and so how far chance has a hand in them.
type Sampling uint8

// The ways in which profilers arrive at weights.
const (
	SamplingUnknown Sampling = iota // sums: nobody wrote down of how many samples
	Sampled                         // samples were taken: [Profile.Square] is known
	Exact                           // everything was counted, as callgrind does: the same run gives the same weights
	Measured                        // each event was timed, or threads were counted at one moment: no samples, yet chance
)

// join returns how the weights of two columns that are added up came about.
func (s Sampling) join(other Sampling) Sampling {
	switch {
	case s == other:
		return s
	case s == Measured || other == Measured || s == Exact && other == Sampled || s == Sampled && other == Exact:
		return Measured
	}
	return SamplingUnknown
}

// Square is a sum of squared weights. It has 128 bits, because the squares of nanoseconds do not fit into 64,
// and the digits that a float loses depend on the order of a sum. A sum beyond that stands at the largest value.
type Square struct{ Hi, Lo uint64 }

var largestSquare = Square{math.MaxUint64, math.MaxUint64}

// Plus returns the sum.
func (s Square) Plus(other Square) Square {
	lo, carry := bits.Add64(s.Lo, other.Lo, 0)
	hi, carry := bits.Add64(s.Hi, other.Hi, carry)
	if carry != 0 {
		return largestSquare
	}
	return Square{hi, lo}
}

// PlusSquareOf returns the sum with the square of a sample's weight.
func (s Square) PlusSquareOf(weight int64) Square {
	hi, lo := bits.Mul64(magnitude(weight), magnitude(weight))
	return s.Plus(Square{hi, lo})
}

// Float returns the sum as the nearest float, but for rounding in its last digit.
func (s Square) Float() float64 { return math.Ldexp(float64(s.Hi), 64) + float64(s.Lo) }

// times returns the sum times a factor.
func (s Square) times(factor uint64) Square {
	carry, lo := bits.Mul64(s.Lo, factor)
	over, hi := bits.Mul64(s.Hi, factor)
	hi, more := bits.Add64(hi, carry, 0)
	if over != 0 || more != 0 {
		return largestSquare
	}
	return Square{hi, lo}
}

// squareOf returns the squares of count samples of equal weight that weigh so much together: weight²/count.
func squareOf(weight, count int64) Square {
	w, n := magnitude(weight), max(1, magnitude(count))
	hi, lo := bits.Mul64(w, w)
	rest := hi % n
	lo, _ = bits.Div64(rest, lo, n)
	return Square{hi / n, lo}
}

func magnitude(w int64) uint64 {
	if w < 0 {
		return -uint64(w)
	}
	return uint64(w)
}

// AddSample is [Builder.Add] for the weight of one sample. Use it for each weight of a column, or for none: what
// it keeps is of no use if some samples are missing.
func (b *Builder) AddSample(n NodeID, metric int, weight int64) {
	c := &b.profile.columns[metric]
	switch {
	case int(n) < len(c.squares): // there are some
		c.squares[n] = c.squares[n].PlusSquareOf(weight)
	case c.each != weight || weight <= 0 || c.squares != nil || len(c.self) == 0:
		b.noteSamples(n, metric, weight, 1)
	}
	b.Add(n, metric, weight)
}

// AddSamples is [Builder.AddSample] for so many samples at once, which weigh so much together.
func (b *Builder) AddSamples(n NodeID, metric int, weight, count int64) {
	b.noteSamples(n, metric, weight, count)
	b.Add(n, metric, weight)
}

// AddSummed is [Builder.AddSample] for samples that were added up before: weight is the sum of their weights, square that
// of their squares.
func (b *Builder) AddSummed(n NodeID, metric int, weight int64, square Square) {
	c := &b.profile.columns[metric]
	b.profile.Metrics[metric].Sampling = Sampled
	c.spellOut()
	c.addSquare(n, square)
	b.Add(n, metric, weight)
}

// noteSamples must come before the weight is added. It costs a comparison while all samples weigh the same.
func (b *Builder) noteSamples(n NodeID, metric int, weight, count int64) {
	c := &b.profile.columns[metric]
	if b.samplesOnly && c.moments == nil && len(c.self) == 0 {
		c.moments = &moments{}
	}
	if c.squares == nil {
		if weight > 0 && count > 0 && c.each > 0 && isProduct(weight, c.each, count) {
			return
		}
		b.profile.Metrics[metric].Sampling = Sampled
		if c.each == 0 && len(c.self) == 0 && weight > 0 && count > 0 && weight%count == 0 {
			c.each = weight / count
			return
		}
		c.spellOut()
	}
	c.addSquare(n, squareOf(weight, count))
}

// isProduct says whether a weight is the product of two numbers. None is below zero.
func isProduct(weight, a, b int64) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return hi == 0 && lo == uint64(weight)
}

// spellOut gives the column its squares, which each has stood for so far.
func (c *column) spellOut() {
	if c.squares != nil {
		return
	}
	squares := make([]Square, len(c.self), max(len(c.self), 1)) // not nil
	for n := range c.self {
		squares[n] = c.square(NodeID(n))
	}
	c.squares, c.each = squares, 0
}

// square returns the squares of the samples that end at a node.
func (c *column) square(n NodeID) Square {
	switch {
	case int(n) < len(c.squares):
		return c.squares[n]
	case c.squares == nil && int(n) < len(c.self):
		hi, lo := bits.Mul64(magnitude(c.self[n]), uint64(c.each))
		return Square{hi, lo}
	}
	return Square{}
}

func (c *column) addSquare(n NodeID, s Square) {
	if int(n) >= len(c.squares) {
		c.squares = grow(c.squares, max(int(n)+1, len(c.self)))
	}
	c.squares[n] = c.squares[n].Plus(s)
}

// multiplySquares is what becomes of squares where weights are multiplied by a positive factor.
func (c *column) multiplySquares(factor int64) {
	if each, exact := MultiplyWeight(c.each, factor); exact {
		c.each = each
	} else {
		c.spellOut()
	}
	for n, s := range c.squares {
		c.squares[n] = s.times(uint64(factor)).times(uint64(factor))
	}
}

// mergeSquares adds the squares of from, whose weights are to be multiplied by a factor, and decides how the
// weights of both came about. It must come before the weights are added. Whole: see mergeWeights.
func (b *Builder) mergeSquares(to int, from *column, sampling Sampling, nodes []NodeID, factor int64, whole bool) {
	if len(from.self) == 0 {
		return
	}
	c, m := &b.profile.columns[to], &b.profile.Metrics[to]
	empty := len(c.self) == 0
	if !empty {
		sampling = m.Sampling.join(sampling)
	}
	m.Sampling = sampling
	if sampling != Sampled {
		c.each, c.squares = 0, nil
		return
	}
	each, exact := MultiplyWeight(from.each, factor)
	if exact && from.squares == nil && (empty || c.squares == nil && c.each == each) {
		c.each = each
		return
	}
	c.spellOut()
	for n := range max(len(from.self), len(from.squares)) {
		if s := from.square(NodeID(n)); s != (Square{}) && (whole || nodes[n] != Root) {
			c.addSquare(nodes[n], s.times(uint64(factor)).times(uint64(factor)))
		}
	}
}

// Square returns Σ w² over the samples that end at n, w being what a sample weighs in column metric. It is known
// where the column's Sampling is [Sampled], else 0.
func (p *Profile) Square(metric int, n NodeID) Square { return p.columns[metric].square(n) }

// SampleWeight returns what each sample of a column weighs, or 0 if they differ or it is not known.
func (p *Profile) SampleWeight(metric int) int64 { return p.columns[metric].each }
