package collapse_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
)

// parse builds a profile from lines "a;b 3"; a frame may be "module`function" or, at the root, "@thread".
func parse(t *testing.T, text string) *collapse.Profile {
	t.Helper()
	b := collapse.NewBuilder()
	b.SetModules(true)
	m := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	for line := range strings.Lines(text) {
		addLine(t, b, m, strings.TrimSpace(line))
	}
	return b.Profile()
}

func addLine(t *testing.T, b *collapse.Builder, metric int, line string) {
	t.Helper()
	at := strings.LastIndexByte(line, ' ')
	weight, err := strconv.ParseInt(line[at+1:], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	node := collapse.Root
	for text := range strings.SplitSeq(line[:at], ";") {
		f := collapse.Frame{Name: text}
		if module, name, found := strings.Cut(text, "`"); found {
			f = collapse.Frame{Module: module, Name: name}
		}
		if name, found := strings.CutPrefix(text, "@"); found {
			f = collapse.Frame{Name: name, Kind: collapse.KindThread}
		}
		node = b.Call(node, b.Frame(f))
	}
	b.Add(node, metric, weight)
}

func folded(t *testing.T, p *collapse.Profile, metric int) string {
	t.Helper()
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{metric}}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// lines joins lines, so that a table can hold them side by side.
func lines(text ...string) string { return strings.Join(text, "\n") + "\n" }

func ExampleWriteFolded() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "work"})), samples, 7)
	if err := collapse.WriteFolded(os.Stdout, b.Profile(), collapse.FoldedOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output: main;work 7
}

// TestFoldedOrder checks the order of the lines against a sort of whole stacks, on random trees whose names
// are full of characters below and above the semicolon.
func TestFoldedOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		stacks := make(map[string]int64)
		for range 1 + random.IntN(40) {
			var frames []string
			for range 1 + random.IntN(5) {
				name := make([]byte, 1+random.IntN(3))
				for i := range name {
					name[i] = "a :<!~"[random.IntN(6)]
				}
				frames = append(frames, string(name))
			}
			stacks[strings.Join(frames, ";")] += 1 + int64(random.IntN(9))
		}
		b := collapse.NewBuilder()
		metric := b.Metric(collapse.Metric{Name: "samples"})
		for stack, weight := range stacks {
			addLine(t, b, metric, fmt.Sprint(stack, " ", weight))
		}
		var want []string
		for stack := range stacks {
			want = append(want, stack)
		}
		slices.Sort(want)
		for i, stack := range want {
			want[i] = fmt.Sprint(stack, " ", stacks[stack])
		}
		same(t, folded(t, b.Profile(), metric), lines(want...))
	}
}

// TestFoldedAlike checks that frames which differ only in what is not written are one frame wherever they
// stand, against a sum over texts of stacks, on random trees with weights that may cancel each other out.
func TestFoldedAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		b := collapse.NewBuilder()
		first, second := b.Metric(collapse.Metric{Name: "samples"}), b.Metric(collapse.Metric{Name: "bytes"})
		sums := make(map[string][2]int64)
		for range 1 + random.IntN(60) {
			node, stack := collapse.Root, ""
			for range 1 + random.IntN(4) {
				f := collapse.Frame{Name: []string{"a", "a b", "c"}[random.IntN(3)], Line: random.IntN(3)}
				node, stack = b.Call(node, b.Frame(f)), stack+";"+f.Name
			}
			weights := [2]int64{int64(random.IntN(5)) - 2, int64(random.IntN(3)) - 1}
			b.Add(node, first, weights[0])
			b.Add(node, second, weights[1])
			sums[stack[1:]] = [2]int64{sums[stack[1:]][0] + weights[0], sums[stack[1:]][1] + weights[1]}
		}
		var want, got bytes.Buffer
		for _, stack := range slices.Sorted(maps.Keys(sums)) {
			if sum := sums[stack]; sum != [2]int64{} {
				fmt.Fprintln(&want, stack, sum[0], sum[1])
			}
		}
		if err := collapse.WriteFolded(&got, b.Profile(), collapse.FoldedOptions{Columns: []int{first, second}}); err != nil {
			t.Fatal(err)
		}
		same(t, got.String(), want.String())
	}
}

