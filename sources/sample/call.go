package sample

import (
	"bytes"
	"slices"

	"fold/sources/input"

	"fold/collapse"
)

// depth returns at which level of the call graph a line stands, 0 for thread entries, and whether its
// column is exact; -1 is left of all. A line that is short of a blank or has one too many goes to the
// deeper of the two levels if there is a caller with that many samples left.
func (r *sampleReader) depth(line sampleLine) (depth int, exact bool) {
	offset := line.column - r.base
	if offset&1 == 0 {
		return max(offset/2, -1), true
	}
	if offset < -1 {
		return -1, true
	}
	if depth = (offset + 1) / 2; depth == 0 || offset == 1 && line.isThread() {
		return 0, false
	}
	if depth > len(r.calls) || r.calls[depth-1].left < line.count {
		depth--
	}
	return depth, false
}

// call reads a line of the call graph.
func (r *sampleReader) call(line sampleLine) error {
	depth, exact := r.depth(line)
	isThread := depth == 0 && line.beginsAsThread() || depth < 0 && line.isThread()
	if depth < 0 && isThread {
		r.enter(line.column)
		depth = 0
	}
	if depth > r.leftOut {
		return nil
	}
	if line.count < 0 {
		r.skip(max(depth, 0), "a count of more than %d digits: left out with what it calls", maxSampleDigits)
		return nil
	}
	if !isThread {
		if fits, err := r.fits(line, depth); !fits {
			return err
		}
	}
	if !exact {
		r.c.Count(1, sampleUneven)
	}
	return r.push(line, depth, isThread)
}

// fits says whether a frame can stand at this depth. If it cannot, it is left out with all that it calls,
// and their samples stay with the last frame that could be placed.
func (r *sampleReader) fits(line sampleLine, depth int) (fits bool, err error) {
	switch {
	case depth < 0:
		r.c.Skip("left of its call graph, so its caller is not known: %s left out", input.Plural(line.count, "sample"))
	case depth > len(r.calls):
		r.c.Skip("%d levels below the line before it, so its caller is not known: left out with what it calls", depth-len(r.calls)+1)
		r.leftOut, r.first = depth, false
	case depth > 0, r.first, len(r.calls) > 0 && !r.calls[0].thread:
		return true, nil
	case len(r.calls) > 0 && r.calls[0].squeezed, len(r.calls) == 1 && r.leftOut == nothingOut && line.column == r.base:
		return false, r.noIndent()
	default:
		r.skip(0, "a frame in the column of the thread entries: %s left out with what it calls", input.Plural(line.count, "sample"))
	}
	return false, nil
}

// skip leaves out the current line, which stands at this depth, with all that it calls.
func (r *sampleReader) skip(depth int, format string, args ...any) {
	r.c.Skip(format, args...)
	r.unwind(depth)
	r.leftOut, r.first = depth, false
}

func (r *sampleReader) noIndent() error {
	return r.c.Errorf("the call graph has lost its indentation, so who calls whom is not known: use the file that sample wrote, or copy it as plain text")
}

// push makes a line the end of the current stack.
func (r *sampleReader) push(line sampleLine, depth int, isThread bool) error {
	r.unwind(depth)
	if depth > 0 {
		if err := r.charge(&r.calls[depth-1], line.count); err != nil {
			return err
		}
	}
	call := sampleCall{left: line.count, thread: isThread}
	if isThread {
		r.c.Recorded(line.count, "count")
		r.b.SetTicks(line.count) // all threads at each tick
		call.frame = r.b.Frame(sampleThread(line.text))
		queue := bytes.Index(line.text, []byte(" DispatchQueue_"))
		call.squeezed = queue > 0 && line.text[queue-1] != ' '
		r.label(line.text)
	} else {
		call.frame, call.far = r.frame(line.text)
	}
	r.calls = append(r.calls, call)
	r.leftOut, r.first = nothingOut, false
	return nil
}

