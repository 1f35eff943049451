package perfevent

import (
	"testing"

	"fold/collapse"
)

// TestMetrics checks names and units: the software clocks count nanoseconds, if perf printed their periods.
func TestMetrics(t *testing.T) {
	for _, test := range []struct {
		event     string
		hasPeriod bool
		want      collapse.Metric
	}{
		{"cycles:u", true, collapse.Metric{Event: "cycles:u", Name: "cycles:u", Unit: "count"}},
		{"cpu-clock", true, collapse.Metric{Event: "cpu-clock", Name: "cpu-clock", Unit: "nanoseconds"}},
		{"task-clock:u", true, collapse.Metric{Event: "task-clock:u", Name: "task-clock:u", Unit: "nanoseconds"}},
		{"task-clock", false, collapse.Metric{Event: "task-clock", Name: "task-clock", Unit: "count"}},
		{"cpu_core/cycles/", true, collapse.Metric{Event: "cycles", Name: "cycles", Unit: "count"}},
		{"cpu_core/cycles/P", true, collapse.Metric{Event: "cycles", Name: "cycles", Unit: "count"}},
		{"cpu_atom/cycles/u", true, collapse.Metric{Event: "cycles:u", Name: "cycles:u", Unit: "count"}},
		{"cpu_atom/cycles/uP", true, collapse.Metric{Event: "cycles:u", Name: "cycles:u", Unit: "count"}},
		{"cpu/cycles/u", true, collapse.Metric{Event: "cpu/cycles/u", Name: "cpu/cycles/u", Unit: "count"}},
		{"", true, collapse.Metric{Name: "period", Unit: "count"}},
	} {
		weight, samples := Metrics(test.event, test.hasPeriod)
		if weight != test.want {
			t.Errorf("%s: got %+v, want %+v", test.event, weight, test.want)
		}
		if want := (collapse.Metric{Event: test.want.Event, Name: "samples", Unit: "count"}); samples != want {
			t.Errorf("%s: got %+v, want %+v", test.event, samples, want)
		}
	}
}
