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

// stacks are the stacks of a part of a run, the heaviest first.
type stacks struct {
	part  *collapse.Profile // in which frames of one text are one frame
	nodes []collapse.NodeID // where stacks end
	run   Run
	all   int64 // weight of the run
}

// newStacks returns the stacks of a part of a run. Frames that differ in their modules alone are one, unless
// modules are part of their texts or asked for.
func newStacks(part *collapse.Profile, run Run, modules bool) stacks {
	modules = modules || part.Modules
	s := stacks{run: run, all: run.Total()}
	s.part = part.MapFrames(func(f collapse.Frame) collapse.Frame {
		plain := collapse.Frame{Name: f.Name, Kind: f.Kind}
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

func (s stacks) weight(n collapse.NodeID) int64 { return s.part.Self(s.run.Metric, n) }

func (s stacks) at(n collapse.NodeID) HeavyStack {
	return HeavyStack{s.part.StackText(n), float64(s.weight(n)) / float64(s.all) * 100}
}

// heaviest returns the first n stacks.
func (s stacks) heaviest(n int) []HeavyStack {
	var found []HeavyStack
	for _, node := range s.nodes[:min(n, len(s.nodes))] {
		found = append(found, s.at(node))
	}
	return found
}

// addStacks gives the findings about functions or modules the stacks that weigh most. It looks at each stack
// once, however many findings there are.
func (g Guard) addStacks(findings Findings, now Run) {
	wanted := map[[2]string]*Finding{}
	for i := range findings {
		f := &findings[i]
		key := [2]string{f.What}
		if now.Profile.Modules {
			key[1] = f.Module
		}
		wanted[key] = f
	}
	s := newStacks(now.Profile, now, g.Group == GroupModule)
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
