package firefox

import (
	"fold/collapse"
	"fold/sources/input"
)

// walk goes through the samples of a thread.
type walk struct {
	t                       *thread
	stacks, cpu, times      input.SeriesReader
	weights                 weightReader
	weightPlaces, cpuPlaces int // decimal places that are to be taken off
	now                     int64
	started                 bool

	// The current sample.
	stack  int64 // plus one, 0: none
	weight int64
	delta  int64 // CPU time since the sample before
	time   int64 // or [collapse.NoTime]
}

func (t *thread) walk(r *reader) *walk {
	w := &walk{t: t, stacks: t.stacks.All(), weights: t.weights.all(), cpu: t.cpu.All(), times: t.times.All()}
	if t.raw && t.weight != weighsTime {
		w.weightPlaces = -rawPlaces
	}
	if t.cpuRaw && r.cpuPlaces() == 0 {
		w.cpuPlaces = -3
	}
	return w
}

// next moves on to the next sample.
func (w *walk) next() bool {
	var ok bool
	if w.stack, ok = w.stacks.Next(); !ok {
		return false
	}
	if w.weight, ok = w.weights.next(); ok {
		if w.weightPlaces != 0 {
			w.weight, _ = input.Shift(w.weight, w.weightPlaces)
		}
	} else if w.weight = 1; w.t.weight == weighsTime {
		w.weight = 1_000_000 // a millisecond
	}
	w.delta, _ = w.cpu.Next()
	if w.cpuPlaces != 0 {
		w.delta, _ = input.Shift(w.delta, w.cpuPlaces)
	}
	if !w.started {
		w.delta = 0 // since nobody knows when
	}
	w.started = true
	w.time = collapse.NoTime
	if time, ok := w.times.Next(); ok {
		if w.now += time; !w.t.deltas {
			w.now = time
		}
		w.time = w.now
	}
	return true
}
