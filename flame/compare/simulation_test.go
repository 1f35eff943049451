package compare

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// program is a program whose functions' true shares are known. The functions call each other in pairs, so
// that totals hold the selfs of others.
type program []float64

// typicalProgram returns n functions of which a few take most of the time, as in real programs: the shares
// fall like 1, 1/2, 1/3 and so on.
func typicalProgram(n int) program {
	p := make(program, n)
	sum := 0.0
	for i := range p {
		p[i] = 1 / float64(i+1)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// move returns the program after a change that moved a share from one function to another.
func (p program) move(from, to int, share float64) program {
	changed := slices.Clone(p)
	changed[from] -= share
	changed[to] += share
	return changed
}

// sample returns a profile of the program. Each function is called by the one before it, if its number is odd.
func (p program) sample(random *rand.Rand, samples int) Run {
	ends := make([]float64, len(p))
	sum := 0.0
	for i, share := range p {
		sum += share
		ends[i] = sum
	}
	counts := make([]int64, len(p))
	for range samples {
		i, _ := slices.BinarySearch(ends, random.Float64()*sum)
		counts[min(i, len(p)-1)]++
	}
	b := collapse.NewBuilder()
	column := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	for i, n := range counts {
		caller := main
		if i%2 == 1 {
			caller = b.Call(main, b.Frame(function(i-1)))
		}
		b.Add(b.Call(caller, b.Frame(function(i))), column, n)
	}
	return Run{Profile: b.Profile()}
}

func function(i int) collapse.Frame { return collapse.Frame{Name: fmt.Sprintf("function%02d", i)} }

// changed returns the names of the functions that a comparison calls changed.
func changed(c Comparison) []string {
	var names []string
	for _, r := range c.Rows {
		if r.Beyond() {
			names = append(names, r.Function)
		}
	}
	slices.Sort(names)
	return names
}

// TestFalseAlarms compares runs of one and the same program. In at most 5 of 100 comparisons may any row be
// called changed.
func TestFalseAlarms(t *testing.T) {
	const pairs = 400
	for _, tt := range []struct {
		name                   string
		functions              int
		before, after, further int // samples; further: of a third run, if it is not 0
		o                      Options
	}{
		{"self", 60, 2000, 2000, 0, Options{}},
		{"total", 60, 2000, 2000, 0, Options{By: table.ByTotal}},
		{"runs of different length", 60, 300, 3000, 0, Options{}},
		{"few samples", 60, 60, 60, 0, Options{}},
		{"few functions", 3, 1000, 1000, 0, Options{}},
		{"stacks", 60, 500, 500, 0, Options{Group: GroupStack}},
		{"three runs", 30, 700, 700, 700, Options{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			random, p := rand.New(rand.NewPCG(1, 2)), typicalProgram(tt.functions)
			alarms := 0
			for range pairs {
				runs := []Run{p.sample(random, tt.before), p.sample(random, tt.after)}
				if tt.further > 0 {
					runs = append(runs, p.sample(random, tt.further))
				}
				if len(changed(Runs(runs, tt.o))) > 0 {
					alarms++
				}
			}
			t.Logf("%.1f%% false alarms", 100*float64(alarms)/pairs)
			if alarms > pairs/20 {
				t.Errorf("%d of %d comparisons raised a false alarm", alarms, pairs)
			}
		})
	}
}

// TestFalseAlarmsAbsolute is TestFalseAlarms for weights as they are: the runs' lengths differ by chance, as
// those of the same work do.
func TestFalseAlarmsAbsolute(t *testing.T) {
	const pairs, samples = 400, 2000
	random, p := rand.New(rand.NewPCG(3, 4)), typicalProgram(40)
	alarms := 0
	for range pairs {
		before, after := p.sample(random, poissonNumber(random, samples)), p.sample(random, poissonNumber(random, samples))
		if len(changed(Runs([]Run{before, after}, Options{Absolute: true}))) > 0 {
			alarms++
		}
	}
	t.Logf("%.1f%% false alarms", 100*float64(alarms)/pairs)
	if alarms > pairs/20 {
		t.Errorf("%d of %d comparisons raised a false alarm", alarms, pairs)
	}
}

// poissonNumber returns how many samples fall into a time in which mean are expected.
func poissonNumber(random *rand.Rand, mean float64) int {
	n := 0
	for at := random.ExpFloat64(); at < mean; at += random.ExpFloat64() {
		n++
	}
	return n
}

// TestChangeFound moves two points of a program's time from one function to another. In 10,000 samples both
// must be found, nearly always, and of the functions that are called changed at most 5% on average may be others.
func TestChangeFound(t *testing.T) {
	const pairs, samples = 200, 10_000
	// The shares of 60 functions are 21.4, 10.7, 7.1, 5.3, 4.3 percent and so on.
	p := typicalProgram(60)
	const from, to = 3, 4
	random := rand.New(rand.NewPCG(5, 6))
	found, wrong := 0, 0.0
	for range pairs {
		before, after := p.sample(random, samples), p.move(from, to, 0.02).sample(random, samples)
		names := changed(Runs([]Run{before, after}, Options{}))
		if slices.Contains(names, "function03") && slices.Contains(names, "function04") {
			found++
		}
		all := len(names)
		others := slices.DeleteFunc(names, func(name string) bool { return name == "function03" || name == "function04" })
		wrong += float64(len(others)) / float64(max(1, all)) / pairs
	}
	t.Logf("found in %.1f%%, and %.1f%% of what is called changed is not", 100*float64(found)/pairs, 100*wrong)
	if found < pairs*99/100 {
		t.Errorf("found in %d of %d", found, pairs)
	}
	if wrong > 0.05 {
		t.Errorf("%.1f%% of what is called changed is not", 100*wrong)
	}
}

// TestIntervalsHold checks that 95% of the intervals hold the true change.
func TestIntervalsHold(t *testing.T) {
	const pairs, samples = 100, 4000
	before := typicalProgram(20)
	after := before.move(0, 1, 0.05)
	random := rand.New(rand.NewPCG(7, 8))
	intervals, hold := 0, 0
	for range pairs {
		for _, r := range Runs([]Run{before.sample(random, samples), after.sample(random, samples)}, Options{}).Rows {
			var i int
			if _, err := fmt.Sscanf(r.Function, "function%d", &i); err != nil {
				t.Fatal(err)
			}
			truth := 100 * (after[i] - before[i])
			intervals++
			if r.Net.Low <= truth && truth <= r.Net.High {
				hold++
			}
		}
	}
	share := float64(hold) / float64(intervals)
	t.Logf("%.1f%% of %d intervals hold the truth", 100*share, intervals)
	if share < 0.94 || share > 0.965 {
		t.Errorf("%d of %d intervals hold the true change", hold, intervals)
	}
}
