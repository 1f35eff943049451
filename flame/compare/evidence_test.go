package compare

import (
	"math"
	"testing"
)

// near reports whether two numbers agree in the digits of tables of statistics.
func near(got, want float64) bool { return math.Abs(got-want) <= 2e-4*max(1, math.Abs(want)) }

// TestStudent checks the distribution against tables.
func TestStudent(t *testing.T) {
	for _, test := range []struct{ df, t, p float64 }{
		{1, 12.7062, 0.05},
		{2, 4.3027, 0.05},
		{7, 2.3646, 0.05},
		{10, 2.2281, 0.05},
		{44, 2.0154, 0.05},
		{44, 2.6923, 0.01},
		{5, 0, 1},
		{3, 1, 0.3910},
		{1, 1, 0.5},
	} {
		if p := studentTails(test.t, test.df); math.Abs(p-test.p) > 2e-5 {
			t.Errorf("t=%g df=%g: %g, want %g", test.t, test.df, p, test.p)
		}
		if test.p == 0.05 {
			if got := student95(test.df); !near(got, test.t) {
				t.Errorf("the quantile for %g degrees of freedom is %g, want %g", test.df, got, test.t)
			}
		}
	}
}

// equalParts returns the parts of counts: all samples weigh the same.
func equalParts(x, n, weight float64) part {
	return part{x * weight, x * weight * weight, n * weight, n * weight * weight, 1}
}

// TestEvidenceOfEqualSamples checks that samples of equal weight are counted, whatever they weigh.
func TestEvidenceOfEqualSamples(t *testing.T) {
	for _, c := range []Counts{
		{48, 56, 80, 70},
		{1, 0, 100, 10_000},
		{0, 0, 100, 100},
		{100, 100, 100, 100},
		{500, 1200, 2000, 4000},
		{5, 0, 1e6, 1e6},
		{400, 300, 5000, 5000},
		{0, 12, 40, 90},
	} {
		for _, weight := range []float64{1, 10003, 1e7} {
			before, after := equalParts(c.Before, c.BeforeTotal, weight), equalParts(c.After, c.AfterTotal, weight)
			got, want := shareEvidence(before, after, sampling), c.Shares()
			if !agree(got.P, want.P) || !agree(got.Low, want.Low) || !agree(got.High, want.High) || got.TooFew != want.TooFew {
				t.Errorf("%+v of %g: got %+v, want %+v", c, weight, got, want)
			}
			got, want = weightEvidence(before, after, sampling), c.Weights(1/weight, 1/weight)
			if !agree(got.P, want.P) || !agree(got.Low, want.Low) || !agree(got.High, want.High) || got.TooFew != want.TooFew {
				t.Errorf("%+v of %g, absolute: got %+v, want %+v", c, weight, got, want)
			}
		}
	}
}

// TestUnequalSamples works out one case by hand. Before, 100 samples of weight 1 are cold and 100 of weight 1 hot;
// after, the hot ones weigh 4: the share of cold fell from 1/2 to 1/5.
func TestUnequalSamples(t *testing.T) {
	before := part{100, 100, 200, 200, 1}
	after := part{100, 100, 500, 1700, 1}
	// Variances: 0.25·0.25·200... each side's by the formula at the head of evidence.go.
	variance := (0.8*0.8*100 + 0.2*0.2*1600) / (500 * 500)
	if n := 0.2 * 0.8 / variance; !agree(after.samples()/relativeUnit(after.share(), after.squares/after.totalSquares), n) {
		t.Errorf("the interval rests on %g samples, want %g", after.samples()/relativeUnit(0.2, 100.0/1700), n)
	}
	e := shareEvidence(before, after, sampling)
	if !(e.Low < -0.3 && e.High > -0.3) || e.P > 1e-6 {
		t.Errorf("%+v does not hold -0.3, or is not beyond the noise", e)
	}
	// As they are, the weights of cold did not change, and nothing else may be said.
	e = weightEvidence(before, after, sampling)
	if !(e.Low < 0 && e.High > 0) || e.P < 0.99 {
		t.Errorf("absolute: %+v", e)
	}
}

