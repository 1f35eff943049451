package collapse_test

import (
	"math"
	"testing"

	"fold/collapse"
)

func TestCuts(t *testing.T) {
	tests := []struct {
		name, text string
		cut        func(p *collapse.Profile) *collapse.Profile
		want       string
	}{
		{
			"recursion", lines("a;b;b;b;c 1", "a;b;c;b 2", "b;b 4"), (*collapse.Profile).CollapseRecursion,
			lines("a;b;c 1", "a;b;c;b 2", "b 4"),
		},
		{"recursion in other modules", lines("x`a;y`a;y`a 1"), (*collapse.Profile).CollapseRecursion, lines("x`a;y`a 1")},
		{
			"depth", lines("a;b;c 1", "a;b;d;e 2", "a 4"), func(p *collapse.Profile) *collapse.Profile { return p.CutDepth(2) },
			lines("a 4", "a;b 3"),
		},
		{"any depth", lines("a;b;c 1"), func(p *collapse.Profile) *collapse.Profile { return p.CutDepth(0) }, lines("a;b;c 1")},
		{
			"from", lines("a;m;b;m;c 1", "lib`m;x 2", "a;mm 4", "n 8"), func(p *collapse.Profile) *collapse.Profile { return p.From("m", "n") },
			lines("lib`m;x 2", "m;b;m;c 1", "n 8"),
		},
		{"from a module", lines("a;lib`m 1", "a;m 2"), func(p *collapse.Profile) *collapse.Profile { return p.From("lib`m") }, lines("lib`m 1")},
		{"multiply", lines("a 3", "b 10"), func(p *collapse.Profile) *collapse.Profile { return p.Multiply(0, 25, 1) }, lines("a 7.5", "b 25")},
		{"divide", lines("a 3"), func(p *collapse.Profile) *collapse.Profile { return p.Multiply(0, 1, 6) }, lines("a 0.000003")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { same(t, folded(t, tt.cut(parse(t, tt.text)), 0), tt.want) })
	}
}

// TestCompact: frames of stacks without weight go, and so do those that no stack holds any more.
func TestCompact(t *testing.T) {
	p := parse(t, "a;b;c 1\na;d 0\ne 2\n")
	if p.Frames() != 5 {
		t.Fatalf("%d frames", p.Frames())
	}
	got := p.CutDepth(2).Compact()
	same(t, folded(t, got, 0), lines("a;b 1", "e 2"))
	if got.Frames() != 3 || got.Len() != 4 {
		t.Errorf("%d frames at %d nodes", got.Frames(), got.Len())
	}
	if again := got.Compact(); again != got {
		t.Error("what is compact is made again")
	}
}

func TestMultiplyTooMuch(t *testing.T) {
	p := parse(t, "a 5000000000000000000\nb 1\n")
	if got := p.Multiply(0, 2, 0); !got.Saturated || got.Total(0) != math.MaxInt64 {
		t.Errorf("got %d, saturated %v", got.Total(0), got.Saturated)
	}
	if p.Saturated || p.Total(0) != 5_000_000_000_000_000_001 {
		t.Error("the profile itself changed")
	}
}
