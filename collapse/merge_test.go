package collapse

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestMergeBuilders deals stacks out to three builders and merges them: the result is that of one builder, and stacks
// that come later are found in it.
func TestMergeBuilders(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 3))
	metric := Metric{Name: "samples", Unit: "count"}
	add := func(b *Builder, stack string) {
		n := Root
		for _, f := range stack {
			n = b.Call(n, b.Frame(Frame{Name: string(f)}))
		}
		b.Add(n, b.Metric(metric), 1)
	}
	written := func(b *Builder) string {
		var out bytes.Buffer
		if err := WriteFolded(&out, b.Profile(), FoldedOptions{}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for range 200 {
		one, parts := NewBuilder(), []*Builder{NewBuilder(), NewBuilder(), NewBuilder()}
		stack := func() string {
			text := make([]byte, 1+random.IntN(6))
			for i := range text {
				text[i] = "abcdefghijklmno"[random.IntN(15)]
			}
			return string(text)
		}
		for range 60 {
			s := stack()
			add(one, s)
			add(parts[random.IntN(3)], s)
		}
		parts[0].Merge(parts[1])
		parts[0].Merge(parts[2])
		nodes := parts[0].profile.Len()
		add(one, "abc")
		add(parts[0], "abc")
		for n := NodeID(1); int(n) < nodes; n++ {
			at := parts[0].profile.nodes[n]
			if found := parts[0].Call(at.parent, at.frame); found != n {
				t.Fatalf("node %d is found as %d", n, found)
			}
		}
		if got, want := written(parts[0]), written(one); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}