// TestFoldedText checks what is written of frames that would break a line or are the same text.
func TestFoldedText(t *testing.T) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples"})
	for i, f := range []collapse.Frame{
		{Name: "f(int;char)\n"},
		{Name: "f(int:char) "},
		{Name: "f(int:char) ", File: "b.c", Line: 3},
		{Name: "\x00\x7fg"},
		{Name: "caf\xe9"},
		{Name: "m", Module: "lib"},
	} {
		b.Add(b.Call(collapse.Root, b.Frame(f)), m, int64(1)<<i)
	}
	p := b.Profile()
	same(t, folded(t, p, m), lines("  g 8", "caf\xe9 16", "f(int:char)  7", "m 32"))
	same(t, folded(t, p.WithModules(true), m), lines("  g 8", "caf\xe9 16", "f(int:char)  7", "lib`m 32"))
}

func TestRewrites(t *testing.T) {
	const stacks = "@T1;main;parse;read 3\n@T1;main;parse 2\n@T1;main;write;parse;flush 4\n@T2;idle 5\n@T2 1\n"
	re := regexp.MustCompile
	for _, test := range []struct {
		name   string
		change func(p *collapse.Profile) *collapse.Profile
		want   string
	}{
		{"focus", filter(collapse.Filter{Focus: re("^read|idle")}), lines("T1;main;parse;read 3", "T2;idle 5")},
		{"focus on a caller", filter(collapse.Filter{Focus: re("write")}), lines("T1;main;write;parse;flush 4")},
		{"ignore", filter(collapse.Filter{Ignore: re("parse")}), lines("T2 1", "T2;idle 5")},
		{"ignore wins", filter(collapse.Filter{Focus: re("main"), Ignore: re("flush")}), lines("T1;main;parse 2", "T1;main;parse;read 3")},
		{"hide", filter(collapse.Filter{Hide: re("parse|T2")}), lines("T1;main 2", "T1;main;read 3", "T1;main;write;flush 4", "idle 5")},
		{"show", filter(collapse.Filter{Show: re("parse|flush")}), lines("parse 5", "parse;flush 4")},
		{"hide and show", filter(collapse.Filter{Show: re("parse|flush"), Hide: re("flush")}), lines("parse 9")},
		{"show from", filter(collapse.Filter{ShowFrom: re("parse|flush")}), lines("parse 2", "parse;flush 4", "parse;read 3")},
		{"prune from", filter(collapse.Filter{PruneFrom: re("parse|write")}), lines("T1;main;parse 5", "T1;main;write;parse 4", "T2 1", "T2;idle 5")},
		{"prune from, last match", filter(collapse.Filter{PruneFrom: re("main|write")}), lines("T1;main 5", "T1;main;write 4", "T2 1", "T2;idle 5")},
		{"skip after", filter(collapse.Filter{SkipAfter: re("parse|main")}), lines("T1;parse 2", "T1;parse;flush 4", "T1;parse;read 3", "T2 1", "T2;idle 5")},
		{"no filter", filter(collapse.Filter{}), lines("T1;main;parse 2", "T1;main;parse;read 3", "T1;main;write;parse;flush 4", "T2 1", "T2;idle 5")},
		{"nothing left", filter(collapse.Filter{Focus: re("nowhere")}), ""},
		{"reverse", (*collapse.Profile).Reverse, lines("T2 1", "flush;parse;write;main;T1 4", "idle;T2 5", "parse;main;T1 2", "read;parse;main;T1 3")},
		{
			"drop threads", func(p *collapse.Profile) *collapse.Profile { return p.DropKind(collapse.KindThread) },
			lines("[unknown] 1", "idle 5", "main;parse 2", "main;parse;read 3", "main;write;parse;flush 4"),
		},
		{
			"map frames", func(p *collapse.Profile) *collapse.Profile {
				return p.MapFrames(func(f collapse.Frame) collapse.Frame { return collapse.Frame{Name: f.Name[:1]} })
			},
			lines("T 1", "T;i 5", "T;m;p 2", "T;m;p;r 3", "T;m;w;p;f 4"),
		},
	} {
		t.Run(test.name, func(t *testing.T) { same(t, folded(t, test.change(parse(t, stacks)), 0), test.want) })
	}
}

func filter(f collapse.Filter) func(*collapse.Profile) *collapse.Profile {
	return func(p *collapse.Profile) *collapse.Profile { return p.Filter(f) }
}

