package main

import (
	"os"

	"fold/collapse"
	"fold/flame/table"
)

// Shares of a filtered profile are shares of the whole one, as in go tool pprof, so that a filter does not change the
// share of what it keeps. --relative-percentages asks for the other.

// wholeOf returns the weight of a column of which shares are taken; 0: that of the profile, which is whole.
func (l *loaded) wholeOf(metric int) int64 {
	if l.whole == nil {
		return 0
	}
	return l.whole[metric]
}

// wholeColumn returns the column of which shares are taken, or nothing if that is the profile's.
func (l *loaded) wholeColumn(metric int) collapse.Column {
	return columnOf(l.all, l.profile.Metrics[metric])
}

// columnOf returns the column of a profile, which may be nil, that is called as another, or nothing if none is.
func columnOf(p *collapse.Profile, want collapse.Metric) collapse.Column {
	if p == nil {
		return collapse.Column{}
	}
	for m, have := range p.Metrics {
		if have.Event == want.Event && have.Name == want.Name {
			return collapse.Column{Profile: p, Metric: m}
		}
	}
	return collapse.Column{}
}

// measure returns the weights of all columns.
func measure(p *collapse.Profile) []int64 {
	whole := make([]int64, len(p.Metrics))
	for metric := range whole {
		whole[metric], _, _ = table.Measure(p, metric)
	}
	return whole
}

// beforeLabels fills in what the profile weighed before labels decided what to keep. That happens while it is read, so
// the files are read once more, without.
func (s streams) beforeLabels(l *loaded, in inputFiles, r *request, m messages) error {
	if r.relative || r.read.TagFocus == "" && r.read.TagIgnore == "" {
		return nil
	}
	for _, file := range in.names {
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			m.note("%s: shares are of what --tagfocus and --tagignore keep: only a file can be read once more", displayName(file))
			return nil
		}
	}
	all := *r
	all.learned = learned{}
	all.quiet, all.read.TagFocus, all.read.TagIgnore = true, "", ""
	p, err := s.readAll(in, &all, messages{quiet: true})
	if err != nil {
		return err
	}
	whole := measure(p)
	l.whole, l.all = measure(l.profile), p
	for here, metric := range l.profile.Metrics {
		for there, other := range p.Metrics {
			if metric.Event == other.Event && metric.Name == other.Name {
				l.whole[here] = whole[there]
			}
		}
	}
	return nil
}
