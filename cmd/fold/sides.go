package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/compare"
)

// sideFiles are the files of one side of a comparison.
type sideFiles struct {
	name  string // empty: that of its one file
	files []string
}

// fileList is the value of a flag that names files, may be given several times, and takes patterns: "after-*.pb.gz".
type fileList struct{ to *[]string }

func (fileList) String() string { return "" }

// Set adds a file, or those that a pattern matches.
func (l fileList) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	files := []string{text}
	if _, err := os.Stat(text); err != nil && strings.ContainsAny(text, "*?[") && !isURL(text) {
		if files, err = filepath.Glob(text); err != nil || len(files) == 0 {
			return errors.New("no file matches")
		}
	}
	*l.to = append(*l.to, files...)
	return nil
}

// loadSides reads each file as a run of its side; a single file with two weights is both sides. What cannot be
// tested is reported if tested is true.
func (s streams) loadSides(of []sideFiles, r *request, tested bool) ([]compare.Side, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	all := 0
	for _, side := range of {
		all += len(side.files)
	}
	r.read.Samples, r.read.Dumps = tested, all == 1
	m := messages{s.stderr, r.quiet}
	var names, formats []string
	var sides []compare.Side
	for _, files := range of {
		side := compare.Side{Name: files.name}
		for _, file := range files.files {
			l, err := s.loadRun(file, r, m, all == 1)
			if err != nil {
				return nil, err
			}
			names, formats = append(names, file), append(formats, l.format)
			if all == 1 && l.dumps.Count > 1 {
				if err := r.tellUnused(names, formats, l.profile, m); err != nil {
					return nil, err
				}
				return s.dumpSides(l, l.dumps, r, tested)
			}
			for _, metric := range l.metrics {
				run, err := asRun(l, metric, untestable, messages{s.stderr, r.quiet || !tested})
				if err != nil {
					return nil, err
				}
				side.Runs = append(side.Runs, run)
			}
		}
		sides = append(sides, side)
	}
	if len(sides) == 1 && len(sides[0].Runs) == 2 { // the halves of one file
		runs := sides[0].Runs
		sides = []compare.Side{{Runs: runs[:1]}, {Runs: runs[1:]}}
	}
	if len(sides) < 2 {
		return nil, errOneRun
	}
	if err := r.tellUnused(names, formats, sides[0].Runs[0].Profile, m); err != nil {
		return nil, err
	}
	nameSides(sides)
	return sides, compare.SameMetrics(runsOf(sides))
}

const errOneRun = usageError("give two profiles to compare, as in fold diff before.folded after.folded")

func runsOf(sides []compare.Side) []compare.Run {
	var runs []compare.Run
	for _, side := range sides {
		runs = append(runs, side.Runs...)
	}
	return runs
}

// nameSides gives sides without a name that of their file, without its folder where that is enough.
func nameSides(sides []compare.Side) {
	var short []string
	for i := range sides {
		if sides[i].Name == "" {
			sides[i].Name = sides[i].Runs[0].Name
		}
		short = append(short, filepath.Base(sides[i].Name))
	}
	for i, name := range short {
		if slices.Index(short, name) != i {
			return
		}
	}
	for i := range sides {
		if sides[i].Name = short[i]; len(sides[i].Runs) == 1 {
			sides[i].Runs[0].Name = short[i]
		}
	}
}

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
	if err := r.strictSums(p, name); err != nil {
		return nil, err
	}
	l := &loaded{profile: p, name: name, format: report.Format.Name, census: report.Format.Census, dumps: report.Dumps, recorded: report.Recorded}
	if halves && compare.IsPair(p) && r.metric == "" {
		l.metrics = []int{0, 1}
	} else if l.metrics, err = choose(l, r, m); err != nil {
		return nil, err
	}
	if err := s.beforeLabels(l, []string{file}, r, m); err != nil {
		return nil, err
	}
	all := p.Total(l.metrics[0])
	l.unchanged = p.Filter(collapse.Filter{Focus: r.filter.Focus, Ignore: r.filter.Ignore})
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
	run.Whole = l.wholeColumn(metric)
	run.Unchanged, run.Duration = l.unchanged, compare.Duration{Weight: l.recorded.Weight, Unit: l.recorded.Unit}
	if !hasWeights(l.profile, metric) {
		return run, noSamples(l.name)
	}
	if why != "" && !l.census { // what differs between two dumps did differ: there is nothing to test
		m.note("%s%s, so %s", about(l.name), why, follows)
	}
	return run, nil
}