// TestFilterMatches checks that a filter sees the function, the file and the module of a frame.
func TestFilterMatches(t *testing.T) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples"})
	for i, f := range []collapse.Frame{{Name: "one-x"}, {Name: "two", File: "x.go"}, {Name: "three", Module: "libx"}, {Name: "four"}} {
		b.Add(b.Call(collapse.Root, b.Frame(f)), m, int64(i+1))
	}
	p := b.Profile().Filter(collapse.Filter{Focus: regexp.MustCompile("x")})
	same(t, folded(t, p, m), lines("one-x 1", "three 3", "two 2"))
}

// TestDropNegative checks that stacks of equal text are netted before the negative ones go.
func TestDropNegative(t *testing.T) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "space"})
	for _, sample := range []struct {
		file   string
		name   string
		weight int64
	}{{"a.go", "kept", -3}, {"b.go", "kept", 5}, {"a.go", "gone", -7}, {"b.go", "gone", 2}, {"a.go", "plain", 1}} {
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: sample.name, File: sample.file})), m, sample.weight)
	}
	p, stacks, weight := b.Profile().DropNegative(m)
	if stacks != 1 || weight != -5 {
		t.Errorf("got %d stacks of weight %d, want 1 of -5", stacks, weight)
	}
	same(t, folded(t, p, 0), lines("kept 2", "plain 1"))
}

// TestMerge checks that columns of different units and scales are brought together, and that columns of
// different kinds stay apart.
func TestMerge(t *testing.T) {
	build := func(m collapse.Metric, weight int64, digits int) *collapse.Profile {
		b := collapse.NewBuilder()
		b.AddDecimal(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "f"})), b.Metric(m), weight, digits)
		return b.Profile()
	}
	p := collapse.Merge(
		build(collapse.Metric{Name: "cpu", Unit: "milliseconds"}, 2, 0),
		build(collapse.Metric{Name: "cpu", Unit: "nanoseconds"}, 3, 0),
		build(collapse.Metric{Name: "cpu", Unit: "seconds"}, 15, 1),
		build(collapse.Metric{Name: "cpu", Unit: "count"}, 9, 0),
		build(collapse.Metric{Name: "space", Unit: "bytes"}, 100, 0),
		build(collapse.Metric{Name: "space", Unit: "kilobytes"}, 1, 0),
	)
	want := []collapse.Metric{{Name: "cpu", Unit: "nanoseconds", Scale: 1}, {Name: "cpu", Unit: "count"}, {Name: "space", Unit: "bytes"}}
	if !slices.Equal(p.Metrics, want) {
		t.Errorf("got metrics %v, want %v", p.Metrics, want)
	}
	same(t, folded(t, p, 0)+folded(t, p, 1)+folded(t, p, 2), lines("f 1502000003", "f 9", "f 1124"))
}

// TestWithDefault checks that the column is another, and that the profile it came from keeps its own.
func TestWithDefault(t *testing.T) {
	b := collapse.NewBuilder()
	b.Metric(collapse.Metric{Name: "samples"})
	b.Metric(collapse.Metric{Name: "cpu"})
	p := b.Profile()
	if changed := p.WithDefault(1); changed.Default != 1 || p.Default != 0 {
		t.Errorf("got defaults %d and %d, want 1 and 0", changed.Default, p.Default)
	}
}

// TestMergeDefault checks that the default column is that of the first profile, wherever it stands in the others.
func TestMergeDefault(t *testing.T) {
	build := func(shown int, names ...string) *collapse.Profile {
		b := collapse.NewBuilder()
		for i, name := range names {
			b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "f"})), b.Metric(collapse.Metric{Name: name}), int64(i+1))
		}
		b.SetDefault(shown)
		return b.Profile()
	}
	p := collapse.Merge(build(1, "samples", "cpu"), build(0, "bytes", "cpu"), build(2, "cpu", "samples", "bytes"))
	if got := p.Metrics[p.Default].Name; got != "cpu" {
		t.Errorf("got default column %s, want cpu", got)
	}
}

