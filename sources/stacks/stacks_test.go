package stacks_test

import (
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/sourcestest"
	"fold/sources/stacks"
)

// table is stacks by number: each a name and who calls it, -1 for nobody.
type table struct {
	b       *collapse.Builder
	names   []string
	callers []int
	looked  int // how often a caller was asked for
}

func (t *table) Caller(n int) (caller int, ok bool) {
	t.looked++
	if n >= len(t.names) || t.names[n] == "" {
		return 0, false
	}
	return t.callers[n], true
}

func (t *table) Call(parent collapse.NodeID, n int) collapse.NodeID {
	return t.b.Call(parent, t.b.Frame(collapse.Frame{Name: t.names[n]}))
}

func (t *table) IsRoot(n int) bool { return t.names[n] == "(root)" }

// place adds a sample of each stack below a place, and returns the profile as folded stacks.
func place(t *testing.T, at stacks.Place, names []string, callers, samples []int) string {
	t.Helper()
	b := collapse.NewBuilder()
	metric := b.Metric(collapse.Metric{Name: "samples"})
	r := stacks.NewResolver(b, &table{b: b, names: names, callers: callers})
	r.Begin(at)
	for _, n := range samples {
		b.Add(r.Node(n), metric, 1)
	}
	return sourcestest.ColumnText(t, b.Profile(), "")
}

func TestNode(t *testing.T) {
	for _, tt := range []struct {
		name             string
		names            []string
		callers, samples []int
		want             string
	}{
		{"callers before and after", []string{"leaf", "main", "other"}, []int{1, -1, 1}, []int{0, 2, 1, 0}, "main 1\nmain;leaf 2\nmain;other 1\n"},
		{"the root is left out of its callees", []string{"(root)", "main"}, []int{-1, 0}, []int{1, 0}, "(root) 1\nmain 1\n"},
		{"a root with a caller is a frame", []string{"main", "(root)", "leaf"}, []int{-1, 0, 1}, []int{2}, "main;(root);leaf 1\n"},
		{"no such stack", []string{"main"}, []int{-1}, []int{7}, "[unknown] 1\n"},
		{"no such caller", []string{"leaf", ""}, []int{1, -1}, []int{0}, "[unknown];leaf 1\n"},
		{"its own caller", []string{"f"}, []int{0}, []int{0, 0}, "[unknown] 2\n"},
		{"a circle, and who leads into it", []string{"a", "b", "c", "d"}, []int{1, 2, 0, 0}, []int{3, 0, 2}, "[unknown] 3\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sourcestest.Same(t, place(t, stacks.Place{}, tt.names, tt.callers, tt.samples), tt.want)
		})
	}
}

// TestThread checks that each thread has stacks of its own.
func TestThread(t *testing.T) {
	b := collapse.NewBuilder()
	metric := b.Metric(collapse.Metric{Name: "samples"})
	source := &table{b: b, names: []string{"(root)", "main", "work"}, callers: []int{-1, 0, 1}}
	r := stacks.NewResolver(b, source)
	task := &input.NewStream(strings.NewReader(""), input.Options{}).Task
	for _, thread := range []stacks.Thread{{Name: "one", ShowName: true}, {Process: "server", Name: "two", ShowProcess: true, ShowName: true}, {Name: "not shown"}} {
		at, kept := thread.Place(task, b)
		if !kept {
			t.Fatal("left out")
		}
		r.Begin(at)
		b.Add(r.Node(2), metric, 1)
	}
	p := b.Profile()
	sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), "main;work 1\none;main;work 1\nserver;two;main;work 1\n")
	sourcestest.Same(t, sourcestest.ColumnText(t, p.DropKind(collapse.KindThread), ""), "main;work 3\n")
}

// TestLinear checks that each stack is looked at once in a thread, however many samples are of it, and that a stack of a
// million frames needs no recursion.
func TestLinear(t *testing.T) {
	const depth = 1_000_000
	b := collapse.NewBuilder()
	source := &table{b: b, names: make([]string, depth), callers: make([]int, depth)}
	for i := range depth {
		source.names[i], source.callers[i] = "f", i-1
	}
	r := stacks.NewResolver(b, source)
	r.Begin(stacks.Place{})
	for i := range 1000 {
		r.Node(depth - 1 - i)
	}
	if source.looked > depth+depth/100 {
		t.Errorf("looked %d times at %d stacks", source.looked, depth)
	}
	if err := r.Check(10); err != nil {
		t.Error(err)
	}
	for range 8 { // as threads that each name the deepest stack by its number
		r.Begin(stacks.Place{})
		r.Node(depth - 1)
	}
	if err := r.Check(10); err == nil {
		t.Error("ten bytes stand for nine million calls")
	}
}
