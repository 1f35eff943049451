package input

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// TestEach reads inputs side by side and one after the other: they are taken in order, and few wait.
func TestEach(t *testing.T) {
	for _, c := range []struct {
		n, workers int
		each       int // workers for each input
	}{{0, 2, 2}, {1, 2, 2}, {3, 2, 2}, {4, 2, 1}, {50, 1, 1}, {50, 2, 1}, {50, 8, 1}, {15, 8, 8}} {
		var taken []int
		var begun, done atomic.Int64
		read := func(i int, o Options) int {
			if o.Workers != c.each {
				t.Errorf("%d inputs, %d workers: each is read by %d, want %d", c.n, c.workers, o.Workers, c.each)
			}
			if ahead := begun.Add(1) - done.Load(); ahead > int64(2*c.workers)+1 {
				t.Errorf("%d inputs, %d workers: %d are read and not taken", c.n, c.workers, ahead)
			}
			return i * i
		}
		err := Each(c.n, Options{Workers: c.workers}, read, func(i, result int) error {
			done.Add(1)
			if result != i*i {
				t.Errorf("input %d is %d", i, result)
			}
			taken = append(taken, i)
			return nil
		})
		if err != nil || len(taken) != c.n || !slices.IsSorted(taken) {
			t.Errorf("%d inputs, %d workers: took %v, error %v", c.n, c.workers, taken, err)
		}
	}
}

// TestEachStops checks that an error ends it, and that nothing runs on.
func TestEachStops(t *testing.T) {
	stop := errors.New("stop")
	for _, workers := range []int{1, 2, 8} {
		var begun atomic.Int64
		err := Each(1000, Options{Workers: workers}, func(i int, _ Options) int { begun.Add(1); return i }, func(i, _ int) error {
			if i == 7 {
				return stop
			}
			return nil
		})
		if after := begun.Load(); err != stop || after > int64(8+2*workers) {
			t.Errorf("%d workers: %v after %d inputs", workers, err, after)
		}
	}
}
