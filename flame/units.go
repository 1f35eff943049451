package flame

import (
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

var (
	byteSteps = []unitStep{{"B", 1}, {"kB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"TB", 1 << 40}, {"PB", 1 << 50}}
	timeSteps = []unitStep{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"hrs", 3600e9}}
)

// HumanWeight returns a weight, which is stored times 10^scale, as people read it: sizes and times in the
// largest unit of which they are at least one, with two decimals, spelled as pprof does ("1.54MB",
// "4.51s", "10ms"); anything else exactly and without its unit ("4800", "3.5").
//
// Each weight has its own best unit, where pprof takes one for a whole table: a table that reaches from
// nanoseconds to seconds stays readable at both ends.
func HumanWeight(w int64, scale int, unit string) string {
	steps, size := unitSteps(unit)
	if steps == nil {
		return string(collapse.AppendWeight(nil, w, scale))
	}
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

// unitSteps returns the units in which to show weights of a unit, and how many of the smallest of them it
// is. There are none for what is neither a size nor a time. It knows the spellings that pprof knows.
func unitSteps(unit string) (steps []unitStep, size float64) {
	unit = strings.ToLower(unit)
	if len(unit) > 3 {
		unit = strings.TrimSuffix(unit, "s")
	}
	switch unit {
	case "b", "byte":
		return byteSteps, 1
	case "kb", "kbyte", "kilobyte":
		return byteSteps, 1 << 10
	case "mb", "mbyte", "megabyte":
		return byteSteps, 1 << 20
	case "gb", "gbyte", "gigabyte":
		return byteSteps, 1 << 30
	case "ns", "nanosecond":
		return timeSteps, 1
	case "us", "μs", "µs", "microsecond":
		return timeSteps, 1e3
	case "ms", "millisecond":
		return timeSteps, 1e6
	case "s", "sec", "second":
		return timeSteps, 1e9
	case "hr", "hrs", "hour":
		return timeSteps, 3600e9
	}
	return nil, 0
}
