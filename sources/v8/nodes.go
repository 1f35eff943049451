package v8

import (
	"fold/collapse"
	"fold/sources/input"
)

// Nodes are the nodes of a V8 profile, each a call frame with a caller. They come as a list, in which they name
// their callees or their caller by id,
//
//	"nodes":[{"id":1,"callFrame":{…},"hitCount":0,"children":[2,3]},{"id":2,"callFrame":{…},"parent":1},…]
//
// or as a tree, in which the nesting says who calls whom and ids may repeat:
//
//	"head":{"callFrame":{…},"selfSize":0,"id":1,"children":[{"callFrame":{…},"selfSize":64,"id":2,"children":[]}]}
//
// Before 2017 a node held what is in callFrame itself, with lines counted from 1. The zero value is not valid:
// use [NewNodes].
type Nodes struct {
	b      *collapse.Builder
	frames func(key []byte) []collapse.Frame

	ids     input.IDs
	nodeOf  input.Column[int32] // tree: the first node of each id, -1: none. In a list the id's number is the node's
	tree    bool
	symbols input.Column[uint32]
	flags   input.Column[uint8]
	callers input.Column[int32] // -1: none
	weights input.Column[int64] // hitCount or selfSize

	key      []byte
	children []int32
	open     []openNode
}

const (
	isThere uint8 = 1 << iota
	isRoot
	isIdle
)

// NewNodes returns no nodes yet; their frames go to b. Lines: each function carries the line where it begins.
func NewNodes(b *collapse.Builder, lines bool) *Nodes {
	return &Nodes{b: b, frames: func(key []byte) []collapse.Frame { return frameOf(key, lines) }}
}

// ID returns the number of a node's id, for samples that may come before the nodes.
func (t *Nodes) ID(id []byte) int32 { return t.ids.Of(id) }

// NodeOf returns the node that an id's number stands for; it may be one that is not there.
func (t *Nodes) NodeOf(id int32) int {
	switch {
	case !t.tree:
		return int(id)
	case int(id) < t.nodeOf.Len() && t.nodeOf.At(int(id)) >= 0:
		return int(t.nodeOf.At(int(id)))
	}
	return t.symbols.Len() + int(id)
}

// Len returns how many nodes there are, at most.
func (t *Nodes) Len() int { return t.symbols.Len() }

// Weight returns the hitCount or the selfSize of a node.
func (t *Nodes) Weight(n int) int64 { return t.weights.At(n) }

// Caller makes Nodes a stacks.Source.
func (t *Nodes) Caller(n int) (caller int, ok bool) {
	if n >= t.Len() || t.flags.At(n)&isThere == 0 {
		return 0, false
	}
	return int(t.callers.At(n)), true
}

// Call makes Nodes a stacks.Source.
func (t *Nodes) Call(parent collapse.NodeID, n int) collapse.NodeID {
	return t.b.CallSymbol(parent, collapse.Symbol(t.symbols.At(n)))
}

// IsRoot makes Nodes a stacks.Source.
func (t *Nodes) IsRoot(n int) bool { return t.flags.At(n)&isRoot != 0 }

// IsIdle reports whether a node says that the thread waited for something to do.
func (t *Nodes) IsIdle(n int) bool { return n < t.Len() && t.flags.At(n)&isIdle != 0 }

// reserve makes room for nodes up to n.
func (t *Nodes) reserve(n int) {
	for t.symbols.Len() <= n {
		t.symbols.Append(0)
		t.flags.Append(0)
		t.callers.Append(-1)
		t.weights.Append(0)
	}
}

// define sets what is known of a node. The first one of an id is meant.
func (t *Nodes) define(n int, f *function, weight int64) {
	if t.flags.At(n)&isThere != 0 {
		return
	}
	if !f.named {
		f.name = append(f.name[:0], "(unknown)"...)
	}
	t.key = f.appendKey(t.key[:0])
	t.symbols.Set(n, uint32(t.b.Intern(t.key, t.frames)))
	t.weights.Set(n, weight)
	flags := isThere
	switch {
	case IsRoot(f.name):
		flags |= isRoot
	case string(f.name) == "(idle)":
		flags |= isIdle
	}
	t.flags.Set(n, flags)
}

// openNode is a node that is being read.
type openNode struct {
	function
	id, parent []byte
	linked     bool // parent is valid
	node       int  // in a tree
	weight     int64
	inChildren bool // in a tree: its children are being read
}

func (o *openNode) reset() {
	*o = openNode{function: function{name: o.name[:0], url: o.url[:0], line: -1}, id: o.id[:0], parent: o.parent[:0]}
}

// ReadList reads the array that comes next.
func (t *Nodes) ReadList(j *input.JSON) {
	if len(t.open) == 0 {
		t.open = make([]openNode, 1)
	}
	o := &t.open[0]
	for in := j.Array(); in && j.Element(); {
		if j.Kind() != input.JSONObject {
			continue
		}
		o.reset()
		t.children = t.children[:0]
		for j.Object(); j.Member(); {
			switch string(j.Name()) {
			case "children":
				t.readChildren(j)
			case "parent":
				o.parent, o.linked = appendID(o.parent, j)
			default:
				o.readMember(j, 1)
			}
		}
		t.link(o)
	}
}

func (t *Nodes) readChildren(j *input.JSON) {
	for in := j.Array(); in && j.Element(); {
		if id, ok := j.ID(); ok {
			t.children = append(t.children, t.ids.Of(id))
		}
	}
}

