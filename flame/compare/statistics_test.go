package compare

import (
	"math"
	"runtime"
	"testing"
)

// agree reports whether two numbers agree in six digits.
func agree(got, want float64) bool {
	return math.Abs(got-want) <= 1e-6*max(math.Abs(want), 1e-6)
}

// TestSharesInterval checks the intervals that Newcombe printed for his method 10, to four decimals.
func TestSharesInterval(t *testing.T) {
	for _, tt := range []struct {
		counts    Counts
		low, high float64
	}{
		{Counts{Before: 48, BeforeTotal: 80, After: 56, AfterTotal: 70}, 0.0524, 0.3339},
		{Counts{Before: 3, BeforeTotal: 10, After: 9, AfterTotal: 10}, 0.1705, 0.8090},
		{Counts{Before: 2, BeforeTotal: 7, After: 6, AfterTotal: 7}, 0.0582, 0.8062},
		{Counts{Before: 0, BeforeTotal: 29, After: 5, AfterTotal: 56}, -0.0381, 0.1926},
		{Counts{Before: 0, BeforeTotal: 20, After: 0, AfterTotal: 10}, -0.1611, 0.2775},
		{Counts{Before: 0, BeforeTotal: 10, After: 0, AfterTotal: 10}, -0.2775, 0.2775},
		{Counts{Before: 0, BeforeTotal: 20, After: 10, AfterTotal: 10}, 0.6791, 1},
	} {
		e := tt.counts.Shares()
		if math.Abs(e.Low-tt.low) > 0.00006 || math.Abs(e.High-tt.high) > 0.00006 {
			t.Errorf("%+v: %.4f to %.4f, want %.4f to %.4f", tt.counts, e.Low, e.High, tt.low, tt.high)
		}
	}
}

func TestSharesTest(t *testing.T) {
	for _, tt := range []struct {
		name   string
		counts Counts
		p      float64
		tooFew bool
	}{
		// Fisher's tea tasting: 1 of the 70 ways to pick four cups, and as many at the other end.
		{"all four cups", Counts{4, 0, 4, 4}, 2.0 / 70, false},
		{"three of four cups", Counts{3, 1, 4, 4}, 34.0 / 70, false},
		// Fisher's twins, as the manual of R prints them.
		{"criminal twins", Counts{2, 10, 17, 13}, 0.0005367241, false},
		// The only sample of 10,100 falls into the small run by one in 101. The normal distribution would
		// say 1.5e-23.
		{"one sample of a short run", Counts{1, 0, 100, 10_000}, 1.0 / 101, false},
		// Five samples fall to one side by 2*C(10^6,5)/C(2*10^6,5), a little less than 2/32; six by nearly 2/64.
		{"five of many", Counts{5, 0, 1_000_000, 1_000_000}, 2 * 0.031249843751, true},
		{"six of many", Counts{6, 0, 1_000_000, 1_000_000}, 2 * 0.0156248828126, false},
		{"nothing", Counts{0, 0, 1000, 1000}, 1, true},
		{"all", Counts{1000, 1000, 1000, 1000}, 1, true},
		// Ten samples are of another kind, all of the same run: 2*C(1000,10)/C(2000,10).
		{"all but a few", Counts{1000, 990, 1000, 1000}, 0.00190946517, false},
		// Pooled: (0.25-0.2)/sqrt(0.225*0.775*2/1000) = 2.6775.
		{"many samples", Counts{200, 250, 1000, 1000}, 0.00741964926, false},
		{"many samples of runs of different length", Counts{500, 1200, 2000, 4000}, 5.08576792e-05, false},
		{"no run", Counts{0, 3, 0, 10}, 1, true},
		{"more than all", Counts{11, 3, 10, 10}, 1, true},
		{"below zero", Counts{-1, 3, 10, 10}, 1, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := tt.counts.Shares()
			if !agree(e.P, tt.p) || e.TooFew != tt.tooFew {
				t.Errorf("p = %.9g, too few: %v; want %.9g, %v", e.P, e.TooFew, tt.p, tt.tooFew)
			}
		})
	}
}

// TestSharesSymmetric swaps the runs, which must turn the change around and nothing else.
func TestSharesSymmetric(t *testing.T) {
	for before := 0.0; before <= 300; before += 17 {
		for after := 0.0; after <= 900; after += 31 {
			one := Counts{before, after, 300, 900}.Shares()
			other := Counts{after, before, 900, 300}.Shares()
			if !agree(one.P, other.P) || !agree(one.Low, -other.High) || one.TooFew != other.TooFew {
				t.Fatalf("%g, %g: %+v and %+v", before, after, one, other)
			}
			if !(one.P >= 0 && one.P <= 1 && one.Low <= one.High && one.Low >= -1 && one.High <= 1) {
				t.Fatalf("%g, %g: %+v", before, after, one)
			}
		}
	}
}

