package compare

import (
	"fmt"
	"math"
	"regexp"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// samplesAt is a stack and the weights of the samples that end there.
type samplesAt struct {
	stack   []string
	weights []int64
}

// runOfSamples returns a run of samples; each one stands for so many that weigh as much together.
func runOfSamples(m collapse.Metric, each int64, stacks ...samplesAt) Run {
	b := collapse.NewBuilder()
	metric := b.Metric(m)
	for _, s := range stacks {
		n := collapse.Root
		for _, name := range s.stack {
			n = b.Call(n, b.Frame(collapse.Frame{Name: name}))
		}
		for _, w := range s.weights {
			b.AddSamples(n, metric, w*each, each)
		}
	}
	return Run{Profile: b.Profile()}
}

// repeat returns n samples of one weight.
func repeat(weight int64, n int) []int64 {
	weights := make([]int64, n)
	for i := range weights {
		weights[i] = weight
	}
	return weights
}

var cycles = collapse.Metric{Name: "cycles", Unit: "count"}

// changeOf returns the change of a function.
func changeOf(t *testing.T, c Comparison, function string) Change {
	t.Helper()
	for _, r := range c.Rows {
		if r.Function == function {
			return r.Net
		}
	}
	t.Fatalf("no function %s", function)
	return Change{}
}

// sameEvidence checks that two changes were found on the same evidence, their weights being scale times as large.
func sameEvidence(t *testing.T, what string, got, want Change, scale float64) {
	t.Helper()
	if !agree(got.P, want.P) || !agree(got.Low, scale*want.Low) || !agree(got.High, scale*want.High) || got.Verdict != want.Verdict {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// TestMoments: eight samples at each of 250 moments tell as much as 250 samples, whether all weigh the same or not.
func TestMoments(t *testing.T) {
	for _, second := range []int64{1, 3} { // what half of the samples weigh
		record := func(each int64, hot int) Run {
			r := runOfSamples(cycles, 1,
				samplesAt{[]string{"hot"}, append(repeat(1, hot*int(each)/2), repeat(second, hot*int(each)/2)...)},
				samplesAt{[]string{"cold"}, append(repeat(1, (250-hot)*int(each)/2), repeat(second, (250-hot)*int(each)/2)...)})
			if each > 1 {
				p := *r.Profile
				p.Ticks = int64(math.Round(r.Samples().Number / float64(each)))
				r.Profile = &p
			}
			return r
		}
		for _, absolute := range []bool{false, true} {
			single := Runs([]Run{record(1, 100), record(1, 130)}, Options{Absolute: absolute})
			threads := Runs([]Run{record(8, 100), record(8, 130)}, Options{Absolute: absolute})
			scale := map[bool]float64{false: 1, true: 8}[absolute]
			sameEvidence(t, fmt.Sprint(second, absolute), changeOf(t, threads, "hot"), changeOf(t, single, "hot"), scale)
			if of := threads.Sides[0]; !of.Ticks || !agree(of.Samples, single.Sides[0].Samples) {
				t.Errorf("%d: %+v, want %+v", second, of, single.Sides[0])
			}
		}
	}
}

// TestUnitsOfWeights: what is tested does not depend on the unit of the weights, nor on that of the other side.
func TestUnitsOfWeights(t *testing.T) {
	micro, nano := collapse.Metric{Name: "cpu", Unit: "microseconds"}, collapse.Metric{Name: "cpu", Unit: "nanoseconds"}
	for _, second := range []int64{1, 3} {
		record := func(m collapse.Metric, unit int64, hot int) Run {
			return runOfSamples(m, 1,
				samplesAt{[]string{"hot"}, append(repeat(unit, hot), repeat(second*unit, hot)...)},
				samplesAt{[]string{"cold"}, append(repeat(unit, 200-hot), repeat(second*unit, 200-hot)...)})
		}
		for _, absolute := range []bool{false, true} {
			same := Runs([]Run{record(nano, 1000, 80), record(nano, 1000, 110)}, Options{Absolute: absolute})
			mixed := Runs([]Run{record(micro, 1, 80), record(nano, 1000, 110)}, Options{Absolute: absolute})
			sameEvidence(t, fmt.Sprint(second, absolute), changeOf(t, mixed, "hot"), changeOf(t, same, "hot"), 1)
		}
	}
}

// TestTotalsAndSelfs: what a function calls is tested as if it were its own, and a record of several samples as those.
func TestTotalsAndSelfs(t *testing.T) {
	record := func(each int64, hot ...samplesAt) Run {
		return runOfSamples(cycles, each, append(hot, samplesAt{[]string{"cold"}, append(repeat(1, 150), repeat(4, 60)...)})...)
	}
	heavy := append(repeat(1, 40), repeat(5, 30)...)
	own := func(each int64) []Run {
		return []Run{record(each, samplesAt{[]string{"hot"}, heavy}), record(each, samplesAt{[]string{"hot"}, append(heavy, 5, 5, 5, 1, 1)})}
	}
	called := []Run{
		record(1, samplesAt{[]string{"hot", "a"}, heavy[:50]}, samplesAt{[]string{"hot", "b", "hot"}, heavy[50:]}),
		record(1, samplesAt{[]string{"hot", "a"}, heavy}, samplesAt{[]string{"hot", "b"}, []int64{5, 5, 5, 1, 1}}),
	}
	for _, absolute := range []bool{false, true} {
		want := changeOf(t, Runs(own(1), Options{Absolute: absolute}), "hot")
		sameEvidence(t, "by total", changeOf(t, Runs(called, Options{Absolute: absolute, By: table.ByTotal}), "hot"), want, 1)
	}
	// Ten samples in each record: each side has ten times as many, so the interval of the difference is narrower by √10.
	one, ten := changeOf(t, Runs(own(1), Options{}), "hot"), changeOf(t, Runs(own(10), Options{}), "hot")
	if ratio := (one.High - one.Low) / (ten.High - ten.Low); math.Abs(ratio-math.Sqrt(10)) > 0.05 {
		t.Errorf("ten times the samples: the interval is narrower by %g", ratio)
	}
}

// TestSamplesOf works out how many samples columns hold.
func TestSamplesOf(t *testing.T) {
	sums := func(unit string, weights ...int64) *collapse.Profile {
		b := collapse.NewBuilder()
		m := b.Metric(collapse.Metric{Name: "samples", Unit: unit})
		for i, w := range weights {
			b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: fmt.Sprint(i)})), m, w)
		}
		return b.Profile()
	}
	tens := make([]int64, manyStacks)
	for i := range tens {
		tens[i] = 10 * int64(i+1)
	}
	const noCounts = "its weights are no counts of samples (fold collapse --metric samples writes those)"
	for _, tt := range []struct {
		name   string
		p      *collapse.Profile
		number float64
		taken  int64
		text   string
		why    string
	}{
		{"counts", sums("count", 7, 1200), 1207, 1207, "1,207", ""},
		{"all a thousand or more", sums("count", 1000, 1201), 0, 0, "", noCounts},
		{"one stack", sums("count", 5000), 5000, 5000, "5,000", ""},
		{"a hundred million", sums("count", 3, 99_999_997), 1e8, 1e8, "100,000,000", ""},
		{"more", sums("count", 3, 99_999_998), 0, 0, "", noCounts},
		{"20 stacks of tens", sums("count", tens...), 0, 0, "", noCounts},
		{"19 stacks of tens", sums("count", tens[1:]...), 2090, 2090, "2,090", ""},
		{"bytes", sums("bytes", 7), 0, 0, "", "it does not say how many samples it holds"},
		{"nothing", sums("count"), 0, 0, "", "it has no samples"},
		{"of one weight", runOfSamples(cycles, 1, samplesAt{[]string{"a"}, repeat(10003, 400)}).Profile, 400, 400, "400", ""},
		// (100 + 100·4)² / (100 + 100·16)
		{"of two weights", runOfSamples(cycles, 1, samplesAt{[]string{"a"}, append(repeat(1, 100), repeat(4, 100)...)}).Profile, 250_000.0 / 1700, 0, "147", ""},
		// (3 + 4)² / (3 + 16), each of the first three by itself
		{"few", runOfSamples(cycles, 1, samplesAt{[]string{"a"}, []int64{1, 1, 1, 4}}).Profile, 49.0 / 19, 0, "2.5", ""},
	} {
		s := SamplesOf(tt.p, 0)
		if !agree(s.Number, tt.number) || s.Taken != tt.taken || s.Why != tt.why {
			t.Errorf("%s: got %+v, want %g of %d, %q", tt.name, s, tt.number, tt.taken, tt.why)
		}
		if s.Number > 0 && SamplesText(s.Number) != tt.text {
			t.Errorf("%s: got %s, want %s", tt.name, SamplesText(s.Number), tt.text)
		}
	}
}

