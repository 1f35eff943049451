package collapse

import (
	"math"
	"testing"
)

// TestWithTotals spreads totals over stacks: the sum is exact, each stack is within one of its share, and the order in
// which stacks were added does not matter.
func TestWithTotals(t *testing.T) {
	weights := []int64{1, 1, 1, 0, 3, 1000, math.MaxInt64 / 2}
	for _, total := range []int64{0, 1, 2, 10, 1_000_003, math.MaxInt64} {
		var first *Profile
		for _, backwards := range []bool{false, true} {
			b := NewBuilder()
			column := b.Metric(Metric{Name: "samples"})
			b.Metric(Metric{Name: "nothing"})
			for i := range weights {
				if backwards {
					i = len(weights) - 1 - i
				}
				b.Add(b.Call(Root, b.Frame(Frame{Name: string(rune('a' + i))})), column, weights[i])
			}
			p := b.Profile()
			scaled := p.WithTotals(p.Metrics, []int64{total, total})
			if scaled.Total(0) != total || scaled.Total(1) != 0 || scaled.Saturated {
				t.Fatalf("got %d and %d of %d", scaled.Total(0), scaled.Total(1), total)
			}
			for n := NodeID(1); int(n) < p.Len(); n++ {
				share := float64(p.Self(0, n)) / float64(p.Total(0)) * float64(total)
				if got := float64(scaled.Self(0, n)); math.Abs(got-share) > 1+share*1e-9 {
					t.Errorf("%d: %s has %g, want %g", total, p.Frame(p.FrameOf(n)).Name, got, share)
				}
			}
			if first == nil {
				first = scaled
				continue
			}
			for n := 1; n < p.Len(); n++ {
				if other := NodeID(p.Len() - n); scaled.Self(0, other) != first.Self(0, NodeID(n)) {
					t.Errorf("%d: %d in another order, want %d", total, scaled.Self(0, other), first.Self(0, NodeID(n)))
				}
			}
		}
	}
}
