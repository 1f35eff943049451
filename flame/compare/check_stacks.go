package compare

import (
	"cmp"
	"slices"

	"fold/collapse"
	"fold/flame/table"
)

// HeavyStack is a stack and its share of all, in percent.
type HeavyStack struct {
	Text  string // frames with semicolons between them, root first
	Share float64
}

// shownStacks is how many stacks a finding shows.
const shownStacks = 3

// stacks are the stacks of a side, the heaviest first.
type stacks struct {
	part   *collapse.Profile // in which frames of one text are one frame
	metric int
	nodes  []collapse.NodeID // where stacks end
	all    float64           // weight of the side
}

// newStacks returns the stacks of a side, of which of picks the profiles. Frames that differ in their modules alone are
// one, unless modules are part of their texts or asked for, or their classes differ; class 0 is that of most. A frame's
// Line becomes its class.
func newStacks(side Side, modules bool, of func(r Run) *collapse.Profile, class func(f collapse.Frame) int) stacks {
	var s stacks
	for _, r := range side.Runs {
		whole := r.whole()
		total, _, _ := table.Measure(whole.Profile, whole.Metric)
		s.all += float64(total)
	}
	column := side.column(of)
	p := column.Profile
	s.metric = column.Metric
	modules = modules || p.Modules
	s.part = p.MapFrames(func(f collapse.Frame) collapse.Frame {
		plain := collapse.Frame{Name: f.Name, Kind: f.Kind, Line: class(f)}
		if modules {
			plain.Module = f.Module
		}
		return plain
	})
	for n := 1; n < s.part.Len(); n++ {
		if s.weight(collapse.NodeID(n)) > 0 {
			s.nodes = append(s.nodes, collapse.NodeID(n))
		}
	}
	slices.SortStableFunc(s.nodes, func(a, b collapse.NodeID) int { return cmp.Compare(s.weight(b), s.weight(a)) })
	return s
}

func noClass(collapse.Frame) int { return 0 }

func (s stacks) weight(n collapse.NodeID) int64 { return s.part.Self(s.metric, n) }

func (s stacks) at(n collapse.NodeID) HeavyStack {
	return HeavyStack{s.part.StackText(n), float64(s.weight(n)) / s.all * 100}
}

// addStacks gives the findings about functions or modules the stacks that weigh most. It looks at each stack
// once, however many findings there are.
func (g Guard) addStacks(findings Findings, now Side) {
	wanted := map[[2]string]*Finding{}
	s := newStacks(now, g.Group == GroupModule, func(r Run) *collapse.Profile { return r.Profile }, noClass)
	for i := range findings {
		f := &findings[i]
		key := [2]string{f.What}
		if s.part.Modules {
			key[1] = f.Module
		}
		wanted[key] = f
	}
	about := make([]*Finding, s.part.Frames())
	for f := range about {
		about[f] = wanted[g.rowOf(s.part.Frame(collapse.FrameID(f)))]
	}
	for _, n := range s.nodes {
		about[s.part.FrameOf(n)].add(s, n)
		for at := s.part.Parent(n); at != collapse.Root && g.By == table.ByTotal; at = s.part.Parent(at) {
			about[s.part.FrameOf(at)].add(s, n)
		}
	}
}

// rowOf returns the row that a frame is part of in the comparison.
func (g Guard) rowOf(f collapse.Frame) [2]string {
	if g.Group == GroupModule {
		return [2]string{table.ModuleRow(f)}
	}
	return [2]string{table.FunctionRow(f), f.Module}
}

// add adds the stack that ends at n, unless there are enough or it is the one that was added last. Nil takes none.
func (f *Finding) add(s stacks, n collapse.NodeID) {
	if f == nil || len(f.Stacks) == shownStacks || f.last == n {
		return
	}
	f.Stacks, f.last = append(f.Stacks, s.at(n)), n
}
