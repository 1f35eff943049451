package timeline

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
)

// open is an interval that has begun and not ended. The stack is all that are open, in the order in which they began.
type open struct {
	end   int64
	first int64 // the earliest end of this one and of all below it
	node  collapse.NodeID
	frame collapse.FrameID
}

// Column is where the intervals of a thread go.
type Column struct {
	Place  stacks.Place // where its stacks hang
	Metric int
	Factor int64 // what a time is multiplied by to become a weight
	Times  bool  // times are nanoseconds on a clock

	// HasPassive: a stack that ends in the frame Passive counts for its caller.
	HasPassive bool
	Passive    collapse.FrameID
}

// Sweep adds the stacks of a thread to b. It goes through the time from one begin or end to the next, and each stretch
// between goes to the stack of all that is open then. What ends below the top leaves the stack and those above stay:
// intervals that overlap keep all of their time. Valid after Prepare.
func (t *Timeline) Sweep(b *collapse.Builder, thread int, to Column) error {
	if !t.IsBusy(thread) {
		return nil
	}
	s := sweep{t: t, b: b, to: to}
	t.spans = t.spans[:0]
	for _, i := range t.order[t.from[thread]:t.to[thread]] {
		e := t.events.Pointer(int(i))
		s.closeUntil(e.at)
		s.pass(e.at)
		end := e.end
		if n := len(t.spans); n > 0 && e.kind() == forever {
			end = t.spans[n-1].end
		}
		s.push(open{end: end, frame: t.names.Frame(e.name &^ kinds)})
	}
	s.closeUntil(mostTime)
	switch {
	case s.crossed:
		return input.Errorf("intervals cross each other thousands deep, which no call stack does: is each thread's id its own?")
	case s.beyond:
		return input.Errorf("damaged: a weight beyond 64 bits")
	}
	return nil
}

// mostRebuilt bounds the work on intervals that cross each other: each end below the top makes a stack of all above it.
const mostRebuilt = 4 << 20

type sweep struct {
	t   *Timeline
	b   *collapse.Builder
	to  Column
	now int64

	beyond  bool // a weight does not fit into 64 bits
	crossed bool // there was too much to rebuild
}

// pass moves the time on. What is open until then gets the stretch.
func (s *sweep) pass(at int64) {
	if n := len(s.t.spans); n > 0 && at > s.now {
		top := s.t.spans[n-1]
		if s.to.HasPassive && top.frame == s.to.Passive && n > 1 {
			top = s.t.spans[n-2]
		}
		weight, exact := collapse.MultiplyWeight(at-s.now, s.to.Factor)
		s.beyond = s.beyond || !exact
		node := s.to.Place.Leaf(s.b, top.node)
		if s.to.Times {
			s.b.AddSpan(node, s.to.Metric, weight, s.now)
		} else {
			s.b.Add(node, s.to.Metric, weight)
		}
	}
	s.now = at
}

// push opens an interval on top of the stack.
func (s *sweep) push(o open) {
	parent := s.to.Place.Base
	o.first = o.end
	if n := len(s.t.spans); n > 0 {
		parent = s.t.spans[n-1].node
		o.first = min(o.end, s.t.spans[n-1].first)
	}
	o.node = s.b.Call(parent, o.frame)
	s.t.spans = append(s.t.spans, o)
}

// closeUntil ends what ends until then.
func (s *sweep) closeUntil(at int64) {
	for n := len(s.t.spans); n > 0; n = len(s.t.spans) {
		top := s.t.spans[n-1]
		if top.first > at {
			return
		}
		s.pass(top.first)
		if top.end == top.first {
			s.t.spans = s.t.spans[:n-1]
			continue
		}
		s.remove(top.first)
		if s.t.rebuilt > mostRebuilt+16*int64(s.t.events.Len()) {
			s.crossed, s.t.spans = true, s.t.spans[:0]
		}
	}
}

// remove takes out what ends now below the top, and makes stacks of what stays.
func (s *sweep) remove(end int64) {
	spans := s.t.spans
	at := 0
	for at < len(spans) && spans[at].end != end {
		at++
	}
	above := spans[at:]
	s.t.spans = spans[:at]
	for _, o := range above {
		s.t.rebuilt++
		if o.end != end {
			s.push(o)
		}
	}
}
