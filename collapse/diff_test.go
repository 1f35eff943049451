package collapse

import (
	"bytes"
	"slices"
	"testing"
)

// TestBeside compares profiles whose frames differ in what a reader does not see.
func TestBeside(t *testing.T) {
	before, after := NewBuilder(), NewBuilder()
	ms := before.Metric(Metric{Name: "cpu", Unit: "milliseconds"})
	main := before.Call(Root, before.Frame(Frame{Name: "main", File: "old.go", Line: 3}))
	before.Add(before.Call(main, before.Frame(Frame{Name: "work;x", Module: "libw"})), ms, 4)
	before.Add(before.Call(main, before.Frame(Frame{Name: "gone"})), ms, 1)
	after.Metric(Metric{Name: "samples", Unit: "count"})
	ns := after.Metric(Metric{Name: "cpu", Unit: "nanoseconds", Scale: 1})
	main = after.Call(Root, after.Frame(Frame{Name: "main", File: "new.go", Line: 4}))
	after.Add(main, ns, 75)
	after.Add(after.Call(main, after.Frame(Frame{Name: "work;x", Module: "libw", Line: 9})), ns, 20)
	p := Beside(Column{before.Profile(), 0}, Column{after.Profile(), 1}).Align(2)
	var out bytes.Buffer
	if err := WriteFolded(&out, p, FoldedOptions{Columns: []int{0, 1}}); err != nil {
		t.Fatal(err)
	}
	want := "main 0 7.5\nmain;gone 1000000 0\nmain;work:x 4000000 2\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	if m := p.Metrics[0]; m.Unit != "nanoseconds" || m.Scale != 1 {
		t.Errorf("the first column is %+v", m)
	}
}

// TestAlign has times in three units, one with a digit behind the point, and a number that is no time.
func TestAlign(t *testing.T) {
	metrics, factors := Align(
		Metric{Name: "cpu", Unit: "seconds"},
		Metric{Name: "cpu", Unit: "microseconds", Scale: 1},
		Metric{Name: "wall", Unit: "milliseconds"},
		Metric{Name: "samples", Unit: "count"},
	)
	wantMetrics := []Metric{
		{Name: "cpu", Unit: "microseconds", Scale: 1},
		{Name: "cpu", Unit: "microseconds", Scale: 1},
		{Name: "wall", Unit: "microseconds", Scale: 1},
		{Name: "samples", Unit: "count", Scale: 1},
	}
	if !slices.Equal(metrics, wantMetrics) {
		t.Errorf("got %v, want %v", metrics, wantMetrics)
	}
	if want := []int64{10_000_000, 1, 10_000, 10}; !slices.Equal(factors, want) {
		t.Errorf("got factors %v, want %v", factors, want)
	}
}

// TestBesideEvents compares a profile without events with one of an event: the columns stay in their order, and
// do so in what is made of the result.
func TestBesideEvents(t *testing.T) {
	var columns []Column
	for i, m := range []Metric{{Name: "samples", Unit: "count"}, {Event: "cycles", Name: "cycles"}} {
		b := NewBuilder()
		b.Add(b.Call(Root, b.Frame(Frame{Name: "main"})), b.Metric(m), int64(3+i))
		columns = append(columns, Column{b.Profile(), 0})
	}
	p := Beside(columns...).Multiply(0, 10, 1)
	if before, after := p.Total(0), p.Total(1); before != 30 || after != 4 {
		t.Errorf("weights %d and %d, want 30 and 4", before, after)
	}
	if before, after := p.Metrics[0].Event, p.Metrics[1].Event; before != "" || after != "cycles" {
		t.Errorf("events %q and %q, want none and cycles", before, after)
	}
}

