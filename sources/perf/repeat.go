package perf

import (
	"fold/collapse"
	"fold/sources/input"
)

// mayRepeat says whether the lines of frames of the open sample come next, and can be looked for in the memo. The rest
// of a stack that was put off has no weight.
func (r *perfReader) mayRepeat() bool {
	return r.memo != nil && r.open && len(r.stack) == 0 && (r.header.event != nil || len(r.header.post) == 0)
}

// frames reads the lines of frames of the open sample, and adds it if a blank line ends it and all of them are usual.
func (r *perfReader) frames() {
	text := r.c.Rest()
	ends := r.memo.lineEnds(text)
	if len(ends) == 0 {
		return
	}
	leaf, last := ends[0], ends[len(ends)-1]
	ended := last < len(text) && text[last] == '\n'
	if !ended || last-leaf < leastText || len(ends) > input.MaxDepth {
		r.knownLines(text, 0, ends)
		return
	}
	comm, hasComm := r.command()
	salt := uint64(0)
	if hasComm {
		salt = uint64(comm) + 1
	}
	id := r.memo.id(text[leaf:last], salt) // now: parsing changes the text
	usual := r.knownLine(text[:leaf])
	if tail, known := r.memo.tails.get(&id); known && usual {
		r.c.Pass(last-leaf+1, len(ends)) // with the blank line
		r.addLeaf(collapse.NodeID(tail))
		return
	}
	if !r.knownLines(text, leaf, ends[1:]) || !usual {
		return
	}
	if hasComm {
		r.stack = append(r.stack, comm)
	}
	tail := r.b.Stack(r.stack[1:])
	r.memo.tails.put(&id, uint32(tail))
	r.c.Pass(1, 1)
	r.addLeaf(tail)
}

// knownLines reads the lines that end at the given places, the first of which begins at start, and says whether all of
// them are usual. It stops behind one that ends the sample.
func (r *perfReader) knownLines(text []byte, start int, ends []int) (usual bool) {
	usual = true
	for _, end := range ends {
		if !r.open {
			return false
		}
		usual = r.knownLine(text[start:end]) && usual
		start = end
	}
	return usual
}

// knownLine reads the next line, which is given with its line end, and says whether it is usual: a frame and no more.
func (r *perfReader) knownLine(line []byte) (usual bool) {
	if len(line) < leastText {
		text, _ := r.c.Next()
		r.tabLine(text)
		return false
	}
	salt := uint64(0)
	if r.java {
		salt = 1
	}
	id := r.memo.id(line, salt)
	if symbol, known := r.memo.lines.get(&id); known {
		if len(r.stack) == 0 {
			r.far = isFar(line)
		}
		r.c.Pass(len(line), 1)
		r.stack = append(r.stack, collapse.Symbol(symbol))
		return true
	}
	text, _ := r.c.Next()
	if usual = r.tabLine(text); usual {
		r.memo.lines.put(&id, uint32(r.stack[len(r.stack)-1]))
	}
	return usual
}

// addLeaf adds the open sample, whose leaf is called from the node of all others.
func (r *perfReader) addLeaf(callers collapse.NodeID) {
	r.countFar()
	r.add(r.b.CallSymbol(callers, r.stack[0]))
	r.close()
}
