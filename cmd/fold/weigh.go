package main

import (
	"fmt"
	"slices"

	"fold/collapse"
)

// weighByFile is the --weigh that gives each file the same weight; any other is the name of a label of --label.
const weighByFile = "file"

// checkWeigh says what is wrong with --weigh.
func (r *request) checkWeigh() error {
	if r.weigh == "" || r.weigh == weighByFile || slices.ContainsFunc(r.labels, func(l pathLabel) bool { return l.names(r.weigh) }) {
		return nil
	}
	return usageError(fmt.Sprintf("--weigh %s: no --label names it: --label '(?P<%[1]s>...)' finds it in the paths of files", r.weigh))
}

// refuseWeigh is an error for commands that compare files, each by its shares.
func (r *request) refuseWeigh(command string) error {
	if r.weigh == "" {
		return nil
	}
	return usageError("--weigh: fold " + command + " takes each file by itself, and adds up none")
}

// groupOf returns which files weigh as much as others do: each by itself, or all of a label.
func (r *request) groupOf(file string) string {
	if r.weigh == "" || r.weigh == weighByFile {
		return file
	}
	for _, label := range r.fileLabels(file) {
		if label.Key == r.weigh {
			return label.Text
		}
	}
	return ""
}

// adder adds up profiles: as they are, or so that each file, or each group of files, weighs the same. Then the sum weighs
// what all do as they are. Memory is that of the sum, or of one sum for each group.
type adder struct {
	weigh string // see request
	added bool

	all    collapse.Adder // of profiles as they are, or of those that weigh the same
	groups map[string]*collapse.Adder
	order  []string       // the groups as they came up
	totals collapse.Adder // of what profiles weigh as they are, in one stack
}

// add adds a profile of a group.
func (a *adder) add(group string, p *collapse.Profile) {
	a.added = true
	if a.weigh == "" {
		a.all.Add(p)
		return
	}
	a.totals.Add(p.Rewrite(func(b *collapse.Builder, _ collapse.NodeID, _ []collapse.NodeID) collapse.NodeID {
		return b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "all"}))
	}))
	if a.weigh == weighByFile {
		a.all.Add(even(p))
		return
	}
	if a.groups == nil {
		a.groups = make(map[string]*collapse.Adder)
	}
	if a.groups[group] == nil {
		a.groups[group] = &collapse.Adder{}
		a.order = append(a.order, group)
	}
	a.groups[group].Add(p)
}

// only returns what was added with one column alone, under the name that others have.
func (a *adder) only(column, as collapse.Metric) *adder {
	alone := &adder{weigh: a.weigh, added: a.added, groups: make(map[string]*collapse.Adder), order: a.order}
	bring := func(to, from *collapse.Adder) {
		if p := onlyColumn(from.Profile(), column, as); p != nil {
			to.Add(p)
		}
	}
	bring(&alone.all, &a.all)
	bring(&alone.totals, &a.totals)
	for _, group := range a.order {
		alone.groups[group] = &collapse.Adder{}
		bring(alone.groups[group], a.groups[group])
	}
	return alone
}

// profile returns the sum. The adder must not be used afterwards.
func (a *adder) profile() *collapse.Profile {
	if a.weigh == "" {
		return a.all.Profile()
	}
	for _, group := range a.order {
		a.all.Add(even(a.groups[group].Profile()))
	}
	return asHeavyAs(a.all.Profile(), a.totals.Profile())
}

// evenWeight is what each column of each group weighs before all are brought to what they weigh as they are.
const evenWeight = 1_000_000_000_000

// even returns a profile that weighs evenWeight in each of its columns.
func even(p *collapse.Profile) *collapse.Profile {
	metrics, totals := make([]collapse.Metric, len(p.Metrics)), make([]int64, len(p.Metrics))
	for m, metric := range p.Metrics {
		finest, _ := collapse.Align(metric, collapse.Metric{Unit: "nanoseconds"}, collapse.Metric{Unit: "bytes"})
		metrics[m], totals[m] = finest[0], evenWeight
		metrics[m].Scale = 0
	}
	return p.WithTotals(metrics, totals)
}

// asHeavyAs returns a profile that weighs what another one does, which has the same columns, in weights of nine digits or
// more: a count of samples that is shared out has fractions.
func asHeavyAs(p, other *collapse.Profile) *collapse.Profile {
	const enough = 100_000_000
	metrics, totals := make([]collapse.Metric, len(p.Metrics)), make([]int64, len(p.Metrics))
	for m, metric := range p.Metrics {
		metrics[m] = metric
		if like := columnLike(other, metric); like >= 0 {
			metrics[m], totals[m] = other.Metrics[like], other.Total(like)
		}
		for ; totals[m] > 0 && totals[m] < enough; metrics[m].Scale++ {
			totals[m] *= 10
		}
	}
	return p.WithTotals(metrics, totals)
}
