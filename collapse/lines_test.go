package collapse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestLines compares the lines of trees whose nodes stand in the order of sorted stacks, and of others, with the stacks
// that they were made of, and lines with two weights with those of a tree of both.
func TestLines(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	numbered := 0
	for i := range 3000 {
		a, wantA := randomStacks(random, i%4 > 0)
		b, wantB := randomStacks(random, i%3 > 0)
		if _, is := a.lines(a.labels(), []int{0}).(*numberedLines); is {
			numbered++
		}
		if got := foldedOf(t, a, 0); got != wantA {
			t.Fatalf("got\n%s\nwant\n%s", got, wantA)
		}
		if got := foldedOf(t, b, 0); got != wantB {
			t.Fatalf("got\n%s\nwant\n%s", got, wantB)
		}
		var pair strings.Builder
		if err := WritePair(&pair, Column{a, 0}, Column{b, 0}); err != nil {
			t.Fatal(err)
		}
		if want := foldedOf(t, Beside(Column{a, 0}, Column{b, 0}), 0, 1); pair.String() != want {
			t.Fatalf("got\n%s\nwant\n%s", pair.String(), want)
		}
	}
	if numbered < 1000 || numbered == 3000 {
		t.Errorf("%d of 3000 in order: the test shows nothing", numbered)
	}
}

// randomStacks returns a profile of stacks that were added in byte order or in any, and what it is as folded stacks.
func randomStacks(random *rand.Rand, sorted bool) (p *Profile, folded string) {
	weights := make(map[string]int64)
	for range 1 + random.IntN(20) {
		var stack strings.Builder
		stack.WriteString("a")
		for range random.IntN(4) {
			stack.WriteString([]string{";", ";", " b", ".c", "d"}[random.IntN(5)])
		}
		for range random.IntN(4) {
			stack.WriteString(";" + []string{"a", "a b", "a.c", "ad", "a.c!"}[random.IntN(5)])
		}
		weights[strings.Trim(strings.ReplaceAll(stack.String(), ";;", ";"), ";")] = int64(random.IntN(4))
	}
	var stacks []string
	for stack := range weights {
		stacks = append(stacks, stack)
	}
	slices.Sort(stacks)
	for _, stack := range stacks {
		if w := weights[stack]; w != 0 {
			folded += fmt.Sprintf("%s %d\n", stack, w)
		}
	}
	if !sorted {
		random.Shuffle(len(stacks), func(i, j int) { stacks[i], stacks[j] = stacks[j], stacks[i] })
	}
	b := NewBuilder()
	samples := b.Metric(Metric{Name: "samples"})
	for _, stack := range stacks {
		n := Root
		for name := range strings.SplitSeq(stack, ";") {
			n = b.Call(n, b.Frame(Frame{Name: name}))
		}
		b.Add(n, samples, weights[stack])
	}
	return b.Profile(), folded
}

func foldedOf(t *testing.T, p *Profile, columns ...int) string {
	t.Helper()
	var out strings.Builder
	if err := WriteFolded(&out, p, FoldedOptions{Columns: columns}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
