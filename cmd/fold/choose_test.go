package main

import (
	"bytes"
	"slices"
	"testing"

	"fold/collapse"
)

// profile returns a profile with a stack of the given weight in each column.
func profile(shown int, weights []int64, metrics ...collapse.Metric) *collapse.Profile {
	b := collapse.NewBuilder()
	work := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "work"}))
	for i, m := range metrics {
		column := b.Metric(m)
		b.Add(work, column, weights[i])
	}
	b.SetDefault(shown)
	return b.Profile()
}

func heapProfile(weights ...int64) *collapse.Profile {
	return profile(3, weights,
		collapse.Metric{Name: "alloc_objects", Unit: "count"}, collapse.Metric{Name: "alloc_space", Unit: "bytes"},
		collapse.Metric{Name: "inuse_objects", Unit: "count"}, collapse.Metric{Name: "inuse_space", Unit: "bytes"})
}

func perfProfile() *collapse.Profile {
	return profile(0, []int64{5000, 5, 12000, 12, 1},
		collapse.Metric{Event: "cycles:u", Name: "cycles:u"}, collapse.Metric{Event: "cycles:u", Name: "samples", Unit: "count"},
		collapse.Metric{Event: "cycles:k", Name: "cycles:k"}, collapse.Metric{Event: "cycles:k", Name: "samples", Unit: "count"},
		collapse.Metric{Event: "faults", Name: "samples", Unit: "count"})
}

func TestChoose(t *testing.T) {
	heap, perf := heapProfile(9, 900, 1, 100), perfProfile()
	const others = "fold: in: shows the event cycles:u; not shown: cycles:k (12 samples), faults (1 sample); --event picks one\n"
	for _, tt := range []struct {
		name          string
		p             *collapse.Profile
		event, metric string
		want          []int
		told          string
	}{
		{"default of pprof", heap, "", "", []int{3}, ""},
		{"name", heap, "", "alloc_objects", []int{0}, ""},
		{"short name: in use before allocated", heap, "", "space", []int{3}, ""},
		{"number", heap, "", "1", []int{1}, ""},
		{"all", heap, "", "all", []int{0, 1, 2, 3}, ""},
		{"default of perf", perf, "", "", []int{0}, others},
		{"column of the default event", perf, "", "samples", []int{1}, others},
		{"event", perf, "cycles:k", "", []int{2}, ""},
		{"event as metric", perf, "", "cycles:k", []int{2}, ""},
		{"default event as metric", perf, "", "cycles:u", []int{0}, ""},
		{"event and column", perf, "cycles:k", "samples", []int{3}, ""},
		{"event and number", perf, "cycles:k", "1", []int{3}, ""},
		{"event without a column of its name", perf, "faults", "", []int{4}, ""},
		{"all of an event", perf, "cycles:k", "all", []int{2, 3}, ""},
		{"all of the default event", perf, "", "all", []int{0, 1}, others},
		{
			"nothing in use", heapProfile(9, 900, 0, 0), "", "",
			[]int{3},
			"fold: in: inuse_space is zero everywhere; --metric picks another: alloc_objects, alloc_space\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var told bytes.Buffer
			l := &loaded{profile: tt.p, name: "in"}
			got, err := choose(l, &request{event: tt.event, metric: tt.metric}, messages{w: &told})
			if err != nil || !slices.Equal(got, tt.want) || told.String() != tt.told {
				t.Errorf("got %v, %v, %q; want %v, %q", got, err, told.String(), tt.want, tt.told)
			}
		})
	}
}

func TestChooseUnknown(t *testing.T) {
	for _, tt := range []struct {
		p             *collapse.Profile
		event, metric string
		want          string
	}{
		{heapProfile(1, 1, 1, 1), "", "foo", `in: no metric "foo": it has alloc_objects (count), alloc_space (bytes), inuse_objects (count), inuse_space (bytes)`},
		{heapProfile(1, 1, 1, 1), "", "4", `in: no metric "4": it has alloc_objects (count), alloc_space (bytes), inuse_objects (count), inuse_space (bytes)`},
		{perfProfile(), "cycles:k", "cycles:u", `in: no metric "cycles:u": it has cycles:k, samples (count)`},
		{perfProfile(), "cycles", "", `in: no event "cycles": it has cycles:u, cycles:k, faults`},
	} {
		_, err := choose(&loaded{profile: tt.p, name: "in"}, &request{event: tt.event, metric: tt.metric}, messages{w: new(bytes.Buffer)})
		if err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