// label applies the options about labels to the samples of a thread:
//
//	Thread_910021: tide.writer   DispatchQueue_1: com.apple.main-thread  (serial)
func (r *sampleReader) label(entry []byte) {
	r.root, r.leaf, r.keep = nil, nil, true
	if !r.c.WantsLabels() {
		return
	}
	thread, queue, _ := bytes.Cut(entry, []byte(" DispatchQueue_"))
	labels := []input.Label{{Key: "thread", Text: sampleString(input.TrimBlanks(thread))}}
	if _, name, found := bytes.Cut(queue, []byte(": ")); found {
		labels = append(labels, input.Label{Key: "queue", Text: sampleString(input.TrimBlanks(trimQueueKind(name)))})
	}
	root, leaf, keep := r.c.Tags(r.b, labels)
	r.root, r.leaf, r.keep = slices.Clone(root), slices.Clone(leaf), keep
}

// trimQueueKind takes "  (serial)" off the name of a queue.
func trimQueueKind(name []byte) []byte {
	if open := bytes.LastIndex(name, []byte("  (")); open > 0 && name[len(name)-1] == ')' {
		return name[:open]
	}
	return name
}

// charge takes the samples of a callee off its caller's.
func (r *sampleReader) charge(caller *sampleCall, count int64) error {
	if excess := count - caller.left; excess > 0 {
		if r.calls[0].squeezed {
			return r.noIndent()
		}
		r.c.DoubtAt(r.c.LineNumber(), "callees exceed their caller by %s; the total is inflated by that much", input.Plural(excess, "sample"))
	}
	caller.left = max(caller.left-count, 0)
	return nil
}

// frame returns the frame of a line, and whether it stands far behind the symbol that names it.
func (r *sampleReader) frame(text []byte) (frame collapse.FrameID, far bool) {
	symbol, cropped := cutSampleSymbol(text)
	if cropped {
		r.c.Count(1, sampleCropped)
	}
	far = isFar(text[len(symbol):])
	if r.c.Options.Addresses && bytes.HasPrefix(symbol, unknownSymbol) {
		r.key = append(append(append(r.key[:0], symbol...), addressMark), unknownAddress(text[len(symbol):])...)
		symbol = r.key
	}
	return r.internFrame(symbol), far
}

// internFrame returns the frame of a symbol, whose text cutSampleSymbol left.
func (r *sampleReader) internFrame(symbol []byte) collapse.FrameID {
	return r.b.SymbolFrames(r.b.Intern(symbol, r.parse))[0]
}

// unwind takes the frames from this depth on off the current stack. Samples that no callee has are those
// of stacks that end in the frame itself.
func (r *sampleReader) unwind(depth int) {
	for last := len(r.calls) - 1; last >= depth; last-- {
		call := r.calls[last]
		if call.left > 0 && r.keep {
			if !r.c.Options.Idle && r.names.isParked(call.frame, r.b) {
				r.hidden += call.left
			} else {
				node := r.node()
				for _, tag := range r.leaf {
					node = r.b.CallSymbol(node, tag)
				}
				r.b.AddSamples(node, r.samples, call.left, call.left)
				if call.far {
					r.c.FarLeaf(r.b.Known(call.frame).Name, call.left)
				}
			}
		}
		r.calls = r.calls[:last]
	}
}

// node returns the place of the current stack in the tree. Frames get theirs when the first samples need
// it, so that hidden stacks leave nothing in the tree.
func (r *sampleReader) node() collapse.NodeID {
	known := len(r.calls)
	for known > 0 && r.calls[known-1].node == collapse.Root {
		known--
	}
	node := collapse.Root
	if known > 0 {
		node = r.calls[known-1].node
	} else {
		for _, tag := range r.root {
			node = r.b.CallSymbol(node, tag)
		}
	}
	for i := known; i < len(r.calls); i++ {
		if i == 0 && node == collapse.Root && !r.c.WantsLabels() {
			node = r.names.thread(r.b, r.calls[0].frame)
		} else {
			node = r.b.Call(node, r.calls[i].frame)
		}
		r.calls[i].node = node
	}
	return node
}
