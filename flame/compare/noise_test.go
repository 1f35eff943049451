package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// recorder takes samples of a program one after the other.
type recorder struct {
	random *rand.Rand
	ends   []float64
	nodes  []collapse.NodeID
	b      *collapse.Builder
	metric int
}

func (p program) recorder(random *rand.Rand) *recorder {
	r := &recorder{random: random, b: collapse.NewBuilder()}
	r.b.RecordSamples()
	r.metric = r.b.Metric(collapse.Metric{Name: "cycles", Unit: "count"})
	main := r.b.Call(collapse.Root, r.b.Frame(collapse.Frame{Name: "main"}))
	sum := 0.0
	for i, share := range p {
		sum += share
		r.ends = append(r.ends, sum)
		caller := main
		if i%2 == 1 {
			caller = r.b.Call(main, r.b.Frame(function(i-1)))
		}
		r.nodes = append(r.nodes, r.b.Call(caller, r.b.Frame(function(i))))
	}
	return r
}

func (r *recorder) pick() int {
	i, _ := slices.BinarySearch(r.ends, r.random.Float64()*r.ends[len(r.ends)-1])
	return min(i, len(r.ends)-1)
}

// record takes samples of which each function keeps the processor for stay samples on average.
func (p program) record(random *rand.Rand, samples, stay int, weight func() int64) Run {
	r := p.recorder(random)
	at := r.pick()
	for range samples {
		if random.IntN(stay) == 0 {
			at = r.pick()
		}
		r.b.AddSample(r.nodes[at], r.metric, weight())
	}
	return Run{Profile: r.b.Profile()}
}

func one() int64 { return 1 }

// unordered returns the run without the order of its samples.
func (r Run) unordered() Run {
	b := collapse.NewBuilder()
	other := collapse.NewBuilder()
	m := other.Metric(r.metric())
	for n := collapse.NodeID(1); int(n) < r.Profile.Len(); n++ {
		if w := r.Profile.Self(r.Metric, n); w > 0 {
			var frames []collapse.FrameID
			for at := n; at != collapse.Root; at = r.Profile.Parent(at) {
				frames = append(frames, other.Frame(r.Profile.Frame(r.Profile.FrameOf(at))))
			}
			node := collapse.Root
			for _, f := range slices.Backward(frames) {
				node = other.Call(node, f)
			}
			other.AddSamples(node, m, w, w)
		}
	}
	b.Merge(other)
	return Run{Profile: b.Profile()}
}

// TestSameProgram compares a program with itself, where neighbouring samples resemble each other: with several runs
// a side, with one run a side in blocks, and by self and total. At most 5 of 100 tables may have an alarm.
func TestSameProgram(t *testing.T) {
	const samples = 2000
	tables := 100
	if testing.Short() {
		tables = 40
	}
	p := typicalProgram(60)
	for _, stay := range []int{1, 2, 5, 10, 30} {
		for _, runs := range []int{1, 2, 3, 5} {
			for _, by := range []table.Order{table.BySelf, table.ByTotal} {
				random := rand.New(rand.NewPCG(uint64(stay), uint64(runs)))
				alarms := 0
				for range tables {
					sides := make([]Side, 2)
					for i := range sides {
						for range runs {
							r := p.record(random, samples, stay, one)
							if runs > 1 {
								r = r.unordered()
							}
							sides[i].Runs = append(sides[i].Runs, r)
						}
					}
					c := Sides(sides, Options{By: by})
					if want := map[bool]Noise{true: NoiseWithin, false: NoiseBetween}[runs == 1]; c.Noise != want {
						t.Fatalf("noise is %s, want %s", c.Noise, want)
					}
					if len(changed(c)) > 0 {
						alarms++
					}
				}
				t.Logf("stays of %d, %d runs a side, by %d: %d of %d tables", stay, runs, by, alarms, tables)
				if alarms > allowed(tables, runs) {
					t.Errorf("stays of %d, %d runs a side, by %d: %d of %d tables have an alarm", stay, runs, by, alarms, tables)
				}
			}
		}
	}
}

// allowed is how many of so many tables may have an alarm: 5%, and what chance adds to that in so few tables.
func allowed(tables, runs int) int {
	share := 0.05
	if runs == 1 {
		share = 0.075 // blocks are shorter than long stays: specified as 3 of 40
	}
	n := float64(tables)
	return int(n*share + 2*math.Sqrt(n*share*(1-share)))
}

