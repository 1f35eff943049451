package collapse_test

import (
	"reflect"
	"regexp"
	"testing"

	"fold/collapse"
)

// TestMergeOrigin adds up what profiles say of their recordings. One without stacks that says nothing changes nothing,
// one with stacks makes the period unknown.
func TestMergeOrigin(t *testing.T) {
	cpu := collapse.Metric{Name: "cpu", Unit: "nanoseconds"}
	one := collapse.Origin{Start: 20, Duration: 5, Period: 10, Sampled: cpu}.WithPrograms(
		collapse.Program{Module: "libc", File: "/lib/libc", BuildID: "c"}, collapse.Program{Module: "app", File: "/bin/app", BuildID: "a"})
	two := collapse.Origin{Start: 10, Duration: 7, Period: 10, Sampled: cpu}.WithPrograms(collapse.Program{Module: "app", File: "/old/app", BuildID: "b"})
	libc := collapse.Program{Module: "libc", File: "/lib/libc", BuildID: "c"}
	for _, tt := range []struct {
		name    string
		origins []collapse.Origin
		stacks  []bool
		want    collapse.Origin
	}{
		{"two", []collapse.Origin{one, two}, []bool{true, true}, collapse.Origin{Start: 10, Duration: 12, Period: 10, Sampled: cpu, Programs: []collapse.Program{{Module: "app", Builds: true}, libc}}},
		{"nothing first", []collapse.Origin{{}, one}, []bool{false, true}, one},
		{"nothing last", []collapse.Origin{one, {}}, []bool{true, false}, one},
		{"folded first", []collapse.Origin{{}, two}, []bool{true, true}, collapse.Origin{Start: 10, Duration: 7, Programs: two.Programs}},
		{"folded last", []collapse.Origin{two, {}}, []bool{true, true}, collapse.Origin{Start: 10, Duration: 7, Programs: two.Programs}},
		{"periods", []collapse.Origin{{Period: 10, Sampled: cpu}, {Period: 9, Sampled: cpu}, {Period: 9, Sampled: cpu}}, []bool{true, true, true}, collapse.Origin{Periods: true}},
		{"idle", []collapse.Origin{one, {Start: 1, Duration: 3, Period: 10, Sampled: cpu}}, []bool{true, false}, collapse.Origin{Start: 1, Duration: 8, Period: 10, Sampled: cpu, Programs: one.Programs}},
	} {
		var profiles []*collapse.Profile
		for i, o := range tt.origins {
			b := collapse.NewBuilder()
			samples := b.Metric(collapse.Metric{Name: "samples"})
			if tt.stacks[i] {
				b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), samples, 1)
			}
			b.SetOrigin(o)
			profiles = append(profiles, b.Profile())
		}
		if got := collapse.Merge(profiles...).Filter(collapse.Filter{}).Reverse().Origin; !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestLabelsBehindLeaves: frames of labels match no filter, and stay with what is left of their stacks.
func TestLabelsBehindLeaves(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	thread := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "thread", Kind: collapse.KindThread}))
	labels := b.Frame(collapse.Frame{Name: "host", Kind: collapse.KindLabels})
	b.Add(b.Call(b.Call(thread, b.Frame(collapse.Frame{Name: "work"})), labels), samples, 2)
	b.Add(b.Call(thread, labels), samples, 1)
	p := b.Profile()
	for _, tt := range []struct {
		name string
		got  *collapse.Profile
		want string
	}{
		{"focus", p.Filter(collapse.Filter{Focus: regexp.MustCompile("host")}), ""},
		{"ignore", p.Filter(collapse.Filter{Ignore: regexp.MustCompile("host")}), "thread;host 1\nthread;work;host 2\n"},
		{"hide", p.Filter(collapse.Filter{Hide: regexp.MustCompile("thread")}), "work;host 2\n"},
		{"hide labels", p.Filter(collapse.Filter{Hide: regexp.MustCompile("host")}), "thread;host 1\nthread;work;host 2\n"},
		{"show", p.Filter(collapse.Filter{Show: regexp.MustCompile("work")}), "work;host 2\n"},
		{"show from", p.Filter(collapse.Filter{ShowFrom: regexp.MustCompile("host|work")}), "work;host 2\n"},
		{"prune from", p.Filter(collapse.Filter{PruneFrom: regexp.MustCompile("thread")}), "thread;host 3\n"},
		{"skip after", p.Filter(collapse.Filter{SkipAfter: regexp.MustCompile("work")}), "thread;host 1\nthread;work;host 2\n"},
		{"threads", p.DropKind(collapse.KindThread), "[unknown];host 1\nwork;host 2\n"},
	} {
		if got := folded(t, tt.got, 0); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}
