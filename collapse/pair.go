package collapse

import (
	"bytes"
	"io"
)

// CanPair says whether [WritePair] can write two columns: their weights have one unit and scale, and fit into 64 bits.
func CanPair(first, second Column) bool {
	a, b := first.Profile, second.Profile
	m, n := a.Metrics[first.Metric], b.Metrics[second.Metric]
	return m.Unit == n.Unit && m.Scale == n.Scale && !a.Saturated && !a.Rounded && !b.Saturated && !b.Rounded
}

// WritePair writes a line with two weights for each stack that weighs something in one of two columns, as [WriteFolded]
// does of [Beside]. It needs no tree of both: the lines of each are sorted. [CanPair] must allow it.
func WritePair(w io.Writer, first, second Column) error {
	return PairStacks(w, first.Profile.Metrics[first.Metric].Scale, first.stacks(), second.stacks())
}

// Stacks are stacks that weigh something, each greater than the one before in byte order.
type Stacks interface {
	// Next returns the next stack, in the way that folded stacks write it, and its weight, which is not zero. The text
	// is valid until Next is called again.
	Next() (stack []byte, weight int64, more bool)
}

// PairStacks goes through two profiles side by side and writes a line with two weights for each stack of one or both of
// them. Weights are stored times 10^scale.
func PairStacks(w io.Writer, scale int, left, right Stacks) error {
	out := foldedBuffer{w: w, scales: []int{scale, scale}}
	a, before, moreLeft := left.Next()
	b, after, moreRight := right.Next()
	for moreLeft || moreRight {
		order := bytes.Compare(a, b)
		switch {
		case !moreRight:
			order = -1
		case !moreLeft:
			order = 1
		}
		switch {
		case order < 0:
			out.line(a, before, 0)
			a, before, moreLeft = left.Next()
		case order > 0:
			out.line(b, 0, after)
			b, after, moreRight = right.Next()
		default:
			out.line(a, before, after)
			a, before, moreLeft = left.Next()
			b, after, moreRight = right.Next()
		}
	}
	return out.flush()
}

// stacks returns the stacks of a column.
func (c Column) stacks() Stacks {
	return columnStacks{c.Profile.lines(c.Profile.labels(), []int{c.Metric})}
}

// columnStacks are the lines of one column.
type columnStacks struct{ lines }

func (s columnStacks) Next() (stack []byte, weight int64, more bool) {
	line, more := s.next()
	if !more {
		return nil, 0, false
	}
	return line.text, line.weights[0], true
}
