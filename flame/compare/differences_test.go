package compare

import (
	"slices"
	"testing"

	"fold/collapse"
)

// recorded returns a run of samples of the given weight that knows where it was recorded.
func recorded(weight int64, threads int, took int64, facts ...Fact) Run {
	b := collapse.NewBuilder()
	cpu := b.Metric(collapse.Metric{Name: "cpu", Unit: "nanoseconds"})
	b.AddSample(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), cpu, weight)
	return Run{Profile: b.Profile(), Threads: threads, Duration: Duration{took, "nanoseconds"}, Facts: facts}
}

// TestDifferences compares what should be the same of two sides, and is not.
func TestDifferences(t *testing.T) {
	host := func(name string) Fact { return Fact{"host", name} }
	for _, tt := range []struct {
		name          string
		before, after []Run
		want          []string
	}{
		{
			"all the same",
			[]Run{recorded(1e7, 4, 1e9, host("a"))},
			[]Run{recorded(1e7, 4, 1e9, host("a"))},
			nil,
		},
		{
			"5% is not more than 5%, and one thread of 21 is less",
			[]Run{recorded(100, 20, 1000)},
			[]Run{recorded(95, 21, 950)},
			nil,
		},
		{
			"all differs",
			[]Run{recorded(1e7, 4, 1e9, host("a"), Fact{"Go version", "go1.25.1"})},
			[]Run{recorded(1e6, 5, 11e8, Fact{"Go version", "go1.26.0"}, host("b\x1b[2J"))},
			[]string{
				"the time of recording differs: 1s before, 1.10s after",
				"the weight of a sample differs: 10ms before, 1ms after",
				"the host differs: a before, b\\x1b[2J after",
				"the Go version differs: go1.25.1 before, go1.26.0 after",
				"the number of threads differs: 4 before, 5 after",
			},
		},
		{
			"known of one side, or of some runs only",
			[]Run{recorded(1, 0, 0, host("a"), Fact{"command", "x"}), recorded(1, 0, 0, host("a"))},
			[]Run{recorded(1, 3, 9, Fact{"command", "y"}), recorded(1, 0, 9, Fact{"command", "y"})},
			nil,
		},
		{
			"the same hosts in another order",
			[]Run{recorded(1, 1, 0, host("a")), recorded(1, 1, 0, host("b"))},
			[]Run{recorded(1, 1, 0, host("b")), recorded(1, 1, 0, host("a")), recorded(1, 1, 0, host("a"))},
			nil,
		},
		{
			"many hosts",
			[]Run{recorded(1, 1, 0, host("a"))},
			[]Run{recorded(1, 1, 0, host("e")), recorded(1, 1, 0, host("d")), recorded(1, 1, 0, host("c")), recorded(1, 1, 0, host("b"))},
			[]string{"the host differs: a before, b, c, d, 1 more after"},
		},
		{
			"runs take their mean time",
			[]Run{recorded(1, 1, 90), recorded(1, 1, 110)},
			[]Run{recorded(1, 1, 60), recorded(1, 1, 100)},
			[]string{"the time of recording differs: 100ns before, 80ns after"},
		},
		{
			"ticks",
			[]Run{{Profile: recorded(1, 1, 0).Profile, Duration: Duration{2400, "count"}}},
			[]Run{{Profile: recorded(1, 1, 0).Profile, Duration: Duration{900, "count"}}},
			[]string{"the time of recording differs: 2,400 ticks before, 900 ticks after"},
		},
	} {
		if got := Differences([]Side{{Runs: tt.before}, {Runs: tt.after}}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestDurationOfMoments: where nothing says how long a recording took, its samples do.
func TestDurationOfMoments(t *testing.T) {
	record := func(times ...int64) Run {
		b := collapse.NewBuilder()
		b.RecordSamples()
		samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
		for _, time := range times {
			b.AddAt(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), samples, 1, time)
		}
		return Run{Profile: b.Profile()}
	}
	got := Differences([]Side{{Runs: []Run{record(5e9, 3e9, 4e9)}}, {Runs: []Run{record(0, 3e9)}}})
	if want := []string{"the time of recording differs: 2s before, 3s after"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
