package collapse

import (
	"math/rand/v2"
	"testing"
)

// TestCalls checks that each call has one node, however nodes came about.
func TestCalls(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		b := NewBuilder()
		known := map[node]NodeID{}
		last := NodeID(0) // the first node of the last tree
		for i := range 200 {
			at := node{last + NodeID(random.IntN(len(known)+1-int(last))), FrameID(random.IntN(30))}
			id, isKnown := known[at]
			var got NodeID
			switch {
			case random.IntN(20) == 0:
				at = node{Root, FrameID(100 + i)}
				last, isKnown = b.NewTree(at.frame), false
				got = last
			case random.IntN(100) == 0: // from a node that was left behind
				at.parent = NodeID(random.IntN(len(known) + 1))
				id, isKnown = known[at]
				got = b.Call(at.parent, at.frame)
			case random.IntN(2) == 0 && !isKnown:
				got = b.NewCall(at.parent, at.frame)
			default:
				got = b.Call(at.parent, at.frame)
			}
			if !isKnown {
				id = NodeID(len(known) + 1)
				known[at] = id
			}
			if got != id {
				t.Fatalf("call of %d from %d is node %d, want %d", at.frame, at.parent, got, id)
			}
		}
	}
}
