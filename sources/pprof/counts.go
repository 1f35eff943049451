package pprof

import (
	"math"
	"strings"

	"fold/collapse"

	"github.com/google/pprof/profile"
)

// counting says how many samples of the profiler the value of one type stands for.
type counting struct {
	how     howCounted
	samples int // countedBeside: the type that counts them
	objects int // countedHeap: the type of the objects,
	bytes   int // and that of their bytes
}

type howCounted uint8

const (
	notCounted    howCounted = iota // the profile does not say
	countedBeside                   // another value of the record, or this one, is their number: samples/count
	countedHeap                     // Go's heap: the runtime has scaled up what it sampled
	neverSampled                    // every event was measured, or it is a census: delay, goroutine
)

// countings returns for each type of value how its samples are counted.
func countings(p *profile.Profile) []counting {
	all := make([]counting, len(p.SampleType))
	samples := -1
	for i, t := range p.SampleType {
		if (t.Type == "samples" || t.Type == "sample") && (t.Unit == "count" || t.Unit == "") {
			samples = i
		}
	}
	for i, t := range p.SampleType {
		kind, what, isPair := cutLast(t.Type, "_")
		switch {
		case t.Type == "contentions", t.Type == "delay", t.Type == "goroutine", t.Type == "goroutines", t.Type == "threadcreate", t.Type == "threads":
			all[i].how = neverSampled
		case samples >= 0:
			all[i] = counting{how: countedBeside, samples: samples}
		case isPair && (what == "objects" || what == "space") && p.PeriodType != nil && p.PeriodType.Type == "space" && p.Period > 1:
			objects, bytes := typeNamed(p, kind+"_objects"), typeNamed(p, kind+"_space")
			if objects >= 0 && bytes >= 0 {
				all[i] = counting{how: countedHeap, objects: objects, bytes: bytes}
			}
		}
	}
	return all
}

func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}

func typeNamed(p *profile.Profile, name string) int {
	for i, t := range p.SampleType {
		if t.Type == name {
			return i
		}
	}
	return -1
}

// add adds a value of a record to a column.
func (r *pprofReader) add(node collapse.NodeID, i int, s *profile.Sample) {
	value, column := s.Value[i], r.columns[i]
	switch c := r.counted[i]; c.how {
	case countedBeside:
		r.b.AddSamples(node, column, value, s.Value[c.samples])
	case countedHeap:
		r.b.AddSamples(node, column, value, heapSamples(s.Value[c.objects], s.Value[c.bytes], r.p.Period))
	default:
		r.b.Add(node, column, value)
	}
}

// heapSamples returns of how many samples Go's runtime made so many objects and bytes. It samples an object of s
// bytes with the probability 1-exp(-s/period), and divides by that.
func heapSamples(objects, bytes, period int64) int64 {
	if objects == 0 {
		return 1
	}
	size := math.Abs(float64(bytes) / float64(objects))
	return max(1, int64(math.Round(math.Abs(float64(objects))*-math.Expm1(-size/float64(period)))))
}

// ticks returns at how many moments a profiler looked that records all threads each time, by the clock on the wall,
// as fgprof does; 0 for others.
func ticks(p *profile.Profile) int64 {
	count, wall := -1, -1
	for i, t := range p.SampleType {
		switch {
		case (t.Type == "samples" || t.Type == "sample") && t.Unit == "count":
			count = i
		case (t.Type == "time" || t.Type == "wall" || t.Type == "wall_time") && t.Unit == "nanoseconds":
			wall = i
		}
	}
	if count < 0 || wall < 0 {
		return 0
	}
	var samples, time, most int64
	for _, s := range p.Sample {
		samples, _ = collapse.AddWeights(samples, s.Value[count])
		time, _ = collapse.AddWeights(time, s.Value[wall])
		most = max(most, s.Value[count])
	}
	if each := float64(time) / float64(samples); p.DurationNanos > 0 && each > 0 {
		return max(1, int64(math.Round(float64(p.DurationNanos)/each)))
	}
	return most
}