// TestTooFewInEffect: a side of nine samples gets no verdict, whatever it is compared with.
func TestTooFewInEffect(t *testing.T) {
	for _, n := range []int{9, 10} {
		for _, absolute := range []bool{false, true} {
			c := Runs([]Run{
				runOfSamples(cycles, 1, samplesAt{[]string{"a"}, repeat(1, n)}, samplesAt{[]string{"b"}, nil}),
				runOfSamples(cycles, 1, samplesAt{[]string{"b"}, repeat(1, 1000)}),
			}, Options{Absolute: absolute})
			want := map[int]Verdict{9: TooFew, 10: BeyondNoise}[n]
			if got := changeOf(t, c, "b").Verdict; got != want {
				t.Errorf("%d samples, absolute %v: %s, want %s", n, absolute, got, want)
			}
		}
	}
}

// TestNoiseThatIsMeasured: what can be measured depends on how many runs there are and on how many samples have an order.
func TestNoiseThatIsMeasured(t *testing.T) {
	ordered := func(n int) Run {
		b := collapse.NewBuilder()
		b.RecordSamples()
		m := b.Metric(cycles)
		for i := range n {
			b.AddSample(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: fmt.Sprint(i % 2)})), m, 1)
		}
		return Run{Profile: b.Profile()}
	}
	plain := runOfSamples(cycles, 1, samplesAt{[]string{"a"}, repeat(1, 500)})
	for _, tt := range []struct {
		name  string
		sides []Side
		want  Noise
	}{
		{"one run a side", []Side{{Runs: []Run{plain}}, {Runs: []Run{plain}}}, NoiseSampling},
		{"two and one", []Side{{Runs: []Run{plain, plain}}, {Runs: []Run{plain}}}, NoiseBetween},
		{"100 in order", []Side{{Runs: []Run{ordered(100)}}, {Runs: []Run{ordered(100)}}}, NoiseWithin},
		{"99 in order", []Side{{Runs: []Run{ordered(100)}}, {Runs: []Run{ordered(99)}}}, NoiseSampling},
		{"one side in order", []Side{{Runs: []Run{ordered(200)}}, {Runs: []Run{plain}}}, NoiseSampling},
		{"three steps", []Side{{Runs: []Run{plain}}, {Runs: []Run{plain}}, {Runs: []Run{plain}}}, NoiseSampling},
	} {
		if got := Sides(tt.sides, Options{}).Noise; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestEnough: nine samples of a row, or nine that are of others, do not tell how much it varies; ten do.
func TestEnough(t *testing.T) {
	for _, tt := range []struct {
		before, after     float64 // of a thousand
		shares, asTheyAre bool
	}{
		{3, 6, false, false},
		{3, 7, true, true},
		{0, 10, true, true},
		{0, 0, false, false},
		{997, 994, false, true},
		{997, 993, true, true},
	} {
		parts := []part{equalParts(tt.before, 1000, 7), equalParts(tt.after, 1000, 7)}
		if got := enough(parts, false); got != tt.shares {
			t.Errorf("%g and %g: %t", tt.before, tt.after, got)
		}
		if got := enough(parts, true); got != tt.asTheyAre {
			t.Errorf("%g and %g as they are: %t", tt.before, tt.after, got)
		}
	}
}

// TestBlocksOfFiltered: samples that filters left out are part of no block's weight, as they are of no side's, unless shares
// are of the whole.
func TestBlocksOfFiltered(t *testing.T) {
	record := func(seed int, filtered bool) Run {
		b := collapse.NewBuilder()
		b.RecordSamples()
		m := b.Metric(cycles)
		add := func(name string) { b.AddSample(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: name})), m, 1) }
		for i := range 400 {
			add([]string{"hot", "cold"}[(i*i/(seed+7)+i/13)%2])
			if filtered {
				add("gone")
			}
		}
		return Run{Profile: b.Profile().Filter(collapse.Filter{Ignore: regexp.MustCompile("gone")})}
	}
	want := Runs([]Run{record(1, false), record(2, false)}, Options{})
	got := Runs([]Run{record(1, true), record(2, true)}, Options{})
	sameEvidence(t, "hot", changeOf(t, got, "hot"), changeOf(t, want, "hot"), 1)
	if got.Noise != NoiseWithin {
		t.Errorf("%s", got.Noise)
	}
}

