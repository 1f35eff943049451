package collapse

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCallees compares what is listed of trees whose nodes stand in order, and of others, with Children, and descents
// into each node, which pass over every fifth, with walks that recurse.
func TestCallees(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	inOrder := 0
	for i := range 2000 {
		p, _ := randomStacks(random, i%4 > 0)
		rank := make([]uint32, p.Frames())
		if i%5 > 0 {
			rank = Ranks(p.Frames(), func(i, j int) int { return p.frames[i].Compare(p.frames[j]) })
		}
		callees, children := p.Callees(rank), p.Children(rank)
		if callees.ends != nil {
			inOrder++
		}
		for n := range NodeID(p.Len()) {
			if got, want := callees.Append(nil, n), children.Of(n); !slices.Equal(got, want) {
				t.Fatalf("%d calls %v, want %v", n, got, want)
			}
			if got, want := descended(callees, n), recursed(children, n, 0); !slices.Equal(got, want) {
				t.Fatalf("from %d to %v, want %v", n, got, want)
			}
		}
	}
	if inOrder < 200 || inOrder > 1800 {
		t.Errorf("%d of 2000 in order: the test shows nothing", inOrder)
	}
}

func descended(callees Callees, from NodeID) (all []descent) {
	at := callees.From(from, Descent{})
	for more := true; more; {
		all = append(all, descent{uint32(at.Node), at.Depth})
		more = at.Next(at.Node%5 != 0)
	}
	return all
}

func recursed(children Children, n NodeID, depth int) []descent {
	all := []descent{{uint32(n), depth}}
	if n%5 == 0 {
		return all
	}
	for _, callee := range children.Of(n) {
		all = append(all, recursed(children, NodeID(callee), depth+1)...)
	}
	return all
}
