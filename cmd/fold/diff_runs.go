package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"fold/collapse"
	"fold/flame/compare"
)

// loadRuns reads each file as a profile of its own, or the two halves of a single file with two weights. What
// cannot be tested is told if tested is true.
func (s streams) loadRuns(files []string, r *request, tested bool) ([]compare.Run, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errOneRun
	}
	files, err := s.inputs(files, r, "diff")
	if err != nil {
		return nil, err
	}
	m := messages{s.stderr, r.quiet}
	var runs []compare.Run
	for _, file := range files {
		l, err := s.loadRun(file, r, m, len(files) == 1)
		if err != nil {
			return nil, err
		}
		for _, metric := range l.metrics {
			run, err := asRun(l, metric, untestable, messages{s.stderr, r.quiet || !tested})
			if err != nil {
				return nil, err
			}
			runs = append(runs, run)
		}
	}
	if len(runs) < 2 {
		return nil, errOneRun
	}
	nameRuns(runs)
	return runs, sameMetrics(runs)
}

const errOneRun = usageError("give two profiles to compare, as in fold diff before.folded after.folded")

// loadRun reads a file and applies the filters. Of a folded file with two weights it shows both if halves is
// true.
func (s streams) loadRun(file string, r *request, m messages, halves bool) (*loaded, error) {
	p, report, err := s.readFile(file, r)
	name := displayName(file)
	if err != nil {
		return nil, inFile(name, err)
	}
	tell(m, name, report)
	if len(p.Metrics) == 0 {
		return nil, noSamples(name)
	}
	l := &loaded{profile: p, name: name}
	if halves && isPair(p) && r.metric == "" {
		l.metrics = []int{0, 1}
	} else if l.metrics, err = choose(l, r, m); err != nil {
		return nil, err
	}
	all := p.Total(l.metrics[0])
	l.reshape(r, messages{quiet: true})
	if r.filter != (collapse.Filter{}) {
		metric := p.Metrics[l.metrics[0]]
		m.note("%s: filters keep %s of %s", name, weight(l.profile.Total(l.metrics[0]), metric), weight(all, metric))
	}
	return l, nil
}

func noSamples(name string) error {
	return fmt.Errorf("%sno samples: did the profiler record anything, and do the filters keep it?", about(name))
}

// isPair says whether a profile comes from a folded file with two weights.
func isPair(p *collapse.Profile) bool {
	return len(p.Metrics) == 2 && p.Metrics[0].Name == "before" && p.Metrics[1].Name == "after"
}

// untestable is what follows where the samples of a run are not known.
const untestable = "no change can be told from noise"

// asRun finds out which column counts the samples of a run, and tells if none does, and what follows.
func asRun(l *loaded, metric int, follows string, m messages) (compare.Run, error) {
	p := l.profile
	run := compare.Run{Name: l.name, Profile: p, Metric: metric, Samples: samplesColumn(p, metric)}
	if isPair(p) {
		run.Name = p.Metrics[metric].Name
	}
	if !hasWeights(p, metric) {
		return run, noSamples(l.name)
	}
	why := ""
	switch {
	case run.Samples < 0:
		why = "it does not tell the number of samples"
	case p.Metrics[run.Samples].Scale > 0:
		why = "its weights have fractions and are no samples"
	case p.Total(run.Samples) > plausibleSamples:
		why = "its weights are too large for samples"
	case hasNegative(p, run.Samples):
		why = "it has weights below zero"
	}
	if why != "" {
		run.Samples = -1
		m.note("%s%s, so %s", about(l.name), why, follows)
	}
	return run, nil
}

// plausibleSamples is how many samples a profile may hold. A file of folded stacks with more holds periods,
// nanoseconds or bytes: a thousand samples a second would take a day to get there.
const plausibleSamples = 100_000_000

// samplesColumn returns the column that counts the samples of which metric is the weight, or -1.
func samplesColumn(p *collapse.Profile, metric int) int {
	if isPair(p) {
		return metric
	}
	for column, m := range p.Metrics {
		counts := m.Name == "samples" || m.Name == "sample"
		if m.Event == p.Metrics[metric].Event && counts && (m.Unit == "count" || m.Unit == "") {
			return column
		}
	}
	return -1
}

func hasNegative(p *collapse.Profile, metric int) bool {
	for n := range p.Len() {
		if p.Self(metric, collapse.NodeID(n)) < 0 {
			return true
		}
	}
	return false
}

// nameRuns shortens the runs' names to those of the files, where these differ.
func nameRuns(runs []compare.Run) {
	var names []string
	for _, run := range runs {
		name := filepath.Base(run.Name)
		if slices.Contains(names, name) {
			return
		}
		names = append(names, name)
	}
	for i := range runs {
		runs[i].Name = names[i]
	}
}

// sameMetrics is an error unless the runs measure the same. Folded files do not say what they measure.
func sameMetrics(runs []compare.Run) error {
	var first *compare.Run
	for i := range runs {
		if p := runs[i].Profile; isPair(p) || len(p.Metrics) == 1 && p.Metrics[0].Name == "samples" {
			continue
		}
		if first == nil {
			first = &runs[i]
			continue
		}
		a, b := metricOf(*first), metricOf(runs[i])
		if a.Name != b.Name || a.Event != b.Event {
			return fmt.Errorf("%s shows %s and %s shows %s: --metric or --event picks what both have", first.Name, a.Name, runs[i].Name, b.Name)
		}
	}
	return nil
}

func metricOf(run compare.Run) collapse.Metric { return run.Profile.Metrics[run.Metric] }

var errUnits = errors.New("weights in different units cannot be compared as they are, but their shares can: leave out --absolute")

// checkUnits is an error if the weights of the runs cannot be compared but as shares.
func checkUnits(runs []compare.Run) error {
	for _, run := range runs[1:] {
		if !metricOf(runs[0]).SameUnit(metricOf(run)) {
			return errUnits
		}
	}
	return nil
}
