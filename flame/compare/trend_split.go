package compare

import (
	"fmt"
	"math"

	"fold/collapse"
)

// The test of a trend. All runs of a night are one unit, and a change splits the nights into two sides. The split is the
// one at which the shares of the sides are farthest apart, by the z of a comparison of two sides; dispersion is measured
// between the nights of a side, and moderated, as between the runs of a comparison. Since the split was chosen among
// several, its probability counts that many times.

// walk is the way of one row through the nights.
type walk struct {
	key    rowKey
	nights []part
	split  int // the night from which on the row is different
	z      float64
	p      float64
	tested bool
}

func newWalk(key rowKey, cells map[*night]*part, nights []*night) walk {
	w := walk{key: key, p: 1}
	for _, n := range nights {
		p := n.whole()
		if cell := cells[n]; cell != nil {
			p.weight, p.squares = cell.weight, cell.squares
		}
		w.nights = append(w.nights, p)
	}
	return w
}

// sum adds up nights to a side.
func sum(nights []part) part {
	var side part
	for _, n := range nights {
		side.weight += n.weight
		side.squares += n.squares
		side.total += n.total
		side.totalSquares += n.totalSquares
	}
	return side
}

func (w *walk) sides(split int) []part { return []part{sum(w.nights[:split]), sum(w.nights[split:])} }

// choose finds the split at which the sides are farthest apart. It reports whether the row has samples enough.
func (w *walk) choose() bool {
	all := sum(w.nights)
	if all.weight <= 0 || all.weight >= all.total || !enough([]part{all}, false) {
		return false
	}
	for split := leastNights; split <= len(w.nights)-leastNights; split++ {
		sides := w.sides(split)
		counts := shareCounts(sides[0], sides[1])
		if z := counts.sharesZ(); counts.valid() && math.Abs(z) > math.Abs(w.z) {
			w.split, w.z = split, z
		}
	}
	return w.split > 0
}

// test fills in how probable the changes of all rows are, and returns the spread that is common to the rows.
func test(walks []walk, nights []*night) spread {
	dispersions, weights := make([]float64, len(walks)), make([]float64, len(nights))
	units := make([]unit, len(nights))
	for i := range walks {
		w := &walks[i]
		if dispersions[i] = math.NaN(); !w.choose() {
			continue
		}
		w.tested = true
		for n := range nights {
			units[n] = unit{total: nights[n].Total, samples: nights[n].whole().samples()}
			if weights[n] = w.nights[n].weight; n >= w.split {
				units[n].side = 1
			}
		}
		dispersions[i] = shareDispersion(w.sides(w.split), units, weights)
	}
	df := degrees(units, 2)
	spreads := moderate(append(dispersions, math.NaN()), df) // the last one is of a row that says nothing of itself
	splits := float64(len(nights) - 2*leastNights + 1)
	for i := range walks {
		if w := &walks[i]; w.tested {
			w.p = min(1, splits*studentTails(w.z/math.Sqrt(spreads[i].factor), spreads[i].df))
		}
	}
	return spreads[len(walks)]
}

// row returns what became of the row.
func (w *walk) row() TrendRow {
	r := TrendRow{Function: w.key.function, Module: w.key.module, P: w.p, Q: 1, Verdict: TooFew}
	for _, n := range w.nights {
		r.Shares = append(r.Shares, 100*n.share())
	}
	all := sum(w.nights)
	r.Before, r.After = 100*all.share(), 100*all.share()
	if w.tested {
		sides := w.sides(w.split)
		r.Before, r.After, r.Night, r.Verdict = 100*sides[0].share(), 100*sides[1].share(), w.split, InsideNoise
	}
	return r
}

// findLeast works out which moves would have been found: those whose z is beyond the limit of the strictest test, that
// of the first of all rows, four times in five.
func (t *Trend) findLeast(nights []*night, common spread) {
	const fourInFive = 0.8416212335729143 // the quantile of the normal distribution
	limit := 0.0
	for step := 64.0; step > 1e-3; step /= 2 {
		if float64(t.Splits*max(1, t.Tested))*studentTails(limit+step, common.df) > FalseDiscoveries {
			limit += step
		}
	}
	var before, after float64
	for i, n := range nights {
		if samples := n.whole().samples(); i < len(nights)/2 {
			before += samples
		} else {
			after += samples
		}
	}
	for i, percent := range LeastShares {
		p := percent / 100
		t.Least[i] = 100 * (limit + fourInFive) * math.Sqrt(common.factor*p*(1-p)*(1/before+1/after))
	}
}

func errMetrics(m collapse.Metric, r Run) error {
	return fmt.Errorf("%s shows %s and the runs before it %s: --metric or --event picks what all have", r.Name, r.metric().Name, m.Name)
}
