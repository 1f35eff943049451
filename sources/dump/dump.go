// Package dump is what the formats of thread dumps share: the columns of a snapshot, the dumps of one input, the
// prefixes that logs put in front of its lines, and the names of native, Java and Python frames.
//
// A [Parser] begins a thread with [Threads.Begin], adds its frames to [Threads.Stack], leaf first, and ends it with
// [Threads.End]; [Threads.Read] gives it the lines of the input.
package dump

import (
	"fold/collapse"
	"fold/sources/input"
)

// State is what a thread was doing.
type State uint8

// The states that dumps tell apart.
const (
	Unknown State = iota // the dump does not say
	Running              // runs, or wants the CPU
	Blocked              // wants a lock that another thread holds
	Waiting              // all else
)

// stateNames are the columns of the states, which part the first column.
var stateNames = [...]string{Running: "running", Blocked: "blocked", Waiting: "waiting"}

// Threads adds threads to a call tree. Each weighs 1 in the first column and in that of its state, whatever
// it does: a dump is taken because something hangs, and what waits is the answer.
type Threads struct {
	Stack []collapse.Symbol // the frames of the thread that is being read, leaf first

	in      *input.Stream
	b       *collapse.Builder
	noun    string // what a thread is called in messages
	metrics []collapse.Metric
	columns []int // the column of each metric: all threads, by state, minutes; none yet where states is false
	states  bool  // the columns of the states are there
	waits   bool  // and that of the minutes

	open    bool   // a thread is being read
	id      uint64 // which one it is, see threadID; 0: not known
	minutes int64  // how long it has waited
	key     []byte

	moments *moments // nil: nobody asked for the dumps of the input
}

// minutesColumn is the number of the column of the minutes, after those of the states.
const minutesColumn = len(stateNames)

// NewThreads returns a Threads whose first column is called metric. Noun is what messages call a thread.
func NewThreads(in *input.Stream, b *collapse.Builder, metric, noun string) *Threads {
	t := &Threads{in: in, b: b, noun: noun, columns: make([]int, minutesColumn+1)}
	t.metrics = []collapse.Metric{{Name: metric, Unit: "count"}}
	for _, name := range stateNames[Running:] {
		t.metrics = append(t.metrics, collapse.Metric{Name: name, Unit: "count"})
	}
	t.metrics = append(t.metrics, collapse.Metric{Name: "minutes", Unit: "minutes"})
	t.columns[Unknown] = in.Metric(b, t.metrics[Unknown])
	if in.Options.Dumps {
		t.moments = newMoments(t)
	}
	return t
}

// Parser reads a text that holds threads.
type Parser interface {
	Line(line []byte) // reads the next line
	Finish()          // ends the thread that is being read, if there is one
}

// Read gives a parser the lines of the input.
func (t *Threads) Read(p Parser) error {
	for line, ok := t.in.Next(); ok; line, ok = t.in.Next() {
		p.Line(line)
		if err := t.CheckDepth(); err != nil {
			return err
		}
	}
	p.Finish()
	t.Done()
	return nil
}

// CheckDepth returns an error about a stack that no program has; [Threads.Read] asks after each line.
func (t *Threads) CheckDepth() error {
	if len(t.Stack) > input.MaxDepth {
		return t.in.Errorf(tooDeep, input.MaxDepth)
	}
	return nil
}

// HasRoom reports whether the stack may have another frame of a JSON dump, which otherwise ends as damaged there.
func (t *Threads) HasRoom(j *input.JSON) bool {
	if len(t.Stack) < input.MaxDepth {
		return true
	}
	j.Damaged(tooDeep, input.MaxDepth)
	return false
}

const tooDeep = "a stack of over %d frames: no program has that"

// Done says that the input is over; [Threads.Read] does so by itself.
func (t *Threads) Done() {
	if t.moments != nil {
		t.moments.finish()
	}
}

// Begin begins a thread, without frames. Its id tells it from all others, see [Threads.Identify].
func (t *Threads) Begin(id []byte) {
	t.open, t.Stack, t.minutes = true, t.Stack[:0], 0
	t.Identify(id)
}

// BeginIn is Begin for a thread in a log: that of another program is another thread, even if it has the same id.
func (t *Threads) BeginIn(p *Prefix, id []byte) {
	t.Begin(nil)
	if t.moments != nil && len(id) > 0 {
		t.key = p.appendProcess(append(t.key[:0], id...))
		t.Identify(t.key)
	}
}

// Identify says which thread is being read. A thread that returns shows that the input holds several dumps, so its id
// must be that of no other, as far as the dump tells; empty: not known.
func (t *Threads) Identify(id []byte) {
	if t.moments != nil {
		t.id = t.moments.hash(id)
	}
}

// Open reports whether a thread is being read.
func (t *Threads) Open() bool { return t.open }

// Push adds the frame that follows towards the root. What make makes of key is made once.
func (t *Threads) Push(key []byte, make func(key []byte) []collapse.Frame) {
	t.Stack = append(t.Stack, t.b.Intern(key, make))
}

// PushElided adds the frame that stands for those that a profiler left out.
func (t *Threads) PushElided() {
	t.Push([]byte(Elided), func([]byte) []collapse.Frame { return []collapse.Frame{{Name: Elided}} })
}

// Waited says for how many minutes the thread that is being read has waited.
func (t *Threads) Waited(minutes int64) {
	if minutes <= 0 {
		return
	}
	t.minutes = minutes
	t.nameStates()
	if !t.waits {
		t.waits = true
		t.columns[minutesColumn] = t.in.Metric(t.b, t.metrics[minutesColumn])
	}
}

// End adds the thread that was read. One without frames is counted in a message only.
func (t *Threads) End(state State, labels []input.Label) {
	t.open = false
	if len(t.Stack) == 0 {
		t.in.Count(1, input.Note{Noun: t.noun, Text: "without a stack: not counted"})
		return
	}
	if state != Unknown {
		t.nameStates()
	}
	node, kept := t.in.Stack(t.b, t.Stack, labels)
	if kept {
		t.b.Add(node, t.columns[Unknown], 1)
		if state != Unknown {
			t.b.Add(node, t.columns[state], 1)
		}
		if t.minutes > 0 {
			t.b.Add(node, t.columns[minutesColumn], t.minutes)
		}
	}
	if t.moments != nil {
		t.moments.add(thread{id: t.id, node: node, state: state, minutes: t.minutes, kept: kept})
	}
	t.Stack, t.id, t.minutes = t.Stack[:0], 0, 0
}

// nameStates adds the columns of all states, at the first sight of one, so that they stand in one order.
func (t *Threads) nameStates() {
	if t.states {
		return
	}
	t.states = true
	for state := Running; int(state) < len(stateNames); state++ {
		t.columns[state] = t.in.Metric(t.b, t.metrics[state])
	}
}

// Label returns a label with a text; an empty one is none: "thread=(none)".
func Label(labels []input.Label, key, text string) []input.Label {
	if text == "" {
		return labels
	}
	return append(labels, input.Label{Key: key, Text: text})
}
