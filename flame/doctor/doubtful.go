package doctor

import (
	"slices"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/compare"
)

// doubtfulNames finds functions that are named after the nearest symbol a stripped program exports, which stands far
// before them. What they do is not known, so no lead may come from their names.
func doubtfulNames(e *examination) []Finding {
	const some = 0.05
	var weight int64
	names := make(tally)
	e.leaves(func(n collapse.NodeID, self int64) {
		if e.isDoubtful(n) {
			weight += self
			names[e.text(n)] += self
		}
	})
	if !e.exceeds(weight, some) {
		return nil
	}
	return []Finding{{
		Check: "doubtful-names", Severity: Caution,
		Says:     e.percent(weight) + " of the weight ends more than 16 kB after the symbol that names it: these names are guesses",
		Evidence: e.lines(names, 5),
		Stacks:   e.worst(e.isDoubtful),
		Remedy:   []string{e.remedy(remedySymbols)},
	}}
}

// largeFunctions are known to be larger than the symbols of a stripped program are apart: the loops of interpreters.
var largeFunctions = []string{
	"_PyEval_EvalFrameDefault", "luaV_execute", "execute_ex", "vm_exec_core", "JS_CallInternal", "sqlite3VdbeExec", "Perl_runops",
}

// isDoubtful reports whether the name of a node's frame is a guess for most of the samples that end in it.
func (e *examination) isDoubtful(n collapse.NodeID) bool { return e.doubtful[e.p.FrameOf(n)] }

// findDoubtful marks the frames whose names are guesses, and takes their categories away.
func (e *examination) findDoubtful(far map[string]int64) {
	e.doubtful = make([]bool, e.p.Frames())
	if len(far) == 0 {
		return
	}
	samples := e.samplesByName()
	for f := range e.doubtful {
		name := e.p.Frame(collapse.FrameID(f)).Name
		e.doubtful[f] = far[name] > 0 && 2*far[name] >= samples[name] && !slices.Contains(largeFunctions, name)
	}
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		if e.isDoubtful(n) {
			e.category[n] = category.Unknown
		}
	}
}

// samplesByName counts the samples that end in functions of each name.
func (e *examination) samplesByName() tally {
	column := e.metric
	if counts := compare.SamplesColumn(e.p, e.metric); counts >= 0 {
		column = counts
	}
	samples := make(tally)
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		samples[e.frame(n).Name] += e.p.Self(column, n)
	}
	return samples
}
