package flame

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestOrderOfStacks draws stacks in the order of their nodes, which is read off their numbers, and in another, which is
// not. The pictures must be the same, and of sums beyond 64 bits as well.
func TestOrderOfStacks(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	options := []SVGOptions{
		{}, {MinWidth: -1}, {MinWidth: 20}, {Order: OrderWidth, MinWidth: 5}, {PruneData: true, MinWidth: 9}, {Total: 1 << 62, MinWidth: 3}, {NoScript: true},
	}
	for i := range 21 {
		largest := []int64{9, 1 << 40, 1<<63 - 1}[i%3]
		lines := randomLines(random, largest)
		sorted := readFolded(strings.Join(lines, ""))
		random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		shuffled := readFolded(strings.Join(lines, ""))
		for _, o := range options {
			got, want := writeSVG(t, sorted, o), writeSVG(t, shuffled, o)
			if !bytes.Equal(got, want) {
				t.Errorf("weights up to %d, %+v: the pictures of stacks in order and of the same in another differ", largest, o)
			}
		}
	}
}

// randomLines returns the lines of folded stacks, sorted, some of which weigh nothing.
func randomLines(random *rand.Rand, largest int64) (lines []string) {
	for range 10 {
		var stack []string
		for range 1 + random.IntN(6) {
			stack = append(stack, []string{"a", "b", "b c", "d"}[random.IntN(4)])
		}
		weight := int64(0)
		if random.IntN(5) > 0 {
			weight = random.Int64N(largest)
		}
		lines = append(lines, fmt.Sprintf("%s %d\n", strings.Join(stack, ";"), weight))
	}
	slices.Sort(lines)
	return lines
}
