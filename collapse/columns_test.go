package collapse_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
)

// facts writes what a column knows of each stack and frame beside its folded lines: "a;b 3 squares 9" and
// "a given 12", with a last line where given weights are lost.
func facts(p *collapse.Profile, metric int) string {
	var out []string
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if w, s := p.Self(metric, n), p.Square(metric, n); w != 0 || s != (collapse.Square{}) {
			out = append(out, fmt.Sprintf("%s %d squares %.0f", p.StackText(n), w, s.Float()))
		}
	}
	for f := range collapse.FrameID(p.Frames()) {
		if w, known := p.Given(metric, f); known {
			out = append(out, fmt.Sprintf("%s given %d", p.Frame(f).Name, w))
		}
	}
	slices.Sort(out)
	if p.GivenLost {
		out = append(out, "given weights lost")
	}
	if p.HasSequence() {
		var line strings.Builder
		line.WriteString("moments")
		for m := range p.Moments(metric) {
			line.WriteString(fmt.Sprintf(" %s=%d@%d", p.StackText(m.Node), m.Weight, m.Time))
		}
		out = append(out, line.String())
	}
	return lines(out...)
}

// full is a profile that knows all that a column can know: samples of unequal weight with times, and the inclusive
// weights of two flat functions.
func full() *collapse.Profile {
	b := collapse.NewBuilder()
	b.RecordSequence()
	m := b.Metric(collapse.Metric{Name: "cycles", Unit: "count"})
	b.AddAt(stack(b, "a", "b"), m, 3, 10)
	b.AddAt(stack(b, "f"), m, 4, 20)
	b.AddAt(stack(b, "a", "c"), m, 5, 30)
	b.AddAt(stack(b, "f"), m, 1, 40)
	b.Given(b.Frame(collapse.Frame{Name: "f", File: "f.x"}), m, 50)
	b.Given(b.Frame(collapse.Frame{Name: "a", File: "a.x"}), m, 60)
	return b.Profile()
}

// sums is a profile in the same column that knows weights alone.
func sums() *collapse.Profile {
	b := collapse.NewBuilder()
	b.Add(stack(b, "f", "a"), b.Metric(collapse.Metric{Name: "cycles", Unit: "count"}), 7)
	return b.Profile()
}

func stack(b *collapse.Builder, names ...string) collapse.NodeID {
	n := collapse.Root
	for _, name := range names {
		n = b.Call(n, b.Frame(collapse.Frame{Name: name, File: name + ".x"}))
	}
	return n
}

