package compare

import (
	"cmp"
	"math"
	"slices"

	"fold/collapse"
	"fold/flame/table"
)

// Trend says how the shares of functions, or modules, went over nights, and which changed for good in which night.
// A [History] makes one.
type Trend struct {
	By     table.Order
	Group  Group
	Nights []Night
	Splits int // how many nights a change may be placed at; 0: too few nights to tell
	Tested int // how many rows were tested
	Noise  Noise
	Why    string // why nothing is tested; empty: something is
	Rows   []TrendRow
	// Least are the smallest moves, in points, that would be found four times in five had they come in the middle of the
	// nights, for functions of [LeastShares].
	Least [len(LeastShares)]float64
}

// LeastShares are the shares, in percent, of the functions of which [Trend] says what could be found.
var LeastShares = [...]float64{1, 10}

// Night is what was recorded in a night.
type Night struct {
	Name    string
	Runs    int
	Total   float64 // weight
	Samples float64 // in effect
}

// TrendRow is how one function went.
type TrendRow struct {
	Function, Module string
	Shares           []float64 // in each night, in percent; NaN where nothing was recorded
	// Before and After are the shares in percent up to the night before Night and from it on.
	Before, After float64
	Night         int // from which on it is different; 0: not tested
	P, Q          float64
	Verdict       Verdict
	// Renamed is the row that ends in the night in which this one begins, or begins where it ends, with about the same
	// share: most likely one function under two names. Empty: there is none.
	Renamed string
}

// Beyond reports whether the row changed beyond the noise.
func (r TrendRow) Beyond() bool { return r.Verdict == BeyondNoise }

// Points returns the share after the change minus that before it.
func (r TrendRow) Points() float64 { return r.After - r.Before }

// leastNights is how many nights must stand on each side of a change.
const leastNights = 3

// History collects runs, in any order, and keeps of each no more than the weights of its rows. The zero value looks at
// the self weights of functions.
type History struct {
	By    table.Order
	Group Group

	metric collapse.Metric
	nights map[string]*night
	rows   map[rowKey]map[*night]*part
	why    string
}

type rowKey struct{ function, module string }

type night struct {
	Night
	squares float64
}

// whole returns all that was recorded in the night.
func (n *night) whole() part { return part{total: n.Total, totalSquares: n.squares} }

// Add adds a run that was recorded in the night of the given name. Names must sort as the nights do: 2026-09-01.
func (h *History) Add(name string, r Run) error {
	if h.nights == nil {
		h.metric = r.metric()
	}
	if !h.metric.SameUnit(r.metric()) || h.metric.Name != r.metric().Name {
		return errMetrics(h.metric, r)
	}
	h.addRecord(h.record(name, r))
	return nil
}

// Trend returns what the runs say. Rows that changed stand first, the largest move before others.
func (h *History) Trend() Trend {
	t := Trend{By: h.By, Group: h.Group, Why: h.why}
	nights := h.sorted()
	for _, n := range nights {
		if n.squares > 0 {
			n.Samples = n.whole().samples()
		}
		t.Nights = append(t.Nights, n.Night)
	}
	t.Splits = max(0, len(nights)-2*leastNights+1)
	if t.Why == "" && t.Splits == 0 {
		t.Why = "a change needs 3 nights before it and 3 after"
	}
	var walks []walk
	for key, cells := range h.rows {
		walks = append(walks, newWalk(key, cells, nights))
	}
	slices.SortFunc(walks, func(a, b walk) int {
		return cmp.Or(cmp.Compare(a.key.function, b.key.function), cmp.Compare(a.key.module, b.key.module))
	})
	common := spread{factor: 1, df: math.Inf(1), quantile: normal95}
	if t.Why == "" {
		t.Noise = NoiseBetween
		common = test(walks, nights)
	}
	for _, w := range walks {
		row := w.row()
		if t.Why != "" {
			row.Verdict = NotTested
		}
		t.Rows = append(t.Rows, row)
		if w.tested {
			t.Tested++
		}
	}
	t.judge()
	pairNames(t.Rows)
	if t.Why == "" {
		t.findLeast(nights, common)
	}
	slices.SortStableFunc(t.Rows, func(a, b TrendRow) int {
		return cmp.Or(cmp.Compare(rank(a.Verdict), rank(b.Verdict)), cmp.Compare(importance(b), importance(a)))
	})
	return t
}

func rank(v Verdict) int {
	if v == BeyondNoise {
		return 0
	}
	return 1
}

// importance returns how large a change was, or how large a row is that did not change.
func importance(r TrendRow) float64 {
	if r.Verdict == BeyondNoise {
		return math.Abs(r.Points())
	}
	return r.Before + r.After
}

func (h *History) sorted() []*night {
	var nights []*night
	for _, n := range h.nights {
		nights = append(nights, n)
	}
	slices.SortFunc(nights, func(a, b *night) int { return cmp.Compare(a.Name, b.Name) })
	return nights
}

// judge says which changes are more than noise, given how many were tested.
func (t *Trend) judge() {
	var p []float64
	for _, r := range t.Rows {
		if r.Verdict == InsideNoise {
			p = append(p, r.P)
		}
	}
	adjusted := Adjust(p)
	for i := range t.Rows {
		if r := &t.Rows[i]; r.Verdict == InsideNoise {
			if r.Q, adjusted = adjusted[0], adjusted[1:]; r.Q <= FalseDiscoveries {
				r.Verdict = BeyondNoise
			}
		}
	}
}

// pairNames finds rows that end in the night in which others begin.
func pairNames(rows []TrendRow) {
	for i := range rows {
		ended := &rows[i]
		if ended.Verdict != BeyondNoise || ended.After != 0 {
			continue
		}
		best := -1
		for j, begun := range rows {
			if begun.Verdict != BeyondNoise || begun.Before != 0 || begun.Night != ended.Night || begun.Renamed != "" {
				continue
			}
			distance := math.Abs(begun.After - ended.Before)
			if distance <= alike*ended.Before && (best < 0 || distance < math.Abs(rows[best].After-ended.Before)) {
				best = j
			}
		}
		if best >= 0 {
			ended.Renamed, rows[best].Renamed = rows[best].Function, ended.Function
		}
	}
}

// alike is by which part of its share a function may differ after it got another name.
const alike = 0.25
