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
	if !ended || len(ends) > input.MaxDepth {
		r.knownLines(text, 0, ends)
		return
	}
	comm, hasComm := r.command()
	salt := uint64(0)
	if hasComm {
		salt = uint64(comm) + 1
	}
	var id textID
	if last-leaf >= leastText {
		id = r.memo.id(text[leaf:last], salt) // now: parsing changes the text
	}
	usual := r.knownLines(text, 0, ends[:1])
	if tail := r.memo.tails.get(&id); tail != unknown && usual {
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
	tail := r.memo.node(r.b, r.stack[1:])
	if id.length > 0 {
		r.memo.tails.put(&id, uint32(tail))
	}
	r.c.Pass(1, 1)
	r.addLeaf(tail)
}

// knownLines reads the lines that end at the given places, the first of which begins at start, and says whether all of
// them are usual: a frame and no more. It stops behind one that ends the sample.
func (r *perfReader) knownLines(text []byte, start int, ends []int) (usual bool) {
	salt := uint64(0)
	if r.java {
		salt = 1
	}
	usual = true
	ids, symbols := r.memo.lookUp(text, start, ends, salt)
	for i, end := range ends {
		switch {
		case !r.open:
			return false
		case symbols[i] == unknown:
			usual = r.newLine(text[start:end], &ids[i]) && usual
		case len(r.stack) == 0:
			r.far = isFar(text[start:end])
			fallthrough
		default:
			r.c.Pass(end-start, 1)
			r.stack = append(r.stack, symbols[i])
		}
		start = end
	}
	return usual
}

// newLine reads the next line, which was not known when the sample's were looked up, and says whether it is usual.
func (r *perfReader) newLine(line []byte, id *textID) (usual bool) {
	if symbol := r.memo.lines.get(id); symbol != unknown && len(r.stack) > 0 { // it stands in this sample twice
		r.c.Pass(len(line), 1)
		r.stack = append(r.stack, collapse.Symbol(symbol))
		return true
	}
	text, _ := r.c.Next()
	usual = r.tabLine(text) && id.length > 0
	if usual {
		r.memo.lines.put(id, uint32(r.stack[len(r.stack)-1]))
	}
	return usual
}

// addLeaf adds the open sample, whose leaf is called from the node of all others.
func (r *perfReader) addLeaf(callers collapse.NodeID) {
	r.countFar()
	r.add(r.b.CallSymbol(callers, r.stack[0]))
	r.close()
}
