package page

import (
	"encoding/binary"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/text"
)

// weights returns the columns of weights and what they mean. A column that is a multiple of one before is left out:
// most profilers write the samples and samples times their period.
func (l *layout) weights(o Options) (columns [][]byte, metrics []metric) {
	if c := o.Compare; c != nil {
		for _, pair := range c.Pairs {
			before, after := l.selfs(pair.Before), l.selfs(pair.After)
			m := metricOf(l.p.Metrics[pair.After])
			m.Step, m.Absolute = commonFactor(before, after), pair.Absolute
			m.Beyond, m.Noise, m.Basis, m.Caveat = l.beyond(pair.Beyond), pair.Beyond.Noise, pair.Beyond.Basis, pair.Beyond.Caveat
			columns = append(columns, packWeights(before, m.Step), packWeights(after, m.Step))
			metrics = append(metrics, m)
		}
		return columns, metrics
	}
	var stored [][]int64 // of the metrics so far; nil: not stored
	for c := range l.p.Metrics {
		m := metricOf(l.p.Metrics[c])
		selfs := l.selfs(c)
		if of, times := multipleOf(selfs, stored); times > 0 {
			m.Of, m.Times = &of, times
			stored = append(stored, nil)
		} else {
			m.Step = commonFactor(selfs)
			stored = append(stored, selfs)
			columns = append(columns, packWeights(selfs, m.Step))
		}
		if c < len(o.Whole) && o.Whole[c] > l.p.Total(c) {
			m.Whole = o.Whole[c]
		}
		metrics = append(metrics, m)
	}
	return columns, metrics
}

// beyond returns the names whose changes are more than noise, nil where nothing was tested.
func (l *layout) beyond(is compare.Beyond) *beyond {
	if is.Self == nil {
		return nil
	}
	found := &beyond{Self: []int{}, Total: []int{}}
	for name, f := range l.order {
		if is.Self(l.p.Frame(f)) {
			found.Self = append(found.Self, name)
		}
		if is.Total(l.p.Frame(f)) {
			found.Total = append(found.Total, name)
		}
	}
	return found
}

// metricOf describes a column.
func metricOf(m collapse.Metric) metric {
	described := metric{Name: text.Clean(m.Name), Event: text.Clean(m.Event), Scale: m.Scale, Noun: text.Clean(m.Name)}
	switch kind, size := text.KindOf(m.Unit); kind {
	case text.Plain:
	case text.Size:
		described.Unit, described.Per = "bytes", size
	default:
		described.Unit, described.Per = "nanoseconds", size
	}
	return described
}

// selfs returns a column of the profile in pre-order.
func (l *layout) selfs(column int) []int64 {
	selfs := make([]int64, len(l.nodes))
	for i, n := range l.nodes {
		selfs[i] = l.p.Self(column, n)
	}
	return selfs
}

// multipleOf returns which of the stored columns, times a whole number, the selfs are; times is 0 for none.
func multipleOf(selfs []int64, stored [][]int64) (of int, times float64) {
	for of, column := range stored {
		if factor := factorOf(selfs, column); factor > 0 {
			return of, float64(factor)
		}
	}
	return 0, 0
}

// factorOf returns the whole number that all of a column must be multiplied by to be the selfs, or 0.
func factorOf(selfs, column []int64) (factor int64) {
	for i, weight := range column {
		if (weight == 0) != (selfs[i] == 0) {
			return 0
		}
		if weight == 0 {
			continue
		}
		if factor == 0 {
			factor = selfs[i] / weight
		}
		if selfs[i]%weight != 0 || selfs[i]/weight != factor {
			return 0
		}
	}
	return factor
}

// commonFactor returns the greatest number that divides all weights, 1 if there are none.
func commonFactor(columns ...[]int64) int64 {
	factor := int64(0)
	for _, column := range columns {
		for _, weight := range column {
			for weight != 0 {
				factor, weight = weight, factor%weight
			}
		}
	}
	return max(1, factor)
}

func packWeights(selfs []int64, step int64) (column []byte) {
	for _, weight := range selfs {
		column = binary.AppendUvarint(column, uint64(weight/step))
	}
	return column
}