// TestBesideModules compares a profile whose frames carry modules with one whose frames do not.
func TestBesideModules(t *testing.T) {
	with, without := NewBuilder(), NewBuilder()
	with.SetModules(true)
	for _, b := range []*Builder{with, without} {
		samples := b.Metric(Metric{Name: "samples", Unit: "count"})
		b.Add(b.Call(Root, b.Frame(Frame{Name: "read", Module: "libc"})), samples, 2)
		b.Add(b.Call(Root, b.Frame(Frame{Name: "main"})), samples, 3)
	}
	p := Beside(Column{with.Profile(), 0}, Column{without.Profile(), 0})
	var out bytes.Buffer
	if err := WriteFolded(&out, p, FoldedOptions{Columns: []int{0, 1}}); err != nil {
		t.Fatal(err)
	}
	if want := "libc`read 2 0\nmain 3 3\nread 0 2\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestStacks lists stacks in byte order of their texts, where a blank is less than a semicolon and a semicolon in a
// name is a colon. Stacks of one text are one, and those without weight in the columns are none.
func TestStacks(t *testing.T) {
	b := NewBuilder()
	first := b.Metric(Metric{Name: "samples"})
	second := b.Metric(Metric{Name: "bytes"})
	third := b.Metric(Metric{Name: "not asked for"})
	call := func(parent NodeID, name string, kind Kind) NodeID {
		return b.Call(parent, b.Frame(Frame{Name: name, Kind: kind}))
	}
	a := call(Root, "a", KindUnknown)
	b.Add(call(a, "x", KindUnknown), second, 1)
	b.Add(call(Root, "a b", KindUnknown), first, 2)
	b.Add(call(Root, "a;x", KindUnknown), first, 3)
	b.Add(call(Root, "a:x", KindUnknown), first, 4)
	b.Add(call(a, "x", KindKernel), first, 5)
	b.Add(a, first, 6)
	b.Add(call(a, "z", KindUnknown), third, 7)
	p, ends := b.Profile().Stacks(first, second)
	type stack struct {
		text          string
		first, second int64
	}
	var got []stack
	for _, n := range ends {
		got = append(got, stack{p.StackText(n), p.Self(first, n), p.Self(second, n)})
	}
	want := []stack{{"a", 6, 0}, {"a b", 2, 0}, {"a:x", 7, 0}, {"a;x", 5, 1}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestProportional(t *testing.T) {
	for _, tt := range []struct {
		weights                []int64
		numerator, denominator int64
		want                   string
		lost                   int64
	}{
		{[]int64{10, 20}, 3, 1, "a 30\nb 60\n", 0},
		{[]int64{10, 25}, 1, 7, "a 1\nb 3\n", 1}, // 35/7 is 5
		{[]int64{-10, 25}, 1, 7, "a -1\nb 3\n", 0},
		{[]int64{1, 1 << 62}, 1 << 62, 1 << 62, "a 1\nb 4611686018427387904\n", 0},
	} {
		b := NewBuilder()
		samples := b.Metric(Metric{Name: "samples"})
		for i, name := range []string{"a", "b"} {
			b.Add(b.Call(Root, b.Frame(Frame{Name: name})), samples, tt.weights[i])
		}
		p, lost := b.Profile().Proportional(0, tt.numerator, tt.denominator)
		var out bytes.Buffer
		if err := WriteFolded(&out, p, FoldedOptions{}); err != nil {
			t.Fatal(err)
		}
		if out.String() != tt.want || lost != tt.lost || p.Saturated {
			t.Errorf("%v*%d/%d: got\n%slost %d, want\n%slost %d", tt.weights, tt.numerator, tt.denominator, out.String(), lost, tt.want, tt.lost)
		}
	}
}

func TestProportionalSaturated(t *testing.T) {
	b := NewBuilder()
	b.Add(b.Call(Root, b.Frame(Frame{Name: "a"})), b.Metric(Metric{Name: "samples"}), 1<<62)
	p, _ := b.Profile().Proportional(0, 4, 1)
	var out bytes.Buffer
	if err := WriteFolded(&out, p, FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	if out.String() != "a 9223372036854775807\n" || !p.Saturated {
		t.Errorf("got %s saturated: %v", out.String(), p.Saturated)
	}
}

func TestHolding(t *testing.T) {
	b := NewBuilder()
	samples := b.Metric(Metric{Name: "samples"})
	add := func(weight int64, names ...string) {
		n := Root
		for _, name := range names {
			n = b.Call(n, b.Frame(Frame{Name: name}))
		}
		b.Add(n, samples, weight)
	}
	add(1, "main")
	add(2, "main", "parse")
	add(4, "main", "parse", "read")
	add(8, "main", "write")
	var out bytes.Buffer
	held := b.Profile().Holding(func(f Frame) bool { return f.Name == "parse" })
	if err := WriteFolded(&out, held, FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	if want := "main;parse 2\nmain;parse;read 4\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
