package main

import (
	"cmp"
	"slices"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/table"
)

// heavyStack is a stack and its share of all, in percent.
type heavyStack struct {
	text  string
	share float64
}

// shownStacks is how many stacks a finding shows.
const shownStacks = 3

// stacks are the stacks of a part of a run, the heaviest first.
type stacks struct {
	part  *collapse.Profile // in which frames of one text are one frame
	nodes []collapse.NodeID // where stacks end
	run   compare.Run
	all   int64 // weight of the run
}

// newStacks returns the stacks of a part of a run. Frames that differ in their modules alone are one, unless
// modules are part of their texts or asked for.
func newStacks(part *collapse.Profile, run compare.Run, modules bool) stacks {
	modules = modules || part.Modules
	s := stacks{run: run, all: run.Profile.Total(run.Metric)}
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

func (s stacks) at(n collapse.NodeID) heavyStack {
	return heavyStack{s.part.StackText(n), float64(s.weight(n)) / float64(s.all) * 100}
}

// heaviest returns the first n stacks.
func (s stacks) heaviest(n int) []heavyStack {
	var found []heavyStack
	for _, node := range s.nodes[:min(n, len(s.nodes))] {
		found = append(found, s.at(node))
	}
	return found
}

// addStacks gives the findings about functions or modules the stacks that weigh most. It looks at each stack
// once, however many findings there are.
func (k *checkFlags) addStacks(findings []finding, now compare.Run) {
	wanted := map[[2]string]*finding{}
	for i := range findings {
		f := &findings[i]
		key := [2]string{f.what}
		if now.Profile.Modules {
			key[1] = f.module
		}
		wanted[key] = f
	}
	s := newStacks(now.Profile, now, k.Group == compare.GroupModule)
	about := make([]*finding, s.part.Frames())
	for f := range about {
		about[f] = wanted[k.rowOf(s.part.Frame(collapse.FrameID(f)))]
	}
	for _, n := range s.nodes {
		about[s.part.FrameOf(n)].add(s, n)
		for at := s.part.Parent(n); at != collapse.Root && k.By == table.ByTotal; at = s.part.Parent(at) {
			about[s.part.FrameOf(at)].add(s, n)
		}
	}
}

// rowOf returns the row that a frame is part of in the comparison.
func (k *checkFlags) rowOf(f collapse.Frame) [2]string {
	if k.Group == compare.GroupModule {
		return [2]string{table.ModuleRow(f)}
	}
	return [2]string{table.FunctionRow(f), f.Module}
}

// add adds the stack that ends at n, unless there are enough or it is the one that was added last. Nil takes none.
func (f *finding) add(s stacks, n collapse.NodeID) {
	if f == nil || len(f.stacks) == shownStacks || f.last == n {
		return
	}
	f.stacks, f.last = append(f.stacks, s.at(n)), n
}
