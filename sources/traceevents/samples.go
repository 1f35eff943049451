package traceevents

import (
	"fold/sources/input"
	"fold/sources/stacks"
)

// samples are the samples of Hermes, each the number of a stack frame and a weight. Their times are of no use: they are
// nanoseconds in older files and microseconds in newer ones.
type samples struct {
	threads, stacks, weights input.Series
}

// readSample reads one of samples:
//
//	{"cpu":"-1","name":"","ts":"70000","pid":4,"tid":"900","weight":"1","sf":2}
func (r *reader) readSample(j *input.JSON) {
	e := &r.event
	e.reset()
	weight := int64(1)
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "sf":
			e.frame.readID(j)
		case "weight":
			if w, ok := j.Int(); ok {
				weight = w
			}
		case "pid":
			e.pid.readID(j)
		case "tid":
			e.tid.readID(j)
		}
	}
	stack := int64(-1)
	if e.frame.is {
		stack = int64(r.frames.number(e.frame.bytes))
	}
	r.samples.stacks.Append(stack)
	r.samples.weights.Append(weight)
	r.samples.threads.Append(int64(r.threads.of(e)))
}

// build adds the samples to the tree, those of each thread together: a stack is placed once for each.
func (s *samples) build(r *reader, resolver *stacks.Resolver, metric int, shown []int) error {
	places, kept := make([]stacks.Place, r.threads.len()), make([]bool, r.threads.len())
	for _, thread := range shown {
		places[thread], kept[thread] = r.place(thread)
	}
	at, all, weights := s.threads.All(), s.stacks.All(), s.weights.All()
	current, without := int64(-1), int64(0)
	for thread, ok := at.Next(); ok; thread, ok = at.Next() {
		stack, _ := all.Next()
		weight, _ := weights.Next()
		if stack < 0 {
			without++
			continue
		}
		if !kept[thread] {
			continue
		}
		if thread != current {
			resolver.Begin(places[thread])
			current = thread
		}
		r.b.AddSamples(resolver.Node(int(stack)), metric, weight, max(1, weight))
	}
	resolver.Report(&r.s.Task, "stack frame")
	r.s.Count(without, input.Note{Noun: "sample", Text: "without a stack left out"})
	return resolver.Check(r.size)
}