// TestMergeModules checks that a profile whose users do not know its modules does not show them beside one
// whose users do.
func TestMergeModules(t *testing.T) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "read", Module: "libc.so.6"})), m, 3)
	p := collapse.Merge(b.Profile(), parse(t, "libc`read 4\n"))
	same(t, folded(t, p, 0), lines("libc`read 4", "read 3"))
}

// TestMergeBuilders checks that the order of columns follows their places in the input.
func TestMergeBuilders(t *testing.T) {
	first, second := collapse.NewBuilder(), collapse.NewBuilder()
	late := first.MetricAt(collapse.Metric{Name: "late"}, 9)
	first.Add(first.Call(collapse.Root, first.Frame(collapse.Frame{Name: "f"})), late, 1)
	early := second.MetricAt(collapse.Metric{Name: "early"}, 2)
	second.Add(second.Call(collapse.Root, second.Frame(collapse.Frame{Name: "g"})), early, 2)
	second.Add(second.Call(collapse.Root, second.Frame(collapse.Frame{Name: "f"})), second.MetricAt(collapse.Metric{Name: "late"}, 4), 4)
	first.Merge(second)
	p := first.Profile()
	if want := []collapse.Metric{{Name: "early"}, {Name: "late"}}; !slices.Equal(p.Metrics, want) {
		t.Errorf("got metrics %v, want %v", p.Metrics, want)
	}
	same(t, folded(t, p, 0)+folded(t, p, 1), lines("g 2", "f 5"))
}

// TestTotals checks totals against the sum over all stacks that pass a node, with recursion.
func TestTotals(t *testing.T) {
	p := parse(t, "a;b;a 3\na;b 4\nc 5\n")
	got := make(map[string]int64)
	for n, total := range p.Totals(0) {
		path := ""
		for at := collapse.NodeID(n); at != collapse.Root; at = p.Parent(at) {
			path = "/" + p.Frame(p.FrameOf(at)).Name + path
		}
		got[path] = total
	}
	want := map[string]int64{"": 12, "/a": 7, "/a/b": 7, "/a/b/a": 3, "/c": 5}
	if fmt.Sprint(got) != fmt.Sprint(want) || p.Total(0) != 12 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestStack checks that stacks which share frames with the one before lead to the same nodes as calls.
func TestStack(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	b := collapse.NewBuilder()
	for range 2000 {
		var leafFirst []collapse.Symbol
		want := collapse.Root
		var names []string
		for range random.IntN(8) {
			names = append(names, string(rune('a'+random.IntN(3))))
		}
		for _, name := range slices.Backward(names) {
			leafFirst = append(leafFirst, b.Intern([]byte(name), func(text []byte) []collapse.Frame {
				if string(text) == "c" { // a symbol that names two frames, as inlined calls do
					return []collapse.Frame{{Name: "c"}, {Name: "c2"}}
				}
				return []collapse.Frame{{Name: string(text)}}
			}))
		}
		for _, name := range names {
			want = b.Call(want, b.Frame(collapse.Frame{Name: name}))
			if name == "c" {
				want = b.Call(want, b.Frame(collapse.Frame{Name: "c2"}))
			}
		}
		if got := b.Stack(leafFirst); got != want {
			t.Fatalf("%v leads to node %d, want %d", names, got, want)
		}
	}
}

// TestDeepStack checks that nothing recurses over the depth of a stack.
func TestDeepStack(t *testing.T) {
	const depth = 20_000
	stack := strings.Repeat("f;", depth-1) + "f 1\n"
	p := parse(t, stack)
	same(t, folded(t, p, 0), stack)
	same(t, folded(t, p.Reverse(), 0), stack)
}

func TestAppendWeight(t *testing.T) {
	for _, test := range []struct {
		weight int64
		scale  int
		want   string
	}{
		{0, 0, "0"},
		{-12, 0, "-12"},
		{12, 1, "1.2"},
		{120, 2, "1.2"},
		{-5, 3, "-0.005"},
		{1000, 3, "1"},
		{0, 4, "0"},
		{math.MaxInt64, 2, "92233720368547758.07"},
		{math.MinInt64, 1, "-922337203685477580.8"},
		{math.MinInt64, 0, "-9223372036854775808"},
	} {
		if got := string(collapse.AppendWeight(nil, test.weight, test.scale)); got != test.want {
			t.Errorf("%d with %d digits: got %s, want %s", test.weight, test.scale, got, test.want)
		}
	}
}
