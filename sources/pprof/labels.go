package pprof

import (
	"cmp"
	"slices"

	"fold/collapse"
	"fold/sources/input"
)

// tags applies the options about labels to a sample, see [input.Task].
func (r *pprofReader) tags(s *samples) (root, leaf []collapse.Symbol, keep bool) {
	if !r.c.WantsLabels() {
		return nil, nil, true
	}
	r.labels = r.labels[:0]
	for _, message := range s.labels {
		r.addLabel(message)
	}
	slices.SortStableFunc(r.labels, func(a, b input.Label) int {
		switch {
		case a.Numeric == b.Numeric:
			return cmp.Compare(a.Key, b.Key)
		case a.Numeric:
			return 1
		}
		return -1
	})
	return r.c.Tags(r.b, r.labels)
}

// emptyText stands for the empty text of a label in text of Go: to profile.proto, a label with an empty text has none.
const emptyText = "\x00empty\x00"

// addLabel adds a label, which was checked before. One without text, number and unit is none.
func (r *pprofReader) addLabel(message []byte) {
	l, _ := r.p.label(message)
	key := r.p.text(l.key)
	switch {
	case l.text != 0:
		text := r.p.text(l.text)
		if text == emptyText {
			text = ""
		}
		r.labels = append(r.labels, input.Label{Key: key, Text: text})
	case l.number != 0 || l.unit != 0:
		r.labels = append(r.labels, input.Label{Key: key, Number: int64(l.number), Unit: labelUnit(key, r.p.text(l.unit)), Numeric: true})
	}
}

// appendReversed appends frames that stand outermost first to a stack that stands leaf first.
func appendReversed(stack, frames []collapse.Symbol) []collapse.Symbol {
	for _, f := range slices.Backward(frames) {
		stack = append(stack, f)
	}
	return stack
}

// labelUnit returns the unit of a label. Heap profiles do not name that of theirs.
func labelUnit(key, unit string) string {
	if unit != "" {
		return unit
	}
	switch key {
	case "bytes", "request", "alignment":
		return "bytes"
	}
	return ""
}
