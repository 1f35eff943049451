package pprof_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/pprof/profile"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestDropFrames drops frames of made up stacks, with inlined calls, and has google/pprof do the same.
func TestDropFrames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	for range 50 {
		p := newPprof("samples/count")
		names := []string{"main", "malloc", ".malloc(int)", "mallopt", "(anonymous namespace)::run()", "", "keep.malloc"}
		for i := range 20 {
			l := &profile.Location{Address: uint64(i + 1)}
			for range random.IntN(4) {
				l.Line = append(l.Line, profile.Line{Function: p.function(names[random.IntN(len(names))], "a.c")})
			}
			p.location(l)
		}
		for i := range 30 {
			var stack []*profile.Location
			for range random.IntN(6) {
				stack = append(stack, p.Location[random.IntN(len(p.Location))])
			}
			p.add(stack, int64(i+1))
		}
		p.DropFrames = `.*mallo.*|\(anonymous namespace\)::run`
		if random.IntN(2) == 0 {
			p.KeepFrames = `keep\..*|mallopt`
		}
		got, _ := sourcestest.MustRead(t, pprofBytes(t, p.Profile), sources.Options{})
		if err := p.RemoveUninteresting(); err != nil {
			t.Fatal(err)
		}
		want, _ := sourcestest.MustRead(t, pprofBytes(t, p.Profile), sources.Options{AllFrames: true})
		sourcestest.Same(t, pprofColumn(t, got, ""), pprofColumn(t, want, ""))
		if t.Failed() {
			t.Fatal(fmt.Sprint(p))
		}
	}
}
