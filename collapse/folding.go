package collapse

import (
	"slices"
	"strings"
)

// An event is a node's number and what is written of it.
const (
	ownLine   = 1
	callees   = 2
	eventBits = 2
)

// twoEvents says that the line of a node and those of its callees are an event each: another may stand between them.
const twoEvents = 4

// folding lists for each node the events of its callees in the order in which they are written.
type folding struct {
	Children
	nodes []node
	rank  []uint32 // of rankTwice
	equal bool     // two frames have the same label
}

// folding returns the events of a profile, given what rankTwice says of the labels of its frames. Nodes without weight in
// all the columns have no line.
func (p *Profile) folding(rank []uint32, equal bool, columns []int) *folding {
	f := &folding{nodes: p.nodes, rank: rank, equal: equal}
	f.start = make([]uint32, len(p.nodes)+1)
	kinds := make([]uint8, len(p.nodes)) // what is written of each node
	for _, column := range columns {
		for n, w := range p.columns[column].self {
			if w != 0 {
				kinds[n] = ownLine
			}
		}
	}
	for n := len(p.nodes) - 1; n > 0; n-- { // callees before callers
		if f.start[n] > 0 {
			kinds[n] |= callees
		}
		at := p.nodes[n]
		switch {
		case kinds[n] == 0:
		case kinds[n] == ownLine|callees && rank[2*at.frame+1] != rank[2*at.frame]+1:
			kinds[n] = twoEvents
			f.start[at.parent] += 2
		default:
			f.start[at.parent]++
		}
	}
	f.place(kinds)
	f.sort(f.key)
	return f
}

// place fills the lists, whose entries have been counted.
func (f *folding) place(kinds []uint8) {
	f.makeRoom()
	f.list = make([]uint32, f.start[len(f.nodes)])
	for n := len(f.nodes) - 1; n > 0; n-- {
		parent, event := f.nodes[n].parent, uint32(n)<<eventBits
		switch kinds[n] {
		case 0:
		case twoEvents:
			f.put(parent, event|callees)
			f.put(parent, event|ownLine)
		default:
			f.put(parent, event|uint32(kinds[n]))
		}
	}
}

// key is the place of an event among those of its node's siblings.
func (f *folding) key(event uint32) uint32 {
	place := 2 * f.nodes[event>>eventBits].frame
	if event&ownLine == 0 {
		place++
	}
	return f.rank[place]
}

// foldingWalk goes through the events in the order in which they are written.
type foldingWalk struct {
	*folding
	levels [][]uint32 // at each depth the events that are still to come
}

func (f *folding) walk() *foldingWalk { return &foldingWalk{f, [][]uint32{f.Of(Root)}} }

// next returns the next event, together with those of its siblings that have the same label, and how many callers
// stand above it. What they call comes next, one deeper. Behind the last event, it returns none.
func (w *foldingWalk) next() (alike []uint32, depth int) {
	for n := len(w.levels); n > 0; n = len(w.levels) {
		top := &w.levels[n-1]
		if len(*top) == 0 {
			w.levels = w.levels[:n-1]
			continue
		}
		alike = (*top)[:1]
		if w.equal {
			alike = w.alike(*top)
		}
		*top = (*top)[len(alike):]
		if hasCallees(alike[0]) || len(alike) > 1 && slices.ContainsFunc(alike, hasCallees) {
			w.levels = append(w.levels, w.callees(alike))
		}
		return alike, n - 1
	}
	return nil, 0
}

// alike returns the events at the front of a list that have the same label.
func (f *folding) alike(events []uint32) []uint32 {
	n := 1
	for first := f.label(events[0]); n < len(events) && f.label(events[n]) == first; n++ {
	}
	return events[:n]
}

// label returns a number that only events of nodes with the same label have.
func (f *folding) label(event uint32) uint32 { return f.rank[2*f.nodes[event>>eventBits].frame] }

func hasCallees(event uint32) bool { return event&callees != 0 }

// callees returns the events of what is called from any of the given ones.
func (f *folding) callees(events []uint32) []uint32 {
	if len(events) == 1 {
		return f.Of(NodeID(events[0] >> eventBits))
	}
	var all []uint32
	for _, event := range events {
		if hasCallees(event) {
			all = append(all, f.Of(NodeID(event>>eventBits))...)
		}
	}
	sortByKey(all, f.key, nil)
	return all
}

// rankTwice returns in rank[2f] and rank[2f+1] the places of label f and of label f with a semicolon
// behind it in the byte order of all of them. Only the labels are sorted: behind "a" come those that go on
// with a byte below the semicolon, "a b", and then "a;". Equal labels, if there
// are any, have the same places.
func rankTwice(labels []string) (rank []uint32, equal bool) {
	rank = make([]uint32, 2*len(labels))
	place := uint32(0)
	put := func(event int) {
		rank[event] = place
		place++
	}
	var open []int // labels without a semicolon yet, each the beginning of the next
	type copied struct{ f, from int }
	var copies []copied
	for _, f := range sortedBy(len(labels), func(i, j int) int { return strings.Compare(labels[i], labels[j]) }) {
		if last := len(open) - 1; last >= 0 && labels[open[last]] == labels[f] {
			copies = append(copies, copied{f, open[last]})
			continue
		}
		for len(open) > 0 && !comesBeforeSemicolon(labels[open[len(open)-1]], labels[f]) {
			put(2*open[len(open)-1] + 1)
			open = open[:len(open)-1]
		}
		put(2 * f)
		open = append(open, f)
	}
	for _, f := range slices.Backward(open) {
		put(2*f + 1)
	}
	for _, c := range copies {
		rank[2*c.f], rank[2*c.f+1] = rank[2*c.from], rank[2*c.from+1]
	}
	return rank, len(copies) > 0
}

// comesBeforeSemicolon says whether a text stands between a label and that label with a semicolon.
func comesBeforeSemicolon(label, text string) bool {
	return len(text) > len(label) && text[len(label)] < ';' && text[:len(label)] == label
}

// Ranks returns the place of each of the numbers 0 to n-1 when they are sorted by compare.
func Ranks(n int, compare func(i, j int) int) (rank []uint32) {
	rank = make([]uint32, n)
	for place, i := range sortedBy(n, compare) {
		rank[i] = uint32(place)
	}
	return rank
}

// sortedBy returns the numbers 0 to n-1 sorted by compare.
func sortedBy(n int, compare func(i, j int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, compare)
	return order
}
