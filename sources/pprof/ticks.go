package pprof

import (
	"math"

	"fold/collapse"
)

// ticks finds out at how many moments a profiler looked that records all threads each time, by the clock on the wall, as
// fgprof does.
type ticks struct {
	count, wall int // the types that count samples, and that are time on the wall; below zero: there is none

	samples, time int64 // sums of all samples
	most          int64 // samples of one stack
}

func newTicks(p *profile) ticks {
	t := ticks{count: -1, wall: -1}
	for i, of := range p.types {
		switch {
		case (of.name == "samples" || of.name == "sample") && of.unit == "count":
			t.count = i
		case (of.name == "time" || of.name == "wall" || of.name == "wall_time") && of.unit == "nanoseconds":
			t.wall = i
		}
	}
	return t
}

func (t *ticks) known() bool { return t.count >= 0 && t.wall >= 0 }

// add looks at the values of one sample.
func (t *ticks) add(values []int64) {
	if !t.known() {
		return
	}
	t.samples, _ = collapse.AddWeights(t.samples, values[t.count])
	t.time, _ = collapse.AddWeights(t.time, values[t.wall])
	t.most = max(t.most, values[t.count])
}

// number returns how many moments there were; 0 for other profilers.
func (t *ticks) number(p *profile) int64 {
	if !t.known() {
		return 0
	}
	if each := float64(t.time) / float64(t.samples); p.duration > 0 && each > 0 {
		return max(1, int64(math.Round(float64(p.duration)/each)))
	}
	return t.most
}