func TestWeights(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after float64
		perUnitBefore float64
		perUnitAfter  float64
		p, low, high  float64
		tooFew        bool
	}{
		// The intervals add up the squares of the score intervals' distances, computed apart from the code.
		// 2 of 10 coins: 2*(1+10+45)/1024.
		{"few samples", 8, 2, 1, 1, 0.109375, -13.92177872, 0.602136781, false},
		{"six samples", 6, 0, 1, 1, 2.0 / 64, -13.091605, -0.9680763, false},
		{"five samples", 5, 0, 1, 1, 2.0 / 32, -11.70575768, -0.20823479, true},
		// (300-400)/sqrt(700) = -3.7796.
		{"many samples", 400, 300, 1, 1, 0.000157052284, -152.191228, -48.1962196, false},
		// Samples of 10 ms each, weights in nanoseconds.
		{"times", 40, 10, 1e-7, 1e-7, 2.38613317e-05, -451687209.47, -164512215.09, false},
		// Five times as many samples a unit before: 5/6 of all samples would be there if nothing changed.
		{"different rates", 1000, 300, 0.5, 0.1, 5.584344e-10, 654.647859, 1378.795204, false},
		{"no rate", 4, 3, 0, 1, 1, math.Inf(-1), math.Inf(1), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := Counts{tt.before, tt.after, 5000, 5000}.Weights(tt.perUnitBefore, tt.perUnitAfter)
			same := func(got, want float64) bool { return got == want || math.Abs(got-want) <= 1e-5*max(1, math.Abs(want)) }
			if !agree(e.P, tt.p) || !same(e.Low, tt.low) || !same(e.High, tt.high) || e.TooFew != tt.tooFew {
				t.Errorf("%+v", e)
			}
		})
	}
}

// TestExactMeetsNormal checks that the exact tests and the normal distribution say the same where one takes
// over from the other.
func TestExactMeetsNormal(t *testing.T) {
	below := Counts{85, 112, 10_000, 10_000}.Shares().P // 98.5 expected in each
	above := Counts{87, 114, 10_000, 10_000}.Shares().P // 100.5
	if math.Abs(math.Log(below/above)) > 0.15 {
		t.Errorf("p = %v and %v", below, above)
	}
}

// TestAdjust checks the example of Benjamini and Hochberg: of 15 tests, the first four are discoveries.
func TestAdjust(t *testing.T) {
	p := []float64{
		0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
		0.7590, 1.0000,
	}
	want := []float64{ // p*15/place, and no less than what stands behind it
		0.0015, 0.0030, 0.0095, 0.035625, 0.0603, 0.063857143, 0.063857143, 0.0645, 0.0765, 0.486, 0.581181818, 0.714875,
		0.753230769, 0.813214286, 1,
	}
	reversed := make([]float64, len(p))
	for i, v := range p {
		reversed[len(p)-1-i] = v
	}
	got, gotReversed := Adjust(p), Adjust(reversed)
	for i := range want {
		if !agree(got[i], want[i]) || !agree(gotReversed[len(p)-1-i], want[i]) {
			t.Errorf("%v: got %v, reversed %v, want %v", p[i], got[i], gotReversed[len(p)-1-i], want[i])
		}
	}
	if q := Adjust(nil); len(q) != 0 {
		t.Errorf("no tests: %v", q)
	}
}

// TestMillionsOfSamples: of 60 million samples, three are expected in the run after. The probability of none, or of seven
// and more, is that of Poisson's distribution: e^-3 × (1 + 0.6730473), and it is found without looking at each of the
// 60 million outcomes.
func TestMillionsOfSamples(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, c := range []struct{ counts, rates [2]float64 }{
		{[2]float64{60_000_000, 0}, [2]float64{1, 5e-8}},
		{[2]float64{0, 60_000_000}, [2]float64{5e-8, 1}},
	} {
		e := Counts{c.counts[0], c.counts[1], 60_000_000, 60_000_000}.Weights(c.rates[0], c.rates[1])
		if math.Abs(e.P-0.0832956) > 5e-7 || e.TooFew {
			t.Errorf("%v: p = %v, %v", c, e.P, e.TooFew)
		}
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes of memory", used)
	}
}

// TestWilson compares with intervals of the literature: R. G. Newcombe, Two-sided confidence intervals for the
// single proportion, Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, tt := range []struct{ r, n, least, most float64 }{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0.0000, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		least, most := Wilson(tt.r/tt.n, tt.n)
		if math.Abs(least-tt.least) > 0.00005 || math.Abs(most-tt.most) > 0.00005 {
			t.Errorf("%v of %v: got %.4f to %.4f, want %.4f to %.4f", tt.r, tt.n, least, most, tt.least, tt.most)
		}
	}
}