// TestDispersion works out two cases by hand: two runs a side whose shares differ by more than sampling, and
// none that do.
func TestDispersion(t *testing.T) {
	sides := []part{{200, 200, 1000, 1000, 2}, {300, 300, 1000, 1000, 2}}
	units := []unit{{0, 500, 500}, {0, 500, 500}, {1, 500, 500}, {1, 500, 500}}
	// Before: 0.2 ± 0.04 against a variance of 0.2·0.8/500; after: 0.3 ± 0.02 against 0.3·0.7/500.
	want := (2*0.04*0.04/(0.16/500) + 2*0.02*0.02/(0.21/500)) / 2
	if got := shareDispersion(sides, units, []float64{80, 120, 140, 160}); !agree(got, want) {
		t.Errorf("got %g, want %g", got, want)
	}
	want = (2*20*20/100.0 + 2*10*10/150.0) / 2
	if got := weightDispersion(sides, units, []float64{80, 120, 140, 160}); !agree(got, want) {
		t.Errorf("absolute: got %g, want %g", got, want)
	}
	if got := shareDispersion(sides, units, []float64{100, 100, 150, 150}); got != 0 {
		t.Errorf("equal runs: got %g", got)
	}
	// The samples of the row weigh more than others: of the side before, a fifth of the weight is two fifths of the squares,
	// so that its share varies (0.8²·0.4 + 0.2²·0.6) / (0.2·0.8) = 1.75 times as much.
	sides[0].squares = 400
	want = (2*0.04*0.04/(1.75*0.16/500) + 2*0.02*0.02/(0.21/500)) / 2
	if got := shareDispersion(sides, units, []float64{80, 120, 140, 160}); !agree(got, want) {
		t.Errorf("unequal weights: got %g, want %g", got, want)
	}
}

// TestModerate: rows of dispersion 1, 3 and 9 and 2 degrees of freedom have 13/3 in common, and get (26 + 2φ)/8.
func TestModerate(t *testing.T) {
	want := []float64{(26 + 2) / 8.0, (26 + 6) / 8.0, (26 + 18) / 8.0, 13 / 3.0}
	for i, s := range moderate([]float64{1, 3, 9, math.NaN()}, 2) {
		if !agree(s.factor, want[i]) || s.df != 8 || !near(s.quantile, 2.3060) {
			t.Errorf("row %d: %+v, want a factor of %g", i, s, want[i])
		}
	}
	// What all rows have in common is no less than sampling either: (6 + 2·2.5)/8, and not (6·0.9 + 2·2.5)/8.
	if got := moderate([]float64{0.1, 0.1, 2.5}, 2)[2].factor; got != 1.375 {
		t.Errorf("rows that vary less than sampling: a factor of %g", got)
	}
	for _, s := range moderate([]float64{0.1, 0.2}, 2) { // less than sampling is chance
		if s.factor != 1 {
			t.Errorf("%+v", s)
		}
	}
}

// TestMeasuredSpread checks tests and intervals where runs differ by four times the variance of sampling, as far as ten
// degrees of freedom tell, against numbers that were integrated and worked out apart: of 250 samples a side, z is half of
// what it is of 1,000, and 2.2281 takes the place of 1.96.
func TestMeasuredSpread(t *testing.T) {
	s := spread{4, 10, 2.228138851986253}
	const tolerance = 1e-6
	is := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance*max(1, math.Abs(want)) {
			t.Errorf("%s: %.9g, want %.9g", what, got, want)
		}
	}
	e := shareEvidence(equalParts(500, 1000, 7), equalParts(560, 1000, 7), s)
	is("p of the shares", e.P, 0.2086259893)
	is("low", e.Low, -0.0391482210)
	is("high", e.High, 0.1575019324)

	of := func(count, runs float64) part { return part{count, count, 1000, 1000, runs} }
	e = weightEvidence(of(500, 2), of(560, 2), s)
	is("p of the weights", e.P, 0.3785133111)
	e = weightEvidence(of(500, 2), of(260, 1), s) // 250 and 260 a run
	is("p of two runs and one", e.P, 0.8027686406)
	is("low of the weights", e.Low, -73.3583791025)
	is("high of the weights", e.High, 103.9962908425)
	e = weightEvidence(of(500, 2), of(260, 1), sampling)
	if !(e.Low < 10 && e.High > 10) {
		t.Errorf("sampling alone: %+v does not hold 10", e)
	}

	// A side of nine samples says nothing about any of its rows, however many the other has.
	for n, few := range map[float64]bool{9: true, 10: false} {
		if e := shareEvidence(equalParts(4, n, 1), of(500, 1), s); e.TooFew != few {
			t.Errorf("a side of %g samples: %+v", n, e)
		}
	}
	// Nine samples are too few for what has no exact form, ten are not.
	for count, few := range map[float64]bool{4: true, 5: false} {
		if e := shareEvidence(of(count, 1), of(5, 1), s); e.TooFew != few {
			t.Errorf("%g and 5 samples: %+v", count, e)
		}
		if e := weightEvidence(of(count, 1), of(5, 1), s); e.TooFew != few {
			t.Errorf("%g and 5 samples as they are: %+v", count, e)
		}
	}
}
