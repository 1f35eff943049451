// Package dump is what the formats of thread dumps share: the columns of a snapshot, the prefixes that logs
// put in front of its lines, and the names of native, Java and Python frames.
//
// A parser collects the frames of one thread, leaf first, and hands them to [Threads.Add].
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
	in      *input.Stream
	b       *collapse.Builder
	noun    string // what a thread is called in messages
	columns [len(stateNames)]int
	states  bool // the columns of the states are there
}

// NewThreads returns a Threads whose first column is called metric. Noun is what messages call a thread.
func NewThreads(in *input.Stream, b *collapse.Builder, metric, noun string) *Threads {
	t := &Threads{in: in, b: b, noun: noun}
	t.columns[Unknown] = in.Metric(b, collapse.Metric{Name: metric, Unit: "count"})
	return t
}

// Add adds one thread. Its frames stand leaf first. One without frames is counted in a message only.
func (t *Threads) Add(leafFirst []collapse.Symbol, state State, labels []input.Label) (node collapse.NodeID, kept bool) {
	if len(leafFirst) == 0 {
		t.in.Count(1, input.Note{Noun: t.noun, Text: "without a stack: not counted"})
		return 0, false
	}
	if state != Unknown {
		t.NameStates()
	}
	node, kept = t.in.Stack(t.b, leafFirst, labels)
	if !kept {
		return 0, false
	}
	t.b.Add(node, t.columns[Unknown], 1)
	if state != Unknown {
		t.b.Add(node, t.columns[state], 1)
	}
	return node, true
}

// NameStates adds the columns of all states, at the first sight of one, so that they stand in one order.
func (t *Threads) NameStates() {
	if t.states {
		return
	}
	t.states = true
	for state := Running; int(state) < len(stateNames); state++ {
		t.columns[state] = t.in.Metric(t.b, collapse.Metric{Name: stateNames[state], Unit: "count"})
	}
}

// CheckDepth returns an error about a stack that no program has.
func (t *Threads) CheckDepth(frames int) error {
	if frames > input.MaxDepth {
		return t.in.Errorf("a stack of over %d frames: no program has that", input.MaxDepth)
	}
	return nil
}

// Label returns a label with a text; an empty one is none: "thread=(none)".
func Label(labels []input.Label, key, text string) []input.Label {
	if text == "" {
		return labels
	}
	return append(labels, input.Label{Key: key, Text: text})
}