// TestInEffect: samples tell less than their number where they weigh unequally or share moments, of which there may be
// more than samples.
func TestInEffect(t *testing.T) {
	for _, tt := range []struct {
		ticks  int64
		number float64
		want   bool
		text   string
	}{
		{0, 400, false, "400 samples"},
		{1000, 400, false, "400 samples"},
		{400, 400, false, "400 samples"},
		{50, 50, true, "50 samples"},
		{1, 1, true, "1 sample"},
	} {
		p := *runOfSamples(cycles, 1, samplesAt{[]string{"a"}, repeat(1, 400)}).Profile
		p.Ticks = tt.ticks
		s := SamplesOf(&p, 0)
		s.Taken = 400
		if got := CountText(s.Number); s.Number != tt.number || s.InEffect() != tt.want || got != tt.text || (s.Ticks > 0) != tt.want {
			t.Errorf("%d ticks: %+v, %q, in effect: %t", tt.ticks, s, got, s.InEffect())
		}
	}
	// (3 + 4)² / (3 + 16), of which nobody counted how many there are.
	few := SamplesOf(runOfSamples(cycles, 1, samplesAt{[]string{"a"}, []int64{1, 1, 1, 4}}).Profile, 0)
	if !few.InEffect() || CountText(few.Number) != "2.5 samples" {
		t.Errorf("%+v, %s", few, CountText(few.Number))
	}
}

