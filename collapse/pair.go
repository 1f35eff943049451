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
// does of [Beside]. It needs no tree of both: it goes through the lines of each, which are sorted, side by side.
// [CanPair] must allow it.
func WritePair(w io.Writer, first, second Column) error {
	scale := first.Profile.Metrics[first.Metric].Scale
	out := foldedBuffer{w: w, scales: []int{scale, scale}}
	left := first.Profile.lines(first.Profile.labels(), []int{first.Metric})
	right := second.Profile.lines(second.Profile.labels(), []int{second.Metric})
	a, moreLeft := left.next()
	b, moreRight := right.next()
	for moreLeft || moreRight {
		order := bytes.Compare(a.text, b.text)
		switch {
		case !moreRight:
			order = -1
		case !moreLeft:
			order = 1
		}
		switch {
		case order < 0:
			out.line(a.text, a.weights[0], 0)
			a, moreLeft = left.next()
		case order > 0:
			out.line(b.text, 0, b.weights[0])
			b, moreRight = right.next()
		default:
			out.line(a.text, a.weights[0], b.weights[0])
			a, moreLeft = left.next()
			b, moreRight = right.next()
		}
	}
	return out.flush()
}
