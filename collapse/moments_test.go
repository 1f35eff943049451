package collapse_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"fold/collapse"
)

// recorded is parse for a profile that knows the order of its lines.
func recorded(t *testing.T, text string) *collapse.Profile {
	t.Helper()
	b := collapse.NewBuilder()
	b.RecordSequence()
	b.SetModules(true)
	m := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	for line := range strings.Lines(text) {
		addLine(t, b, m, strings.TrimSpace(line))
	}
	return b.Profile()
}

// tree writes each node behind as many dots as it has callers: "..work 3".
func tree(p *collapse.Profile) string {
	var out strings.Builder
	depths := make([]int, p.Len())
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		depths[n] = depths[p.Parent(n)] + 1
		fmt.Fprintf(&out, "%s%s %d\n", strings.Repeat(".", depths[n]-1), p.Frame(p.FrameOf(n)).Name, p.Self(0, n))
	}
	return out.String()
}

func TestUnmerged(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"equal neighbours", "a;b 1\na;b 2\n", lines("a 0", ".b 3")},
		{"back again", "a;b 1\nc 2\na;b 4\n", lines("a 0", ".b 1", "c 2", "a 0", ".b 4")},
		{"shared callers", "a;b;c 1\na;b;d 2\na;c 3\n", lines("a 0", ".b 0", "..c 1", "..d 2", ".c 3")},
		{"own time between", "a;b 1\na 2\na;b 4\n", lines("a 2", ".b 1", ".b 4")},
		{"no weight", "a 1\nb 0\na 2\n", lines("a 3")},
	}
	for _, tt := range tests {
		got, err := recorded(t, tt.text).Unmerged(0)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(tt.name, func(t *testing.T) { same(t, tree(got), tt.want) })
	}
}

// TestSequenceSurvives: whatever rewrites a profile keeps the order of what is left.
func TestSequenceSurvives(t *testing.T) {
	text := "a;b;c 1\nx;b 2\na;b;c 4\n"
	tests := []struct {
		name    string
		rewrite func(p *collapse.Profile) *collapse.Profile
		want    string
	}{
		{"reverse", (*collapse.Profile).Reverse, lines("c 0", ".b 0", "..a 1", "b 0", ".x 2", "c 0", ".b 0", "..a 4")},
		{"filter", func(p *collapse.Profile) *collapse.Profile {
			return p.Filter(collapse.Filter{Focus: regexp.MustCompile("a")})
		}, lines("a 0", ".b 0", "..c 5")},
		{"rename", func(p *collapse.Profile) *collapse.Profile {
			return p.MapFrames(func(f collapse.Frame) collapse.Frame { return collapse.Frame{Name: strings.ToUpper(f.Name)} })
		}, lines("A 0", ".B 0", "..C 1", "X 0", ".B 2", "A 0", ".B 0", "..C 4")},
		{
			"multiply", func(p *collapse.Profile) *collapse.Profile { return p.Multiply(0, 3, 1) },
			lines("a 0", ".b 0", "..c 3", "x 0", ".b 6", "a 0", ".b 0", "..c 12"),
		},
		{"drop negative", func(p *collapse.Profile) *collapse.Profile {
			p, _, _ = collapse.Merge(p, recorded(t, "x;b -3\n")).DropNegative(0)
			return p
		}, lines("a 0", ".b 0", "..c 5")},
		{"merge", func(p *collapse.Profile) *collapse.Profile {
			return collapse.Merge(p, recorded(t, "a;b;c 8\nx 9\n"))
		}, lines("a 0", ".b 0", "..c 1", "x 0", ".b 2", "a 0", ".b 0", "..c 12", "x 9")},
	}
	for _, tt := range tests {
		p := tt.rewrite(recorded(t, text))
		got, err := p.Unmerged(0)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(tt.name, func(t *testing.T) { same(t, tree(got), tt.want) })
	}
}

// TestSequenceScales: weights with digits behind the point, which change the scale of those before, and a
// column that is seen second but stands first.
func TestSequenceScales(t *testing.T) {
	b := collapse.NewBuilder()
	b.RecordSequence()
	second := b.MetricAt(collapse.Metric{Name: "second"}, 2)
	first := b.MetricAt(collapse.Metric{Name: "first"}, 1)
	a, c := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "a"})), b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "c"}))
	b.AddDecimal(a, first, 2, 0)
	b.Add(c, second, 7)
	b.AddDecimal(c, first, 25, 1)
	b.AddDecimal(a, first, 1, 0)
	p := b.Profile()
	got, err := p.Unmerged(0)
	if err != nil {
		t.Fatal(err)
	}
	same(t, tree(got), lines("a 20", "c 25", "a 10"))
	if got, err = p.Unmerged(1); err != nil {
		t.Fatal(err)
	}
	same(t, tree(got), lines("c 7"))
}

func TestUnmergedErrors(t *testing.T) {
	for _, tt := range []struct {
		p    *collapse.Profile
		want string
	}{
		{parse(t, "a 1\n"), "the order of the samples is not known"},
		{collapse.Merge(recorded(t, "a 1\n"), parse(t, "b 1\n")), "the order of the samples is not known"},
		{recorded(t, "a 2\na -1\n"), "a weight below zero has no place in a sequence"},
	} {
		if _, err := tt.p.Unmerged(0); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
