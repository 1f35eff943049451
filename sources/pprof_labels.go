package sources

import (
	"strconv"

	"github.com/google/pprof/profile"

	"fold/collapse"
)

// tag returns the symbol of the frame that shows one label of a sample: "endpoint=/api/fib". Several
// values are joined by commas; numbers carry their unit: "bytes=48bytes".
func (r *pprofReader) tag(s *profile.Sample, key string) collapse.Symbol {
	r.text = append(append(append(r.text[:0], 't'), key...), '=')
	start := len(r.text)
	for _, value := range s.Label[key] {
		r.text = append(append(r.text, value...), ',')
	}
	for i, value := range s.NumLabel[key] {
		r.text = strconv.AppendInt(r.text, value, 10)
		r.text = append(append(r.text, labelUnit(s, key, i)...), ',')
	}
	if len(r.text) == start {
		r.text = append(r.text, "(none),"...)
	}
	r.text = r.text[:len(r.text)-1]
	return r.b.Intern(r.text, tagFrame)
}

// tagFrame makes the frame of a label, whose text tag has marked with a "t" in front.
func tagFrame(text []byte) []collapse.Frame {
	return []collapse.Frame{{Name: pprofText(string(text[1:]))}}
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
