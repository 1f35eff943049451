package pprof

import (
	"math"
	"strings"

	"fold/collapse"
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
func countings(p *profile) []counting {
	all := make([]counting, len(p.types))
	samples := -1
	for i, t := range p.types {
		if (t.name == "samples" || t.name == "sample") && (t.unit == "count" || t.unit == "") {
			samples = i
		}
	}
	for i, t := range p.types {
		kind, what, isPair := cutLast(t.name, "_")
		switch {
		case t.name == "contentions", t.name == "delay", t.name == "goroutine", t.name == "goroutines", t.name == "threadcreate", t.name == "threads":
			all[i].how = neverSampled
		case samples >= 0:
			all[i] = counting{how: countedBeside, samples: samples}
		case isPair && (what == "objects" || what == "space") && p.sampled.name == "space" && p.period > 1:
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

func typeNamed(p *profile, name string) int {
	for i, t := range p.types {
		if t.name == name {
			return i
		}
	}
	return -1
}

// add adds a value of a record to a column.
func (r *pprofReader) add(node collapse.NodeID, i int, values []int64) {
	value, column := values[i], r.columns[i]
	switch c := r.counted[i]; c.how {
	case countedBeside:
		r.b.AddSamples(node, column, value, values[c.samples])
	case countedHeap:
		r.b.AddSamples(node, column, value, heapSamples(values[c.objects], values[c.bytes], r.p.period))
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
