package text

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"fold/collapse"
)

// unitStep is a unit that people read, and how many of the smallest unit of its kind it is.
type unitStep struct {
	name string
	size float64
}

// unitSteps are the units in which weights of a kind are shown, the smallest first.
var unitSteps = [...][]unitStep{
	Size: {{"B", 1}, {"kB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"TB", 1 << 40}, {"PB", 1 << 50}},
	Time: {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"hrs", 3600e9}},
}

// Kind is what a unit measures.
type Kind uint8

// The kinds of units.
const (
	Plain Kind = iota // neither a size nor a time: samples, cycles, objects
	Size              // of memory
	Time
)

// Weight returns a weight, which is stored times 10^scale, as people read it: sizes and times in the
// largest unit of which they are at least one, with two decimals, spelled as pprof does ("1.54MB",
// "4.51s", "10ms"); anything else exactly and without its unit ("4800", "3.5").
//
// Each weight has its own best unit, where pprof takes one for a whole table: a table that reaches from
// nanoseconds to seconds stays readable at both ends.
func Weight(w int64, scale int, unit string) string {
	kind, size := KindOf(unit)
	if kind == Plain {
		return string(collapse.AppendWeight(nil, w, scale))
	}
	steps := unitSteps[kind]
	value := float64(w) * size / math.Pow10(scale)
	best := steps[0]
	for _, step := range steps[1:] {
		if math.Abs(value) >= step.size {
			best = step
		}
	}
	text := strings.TrimSuffix(strconv.FormatFloat(value/best.size, 'f', 2, 64), ".00")
	if text == "0" || text == "-0" {
		return "0"
	}
	return text + best.name
}

// KindOf returns what a unit measures, and how many of the smallest unit of that kind, the byte or the nanosecond, it
// is; 0 of those of no kind. It knows the spellings that pprof knows.
func KindOf(unit string) (kind Kind, size float64) {
	unit = strings.ToLower(unit)
	if len(unit) > 3 {
		unit = strings.TrimSuffix(unit, "s")
	}
	switch unit {
	case "b", "byte":
		return Size, 1
	case "kb", "kbyte", "kilobyte":
		return Size, 1 << 10
	case "mb", "mbyte", "megabyte":
		return Size, 1 << 20
	case "gb", "gbyte", "gigabyte":
		return Size, 1 << 30
	case "ns", "nanosecond":
		return Time, 1
	case "us", "μs", "µs", "microsecond":
		return Time, 1e3
	case "ms", "millisecond":
		return Time, 1e6
	case "s", "sec", "second":
		return Time, 1e9
	case "hr", "hrs", "hour":
		return Time, 3600e9
	}
	return Plain, 0
}

// GroupedWeight is [Weight] for a line of text: where the weight has no unit it has commas, "48,210,553".
func GroupedWeight(w int64, m collapse.Metric) string {
	text := Weight(w, m.Scale, m.Unit)
	if kind, _ := KindOf(m.Unit); kind == Plain {
		return GroupDigits(text)
	}
	return text
}

// MetricTitle names what was measured: "samples", "samples of cycles:u", "delay (ticks)".
func MetricTitle(m collapse.Metric) string {
	text := cmp.Or(m.Name, "weight")
	if m.Event != "" && m.Event != m.Name {
		text += " of " + m.Event
	}
	if kind, _ := KindOf(m.Unit); kind == Plain && m.Unit != "" && m.Unit != "count" && m.Unit != m.Name {
		text += " (" + m.Unit + ")"
	}
	return Visible(text)
}
