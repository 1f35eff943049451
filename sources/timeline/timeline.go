// Package timeline makes call stacks of intervals: of what ran on each thread from when to when.
//
// Trace events and speedscope's evented profiles are lists of intervals, or of their begins and ends. A stack is what is
// open on a thread at one time, and weighs as long as nothing changes.
//
//	t := timeline.New(names)
//	t.Begin(thread, name, 10)
//	t.Span(thread, other, 12, 15)
//	t.End(thread, name, 20)
//	t.Prepare()
//	t.Sweep(b, thread, timeline.Column{Place: place, Metric: metric, Factor: 1})
package timeline

import (
	"fold/collapse"
	"fold/sources/input"
)

// Names says what the names of intervals stand for, which are numbers to a timeline.
type Names interface {
	// Match returns what a begin and its end have in common; [NoName] for an end that has no name.
	Match(name uint32) uint32
	// Len is how many different results Match has, at most.
	Len() int
	// Frame returns the frame that is shown.
	Frame(name uint32) collapse.FrameID
}

// NoName is the name of an end that closes what was opened last, whatever that is called.
const NoName = 1<<30 - 1

// event is a span, a begin or an end: 24 bytes, and 4 more for its place in order.
type event struct {
	at, end int64
	name    uint32 // and in the two highest bits the kind
	thread  uint32
}

// The kinds of events.
const (
	span    uint32 = iota << 30
	begin          // end is valid once it is matched
	finish         // an end
	forever        // a begin without an end
	kinds   = 3 << 30
)

func (e *event) kind() uint32 { return e.name & kinds }

// Timeline collects intervals. Make one with [New].
type Timeline struct {
	names   Names
	events  input.Column[event]
	threads int
	beyond  bool

	order []uint32 // the numbers of the events of each thread in turn
	from  []uint32 // where those of a thread begin in order, and one more
	to    []uint32 // where they end, once only spans and begins with something between are left

	matcher matcher
	scratch []uint32
	spans   []open
	rebuilt int64

	unclosed int64 // begins without an end
	unopened int64 // ends without a begin
}

// New returns an empty timeline.
func New(names Names) *Timeline { return &Timeline{names: names} }

// mostTime bounds times, so that differences fit into 64 bits.
const mostTime = 1 << 62

// Span adds an interval from at to end, which is not before it.
func (t *Timeline) Span(thread, name uint32, at, end int64) {
	t.add(event{at, end, name | span, thread})
}

// Begin adds the begin of an interval.
func (t *Timeline) Begin(thread, name uint32, at int64) { t.add(event{at, at, name | begin, thread}) }

// End adds the end of an interval.
func (t *Timeline) End(thread, name uint32, at int64) { t.add(event{at, at, name | finish, thread}) }

func (t *Timeline) add(e event) {
	if e.at < -mostTime || e.end > mostTime {
		t.beyond = true
		return
	}
	t.threads = max(t.threads, int(e.thread)+1)
	t.events.Append(e)
}

// Len returns how many events there are.
func (t *Timeline) Len() int { return t.events.Len() }

// Map changes the times of the events from one number up to another.
func (t *Timeline) Map(from, to int, change func(at int64) int64) {
	for i := from; i < to; i++ {
		e := t.events.Pointer(i)
		e.at, e.end = change(e.at), change(e.end)
		t.beyond = t.beyond || e.at < -mostTime || e.end > mostTime
	}
}

// Prepare finds the ends of the begins and puts the intervals of each thread into order. Nothing can be added then.
func (t *Timeline) Prepare() error {
	if t.beyond {
		return input.Errorf("damaged: a time that is beyond 62 bits of nanoseconds")
	}
	t.group()
	for thread := range t.threads {
		list := t.order[t.from[thread]:t.from[thread+1]]
		t.to[thread] = t.from[thread] + uint32(t.arrange(list))
	}
	return nil
}

// group sorts the events by thread, in the order in which they were added.
func (t *Timeline) group() {
	t.from, t.to = make([]uint32, t.threads+1), make([]uint32, t.threads)
	t.order = make([]uint32, t.events.Len())
	for i := range t.events.Len() {
		t.from[t.events.Pointer(i).thread+1]++
	}
	for thread := range t.threads {
		t.from[thread+1] += t.from[thread]
	}
	copy(t.to, t.from)
	for i := range t.events.Len() {
		thread := t.events.Pointer(i).thread
		t.order[t.to[thread]] = uint32(i)
		t.to[thread]++
	}
}

// IsBusy reports whether anything runs for any time on a thread. It is valid after Prepare.
func (t *Timeline) IsBusy(thread int) bool {
	return thread < t.threads && t.to[thread] > t.from[thread]
}

// Report reports begins and ends that have no partner.
func (t *Timeline) Report(task *input.Task) {
	task.Count(t.unclosed, input.Note{Noun: "begin", Text: "without an end: taken to last as long as the caller, or to the end of the thread"})
	task.Count(t.unopened, input.Note{Noun: "end", Text: "without a begin left out"})
}
