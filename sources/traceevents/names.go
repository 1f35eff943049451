package traceevents

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
	"fold/sources/timeline"
	"fold/sources/v8"
)

// names numbers the names of intervals, for the timeline. A name with a detail is shown with it, and its end is known by
// the name alone.
type names struct {
	b       *collapse.Builder
	known   map[string]uint32 // by a mark and the name
	frames  []collapse.FrameID
	match   []uint32
	pending []pendingName // names that stand in stackFrames
	key     []byte
	missing int64
}

// The marks before names: a name alone, a name with a detail, the id of a stack frame.
const (
	nameMark   = 'n'
	detailMark = 'd'
	frameMark  = 'f'
)

type pendingName struct {
	name uint32
	id   string
}

const unnamed = 0 // the number of what has no name

func (n *names) init() {
	n.known = make(map[string]uint32)
	n.add(append(n.key[:0], "n(unnamed)"...))
}

// add numbers the name of a key.
func (n *names) add(key []byte) uint32 {
	id := uint32(len(n.match))
	n.known[string(key)] = id
	n.match = append(n.match, id)
	n.frames = append(n.frames, n.b.Frame(collapse.Frame{Name: string(key[1:])}))
	return id
}

// of returns the number of the name of an interval.
func (n *names) of(e *event) uint32 {
	switch {
	case !e.name.is && e.frame.is:
		return n.ofFrame(e)
	case !e.name.is:
		return unnamed
	case !e.detail.is:
		return n.plain(e)
	}
	n.key = append(append(append(append(n.key[:0], detailMark), e.name.bytes...), ": "...), e.detail.bytes...)
	if id, known := n.known[string(n.key)]; known {
		return id
	}
	id := n.add(n.key)
	n.match[id] = n.plain(e)
	return id
}

func (n *names) plain(e *event) uint32 {
	n.key = append(append(n.key[:0], nameMark), e.name.bytes...)
	if id, known := n.known[string(n.key)]; known {
		return id
	}
	return n.add(n.key)
}

// ofFrame returns the number of a name that is to be found in stackFrames.
func (n *names) ofFrame(e *event) uint32 {
	n.key = append(append(n.key[:0], frameMark), e.frame.bytes...)
	if id, known := n.known[string(n.key)]; known {
		return id
	}
	id := n.add(n.key)
	n.pending = append(n.pending, pendingName{id, string(e.frame.bytes)})
	return id
}

// ofEnd returns the number of the name of an end.
func (n *names) ofEnd(e *event) uint32 {
	switch {
	case e.name.is && len(e.name.bytes) > 0:
		return n.plain(e)
	case e.frame.is:
		return n.ofFrame(e)
	}
	return timeline.NoName
}

// resolve finds the names that stand in stackFrames.
func (n *names) resolve(f *frames) {
	for _, p := range n.pending {
		text, ok := f.name(p.id)
		if !ok {
			n.missing++
			text = "[unknown]"
		}
		key := string(nameMark) + text
		id, known := n.known[key]
		if !known {
			id = n.add([]byte(key))
		}
		n.match[p.name], n.frames[p.name] = id, n.frames[id]
	}
}

// Match makes names the timeline's.
func (n *names) Match(name uint32) uint32 {
	if name == timeline.NoName {
		return name
	}
	return n.match[name]
}

// Len makes names the timeline's.
func (n *names) Len() int { return len(n.match) }

// Frame makes names the timeline's.
func (n *names) Frame(name uint32) collapse.FrameID { return n.frames[name] }

// frames are the stackFrames of a trace, a [stacks.Source].
type frames struct {
	b    *collapse.Builder
	ids  input.IDs
	list []traceFrame
}

// traceFrame is a frame called from another.
type traceFrame struct {
	frame   collapse.FrameID
	caller  int32
	isThere bool
	isRoot  bool
}

var _ stacks.Source = (*frames)(nil)

// number returns the number of an id, and makes room for its frame.
func (f *frames) number(id []byte) int32 {
	n := f.ids.Of(id)
	if int(n) == len(f.list) {
		f.list = append(f.list, traceFrame{caller: -1})
	}
	return n
}

// name returns the name of the frame with an id.
func (f *frames) name(id string) (name string, ok bool) {
	n, known := f.ids.Find([]byte(id))
	if !known || !f.list[n].isThere {
		return "", false
	}
	return f.b.Known(f.list[n].frame).Name, true
}

// read reads a member of stackFrames:
//
//	"3":{"name":"[Native] sleep","category":"Native","parent":"2"}
func (f *frames) read(j *input.JSON) {
	n := f.number(j.Name())
	name, caller := "(unknown)", int32(-1)
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "name":
			if text, ok := j.Text(); ok {
				name = string(text)
			}
		case "parent":
			if id, ok := j.ID(); ok {
				caller = f.number(id)
			}
		}
	}
	f.list[n] = traceFrame{
		frame: f.b.Frame(collapse.Frame{Name: name}), caller: caller, isThere: true, isRoot: v8.IsRoot(name),
	}
}

// Caller makes frames a stacks.Source.
func (f *frames) Caller(n int) (caller int, ok bool) {
	if n >= len(f.list) || !f.list[n].isThere {
		return 0, false
	}
	return int(f.list[n].caller), true
}

// Call makes frames a stacks.Source.
func (f *frames) Call(parent collapse.NodeID, n int) collapse.NodeID {
	return f.b.Call(parent, f.list[n].frame)
}

// IsRoot makes frames a stacks.Source.
func (f *frames) IsRoot(n int) bool { return f.list[n].isRoot }
