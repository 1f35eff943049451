package collapse

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func (w wide) big() *big.Int {
	return new(big.Int).Add(new(big.Int).Lsh(big.NewInt(w.carry), 64), big.NewInt(w.low))
}

// TestWide checks sums, products and quotients of wide weights against big numbers.
func TestWide(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	weight := func() int64 {
		edges := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1, 5, -5}
		if i := random.IntN(2 * len(edges)); i < len(edges) {
			return edges[i]
		}
		return int64(random.Uint64()) >> random.IntN(64)
	}
	for range 100_000 {
		a, b := wide{weight(), random.Int64N(2000) - 1000}, wide{weight(), random.Int64N(2000) - 1000}
		if got, want := a.plus(b).big(), new(big.Int).Add(a.big(), b.big()); got.Cmp(want) != 0 {
			t.Fatalf("%d + %d is %d, want %d", a.big(), b.big(), got, want)
		}
		factor := 1 + random.Int64N(1e12)
		if got, want := a.times(factor).big(), new(big.Int).Mul(a.big(), big.NewInt(factor)); got.Cmp(want) != 0 {
			t.Fatalf("%d * %d is %d, want %d", a.big(), factor, got, want)
		}
		divisor := uint64(1)
		for range random.IntN(19) {
			divisor *= 10
		}
		d := new(big.Int).SetUint64(divisor)
		twice := new(big.Int).Abs(new(big.Int).Lsh(a.big(), 1)) // |a/d| rounded is (2|a| + d) / 2d
		want := twice.Add(twice, d).Quo(twice, new(big.Int).Lsh(d, 1))
		if a.big().Sign() < 0 {
			want.Neg(want)
		}
		if got := a.over(divisor).big(); got.Cmp(want) != 0 {
			t.Fatalf("%d / %d is %d, want %d", a.big(), divisor, got, want)
		}
	}
}

// TestSums checks what becomes of sums of more than 64 bits, in whatever order and by however many builders.
func TestSums(t *testing.T) {
	const largest = math.MaxInt64
	type weight struct {
		value  int64
		digits int
	}
	for _, test := range []struct {
		name    string
		weights []weight
		want    string
	}{
		{"fits", []weight{{largest - 2, 0}, {1, 0}}, "9223372036854775806 scale 0"},
		{"at the end", []weight{{largest - 1, 0}, {1, 0}}, "9223372036854775807 scale 0 saturated"},
		{"beyond", []weight{{largest, 0}, {1, 0}}, "9223372036854775807 scale 0 saturated"},
		{"below", []weight{{-largest, 0}, {-5, 0}}, "-9223372036854775808 scale 0 saturated"},
		{"there and back", []weight{{largest, 0}, {largest, 0}, {-largest, 0}, {-12, 0}}, "9223372036854775795 scale 0"},
		{"digits that fit", []weight{{1 << 40, 0}, {125, 2}}, "109951162777725 scale 2"},
		{"digits that do not", []weight{{1 << 60, 0}, {1234567899, 9}}, "1152921504606846977 scale 0 rounded"},
		{"some of them", []weight{{10_000_000_000, 0}, {333_333_333_333, 9}}, "1000000033333333333 scale 8 rounded"},
		{"none helps", []weight{{largest, 0}, {5, 1}, {9, 0}}, "9223372036854775807 scale 0 rounded saturated"},
		{"digits below zero", []weight{{-10_000_000_000, 0}, {-333_333_333_335, 9}}, "-1000000033333333334 scale 8 rounded"},
	} {
		for first := range test.weights {
			for workers := 1; workers <= 3; workers++ {
				builders := make([]*Builder, workers)
				for i := range builders {
					builders[i] = NewBuilder()
				}
				for i := range test.weights {
					w, b := test.weights[(first+i)%len(test.weights)], builders[i%workers]
					b.AddDecimal(b.Call(Root, b.Frame(Frame{Name: "f"})), b.Metric(Metric{Name: "samples"}), w.value, w.digits)
				}
				for _, b := range builders[1:] {
					builders[0].Merge(b)
				}
				p := builders[0].Profile()
				got := fmt.Sprintf("%d scale %d", p.Self(0, 1), p.Metrics[0].Scale)
				if p.Rounded {
					got += " rounded"
				}
				if p.Saturated {
					got += " saturated"
				}
				if got != test.want {
					t.Errorf("%s, from weight %d on, %d builders: got %s, want %s", test.name, first, workers, got, test.want)
				}
			}
		}
	}
}

// TestSumsAcross checks that a total too large is seen where no stack is too large alone.
func TestSumsAcross(t *testing.T) {
	build := func(digits int, weights ...int64) *Profile {
		b := NewBuilder()
		m := b.Metric(Metric{Name: "samples"})
		for i, w := range weights {
			b.AddDecimal(b.Call(Root, b.Frame(Frame{Name: fmt.Sprint(i)})), m, w, digits)
		}
		return b.Profile()
	}
	if p := build(0, 1<<62, 1<<62); !p.Saturated {
		t.Error("the total does not fit, but the profile does not say so")
	}
	if p := build(0, 1<<62, -1<<62, 1<<62-2); p.Saturated {
		t.Error("the total fits, but the profile says that it does not")
	}
	p := build(1, 1<<62+1, 1<<62)
	if p.Saturated || !p.Rounded || p.Metrics[0].Scale != 0 || p.Total(0) != 922337203685477581 {
		t.Errorf("saturated %t, rounded %t, scale %d, total %d", p.Saturated, p.Rounded, p.Metrics[0].Scale, p.Total(0))
	}
}

// TestAlignTooLarge checks that columns beside each other lose the same digits.
func TestAlignTooLarge(t *testing.T) {
	build := func(weight int64, digits int) *Profile {
		b := NewBuilder()
		b.AddDecimal(b.Call(Root, b.Frame(Frame{Name: "f"})), b.Metric(Metric{Name: "samples"}), weight, digits)
		return b.Profile()
	}
	p := Beside(Column{build(1_000_000_000_000_000_000, 0), 0}, Column{build(12345, 3), 0}).Align(2)
	if p.Metrics[0].Scale != 0 || p.Metrics[1].Scale != 0 || p.Self(0, 1) != 1_000_000_000_000_000_000 || p.Self(1, 1) != 12 || !p.Rounded || p.Saturated {
		t.Errorf("got %+v, %d and %d", p.Metrics, p.Self(0, 1), p.Self(1, 1))
	}
}
