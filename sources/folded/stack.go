package folded

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// lastStack is the stack of the line before, and of the last line of a worker's chunk when the next one begins.
// Folded files are mostly sorted: what two neighbours share need not be looked up, and nor need what they do not.
// All lines that begin alike stand side by side, so where a line parts from the one before, everything is new:
//
//	main;parse;read 4
//	main;parse;write 1     main and parse are those of the line before, write is new
//	main;parser;read 2     so are parser and read: no line before can have begun with "main;parser"
//
// The one exception is a function that has a line of its own. Between that and those of its callees come the names
// that go on with a byte below the semicolon:
//
//	main 4
//	main (copy);init 1
//	main;parse 2           main was there before
//
// These are the leaves. As soon as a line is out of order, all is looked up.
type lastStack struct {
	text     []byte
	ends     []int             // ends[i]: where frame i ends in text
	nodes    []collapse.NodeID // nodes[i]: the node of frame i
	leaves   []leaf            // each is the beginning of the next, and the last is that of text
	unsorted bool
}

// leaf is the last frame of a stack that is the beginning of longer ones.
type leaf struct {
	end  int // of the text of its stack
	node collapse.NodeID
}

// keptStack returns the last stack of the chunk's worker.
func keptStack(c *input.Chunk) *lastStack {
	kept, ok := c.Kept.(*lastStack)
	if !ok {
		kept = &lastStack{}
		c.Kept = kept
	}
	return kept
}

// keep ends a chunk, whose text will be overwritten.
func (l *lastStack) keep() { l.text = bytes.Clone(l.text) }

// node returns the place of a stack in the tree.
func (r *foldedReader) node(stack []byte) collapse.NodeID {
	same := input.CommonPrefix(r.text, stack)
	depth := r.shared(stack, same)
	r.compare(stack, same, depth)
	node, pos := collapse.Root, 0
	if depth > 0 {
		node, pos = r.nodes[depth-1], r.ends[depth-1]+1
	}
	r.ends, r.nodes = r.ends[:depth], r.nodes[:depth]
	for pos < len(stack) || pos == 0 {
		end := frameEnd(stack, pos)
		node = r.call(node, r.b.Intern(stack[pos:end], r.frame), end, end > same)
		r.ends, r.nodes = append(r.ends, end), append(r.nodes, node)
		if len(r.nodes) > input.MaxDepth {
			r.err = r.c.Errorf("a stack of over %d frames: are these folded stacks?", input.MaxDepth)
			break
		}
		pos = end + 1
	}
	r.text = stack
	return node
}

// shared returns how many whole frames a stack has in common with the last one; same is how many bytes.
func (l *lastStack) shared(stack []byte, same int) int {
	depth := len(l.ends)
	for depth > 0 {
		start, end := 0, l.ends[depth-1]
		if depth > 1 {
			start = l.ends[depth-2] + 1
		}
		// Up to the byte after its end the frame is the same; else it may go on in this stack.
		if end+1 < same || end <= same && (end == len(stack) || frameEnd(stack, start) == end) {
			break
		}
		depth--
	}
	return depth
}

// compare looks whether a stack stands after the last one in byte order, and which leaves are its beginning.
func (l *lastStack) compare(stack []byte, same, depth int) {
	if l.unsorted {
		return
	}
	if same < len(l.text) && (same == len(stack) || stack[same] < l.text[same]) {
		l.unsorted = true
	}
	for n := len(l.leaves); n > 0 && l.leaves[n-1].end > same; n-- {
		l.leaves = l.leaves[:n-1]
	}
	if same == len(l.text) && depth < len(l.ends) {
		l.leaves = append(l.leaves, leaf{same, l.nodes[len(l.nodes)-1]})
	}
}

// call returns the node of a frame that is called from another and ends at a place of the stack. Apart says that the
// stack has parted there from the last one.
func (r *foldedReader) call(caller collapse.NodeID, symbol collapse.Symbol, end int, apart bool) collapse.NodeID {
	if r.unsorted {
		return r.b.CallSymbol(caller, symbol)
	}
	if !apart {
		for _, leaf := range r.leaves {
			if leaf.end == end {
				return leaf.node
			}
		}
	}
	return r.b.NewCall(caller, r.b.SymbolFrames(symbol)[0])
}