// link adds a node of a list.
func (t *Nodes) link(o *openNode) {
	n := int(t.ids.Of(o.id))
	caller := int32(-1)
	if o.linked {
		caller = t.ids.Of(o.parent)
	}
	t.reserve(t.ids.Len() - 1)
	if caller >= 0 {
		t.callers.Set(n, caller)
	}
	for _, child := range t.children {
		if t.callers.At(int(child)) < 0 {
			t.callers.Set(int(child), int32(n))
		}
	}
	t.define(n, &o.function, o.weight)
}

// ReadTree reads the node that comes next, and its callees in it, without recursion.
func (t *Nodes) ReadTree(j *input.JSON) {
	t.tree = true
	depth := 0
	if !t.enter(j, 0) {
		return
	}
	for depth >= 0 {
		o := &t.open[depth]
		if o.inChildren {
			switch {
			case !j.Element():
				o.inChildren = false
			case t.enter(j, depth+1):
				depth++
			}
			continue
		}
		if !j.Member() {
			t.leave(o)
			depth--
			continue
		}
		if string(j.Name()) == "children" {
			o.inChildren = j.Array()
			continue
		}
		o.readMember(j, 1)
	}
}

// enter begins the node that comes next; false: it is none.
func (t *Nodes) enter(j *input.JSON, depth int) bool {
	if !j.Object() {
		return false
	}
	if depth == len(t.open) {
		t.open = append(t.open, openNode{})
	}
	o := &t.open[depth]
	o.reset()
	o.node = t.symbols.Len()
	t.reserve(o.node)
	if depth > 0 {
		t.callers.Set(o.node, int32(t.open[depth-1].node))
	}
	return true
}

// leave adds a node of a tree when all of it has been read.
func (t *Nodes) leave(o *openNode) {
	t.define(o.node, &o.function, o.weight)
	if len(o.id) == 0 {
		return
	}
	id := int(t.ids.Of(o.id))
	for t.nodeOf.Len() <= id {
		t.nodeOf.Append(-1)
	}
	if first := t.nodeOf.At(id); first < 0 || int32(o.node) < first {
		t.nodeOf.Set(id, int32(o.node))
	}
}

// readMember reads a member of a node that a list and a tree have in common. Lines of call frames count from 0, those
// of a node itself from 1.
func (o *openNode) readMember(j *input.JSON, firstLine int64) {
	switch string(j.Name()) {
	case "id":
		o.id, _ = appendID(o.id, j)
	case "hitCount", "selfSize":
		o.weight, _ = j.Int()
	case "callFrame":
		for in := j.Object(); in && j.Member(); {
			o.readFrame(j, 0)
		}
	default:
		o.readFrame(j, firstLine)
	}
}

// readFrame reads a member of a call frame.
func (o *openNode) readFrame(j *input.JSON, firstLine int64) {
	switch string(j.Name()) {
	case "functionName":
		var text []byte
		text, o.named = j.Text()
		o.name = append(o.name[:0], text...)
	case "url":
		text, _ := j.Text()
		o.url = append(o.url[:0], text...)
	case "lineNumber":
		if line, ok := j.Int(); ok {
			o.line = line + 1 - firstLine
		}
	}
}

func appendID(dst []byte, j *input.JSON) (id []byte, ok bool) {
	text, ok := j.ID()
	return append(dst[:0], text...), ok
}

// take adds the nodes of a list that is a piece of this one, and returns what the numbers of its ids are here.
func (t *Nodes) take(piece *Nodes) (numbers []int32) {
	numbers = make([]int32, piece.ids.Len())
	for n := range numbers {
		numbers[n] = t.ids.Of(piece.ids.Text(int32(n)))
	}
	if piece.tree && t.Len() == 0 {
		t.takeTree(piece, numbers)
		return numbers
	}
	t.reserve(t.ids.Len() - 1)
	for from, to := range numbers {
		n := int(to)
		if from >= piece.Len() {
			continue
		}
		if caller := piece.callers.At(from); caller >= 0 && t.callers.At(n) < 0 {
			t.callers.Set(n, numbers[caller])
		}
		if piece.flags.At(from)&isThere != 0 && t.flags.At(n)&isThere == 0 {
			t.symbols.Set(n, piece.symbols.At(from))
			t.flags.Set(n, piece.flags.At(from))
			t.weights.Set(n, piece.weights.At(from))
		}
	}
	return numbers
}

// takeTree is take for a tree, which is always whole.
func (t *Nodes) takeTree(piece *Nodes, numbers []int32) {
	t.tree = true
	for n := range piece.Len() {
		t.symbols.Append(piece.symbols.At(n))
		t.flags.Append(piece.flags.At(n))
		t.callers.Append(piece.callers.At(n))
		t.weights.Append(piece.weights.At(n))
	}
	for range numbers {
		t.nodeOf.Append(-1)
	}
	for from, to := range numbers {
		if from < piece.nodeOf.Len() {
			t.nodeOf.Set(int(to), piece.nodeOf.At(from))
		}
	}
}

// reset forgets all nodes.
func (t *Nodes) reset() {
	t.ids.Reset()
	t.tree = false
	t.nodeOf.Reset()
	t.symbols.Reset()
	t.flags.Reset()
	t.callers.Reset()
	t.weights.Reset()
}
