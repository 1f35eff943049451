package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"fold/collapse"
	"fold/flame/compare"
	"fold/sources"
	"fold/sources/input"
)

// sideFiles are the files of one side of a comparison.
type sideFiles struct {
	name string // empty: that of its one file
	inputFiles
}

// fileList is the value of a flag that names files and may be given several times.
type fileList struct{ to *[]string }

func (fileList) String() string { return "" }

// Set adds a file, or a folder or pattern that stands for several.
func (l fileList) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	*l.to = append(*l.to, text)
	return nil
}

// loadSides reads each file as a run of its side; a single file with two weights is both sides. What cannot be
// tested is reported if tested is true.
func (s streams) loadSides(of []sideFiles, r *request, tested bool) ([]compare.Side, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := r.refuseWeigh("diff"); err != nil {
		return nil, err
	}
	all := 0
	for _, side := range of {
		all += len(side.names)
	}
	r.read.Samples, r.read.Dumps = tested, all == 1
	m := s.messages(r)
	var names, formats []string
	var sides []compare.Side
	for _, files := range of {
		side := compare.Side{Name: files.name}
		var dumps *loaded // the only file, if it holds several dumps
		err := s.eachRun(files.inputFiles, r, m, all == 1, func(l *loaded, m messages) error {
			if all == 1 && l.dumps.Count > 1 {
				dumps = l
				return nil
			}
			m.quiet = m.quiet || !tested
			var runs []compare.Run
			for _, metric := range l.metrics {
				run, err := asRun(l, metric, untestable, m)
				if err != nil {
					return err
				}
				runs = append(runs, run)
			}
			formats, side.Runs = append(formats, l.format), append(side.Runs, runs...)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if dumps != nil {
			if err := r.tellUnused(files.names, []string{dumps.format}, m); err != nil {
				return nil, err
			}
			return s.dumpSides(dumps, dumps.dumps, r, tested)
		}
		names, sides = append(names, files.names...), append(sides, side)
	}
	if len(sides) == 1 && len(sides[0].Runs) == 2 && all == 1 { // the halves of one file
		runs := sides[0].Runs
		sides = []compare.Side{{Runs: runs[:1]}, {Runs: runs[1:]}}
	}
	if len(sides) < 2 {
		return nil, errOneRun
	}
	if err := r.tellUnused(names, formats, m); err != nil {
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

// eachRun reads files and applies the filters to each, which take is given. Of a folded file with two weights both are
// shown if halves is true.
func (s streams) eachRun(in inputFiles, r *request, m messages, halves bool, take func(l *loaded, m messages) error) error {
	return s.readEach(in, r, m, func(m messages, file string, p *collapse.Profile, report *sources.Report) error {
		l, err := s.runOf(file, p, report, r, m, halves)
		if err != nil {
			return err
		}
		return take(l, m)
	})
}

// runOf returns what was read of a file, with the filters applied.
func (s streams) runOf(file string, p *collapse.Profile, report *sources.Report, r *request, m messages, halves bool) (l *loaded, err error) {
	name := displayName(file)
	if len(p.Metrics) == 0 {
		return nil, noSamples(name)
	}
	if err := r.strictSums(p, name); err != nil {
		return nil, err
	}
	p = r.rename(p, messages{quiet: true}) // a name that one run lacks may be in another
	l = &loaded{profile: p, name: name, format: report.Format.Name, census: report.Format.Census, dumps: report.Dumps, recorded: report.Recorded}
	l.noteFacts(report)
	if halves && compare.IsPair(p) && r.metric == "" {
		l.metrics = []int{0, 1}
	} else if l.metrics, err = choose(l, r, messages{w: m.w, tally: m.tally, quiet: m.quiet || r.allColumns}); err != nil {
		return nil, err
	}
	if err := s.beforeLabels(l, oneFile(file), r, m); err != nil {
		return nil, err
	}
	l.unchanged = r.filter.ofStacks().apply(p)
	l.reshape(r, messages{quiet: true})
	if r.filter != (filters{}) {
		metric := p.Metrics[l.metrics[0]]
		m.note("%s: filters keep %s of %s", name, weight(l.profile.Total(l.metrics[0]), metric), weight(p.Total(l.metrics[0]), metric))
	}
	return l, nil
}

func noSamples(name string) error {
	return fmt.Errorf("%sno samples: did the profiler record anything, and do the filters keep it?", about(name))
}

// noteFacts keeps what a file says about the machine and the recording.
func (l *loaded) noteFacts(report *input.Report) {
	if span := report.Span(); l.recorded.Weight == 0 && span > 0 {
		l.recorded = input.Recorded{Weight: span, Unit: "nanoseconds"}
	}
	for _, f := range report.Facts {
		l.facts = append(l.facts, compare.Fact{Name: f.Name, Value: f.Value})
	}
	l.threads = report.Threads()
}

// untestable is what follows where the samples of a run are not known.
const untestable = "no change can be told from noise"

// asRun returns a column of l as a run. It reports where the samples are not known, and what follows.
func asRun(l *loaded, metric int, follows string, m messages) (compare.Run, error) {
	run := compare.NewRun(l.name, l.profile, metric)
	run.Whole = l.wholeColumn(metric)
	run.Unchanged, run.Duration = l.unchanged, compare.Duration{Weight: l.recorded.Weight, Unit: l.recorded.Unit}
	run.Facts, run.Threads = l.facts, l.threads
	if !hasWeights(l.profile, metric) {
		return run, noSamples(l.name)
	}
	if m.quiet || l.census { // what differs between two dumps did differ: there is nothing to test
		return run, nil
	}
	if why := compare.SamplesOf(l.profile, metric).Why; why != "" {
		m.note("%s%s, so %s", about(l.name), why, follows)
	}
	return run, nil
}
