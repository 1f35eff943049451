package firefox

import (
	"iter"
	"math"

	"fold/collapse"
	"fold/sources/input"
)

// weights are the weights of samples in their order. Mostly they are all the same, and then take no memory.
type weights struct {
	each   int64
	equal  int          // how many at the start are each
	series input.Series // all of them, once one is not each
}

func (w *weights) append(v int64) {
	switch {
	case w.series.Len() > 0:
		w.series.Append(v)
	case w.equal == 0 || v == w.each:
		w.each = v
		w.equal++
	default:
		for range w.equal {
			w.series.Append(w.each)
		}
		w.series.Append(v)
	}
}

// all returns a reader of the weights, from the first on.
func (w *weights) all() weightReader {
	return weightReader{w.each, w.equal, w.series.All(), w.series.Len() > 0}
}

type weightReader struct {
	each   int64
	left   int
	series input.SeriesReader
	differ bool
}

func (r *weightReader) next() (v int64, ok bool) {
	if r.differ {
		return r.series.Next()
	}
	r.left--
	return r.each, r.left >= 0
}

// sum is what the samples of a thread that end in a stack add up to.
type sum struct {
	samples int64
	cpu     int64
	square  collapse.Square // of CPU times
}

// sums are those of a thread, with the stacks in order: for each how many stacks it stands after the one before, and the
// four numbers of its sum.
type sums struct {
	weight int64 // of each sample
	series input.Series
}

// mostSummed bounds the weights and CPU times that are added up here, so that no sum of them is beyond 64 bits.
const mostSummed = math.MaxInt32

// sumUp adds up the samples of a thread for each stack, so that they take less memory and the tree is asked for each stack
// once. It leaves them as they are where somebody wants to know their order, where they weigh different numbers, and where
// stacks have numbers so large that a table of all would be out of proportion.
func (r *reader) sumUp(t *thread) {
	equal := t.weights.series.Len() == 0 && (t.weights.equal == 0 || t.weights.equal >= t.stacks.Len())
	if t.largest == 0 || t.largest > int64(t.stacks.Len()) || !equal || r.wantsTimes() || t.cpuRaw && r.cpuUnit == "" {
		return
	}
	if int64(len(r.sums)) <= t.largest {
		r.sums = make([]sum, t.largest+1)
	}
	all := r.sums[:t.largest+1]
	clear(all)
	for w := t.walk(r); w.next(); {
		if uint64(w.weight-1) >= mostSummed || uint64(w.delta) > mostSummed {
			return
		}
		t.sums.weight = w.weight
		s := &all[w.stack]
		s.samples++
		s.cpu += w.delta
		s.square = s.square.PlusSquareOf(w.delta)
	}
	t.forget()
	t.sums.add(all)
}

// add keeps the sums of the stacks that have samples.
func (s *sums) add(all []sum) {
	before := 0
	for stack, sum := range all {
		if sum.samples == 0 {
			continue
		}
		for _, n := range [...]int64{int64(stack - before), sum.samples, sum.cpu, int64(sum.square.Hi), int64(sum.square.Lo)} {
			s.series.Append(n)
		}
		before = stack
	}
}

// all yields the stacks, each plus one, 0: none, with their sums.
func (s *sums) all() iter.Seq2[int64, sum] {
	return func(yield func(stack int64, s sum) bool) {
		in, stack := s.series.All(), int64(0)
		for gap, more := in.Next(); more; gap, more = in.Next() {
			var n [4]int64
			for i := range n {
				n[i], _ = in.Next()
			}
			if stack += gap; !yield(stack, sum{n[0], n[1], collapse.Square{Hi: uint64(n[2]), Lo: uint64(n[3])}}) {
				return
			}
		}
	}
}

// addSum adds what the samples of a thread add up to that end in a stack.
func (a *adder) addSum(t *thread, v *view, stack int64, s sum) {
	if stack == 0 {
		a.without += s.samples
		return
	}
	n := int(stack - 1)
	node := v.resolver.NodeOf(n, s.samples)
	a.count(v, n, s.samples)
	samples, weight := s.samples, t.sums.weight*s.samples
	if t.weight == weighsSamples {
		samples = weight // as many at once
	}
	a.b.AddSamples(node, a.columns[t.weight], weight, samples)
	if a.cpu >= 0 {
		a.b.AddSummed(node, a.cpu, s.cpu, s.square)
	}
}
