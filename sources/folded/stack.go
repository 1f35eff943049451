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
	frames   []place // of text
	leaves   []place // the last frames of stacks that are beginnings, each of the next, and the last of text
	unsorted bool
}

// place is a frame of a stack.
type place struct {
	end  int // where it ends in the text
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
	frames := r.frames[:depth]
	if depth > 0 {
		last := frames[depth-1]
		node, pos = last.node, last.end+1
	}
	for pos < len(stack) || pos == 0 {
		end := frameEnd(stack, pos)
		symbol := r.b.Intern(stack[pos:end], r.frame)
		if end > same && !r.unsorted { // it has parted there from the last one
			node = r.b.NewCall(node, r.b.SymbolFrames(symbol)[0])
		} else {
			node = r.known(node, symbol, end)
		}
		frames = append(frames, place{end, node})
		if len(frames) > input.MaxDepth {
			r.err = r.c.Errorf("a stack of over %d frames: are these folded stacks?", input.MaxDepth)
			break
		}
		pos = end + 1
	}
	r.frames, r.text = frames, stack
	return node
}

// shared returns how many whole frames a stack has in common with the last one; same is how many bytes.
func (l *lastStack) shared(stack []byte, same int) int {
	depth := len(l.frames)
	for ; depth > 0; depth-- {
		end := l.frames[depth-1].end
		if end > same {
			continue
		}
		// Up to the byte after its end the frame is the same; else it may go on in this stack.
		if end+1 < same || end == len(stack) || frameEnd(stack, l.start(depth)) == end {
			break
		}
	}
	return depth
}

// start returns where the frame at a depth, counted from 1, begins.
func (l *lastStack) start(depth int) int {
	if depth > 1 {
		return l.frames[depth-2].end + 1
	}
	return 0
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
	if same == len(l.text) && depth < len(l.frames) {
		l.leaves = append(l.leaves, place{same, l.frames[len(l.frames)-1].node})
	}
}

// known returns the node of a frame that may have been called from caller before. It ends at a place of the stack.
func (r *foldedReader) known(caller collapse.NodeID, symbol collapse.Symbol, end int) collapse.NodeID {
	if r.unsorted {
		return r.b.CallSymbol(caller, symbol)
	}
	for _, leaf := range r.leaves {
		if leaf.end == end {
			return leaf.node
		}
	}
	return r.b.NewCall(caller, r.b.SymbolFrames(symbol)[0])
}
