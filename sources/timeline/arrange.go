package timeline

import (
	"cmp"
	"slices"
)

// arrange matches the begins and ends of a thread, and moves what lasts any time to the front of list, callers before
// callees: by begin, and spans that begin together by length, the longer first. It returns how many intervals there are.
func (t *Timeline) arrange(list []uint32) int {
	spans, pairs := t.split(list)
	last := t.lastTime(list)
	t.sortSpans(spans)
	if !slices.IsSortedFunc(pairs, t.byTime) {
		slices.SortStableFunc(pairs, t.byTime)
	}
	t.matcher.match(t, pairs)
	return t.merge(list, t.lasting(spans, last), t.lasting(pairs, last))
}

// split copies the events of a thread into two lists, of spans and of begins and ends.
func (t *Timeline) split(list []uint32) (spans, pairs []uint32) {
	if len(list) > len(t.scratch) {
		t.scratch = make([]uint32, max(len(list), min(2*len(t.scratch), len(t.order))))
	}
	n := 0
	for _, i := range list {
		if t.events.Pointer(int(i)).kind() == span {
			t.scratch[n] = i
			n++
		}
	}
	spans = t.scratch[:n]
	for _, i := range list {
		if t.events.Pointer(int(i)).kind() != span {
			t.scratch[n] = i
			n++
		}
	}
	return spans, t.scratch[len(spans):n]
}

func (t *Timeline) lastTime(list []uint32) (last int64) {
	last = -mostTime
	for _, i := range list {
		last = max(last, t.events.Pointer(int(i)).end)
	}
	return last
}

func (t *Timeline) byTime(a, b uint32) int {
	return cmp.Compare(t.events.Pointer(int(a)).at, t.events.Pointer(int(b)).at)
}

// sortSpans sorts spans by begin, the longer first, else in the order of the file. Where the file is in the order of ends
// and not of begins, its writer wrote each span when it ended: of two equal ones the later is the caller.
func (t *Timeline) sortSpans(spans []uint32) {
	byBegin, byEnd := true, true
	for k := 1; k < len(spans); k++ {
		a, b := t.events.Pointer(int(spans[k-1])), t.events.Pointer(int(spans[k]))
		byBegin = byBegin && a.at <= b.at
		byEnd = byEnd && a.end <= b.end
	}
	later := 1
	if byEnd && !byBegin {
		later = -1
	}
	order := func(i, k uint32) int {
		a, b := t.events.Pointer(int(i)), t.events.Pointer(int(k))
		if c := cmp.Compare(a.at, b.at); c != 0 {
			return c
		}
		if c := cmp.Compare(b.end, a.end); c != 0 {
			return c
		}
		return later * cmp.Compare(i, k)
	}
	if !slices.IsSortedFunc(spans, order) {
		slices.SortFunc(spans, order)
	}
}

// lasting keeps the intervals of a list that last any time. A begin without an end lasts to the end of the thread, or as
// long as what it was called from, which the sweep finds out.
func (t *Timeline) lasting(list []uint32, last int64) []uint32 {
	kept := list[:0]
	for _, i := range list {
		e := t.events.Pointer(int(i))
		if e.kind() == forever {
			e.end = last
		}
		if e.kind() != finish && e.end > e.at {
			kept = append(kept, i)
		}
	}
	return kept
}

// merge puts spans and begins together: of two that begin together the longer first, and one without an end is longest.
func (t *Timeline) merge(into, spans, begins []uint32) int {
	n := 0
	for len(spans) > 0 && len(begins) > 0 {
		if t.isBefore(begins[0], spans[0]) {
			into[n], begins = begins[0], begins[1:]
		} else {
			into[n], spans = spans[0], spans[1:]
		}
		n++
	}
	n += copy(into[n:], spans)
	n += copy(into[n:], begins)
	return n
}

func (t *Timeline) isBefore(i, k uint32) bool {
	a, b := t.events.Pointer(int(i)), t.events.Pointer(int(k))
	switch {
	case a.at != b.at:
		return a.at < b.at
	case a.kind() == forever || a.end != b.end:
		return a.kind() == forever || a.end > b.end
	}
	return i < k
}

// matcher finds the begin of each end of a thread, in time linear in their number.
type matcher struct {
	open    []opened
	last    []int32   // by what a begin and its end have in common: its last place in open plus one
	early   []pending // by the same: ends that stand before their begin, of the same time
	inEarly []uint32  // where early is not empty
}

// opened is a begin that waits for its end.
type opened struct {
	event  uint32
	before int32 // the begin of the same name that was opened before, plus one
	closed bool
}

type pending struct {
	at    int64
	count int64
}

// match sets the ends of the begins in pairs, which are in order of time.
func (m *matcher) match(t *Timeline, pairs []uint32) {
	if len(pairs) == 0 {
		return
	}
	if n := t.names.Len(); len(m.last) < n {
		m.last, m.early = make([]int32, n), make([]pending, n)
	}
	m.open = m.open[:0]
	for _, i := range pairs {
		e := t.events.Pointer(int(i))
		name := t.names.Match(e.name &^ kinds)
		if e.kind() == begin {
			m.begin(t, i, e, name)
		} else if !m.finish(t, e, name) {
			m.tooEarly(t, e, name)
		}
	}
	m.reset(t)
}

func (m *matcher) begin(t *Timeline, i uint32, e *event, name uint32) {
	if p := &m.early[name]; p.count > 0 && p.at == e.at {
		p.count--
		t.unopened--
		return // it ends when it begins
	}
	m.open = append(m.open, opened{event: i, before: m.last[name]})
	m.last[name] = int32(len(m.open))
}

// finish closes the last open begin of a name, or of any.
func (m *matcher) finish(t *Timeline, e *event, name uint32) bool {
	at := int32(len(m.open))
	if name != NoName {
		at = m.last[name]
	}
	if at == 0 {
		return false
	}
	o := &m.open[at-1]
	closed := t.events.Pointer(int(o.event))
	closed.end = e.at
	o.closed = true
	m.last[t.names.Match(closed.name&^kinds)] = o.before
	for n := len(m.open); n > 0 && m.open[n-1].closed; n-- {
		m.open = m.open[:n-1]
	}
	return true
}

// tooEarly remembers an end without a begin: one of the same name and time may follow.
func (m *matcher) tooEarly(t *Timeline, e *event, name uint32) {
	t.unopened++
	if name == NoName {
		return
	}
	p := &m.early[name]
	if p.at != e.at {
		*p = pending{at: e.at}
	}
	if p.count == 0 {
		m.inEarly = append(m.inEarly, name)
	}
	p.count++
}

// reset forgets a thread. What is still open has no end.
func (m *matcher) reset(t *Timeline) {
	for _, o := range m.open {
		if o.closed {
			continue
		}
		e := t.events.Pointer(int(o.event))
		m.last[t.names.Match(e.name&^kinds)] = 0
		e.name |= forever
		t.unclosed++
	}
	for _, name := range m.inEarly {
		m.early[name] = pending{}
	}
	m.inEarly = m.inEarly[:0]
}
