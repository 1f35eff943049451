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
		return &numberedLines{out, []visit{{}}}
	}
	events := p.folding(rank, equal, columns)
	if !equal {
		return &distinctLines{out, events, []level{{events.start[Root], events.start[Root+1], 0}}}
	}
	return &sortedLines{out, events.walk()}
}

// lineMaker is what both kinds of lines have in common.
type lineMaker struct {
	p       *Profile
	labels  []string
	selfs   [][]int64 // of the columns
	weights []int64   // of the current line
	text    []byte    // the labels of the current stack, a semicolon after each
	starts  []int     // starts[d]: where the label at depth d begins in text
}

// weigh takes the weights of a node for those of the current line, and says whether it has any.
func (l *lineMaker) weigh(n NodeID) (any bool) {
	for i, self := range l.selfs {
		w := int64(0)
		if int(n) < len(self) {
			w = self[n]
		}
		l.weights[i] = w
		any = any || w != 0
	}
	return any
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

// line returns the current line.
func (l *lineMaker) line() stackLine { return stackLine{l.text[:len(l.text)-1], l.weights} }

// call puts a label into the text that is called from the one at the depth before. Depths count from 0 after the root.
func (l *lineMaker) call(label string, depth int) {
	text := append(l.text[:l.starts[depth]], label...)
	l.text = append(text, ';')
	l.starts = append(l.starts[:depth+1], len(l.text))
}

// distinctLines are the lines of a profile in which no two labels are the same.
//
// Byte order of the stack is not the order of a walk through the sorted tree: "a b" stands between "a" and "a;c",
// because a blank is less than a semicolon. So each node is two events among its siblings: its own line sorts as "a",
// the lines of its callees as "a;". Mostly nothing can stand between the two, and one event is both.
type distinctLines struct {
	lineMaker
	*folding
	levels []level
}

// level is what is still to come at a depth, the events list[next:end], and where their labels begin in the text.
type level struct {
	next, end uint32
	label     int
}

func (l *distinctLines) next() (line stackLine, more bool) {
	for depth := len(l.levels) - 1; depth >= 0; depth = len(l.levels) - 1 {
		here := &l.levels[depth]
		if here.next == here.end {
			l.levels = l.levels[:depth]
			continue
		}
		event := l.list[here.next]
		here.next++
		n := event >> eventBits
		text := append(append(l.text[:here.label], l.labels[l.nodes[n].frame]...), ';')
		l.text = text
		if hasCallees(event) {
			l.levels = append(l.levels, level{l.start[n], l.start[n+1], len(text)})
		}
		if event&ownLine != 0 {
			l.weigh(NodeID(n))
			return l.line(), true
		}
	}
	return stackLine{}, false
}

// sortedLines are the lines of any profile, in the order of those of [distinctLines].
//
// Siblings whose labels are the same are one function in what is written. Their events stand side by side and are
// taken together.
type sortedLines struct {
	lineMaker
	walk *foldingWalk
}

func (l *sortedLines) next() (line stackLine, more bool) {
	for alike, depth := l.walk.next(); alike != nil; alike, depth = l.walk.next() {
		l.call(l.labels[l.p.nodes[alike[0]>>eventBits].frame], depth)
		if l.weighAll(alike) {
			return l.line(), true
		}
	}
	return stackLine{}, false
}

// weighAll adds up the weights of the lines among events, and says whether there is anything to write.
func (l *sortedLines) weighAll(alike []uint32) bool {
	if len(alike) == 1 && alike[0]&ownLine == 0 {
		return false
	}
	for i, self := range l.selfs {
		sum := int64(0)
		for _, event := range alike {
			if n := int(event >> eventBits); event&ownLine != 0 && n < len(self) {
				sum, _ = AddWeights(sum, self[n])
			}
		}
		l.weights[i] = sum
	}
	return !l.isZero()
}

// numberedLines are the lines of a profile in the order of its nodes' numbers.
type numberedLines struct {
	lineMaker
	path []visit // the root, the callers of the current node, and itself
}

// visit is a node on a path, and where its label ends in the text, semicolon included.
type visit struct {
	node NodeID
	end  int
}

func (l *numberedLines) next() (line stackLine, more bool) {
	nodes, labels, path, text := l.p.nodes, l.labels, l.path, l.text
	for n := path[len(path)-1].node + 1; int(n) < len(nodes); n++ {
		at := nodes[n]
		last := path[len(path)-1]
		if last.node != at.parent {
			path = l.p.leave(path, n)
			if last = path[len(path)-1]; last.node != at.parent { // enter it again
				text = append(append(text[:last.end], labels[nodes[at.parent].frame]...), ';')
				last = visit{at.parent, len(text)}
				path = append(path, last)
			}
		}
		text = append(append(text[:last.end], labels[at.frame]...), ';')
		path = append(path, visit{n, len(text)})
		if l.weigh(n) {
			l.path, l.text = path, text
			return l.line(), true
		}
	}
	l.path = path
	return stackLine{}, false
}

// leave takes the nodes off a path that are no callers of n, which comes next, or of n's caller.
func (p *Profile) leave(path []visit, n NodeID) []visit {
	caller := p.nodes[n].parent
	last := len(path) - 1
	for path[last].node > caller {
		last--
	}
	if path[last].node < caller { // it was left before
		for above := p.nodes[caller].parent; path[last].node > above; {
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
	path := []visit{{}}
	for n := NodeID(1); int(n) < len(p.nodes); n++ {
		caller := p.nodes[n].parent
		if path[len(path)-1].node == caller {
			path = append(path, visit{node: n})
			continue
		}
		all := path
		path = p.leave(path, n)
		place := p.nodes[n].frame * 2
		again := path[len(path)-1].node != caller
		switch {
		case again && (p.nodes[caller].parent != path[len(path)-1].node):
			return false
		case again:
			place = p.nodes[caller].frame*2 + 1
		case !weighs(n):
			place++
		}
		if len(all) > len(path) {
			before := all[len(path)].node
			placeBefore := p.nodes[before].frame * 2
			if before+1 != n || !weighs(before) {
				placeBefore++ // as it goes on with callees, or was taken to
			}
			if rank[place] <= rank[placeBefore] {
				return false
			}
		}
		if again {
			path = append(path, visit{node: caller})
		}
		path = append(path, visit{node: n})
	}
	return true
}
