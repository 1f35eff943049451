package compare

import (
	"fmt"

	"fold/collapse"
)

// limitSet finds out which limits the stacks of profiles are about. Each frame, and so each stack, is of a class: the
// limits that match it. There are few classes, however many frames there are.
type limitSet struct {
	limits  []Limit
	matched []bool   // some frame matches the limit
	classes [][]bool // classes[c][i]: limit i matches; class 0 is that of no limit
	known   map[string]uint32
	frames  map[frameKey]uint32 // the class of a frame that was matched before
	both    map[[2]uint32]uint32
}

// frameKey is what of a frame a limit sees.
type frameKey struct{ name, module string }

func newLimitSet(limits []Limit) *limitSet {
	s := &limitSet{
		limits: limits, matched: make([]bool, len(limits)), known: make(map[string]uint32),
		frames: make(map[frameKey]uint32), both: make(map[[2]uint32]uint32),
	}
	s.class(make([]bool, len(limits)))
	return s
}

// class returns the number of a class.
func (s *limitSet) class(matches []bool) uint32 {
	key := fmt.Sprint(matches)
	c, known := s.known[key]
	if !known {
		c = uint32(len(s.classes))
		s.known[key] = c
		s.classes = append(s.classes, matches)
	}
	return c
}

// ofFrame returns the class of a frame.
func (s *limitSet) ofFrame(f collapse.Frame) uint32 {
	key := frameKey{f.Name, f.Module}
	if c, known := s.frames[key]; known {
		return c
	}
	matches := make([]bool, len(s.limits))
	for i, l := range s.limits {
		matches[i] = l.match(f)
		s.matched[i] = s.matched[i] || matches[i]
	}
	c := s.class(matches)
	s.frames[key] = c
	return c
}

// union returns the class of what is of both classes.
func (s *limitSet) union(a, b uint32) uint32 {
	switch {
	case a == b, b == 0:
		return a
	case a == 0:
		return b
	}
	if c, known := s.both[[2]uint32{a, b}]; known {
		return c
	}
	matches := make([]bool, len(s.limits))
	for i := range matches {
		matches[i] = s.classes[a][i] || s.classes[b][i]
	}
	c := s.class(matches)
	s.both[[2]uint32{a, b}] = c
	return c
}

// ofNodes returns the class of the stack that ends at each node; of says the class of a frame.
func (s *limitSet) ofNodes(p *collapse.Profile, of func(f collapse.Frame) uint32) []uint32 {
	frames := make([]uint32, p.Frames())
	for f := range frames {
		frames[f] = of(p.Frame(collapse.FrameID(f)))
	}
	nodes := make([]uint32, p.Len())
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		nodes[n] = s.union(nodes[p.Parent(n)], frames[p.FrameOf(n)])
	}
	return nodes
}

// weigh returns what the stacks of each limit weigh.
func (s *limitSet) weigh(g *ground) (w weighed) {
	nodes := make(map[*collapse.Profile][]uint32)
	for i, c := range g.columns() {
		p := c.unchanged
		if nodes[p] == nil {
			nodes[p] = s.ofNodes(p, s.ofFrame)
		}
		classOf := nodes[p]
		weights, squares := make([]int64, len(s.classes)), make([]collapse.Square, len(s.classes))
		for n, class := range classOf {
			weights[class], _ = collapse.AddWeights(weights[class], p.Self(c.Metric, collapse.NodeID(n)))
			if i < len(g.runs) && c.samples.each == 0 {
				squares[class] = squares[class].Plus(p.Square(c.Metric, collapse.NodeID(n)))
			}
		}
		s.addClasses(g, &w, c, weights, squares, i < len(g.runs))
	}
	return w
}

// addClasses adds a column: for each limit the sum of the classes that it matches.
func (s *limitSet) addClasses(g *ground, w *weighed, c column, weights []int64, squares []collapse.Square, isRun bool) {
	row, rowSquares := make([]int64, len(s.limits)), make([]float64, len(s.limits))
	for i := range s.limits {
		weight, sum := int64(0), collapse.Square{}
		for class, matches := range s.classes {
			if class < len(weights) && matches[i] {
				weight, _ = collapse.AddWeights(weight, weights[class])
				sum = sum.Plus(squares[class])
			}
		}
		g.add(&row[i], weight, c.factor)
		rowSquares[i] = c.squares(float64(weight), sum)
	}
	w.weights = append(w.weights, row)
	if isRun {
		w.squares = append(w.squares, rowSquares)
	}
}

// heaviest returns the heaviest stacks of each limit.
func (s *limitSet) heaviest(side Side) [][]HeavyStack {
	heavy := make([][]HeavyStack, len(s.limits))
	all := newStacks(side, false, func(r Run) *collapse.Profile { return r.unchanged() }, func(f collapse.Frame) int { return int(s.ofFrame(f)) })
	classOf := s.ofNodes(all.part, func(f collapse.Frame) uint32 { return uint32(f.Line) })
	open := len(s.limits)
	for _, n := range all.nodes {
		if open == 0 {
			break
		}
		for i, matches := range s.classes[classOf[n]] {
			if !matches || len(heavy[i]) == shownStacks {
				continue
			}
			if heavy[i] = append(heavy[i], all.at(n)); len(heavy[i]) == shownStacks {
				open--
			}
		}
	}
	return heavy
}