// TestSameThreads compares two runs of eight threads that are all sampled at 1,000 ticks and mostly do the same.
func TestSameThreads(t *testing.T) {
	const tables, ticks, threads = 100, 1000, 8
	p := typicalProgram(30)
	random := rand.New(rand.NewPCG(11, 12))
	alarms := 0
	record := func() Run {
		r := p.recorder(random)
		for range ticks {
			at := r.pick()
			for range threads {
				if random.IntN(10) == 0 {
					at = r.pick()
				}
				r.b.AddSample(r.nodes[at], r.metric, 1)
			}
		}
		r.b.SetTicks(ticks)
		return Run{Profile: r.b.Profile()}.unorderedTicks(ticks)
	}
	for range tables {
		c := Runs([]Run{record(), record()}, Options{})
		if got := c.Sides[0].Samples; !agree(got, ticks) || !c.Sides[0].Ticks {
			t.Fatalf("%g samples", got)
		}
		if len(changed(c)) > 0 {
			alarms++
		}
	}
	t.Logf("%d of %d tables", alarms, tables)
	if alarms > tables/20 {
		t.Errorf("%d of %d tables have an alarm", alarms, tables)
	}
}

func (r Run) unorderedTicks(ticks int64) Run {
	changed := *r.unordered().Profile
	changed.Ticks = ticks
	return Run{Profile: &changed}
}

// TestHalves deals the samples of one recording out to two sides at random. 93 to 97% of the intervals must hold 0,
// and all of them the printed estimate, also where the samples' weights are lognormal with σ = 1.5.
func TestHalves(t *testing.T) {
	for _, sigma := range []float64{0, 1.5} {
		random := rand.New(rand.NewPCG(21, 22))
		p := typicalProgram(20)
		intervals, hold := 0, 0
		for range 150 {
			sides := []*recorder{p.recorder(random), p.recorder(random)}
			for range 6000 {
				r := sides[random.IntN(2)]
				r.b.AddSample(r.nodes[r.pick()], r.metric, int64(1e6*math.Exp(sigma*random.NormFloat64())))
			}
			for _, absolute := range []bool{false, true} {
				c := Runs([]Run{{Profile: sides[0].b.Profile()}, {Profile: sides[1].b.Profile()}}, Options{Absolute: absolute})
				for _, r := range c.Rows {
					value := r.Net.Points
					if absolute {
						value = float64(r.Net.Weight)
					}
					if !(r.Net.Low <= value && value <= r.Net.High) {
						t.Fatalf("%s: %g is not from %g to %g", r.Function, value, r.Net.Low, r.Net.High)
					}
					if r.Function == "main" {
						continue
					}
					intervals++
					if r.Net.Low <= 0 && 0 <= r.Net.High {
						hold++
					}
				}
			}
		}
		share := float64(hold) / float64(intervals)
		t.Logf("σ = %g: %.1f%% of %d intervals hold 0", sigma, 100*share, intervals)
		if share < 0.93 || share > 0.97 {
			t.Errorf("σ = %g: %.1f%% of the intervals hold 0", sigma, 100*share)
		}
	}
}

// TestPower finds a move of three points in runs of 3,000 independent samples: in one run a side, in its blocks, and in
// two and three runs a side.
func TestPower(t *testing.T) {
	const tables = 100
	before := typicalProgram(60)
	after := before.move(3, 4, 0.03)
	for _, runs := range []int{1, 2, 3} {
		for _, ordered := range []bool{false, true} {
			if runs > 1 && ordered {
				continue
			}
			random := rand.New(rand.NewPCG(31, uint64(runs)))
			found := 0
			for range tables {
				sides := make([]Side, 2)
				for range runs {
					for i, p := range []program{before, after} {
						r := p.record(random, 3000, 1, one)
						if !ordered {
							r = r.unordered()
						}
						sides[i].Runs = append(sides[i].Runs, r)
					}
				}
				if names := changed(Sides(sides, Options{})); slices.Contains(names, "function03") || slices.Contains(names, "function04") {
					found++
				}
			}
			name := fmt.Sprintf("%d runs a side, ordered %t", runs, ordered)
			t.Logf("%s: found in %d of %d", name, found, tables)
			if found < 95*tables/100 {
				t.Errorf("%s: found in %d of %d", name, found, tables)
			}
		}
	}
}
