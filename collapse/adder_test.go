package collapse

import (
	"strings"
	"testing"
)

// oneStack returns a profile of one stack, of one frame.
func oneStack(module string, modules bool, metric Metric, weight int64) *Profile {
	b := NewBuilder()
	b.SetModules(modules)
	b.Add(b.Call(Root, b.Frame(Frame{Name: "f", Module: module})), b.Metric(metric), weight)
	return b.Profile()
}

// TestAdderModules adds up profiles of which some show modules and others do not, in every order.
func TestAdderModules(t *testing.T) {
	samples, cpu := Metric{Name: "samples", Unit: "count"}, Metric{Name: "cpu", Unit: "milliseconds"}
	shows, hides, finer := oneStack("lib", true, samples, 1), oneStack("lib", false, samples, 10), oneStack("prog", false, Metric{Name: "cpu", Unit: "nanoseconds"}, 5)
	coarse := oneStack("prog", true, cpu, 7)
	for _, c := range []struct {
		name     string
		profiles []*Profile
		want     string
		first    string
	}{
		{"none", nil, "", ""},
		{"one", []*Profile{shows}, "lib`f 1\n", "samples"},
		{"two", []*Profile{shows, hides}, "f 10\nlib`f 1\n", "samples"},
		{"hidden first", []*Profile{hides, shows}, "f 10\nlib`f 1\n", "samples"},
		{"all hidden", []*Profile{hides, hides, hides}, "f 30\n", "samples"},
		{"units", []*Profile{hides, shows, finer, coarse}, "f 10 5\nlib`f 1 0\nprog`f 0 7000000\n", "samples"},
		{"units, backwards", []*Profile{coarse, finer, shows, hides}, "f 5 10\nlib`f 0 1\nprog`f 7000000 0\n", "cpu"},
	} {
		var sum Adder
		for _, p := range c.profiles {
			sum.Add(p)
		}
		if sum.Len() != len(c.profiles) {
			t.Errorf("%s: %d profiles, want %d", c.name, sum.Len(), len(c.profiles))
		}
		p := sum.Profile()
		columns := make([]int, len(p.Metrics))
		for m := range columns {
			columns[m] = m
		}
		var out strings.Builder
		if len(columns) > 0 {
			if err := WriteFolded(&out, p, FoldedOptions{Columns: columns}); err != nil {
				t.Fatal(err)
			}
			if got := p.Metrics[p.Default].Name; got != c.first {
				t.Errorf("%s: shows %s, want %s", c.name, got, c.first)
			}
		}
		if out.String() != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, out.String(), c.want)
		}
	}
}

// TestAdderKeepsOrder checks that samples stand in the order of their profiles, modules shown or not.
func TestAdderKeepsOrder(t *testing.T) {
	record := func(modules bool, times ...int64) *Profile {
		b := NewBuilder()
		b.RecordSamples()
		b.SetModules(modules)
		samples := b.Metric(Metric{Name: "samples", Unit: "count"})
		for _, time := range times {
			b.AddAt(b.Call(Root, b.Frame(Frame{Name: "f", Module: "m"})), samples, 1, time)
		}
		return b.Profile()
	}
	var sum Adder
	for _, p := range []*Profile{record(false, 3, 1), record(true, 4), record(false, 2)} {
		sum.Add(p)
	}
	var got []int64
	for m := range sum.Profile().Moments(0) {
		got = append(got, m.Time)
	}
	if len(got) != 4 || got[0] != 3 || got[1] != 1 || got[2] != 4 || got[3] != 2 {
		t.Errorf("got the times %d, want 3 1 4 2", got)
	}
}

// TestAdderGiven checks what becomes of inclusive weights where frames lose their modules.
func TestAdderGiven(t *testing.T) {
	samples := Metric{Name: "samples", Unit: "count"}
	given := func(names ...string) *Profile {
		b := NewBuilder()
		metric := b.Metric(samples)
		for _, module := range names {
			f := b.Frame(Frame{Name: "f", Module: module})
			b.Add(b.Call(Root, f), metric, 1)
			b.Given(f, metric, 5)
		}
		return b.Profile()
	}
	for _, c := range []struct {
		name string
		p    *Profile
		lost bool
	}{
		{"one frame each", given("a"), false},
		{"two become one", given("a", "b"), true},
	} {
		p := Merge(oneStack("", true, samples, 1), c.p)
		if p.GivenLost != c.lost || p.HasGiven(0) == c.lost {
			t.Errorf("%s: lost is %v, and there are given weights: %v", c.name, p.GivenLost, p.HasGiven(0))
		}
	}
}
