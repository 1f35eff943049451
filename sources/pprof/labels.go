package pprof

import (
	"maps"
	"slices"

	"github.com/google/pprof/profile"

	"fold/collapse"
	"fold/sources/input"
)

// tags applies the options about labels to a sample, see [input.Task].
func (r *pprofReader) tags(s *profile.Sample) (root, leaf []collapse.Symbol, keep bool) {
	if !r.c.WantsLabels() {
		return nil, nil, true
	}
	r.labels = r.labels[:0]
	for _, key := range slices.Sorted(maps.Keys(s.Label)) {
		for _, value := range s.Label[key] {
			r.labels = append(r.labels, input.Label{Key: key, Text: value})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.NumLabel)) {
		for i, value := range s.NumLabel[key] {
			r.labels = append(r.labels, input.Label{Key: key, Number: value, Unit: labelUnit(s, key, i), Numeric: true})
		}
	}
	return r.c.Tags(r.b, r.labels)
}

// appendReversed appends frames that stand outermost first to a stack that stands leaf first.
func appendReversed(stack, frames []collapse.Symbol) []collapse.Symbol {
	for _, f := range slices.Backward(frames) {
		stack = append(stack, f)
	}
	return stack
}

// labelUnit returns the unit of the number i of a label. Heap profiles do not name that of their labels.
func labelUnit(s *profile.Sample, key string, i int) string {
	if units := s.NumUnit[key]; i < len(units) && units[i] != "" {
		return units[i]
	}
	switch key {
	case "bytes", "request", "alignment":
		return "bytes"
	}
	return ""
}
