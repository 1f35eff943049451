package collapse

import "math/bits"

// WithTotals returns the profile with its columns scaled so that each is what metrics[m] says and weighs totals[m] in
// all, to the last digit. No weight may be below zero; a column without weights stays so. Each weight is within one
// digit of its share. Which ones are rounded up depends on the stacks alone, and not on how the profile was built.
func (p *Profile) WithTotals(metrics []Metric, totals []int64) *Profile {
	scaled := *p
	scaled.Metrics, scaled.columns = make([]Metric, len(metrics)), make([]column, len(metrics))
	var order []NodeID
	for walk := NewWalk(p); walk.Next(); {
		order = append(order, walk.Node())
	}
	for m, metric := range metrics {
		scaled.Metrics[m] = metric
		scaled.Metrics[m].Sampling = Measured
		scaled.GivenLost = scaled.GivenLost || p.HasGiven(m)
		if whole := p.Total(m); whole > 0 {
			scaled.columns[m].self = p.spread(m, order, totals[m], whole)
		}
	}
	return &scaled
}

// spread gives each node its part of a total: the difference of what all up to it, and all before it, are to have.
func (p *Profile) spread(metric int, order []NodeID, total, whole int64) []int64 {
	self := make([]int64, len(p.nodes))
	seen, given := int64(0), int64(0)
	for _, n := range order {
		w := p.Self(metric, n)
		if w <= 0 {
			continue
		}
		seen, _ = AddWeights(seen, w)
		high, low := bits.Mul64(uint64(min(seen, whole)), uint64(total))
		part, _ := bits.Div64(high, low, uint64(whole))
		self[n], given = int64(part)-given, int64(part)
	}
	return self
}