// TestVerdictAtFivePercent: of 1,000 samples a side, 200 and 237 differ with p = 0.045, and 200 and 236 with p = 0.051.
func TestVerdictAtFivePercent(t *testing.T) {
	for after, want := range map[int]Verdict{236: InsideNoise, 237: BeyondNoise} {
		record := func(n int) Run {
			return runOfSamples(cycles, 1, samplesAt{[]string{"a"}, repeat(1, n)}, samplesAt{[]string{"b"}, repeat(1, 1000-n)})
		}
		if got := changeOf(t, Runs([]Run{record(200), record(after)}, Options{}), "a"); got.Verdict != want {
			t.Errorf("200 and %d: %+v", after, got)
		}
	}
}

// TestMeanOfRuns: weights as they are are those of one run on average, with two more digits.
func TestMeanOfRuns(t *testing.T) {
	record := func(n int) Run { return runOfSamples(cycles, 1, samplesAt{[]string{"a"}, repeat(1, n)}) }
	c := Sides([]Side{{Runs: []Run{record(10), record(20), record(20)}}, {Runs: []Run{record(17)}}}, Options{Absolute: true})
	row := c.Rows[0]
	if c.Metric.Scale != 2 || row.Weights[0] != 1667 || row.Weights[1] != 1700 || c.Sides[0].Total != 1667 {
		t.Errorf("scale %d, %+v, %+v", c.Metric.Scale, row, c.Sides)
	}
}

// TestUntested: where weights go beyond 64 bits, or nothing is a sample, nothing is tested, and no number of samples is
// shown.
func TestUntested(t *testing.T) {
	b := collapse.NewBuilder()
	b.AddSamples(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), b.Metric(cycles), 1<<62, 1000)
	large := Run{Profile: b.Profile()} // two of which are 2^63
	for _, tt := range []struct {
		name      string
		sides     []Side
		want      Noise
		saturated bool
	}{
		{"one run", []Side{{Runs: []Run{large}}, {Runs: []Run{large}}}, NoiseSampling, false},
		{"sums of two", []Side{{Runs: []Run{large, large}}, {Runs: []Run{large}}}, NoiseUnknown, true},
		{"counts", []Side{{Runs: []Run{runOfExact(t)}}, {Runs: []Run{runOfExact(t)}}}, NoNoise, false},
	} {
		c := Sides(tt.sides, Options{})
		if c.Noise != tt.want || c.Saturated != tt.saturated {
			t.Errorf("%s: noise %s, saturated %t", tt.name, c.Noise, c.Saturated)
		}
		if tt.want == NoNoise && c.Sides[0].Samples != 0 {
			t.Errorf("%s: %g samples", tt.name, c.Sides[0].Samples)
		}
	}
}
