// Package calltree reads and writes the JSON that d3-flame-graph draws: a tree of names and total weights.
package calltree

import (
	"math"

	"fold/collapse"
	"fold/sources/input"
)

// Format is the JSON of d3-flame-graph, and what fold convert --to json writes. A value is the total weight of a node;
// what its children leave of it is its self weight. The topmost node is no function.
//
//	{"name":"root","value":7,"children":[
//	{"name":"main","value":7,"children":[
//	{"name":"work","value":4}]}]}
//
// Stackcollapse tools and d3-flame-graph's own converters write "name", "value" and "children" too, under whatever name
// the root has. Other members are skipped.
var Format = input.Format{
	Name: "json", Title: "call tree for d3-flame-graph: name, value, children",
	Sniff:  sniff,
	Stream: read,
	Write:  Write,
}

func sniff(h *input.Head) bool {
	top := h.JSON()
	return top.Kind("name") == input.JSONString && top.Kind("value") == input.JSONNumber &&
		(top.Kind("children") == input.JSONArray || top.Kind("children") == input.JSONNone && !h.Cut())
}

// reader reads the tree. It keeps the nodes that are open, and does not recurse: stacks may be very deep.
type reader struct {
	in     *input.JSON
	s      *input.Stream
	b      *collapse.Builder
	column int
	digits int // behind the point of all weights in path
	path   []level
}

// level is a node that is open.
type level struct {
	node     collapse.NodeID
	named    bool
	value    int64 // its total weight
	children int64 // that of its children
	inside   bool  // its children are being read
}

// mostDigits is how many digits after the point a weight may have; others are rounded.
const mostDigits = 9

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{in: input.NewJSON(s), s: s, b: b}
	r.column = s.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
	if !r.in.Object() {
		return r.in.Err()
	}
	r.path = append(r.path, level{})
	for len(r.path) > 0 {
		if err := r.step(); err != nil {
			return err
		}
	}
	return r.in.Err()
}

// step reads one member of the innermost node, or one of its children's beginnings, or its end.
func (r *reader) step() error {
	l := &r.path[len(r.path)-1]
	switch {
	case l.inside && r.in.Element():
		if !r.in.Object() {
			r.s.Count(1, input.Note{Noun: "element", Text: "of a list of children left out: not a node"})
			return nil
		}
		if len(r.path) > input.MaxDepth {
			return input.Errorf("a stack of over %d frames", input.MaxDepth)
		}
		r.path = append(r.path, level{node: l.node})
	case l.inside:
		l.inside = false
	case r.in.Member():
		return r.member(l)
	default:
		return r.end(l)
	}
	return nil
}

func (r *reader) member(l *level) error {
	switch string(r.in.Name()) {
	case "name":
		name, _ := r.in.Text()
		if !l.named && len(r.path) > 1 {
			l.node = r.b.Call(l.node, r.b.Frame(collapse.Frame{Name: string(name)}))
		}
		l.named = true
	case "value":
		value, digits, ok := r.in.Exact(mostDigits)
		if !ok {
			return nil
		}
		if err := r.align(digits); err != nil {
			return err
		}
		l.value = value
		for ; digits < r.digits; digits++ {
			if l.value > math.MaxInt64/10 {
				return errTooLarge
			}
			l.value *= 10
		}
		if l.value < 0 {
			return input.Errorf("a node weighs less than zero: give fold the profiles that were compared")
		}
	case "children":
		if !l.named {
			return input.Errorf("the children of a node stand before its name, which fold does not read")
		}
		l.inside = r.in.Array()
	}
	return nil
}

var errTooLarge = input.Errorf("the weights have more digits than fold can add up: scale them down")

// align gives all weights of the open nodes so many digits after the point, if they have fewer.
func (r *reader) align(digits int) error {
	for ; r.digits < digits; r.digits++ {
		for i := range r.path {
			l := &r.path[i]
			if l.value > math.MaxInt64/10 || l.children > math.MaxInt64/10 {
				return errTooLarge
			}
			l.value, l.children = 10*l.value, 10*l.children
		}
	}
	return nil
}

// end adds what a node weighs itself.
func (r *reader) end(l *level) error {
	if r.in.Err() != nil {
		return r.in.Err()
	}
	self := l.value - l.children
	if self < 0 {
		r.s.Count(1, input.Note{Noun: "node", Text: "whose children weigh more than it says: their sum counts"})
		self, l.value = 0, l.children
	}
	if self > 0 && l.node == collapse.Root {
		l.node = r.b.Call(collapse.Root, r.b.Frame(collapse.Frame{Name: "root"})) // no stack is empty
	}
	if self > 0 {
		r.b.AddDecimal(l.node, r.column, self, r.digits)
	}
	value := l.value
	r.path = r.path[:len(r.path)-1]
	if n := len(r.path); n > 0 {
		parent := &r.path[n-1]
		sum, fits := collapse.AddWeights(parent.children, value)
		if !fits {
			return errTooLarge
		}
		parent.children = sum
	}
	return nil
}
