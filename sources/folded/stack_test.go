package folded

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
)

// TestSortedStacks reads lines that are sorted, so that nodes are made without a look-up, those that are not, and those
// that are up to a place. Each place of the tree must be one node, and the order must not show in what is written.
func TestSortedStacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		lines := make([]string, 1+random.IntN(12))
		for i := range lines {
			lines[i] = randomStack(random) + " 1\n"
		}
		want := written(t, lines, 1<<20)
		slices.SortFunc(lines, func(a, b string) int { return strings.Compare(stackOf(a), stackOf(b)) })
		inOrder := written(t, lines, 1<<20)
		chunked := written(t, lines, 1)
		i, j := random.IntN(len(lines)), random.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		swapped := written(t, lines, 1<<20)
		if inOrder != want || chunked != want || swapped != want {
			t.Fatalf("%q: got\n%s\nin tiny chunks\n%s\nwith two lines swapped\n%s\nwant\n%s", lines, inOrder, chunked, swapped, want)
		}
	}
}

// randomStack returns a few letters, of which many make a new frame, go on with one, or stand between a name and that
// name with a semicolon.
func randomStack(random *rand.Rand) string {
	text := []byte{'a'}
	for range random.IntN(8) {
		text = append(text, "aab;;;;;;[]! `"[random.IntN(14)])
	}
	return string(text)
}

func stackOf(line string) string {
	stack, _ := cutWeight([]byte(strings.TrimSuffix(line, "\n")))
	return string(stack)
}

// written reads lines in chunks of some size and returns what is written, having looked at each node.
func written(t *testing.T, lines []string, chunk int) string {
	t.Helper()
	p, _, err := input.Read(strings.NewReader(strings.Join(lines, "")), Format, input.Options{Workers: 1, ChunkSize: chunk})
	if err != nil {
		t.Fatalf("%q: %v", lines, err)
	}
	type place struct {
		caller collapse.NodeID
		frame  collapse.FrameID
	}
	seen := make(map[place]bool)
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		at := place{p.Parent(n), p.FrameOf(n)}
		if seen[at] {
			t.Fatalf("%q: two nodes for one place: %s", lines, p.StackText(n))
		}
		seen[at] = true
	}
	var out strings.Builder
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
