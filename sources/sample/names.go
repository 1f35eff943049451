package sample

import (
	"bytes"

	"fold/sources/symbol"

	"fold/collapse"
)

// sampleNames makes frames of texts, and remembers what it knows of the frames of its builder.
type sampleNames struct {
	simple  bool           // without C++ arguments
	written []byte         // the module of the last text: they are few, and mostly that of the text before
	module  string         // the same as it is shown
	parked  []parkedAnswer // for each frame whether it parks its thread
	memo    frameMemo
	frame   [1]collapse.Frame

	threads map[collapse.FrameID]collapse.NodeID // those that have a place in the tree
	again   bool                                 // some thread came twice
}

type parkedAnswer uint8

const (
	parkedUnasked parkedAnswer = iota
	parkedNo
	parkedYes
)

// parse reads what cutSampleSymbol left: "name  (in module)" or "name". The frame that it returns is
// overwritten by the next call.
func (n *sampleNames) parse(text []byte) []collapse.Frame {
	text, address, _ := bytes.Cut(text, []byte{addressMark})
	name, module := text, []byte(nil)
	if len(text) > 0 && text[len(text)-1] == ')' {
		for blanks := 2; blanks > 0 && module == nil; blanks-- {
			if at := lastMarker(text, blanks); at >= 0 {
				name, module = text[:at], text[at+blanks+len("(in "):len(text)-1]
			}
		}
	}
	if !bytes.Equal(n.written, module) {
		n.written, n.module = append(n.written[:0], module...), sampleModule(sampleString(module))
	}
	n.frame[0] = collapse.Frame{
		Name:   symbol.Native(sampleString(bytes.TrimRight(name, " ")), n.simple),
		Module: n.module,
	}
	if len(address) > 0 {
		n.frame[0].Name += " <" + string(address) + ">"
	}
	return n.frame[:]
}

// isParked says whether a leaf is a call that parks its thread.
func (n *sampleNames) isParked(frame collapse.FrameID, b *collapse.Builder) bool {
	if int(frame) >= len(n.parked) {
		n.parked = append(n.parked, make([]parkedAnswer, int(frame)+1-len(n.parked))...)
	}
	if n.parked[frame] == parkedUnasked {
		n.parked[frame] = parkedNo
		if f := b.Known(frame); symbol.Parks(f.Module, f.Name) {
			n.parked[frame] = parkedYes
		}
	}
	return n.parked[frame] == parkedYes
}

// thread returns the place of a thread. Mostly each comes once, with all that it calls, so nothing of the one before is
// looked up any more.
func (n *sampleNames) thread(b *collapse.Builder, frame collapse.FrameID) collapse.NodeID {
	node, known := n.threads[frame]
	switch {
	case known:
		n.again = true
		return node
	case n.again:
		node = b.Call(collapse.Root, frame)
	default:
		node = b.NewTree(frame)
	}
	if n.threads == nil {
		n.threads = make(map[collapse.FrameID]collapse.NodeID)
	}
	n.threads[frame] = node
	return node
}
