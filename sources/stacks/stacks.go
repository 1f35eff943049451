// Package stacks places stacks in the call tree that an input knows by number: V8's nodes, Firefox's stack table,
// the stack frames of trace events. Each stack there is a frame called from another stack.
//
//	r := stacks.NewResolver(b, source)
//	place, kept := stacks.Thread{Name: "main", ShowName: true}.Place(task, b)
//	r.Begin(place)
//	node := r.Node(17)
//	r.Report(task, "stack")
package stacks

import (
	"fold/collapse"
	"fold/sources/input"
)

// Source is a table of stacks, numbered from 0.
type Source interface {
	// Caller returns the number of the stack that calls stack n, -1 if none does; ok is false if there is no
	// stack n.
	Caller(n int) (caller int, ok bool)
	// Call returns the node of the frames of stack n called from parent.
	Call(parent collapse.NodeID, n int) collapse.NodeID
	// IsRoot reports whether the frame of stack n only says that stacks begin there, as "(root)" does. Without
	// a caller it is left out of the stacks of its callees.
	IsRoot(n int) bool
}

// Resolver finds the nodes of stacks. Each stack is looked at once for each thread, callers first, without
// recursion. A stack that is not there is [unknown], and so is one whose callers go in a circle.
type Resolver struct {
	b       *collapse.Builder
	source  Source
	place   Place
	unknown collapse.FrameID

	thread  uint32
	placed  []placed
	path    []int
	missing map[int]struct{}
	circles int64
	steps   int64
}

// placed is what is known of a stack in a thread.
type placed struct {
	thread uint32          // the thread in which it was looked at last
	state  state           // how far that has come
	node   collapse.NodeID // of the stack
	callee collapse.NodeID // where its callees hang: the base, if the stack is a root
}

type state uint8

const (
	open   state = iota // its callers are being looked for
	done                // node and callee are valid
	circle              // its callers go in a circle
)

// NewResolver returns a resolver that adds stacks of source to b.
func NewResolver(b *collapse.Builder, source Source) *Resolver {
	return &Resolver{b: b, source: source, unknown: Unknown(b), thread: 1}
}

// Unknown returns the frame that stands for what is not there.
func Unknown(b *collapse.Builder) collapse.FrameID { return b.Frame(collapse.Frame{Name: "[unknown]"}) }

// Begin makes the stacks that are asked for from here on hang at a place. Without it they hang at the root.
func (r *Resolver) Begin(place Place) {
	r.place = place
	r.thread++
}

// Node returns the node of stack n in its place, of which samples of it are.
func (r *Resolver) Node(n int) collapse.NodeID { return r.NodeOf(n, 1) }

// NodeOf is Node for so many samples at once.
func (r *Resolver) NodeOf(n int, samples int64) collapse.NodeID {
	return r.place.Leaf(r.b, r.find(n, samples))
}

// find returns the node of stack n without what stands at the leaf.
func (r *Resolver) find(n int, samples int64) collapse.NodeID {
	if p := r.known(n); p != nil && p.state == done {
		return p.node // as most are
	}
	callers, ok := r.climb(n)
	for i := len(r.path) - 1; i >= 0; i-- {
		at := r.path[i]
		p := &r.placed[at]
		if !ok {
			p.state = circle
			continue
		}
		p.state = done
		p.node = r.source.Call(callers, at)
		p.callee = p.node
		if callers == r.place.Base && r.source.IsRoot(at) {
			if caller, _ := r.source.Caller(at); caller < 0 {
				p.callee = r.place.Base
			}
		}
		callers = p.callee
	}
	switch {
	case !ok:
		r.circles += samples
		return r.b.Call(r.place.Base, r.unknown)
	case len(r.path) > 0:
		return r.placed[n].node
	}
	return callers
}

// climb collects stack n and its callers in path, up to one that is placed, is missing or has no caller, and
// returns the node that the last one hangs on; not ok: they go in a circle.
func (r *Resolver) climb(n int) (callers collapse.NodeID, ok bool) {
	r.path = r.path[:0]
	for n >= 0 {
		if p := r.known(n); p != nil {
			return p.callee, p.state == done
		}
		caller, ok := r.source.Caller(n)
		if !ok {
			return r.missed(n), true
		}
		if n >= len(r.placed) {
			larger := make([]placed, max(256, 2*n))
			copy(larger, r.placed)
			r.placed = larger
		}
		r.placed[n] = placed{thread: r.thread}
		r.path = append(r.path, n)
		r.steps++
		n = caller
	}
	return r.place.Base, true
}

// known returns what is known of a stack in this thread, or nil.
func (r *Resolver) known(n int) *placed {
	if n < len(r.placed) && r.placed[n].thread == r.thread {
		return &r.placed[n]
	}
	return nil
}

func (r *Resolver) missed(n int) collapse.NodeID {
	if r.missing == nil {
		r.missing = make(map[int]struct{})
	}
	r.missing[n] = struct{}{}
	return r.b.Call(r.place.Base, r.unknown)
}

// Check returns an error if the tree has grown out of proportion to an input of so many bytes: a deep stack that many
// threads refer to by its number is short in the file, and long in each thread of the tree.
func (r *Resolver) Check(bytes int64) error {
	const least = 8 << 20
	if r.steps > least+4*bytes {
		return input.Errorf("damaged: %d bytes stand for more than %d calls", bytes, r.steps)
	}
	return nil
}

// Report reports what was missing; noun is what the format calls a stack.
func (r *Resolver) Report(t *input.Task, noun string) {
	t.Count(int64(len(r.missing)), input.Note{Noun: noun, Text: "not in the file: [unknown] stands for it"})
	t.Count(r.circles, input.Note{Noun: "sample", Text: "of which the callers go in a circle: [unknown] stands for them"})
}
