package main

import (
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
	var formats []string
	for _, file := range files {
		l, err := s.loadRun(file, r, m, len(files) == 1)
		if err != nil {
			return nil, err
		}
		formats = append(formats, l.format)
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
	if err := r.tellUnused(files, formats, runs[0].Profile, m); err != nil {
		return nil, err
	}
	nameRuns(runs)
	return runs, compare.SameMetrics(runs)
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
	l := &loaded{profile: p, name: name, format: report.Format.Name, census: report.Format.Census}
	if halves && compare.IsPair(p) && r.metric == "" {
		l.metrics = []int{0, 1}
	} else if l.metrics, err = choose(l, r, m); err != nil {
		return nil, err
	}
	if err := s.beforeLabels(l, []string{file}, r, m); err != nil {
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

// untestable is what follows where the samples of a run are not known.
const untestable = "no change can be told from noise"

// asRun returns a column of l as a run. It reports where the samples are not known, and what follows.
func asRun(l *loaded, metric int, follows string, m messages) (compare.Run, error) {
	run, why := compare.NewRun(l.name, l.profile, metric)
	run.Whole = l.wholeOf(metric)
	if run.Samples >= 0 {
		run.WholeSamples = l.wholeOf(run.Samples)
	}
	if !hasWeights(l.profile, metric) {
		return run, noSamples(l.name)
	}
	if why != "" && !l.census { // what differs between two dumps did differ: there is nothing to test
		m.note("%s%s, so %s", about(l.name), why, follows)
	}
	return run, nil
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
