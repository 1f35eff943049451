package collapse

// stackLine is a stack that weighs something. It is valid until the next one.
type stackLine struct {
	text    []byte
	weights []int64 // in the columns asked for
}

// lines goes through the lines of a profile in byte order of their stacks.
type lines interface {
	next() (line stackLine, more bool)
}

// lines returns the lines of a profile whose weights are in the given columns.
func (p *Profile) lines(labels []string, columns []int) lines {
	out := lineMaker{p: p, labels: labels, weights: make([]int64, len(columns)), starts: []int{0}}
	for _, column := range columns {
		out.selfs = append(out.selfs, p.columns[column].self)
	}
	rank, equal := rankTwice(labels)
	if !equal && p.inLineOrder(rank, out.weighs) {
		return &numberedLines{lineMaker: out, path: []NodeID{Root}, at: 1}
	}
	return &sortedLines{out, p.folding(rank, equal, columns).walk()}
}

// lineMaker is what both kinds of lines have in common.
type lineMaker struct {
	p       *Profile
	labels  []string
	selfs   [][]int64 // of the columns
	weights []int64   // of the current line
	text    []byte
	starts  []int // starts[d]: where the label at depth d begins in text
}

// weigh adds the weights of a node to those of the current line.
func (l *lineMaker) weigh(n NodeID) {
	for i, self := range l.selfs {
		if int(n) < len(self) {
			l.weights[i], _ = AddWeights(l.weights[i], self[n])
		}
	}
}

// weighs says whether a node has a weight of its own.
func (l *lineMaker) weighs(n NodeID) bool {
	for _, self := range l.selfs {
		if int(n) < len(self) && self[n] != 0 {
			return true
		}
	}
	return false
}

func (l *lineMaker) isZero() bool {
	for _, w := range l.weights {
		if w != 0 {
			return false
		}
	}
	return true
}

// line returns the current line, whose last label stands at a depth.
func (l *lineMaker) line(label string, depth int) stackLine {
	l.text = append(l.text[:l.starts[depth]], label...)
	return stackLine{l.text, l.weights}
}

// call makes room for the label of what is called from one at a depth.
func (l *lineMaker) call(label string, depth int) {
	l.text = append(append(l.text[:l.starts[depth]], label...), ';')
	l.starts = append(l.starts[:depth+1], len(l.text))
}

// sortedLines are the lines of any profile.
//
// Byte order of the stack is not the order of a walk through the sorted tree: "a b" stands between "a" and "a;c",
// because a blank is less than a semicolon. So each node is two events among its siblings: its own line sorts as "a",
// the lines of its callees as "a;". Mostly nothing can stand between the two, and one event is both.
//
// Siblings whose labels are the same are one function in what is written. Their events stand side by side and are
// taken together.
type sortedLines struct {
	lineMaker
	walk *foldingWalk
}

func (l *sortedLines) next() (line stackLine, more bool) {
	for alike, depth, calls := l.walk.next(); alike != nil; alike, depth, calls = l.walk.next() {
		label := l.labels[l.p.nodes[alike[0]>>eventBits].frame]
		isLine := l.weighAll(alike)
		if calls {
			l.call(label, depth)
		}
		switch {
		case isLine && calls:
			return stackLine{l.text[:len(l.text)-1], l.weights}, true // without the semicolon
		case isLine:
			return l.line(label, depth), true
		}
	}
	return stackLine{}, false
}

// weighAll adds up the weights of the lines among events, and says whether there is anything to write.
func (l *sortedLines) weighAll(alike []uint32) bool {
	if len(alike) == 1 && alike[0]&ownLine == 0 {
		return false
	}
	clear(l.weights)
	for _, event := range alike {
		if event&ownLine != 0 {
			l.weigh(NodeID(event >> eventBits))
		}
	}
	return !l.isZero()
}

// numberedLines are the lines of a profile in the order of its nodes' numbers.
type numberedLines struct {
	lineMaker
	path []NodeID // the root, the callers of the current node, and itself
	at   NodeID   // the next node
}

func (l *numberedLines) next() (line stackLine, more bool) {
	for int(l.at) < len(l.p.nodes) {
		n := l.at
		l.at++
		l.path = l.p.leave(l.path, n)
		if caller := l.p.nodes[n].parent; l.path[len(l.path)-1] != caller {
			l.enter(caller)
		}
		l.enter(n)
		if l.weighs(n) {
			clear(l.weights)
			l.weigh(n)
			return l.line(l.label(n), len(l.path)-2), true
		}
	}
	return stackLine{}, false
}

// enter puts a node onto the path, and its caller's label into the text. Depths count from 0 after the root.
func (l *numberedLines) enter(n NodeID) {
	if last := len(l.path) - 1; last > 0 {
		l.call(l.label(l.path[last]), last-1)
	}
	l.path = append(l.path, n)
}

func (l *numberedLines) label(n NodeID) string { return l.labels[l.p.nodes[n].frame] }

// leave takes the nodes off a path that are no callers of n, which comes next, or of n's caller.
func (p *Profile) leave(path []NodeID, n NodeID) []NodeID {
	caller := p.nodes[n].parent
	last := len(path) - 1
	for path[last] > caller {
		last--
	}
	if path[last] < caller { // it was left before
		for above := p.nodes[caller].parent; path[last] > above; {
			last--
		}
	}
	return path[:last+1]
}

// inLineOrder says whether lines in the order of nodes' numbers are in byte order of their stacks, as they are where
// sorted stacks were read. Rank is that of rankTwice, for labels of which no two are equal; weighs says which nodes have
// a line.
//
//	node 1  main             a line of its own: the place of "main"
//	     2  main (copy)      greater than "main"
//	     3    init
//	     4    parse  of main main comes again, with the place of "main;", which is greater than that of "main (copy)"
//
// So a node is compared with the one that called the same before it, if there is one.
func (p *Profile) inLineOrder(rank []uint32, weighs func(NodeID) bool) bool {
	path := []NodeID{Root}
	for n := NodeID(1); int(n) < len(p.nodes); n++ {
		caller := p.nodes[n].parent
		if path[len(path)-1] == caller {
			path = append(path, n)
			continue
		}
		all := path
		path = p.leave(path, n)
		place := p.nodes[n].frame * 2
		again := path[len(path)-1] != caller
		switch {
		case again && (p.nodes[caller].parent != path[len(path)-1]):
			return false
		case again:
			place = p.nodes[caller].frame*2 + 1
		case !weighs(n):
			place++
		}
		if len(all) > len(path) {
			before := all[len(path)]
			placeBefore := p.nodes[before].frame * 2
			if before+1 != n || !weighs(before) {
				placeBefore++ // as it goes on with callees, or was taken to
			}
			if rank[place] <= rank[placeBefore] {
				return false
			}
		}
		if again {
			path = append(path, caller)
		}
		path = append(path, n)
	}
	return true
}
