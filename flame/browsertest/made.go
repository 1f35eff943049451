package browsertest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fold/collapse"
)

// MadeProfile makes up the profile of a program of 4,000 functions, each of which calls eight others. Stacks are about 40
// frames deep, and each has most of its frames in common with the one before.
func MadeProfile(stacks int) *collapse.Profile {
	return made(stacks, []collapse.Metric{{Name: "samples"}}, func(r *rand.Rand, weights []int64) {
		weights[0] = heavyTail(r)
	})
}

// MadeHeap makes up such a profile with the four columns of a heap: of what was allocated a tenth is in use.
func MadeHeap(stacks int) *collapse.Profile {
	columns := []collapse.Metric{
		{Name: "alloc_objects", Unit: "count"},
		{Name: "alloc_space", Unit: "bytes"},
		{Name: "inuse_objects", Unit: "count"},
		{Name: "inuse_space", Unit: "bytes"},
	}
	return made(stacks, columns, func(r *rand.Rand, weights []int64) {
		objects, size := heavyTail(r), int64(16)<<r.IntN(8)
		inUse := int64(0)
		if r.IntN(10) == 0 {
			inUse = 1 + objects/4
		}
		copy(weights, []int64{objects, objects * size, inUse, inUse * size})
	})
}

// heavyTail returns a weight that is mostly small and now and then very large.
func heavyTail(r *rand.Rand) int64 { return int64(math.Pow(1-r.Float64(), -1/0.6)) }

// made makes up stacks, and asks for the weights of each.
func made(stacks int, columns []collapse.Metric, weigh func(r *rand.Rand, weights []int64)) *collapse.Profile {
	const functions = 4000
	r := rand.New(rand.NewPCG(7, 11))
	b := collapse.NewBuilder()
	var metrics []int
	for _, column := range columns {
		metrics = append(metrics, b.Metric(column))
	}
	var frames []collapse.FrameID
	for i := range functions {
		frames = append(frames, b.Frame(collapse.Frame{Name: fmt.Sprintf("package%d.(*Type%d).method%d", i%61, i%359, i)}))
	}
	called, path := []int{0}, []collapse.NodeID{b.Call(collapse.Root, frames[0])}
	weights := make([]int64, len(columns))
	for range stacks {
		keep := max(1, len(path)-int(math.Pow(1-r.Float64(), -0.6)))
		called, path = called[:keep], path[:keep]
		for more := true; more; more = r.IntN(80) > len(path) {
			at := len(path) - 1
			f := (called[at]*8 + r.IntN(8) + 1) % functions
			called, path = append(called, f), append(path, b.Call(path[at], frames[f]))
		}
		weigh(r, weights)
		for i, weight := range weights {
			b.Add(path[len(path)-1], metrics[i], weight)
		}
	}
	return b.Profile()
}
