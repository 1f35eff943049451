package speedscope

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
	"fold/sources/timeline"
)

// stack is a frame, by its place in the table, called from another stack; -1: from none.
type stack struct{ caller, frame int32 }

// stackTable numbers the stacks of samples, so that a sample is one number.
type stackTable struct {
	list  input.Column[stack]
	known map[stack]int32
	path  []stack // the stack before, from the root on
	nodes []int32 // the numbers of its stacks
}

const noStack = -1

// read returns the number of the stack that comes next, an array of frames from the root on; noStack: it has none.
func (t *stackTable) read(j *input.JSON) int32 {
	at, depth := int32(noStack), 0
	for in := j.Array(); in && j.Element(); {
		next := stack{at, int32(frameName(index(j)))}
		if depth < len(t.path) && t.path[depth] == next { // as in the sample before
			at = t.nodes[depth]
			depth++
			continue
		}
		at = t.number(next)
		t.path, t.nodes = append(t.path[:depth], next), append(t.nodes[:depth], at)
		depth++
	}
	t.path, t.nodes = t.path[:depth], t.nodes[:depth]
	return at
}

func (t *stackTable) number(s stack) int32 {
	n, known := t.known[s]
	if !known {
		n = int32(t.list.Len())
		t.list.Append(s)
		t.known[s] = n
	}
	return n
}

// noFrame stands for a number that cannot be in a table of frames.
const noFrame = timeline.NoName - 1

// frameName returns the number of a frame as one that fits into a name of the timeline.
func frameName(frame int64) uint32 {
	if frame < 0 || frame >= noFrame {
		return noFrame
	}
	return uint32(frame)
}

// Match makes reader the timeline's Names.
func (r *reader) Match(name uint32) uint32 { return min(name, uint32(len(r.frames))) }

// Len makes reader the timeline's Names.
func (r *reader) Len() int { return len(r.frames) + 1 }

// Frame makes reader the timeline's Names.
func (r *reader) Frame(name uint32) collapse.FrameID { return r.frame(int32(name)) }

// frame returns the frame with a number.
func (r *reader) frame(n int32) collapse.FrameID {
	if int(n) < len(r.frames) {
		return r.frames[n]
	}
	if r.missing == nil {
		r.missing = make(map[int32]struct{})
	}
	r.missing[n] = struct{}{}
	return stacks.Unknown(r.b)
}

// Caller makes reader a stacks.Source.
func (r *reader) Caller(n int) (caller int, ok bool) { return int(r.stacks.list.At(n).caller), true }

// Call makes reader a stacks.Source.
func (r *reader) Call(parent collapse.NodeID, n int) collapse.NodeID {
	return r.b.Call(parent, r.frame(r.stacks.list.At(n).frame))
}

// IsRoot makes reader a stacks.Source.
func (r *reader) IsRoot(int) bool { return false }