// TestColumns is the table in the package comment.
func TestColumns(t *testing.T) {
	re := regexp.MustCompile
	for _, test := range []struct {
		name   string
		change func(p *collapse.Profile) *collapse.Profile
		want   string
	}{
		{"nothing", func(p *collapse.Profile) *collapse.Profile { return p }, lines(
			"a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "f 5 squares 17", "f given 50", "moments a;b=3@10 f=4@20 a;c=5@30 f=1@40")},
		{"merge", func(p *collapse.Profile) *collapse.Profile { return collapse.Merge(p, p) }, lines(
			"a given 120", "a;b 6 squares 18", "a;c 10 squares 50", "f 10 squares 34", "f given 100",
			"moments a;b=3@10 f=4@20 a;c=5@30 f=1@40 a;b=3@10 f=4@20 a;c=5@30 f=1@40")},
		{"merge with sums", func(p *collapse.Profile) *collapse.Profile { return collapse.Merge(p, sums()) }, lines(
			"a given 67", "a;b 3 squares 0", "a;c 5 squares 0", "f 5 squares 0", "f given 57", "f;a 7 squares 0")},
		{"focus on whole frames", filter(collapse.Filter{Focus: re("a|b|c")}), lines("a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "moments a;b=3@10 =4@20 a;c=5@30 =1@40")},
		{"focus on a part", filter(collapse.Filter{Focus: re("^b")}), lines("a;b 3 squares 9", "given weights lost", "moments a;b=3@10 =4@20 =5@30 =1@40")},
		{"ignore a flat one", filter(collapse.Filter{Ignore: re("f")}), lines("a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "moments a;b=3@10 =4@20 a;c=5@30 =1@40")},
		{"hide", filter(collapse.Filter{Hide: re("b")}), lines("a 3 squares 9", "a;c 5 squares 25", "f 5 squares 17", "given weights lost", "moments a=3@10 f=4@20 a;c=5@30 f=1@40")},
		{"hide a flat one", filter(collapse.Filter{Hide: re("f")}), lines("a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "moments a;b=3@10 =4@20 a;c=5@30 =1@40")},
		{"rename", func(p *collapse.Profile) *collapse.Profile {
			return p.MapFrames(func(f collapse.Frame) collapse.Frame { return collapse.Frame{Name: strings.ToUpper(f.Name)} })
		}, lines("A given 60", "A;B 3 squares 9", "A;C 5 squares 25", "F 5 squares 17", "F given 50", "moments A;B=3@10 F=4@20 A;C=5@30 F=1@40")},
		{"join frames", func(p *collapse.Profile) *collapse.Profile {
			return p.MapFrames(func(f collapse.Frame) collapse.Frame {
				return collapse.Frame{Name: strings.ReplaceAll(f.Name, "c", "b")}
			})
		}, lines("a;b 8 squares 34", "f 5 squares 17", "given weights lost", "moments a;b=3@10 f=4@20 a;b=5@30 f=1@40")},
		{"cut", func(p *collapse.Profile) *collapse.Profile { return p.CutDepth(1) }, lines("a 8 squares 34", "f 5 squares 17", "given weights lost", "moments a=3@10 f=4@20 a=5@30 f=1@40")},
		{"reverse", (*collapse.Profile).Reverse, lines("a given 60", "b;a 3 squares 9", "c;a 5 squares 25", "f 5 squares 17", "f given 50", "moments b;a=3@10 f=4@20 c;a=5@30 f=1@40")},
		{"compact", func(p *collapse.Profile) *collapse.Profile {
			return p.Filter(collapse.Filter{Ignore: re("f")}).Compact()
		}, lines(
			"a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "moments a;b=3@10 =4@20 a;c=5@30 =1@40")},
		{"multiply", func(p *collapse.Profile) *collapse.Profile { return p.Multiply(0, 10, 1) }, lines(
			"a given 600", "a;b 30 squares 900", "a;c 50 squares 2500", "f 50 squares 1700", "f given 500", "moments a;b=30@10 f=40@20 a;c=50@30 f=10@40")},
		{"beside", func(p *collapse.Profile) *collapse.Profile { return collapse.Beside(collapse.Column{Profile: p}) }, lines(
			"a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "f 5 squares 17", "f given 50")},
		{"drop no negative", func(p *collapse.Profile) *collapse.Profile { p, _, _ = p.DropNegative(0); return p }, lines(
			"a given 60", "a;b 3 squares 9", "a;c 5 squares 25", "f 5 squares 17", "f given 50", "moments a;b=3@10 f=4@20 a;c=5@30 f=1@40")},
		{"proportional", func(p *collapse.Profile) *collapse.Profile { p, _ = p.Proportional(0, 2, 1); return p }, lines(
			"a;b 6 squares 0", "a;c 10 squares 0", "f 10 squares 0", "given weights lost")},
	} {
		t.Run(test.name, func(t *testing.T) { same(t, facts(test.change(full()), 0), test.want) })
	}
}

// TestSquares checks sums of squares against big numbers, however the samples are dealt out to builders.
func TestSquares(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 200 {
		builders := make([]*collapse.Builder, 1+random.IntN(3))
		for i := range builders {
			builders[i] = collapse.NewBuilder()
		}
		want, sum := make(map[string]*big.Int), make(map[string]int64)
		equal := round%4 == 0
		for range 1 + random.IntN(50) {
			b, name := builders[random.IntN(len(builders))], string(rune('a'+random.IntN(4)))
			count, each := 1+random.Int64N(5), random.Int64N(math.MaxInt64/1000)
			if equal {
				each = 1000003
			}
			b.AddSamples(stack(b, name), b.Metric(collapse.Metric{Name: "cpu"}), each*count, count)
			square := new(big.Int).Mul(big.NewInt(each), big.NewInt(each))
			square.Mul(square, big.NewInt(count))
			if want[name] == nil {
				want[name] = new(big.Int)
			}
			want[name].Add(want[name], square)
			sum[name] += each * count
		}
		for _, b := range builders[1:] {
			builders[0].Merge(b)
		}
		p := builders[0].Profile()
		if known := p.SampleWeight(0) != 0; p.Metrics[0].Sampling != collapse.Sampled || equal != known && len(sum) > 1 {
			t.Fatalf("sampling %v, samples of weight %d", p.Metrics[0].Sampling, p.SampleWeight(0))
		}
		for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
			s, name := p.Square(0, n), p.StackText(n)
			got := new(big.Int).Lsh(new(big.Int).SetUint64(s.Hi), 64)
			got.Add(got, new(big.Int).SetUint64(s.Lo))
			if got.Cmp(want[name]) != 0 || p.Self(0, n) != sum[name] {
				t.Fatalf("%s: weight %d with squares %d, want %d with %d", name, p.Self(0, n), got, sum[name], want[name])
			}
		}
	}
}

// TestSampling checks what is said of columns whose weights came about in different ways.
func TestSampling(t *testing.T) {
	build := func(s collapse.Sampling) *collapse.Profile {
		b := collapse.NewBuilder()
		m := b.Metric(collapse.Metric{Name: "x", Sampling: s})
		if s == collapse.Sampled {
			b.AddSample(stack(b, "a"), m, 2)
		} else {
			b.Add(stack(b, "a"), m, 2)
		}
		return b.Profile()
	}
	const unknown, sampled, exact, measured = collapse.SamplingUnknown, collapse.Sampled, collapse.Exact, collapse.Measured
	want := [4][4]collapse.Sampling{
		{unknown, unknown, unknown, measured},
		{unknown, sampled, measured, measured},
		{unknown, measured, exact, measured},
		{measured, measured, measured, measured},
	}
	for first := range want {
		for second := range want {
			p := collapse.Merge(build(collapse.Sampling(first)), build(collapse.Sampling(second)))
			if got := p.Metrics[0].Sampling; got != want[first][second] {
				t.Errorf("%d and %d give %d, want %d", first, second, got, want[first][second])
			}
		}
	}
}

// TestMomentsInPieces checks that moments stand in the order of the input, whichever builder read a piece of it.
func TestMomentsInPieces(t *testing.T) {
	for workers := 1; workers < 5; workers++ {
		builders := make([]*collapse.Builder, workers)
		for i := range builders {
			builders[i] = collapse.NewBuilder()
			builders[i].RecordSequence()
		}
		for i := range int64(20) {
			b := builders[int(i/2)%workers]
			b.SetPosition(i / 2)
			m := b.MetricAt(collapse.Metric{Name: "samples"}, i/2)
			if i%3 == 0 {
				b.Add(stack(b, "a"), m, i+1)
			} else {
				b.AddAt(stack(b, "b"), m, i+1, 100*i)
			}
		}
		for _, b := range builders[1:] {
			builders[0].Merge(b)
		}
		i := int64(0)
		for m := range builders[0].Profile().Moments(0) {
			want := int64(collapse.NoTime)
			if i%3 != 0 {
				want = 100 * i
			}
			if m.Weight != i+1 || m.Time != want {
				t.Fatalf("%d workers: moment %d weighs %d at %d, want %d at %d", workers, i, m.Weight, m.Time, i+1, want)
			}
			i++
		}
		if i != 20 {
			t.Errorf("%d workers: got %d moments, want 20", workers, i)
		}
	}
}

// TestBesideFiles checks that a function is one row wherever its file lay when each profile was built, and on
// whichever line it stands.
func TestBesideFiles(t *testing.T) {
	build := func(root string, line int, weight int64) collapse.Column {
		b := collapse.NewBuilder()
		n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main", File: root + "/main.go", Line: line}))
		n = b.Call(n, b.Frame(collapse.Frame{Name: "work", File: root + "/work.go", Line: line + 7}))
		b.Add(n, b.Metric(collapse.Metric{Name: "cpu"}), weight)
		return collapse.Column{Profile: b.Profile()}
	}
	p := collapse.Beside(build("/home/ci", 10, 3), build("/src", 12, 5))
	same(t, folded(t, p, 0)+folded(t, p, 1), lines("main;work 3", "main;work 5"))
	if p.Len() != 3 || p.Frames() != 2 {
		t.Errorf("got %d nodes and %d frames, want 3 and 2", p.Len(), p.Frames())
	}
}

// TestBlocks checks that parts hold the same number of samples in the order of time, with what a filter left out.
func TestBlocks(t *testing.T) {
	b := collapse.NewBuilder()
	b.RecordSamples()
	m := b.Metric(collapse.Metric{Name: "cycles"})
	for i, name := range []string{"d", "a", "b", "c", "a", "b", "a"} {
		time := int64(i)
		if name == "d" {
			time = 9
		}
		b.AddAt(stack(b, name), m, 1<<i, time)
	}
	b.Add(stack(b, "a"), b.Metric(collapse.Metric{Name: "sums"}), 1)
	p := b.Profile().Filter(collapse.Filter{Ignore: regexp.MustCompile("b")})
	if p.HasMoments(1) || p.Blocks(1, 3) != nil {
		t.Error("sums have moments")
	}
	blocks := p.Blocks(m, 3)
	var got []string
	for i := range blocks.Metrics {
		got = append(got, fmt.Sprint(blocks.Total(i)), folded(t, blocks, i))
	}
	same(t, lines(got...), lines("6", "a 2\n", "24", "a 16\nc 8\n", "97", "a 64\nd 1\n"))
}
