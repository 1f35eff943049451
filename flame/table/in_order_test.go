package table

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"fold/collapse"
)

// TestInOrder compares the sums of one pass with those of lists of totals and callees, on random trees whose nodes stand
// in the order of a walk but for a few.
func TestInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	passes := 0
	for range 1000 {
		p := randomTree(random, 2+random.IntN(300))
		rowOf := make([]uint32, p.Frames())
		for f := range rowOf {
			rowOf[f] = uint32(f / 2) // two frames are one row
		}
		got, want := make([]Row, 5), make([]Row, 5)
		weighs := addInOrder(p, 0, rowOf, got)
		if weighs == nil {
			if slices.ContainsFunc(got, func(r Row) bool { return r != Row{} }) {
				t.Fatalf("rows without an order: %v", got)
			}
			continue
		}
		passes++
		if wanted := addAnyOrder(p, 0, rowOf, want); !reflect.DeepEqual(got, want) || !slices.Equal(weighs, wanted) {
			t.Fatalf("got %v %v, want %v %v", got, weighs, want, wanted)
		}
	}
	if passes < 100 || passes == 1000 {
		t.Errorf("%d of 1000 trees in order: the test shows nothing", passes)
	}
}

// randomTree returns a tree of ten functions, most of whose nodes are called from the node before or its callers.
func randomTree(random *rand.Rand, nodes int) *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	frames := make([]collapse.FrameID, 10)
	for f := range frames {
		frames[f] = b.Frame(collapse.Frame{Name: string(rune('a' + f))})
	}
	path := []collapse.NodeID{collapse.Root}
	jumps := random.IntN(8)
	all := []collapse.NodeID{collapse.Root}
	for range nodes {
		path = path[:1+random.IntN(len(path))]
		caller := path[len(path)-1]
		if random.IntN(100) < jumps {
			caller = all[random.IntN(len(all))]
		}
		n := b.NewCall(caller, frames[random.IntN(len(frames))])
		b.Add(n, samples, int64(random.IntN(3)))
		path, all = append(path, n), append(all, n)
	}
	return b.Profile()
}
