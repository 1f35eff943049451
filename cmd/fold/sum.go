package main

import (
	"fmt"

	"fold/collapse"
	"fold/flame/compare"
)

// source is a profile and the file that it comes from.
type source struct {
	name    string
	profile *collapse.Profile
	column  int // the one that would be shown of it alone
}

// add adds up profiles so that the column that will be shown counts all of them: the first one's, if all have it, else
// the samples, if all have these. Of files that share no column one would be left out, which is an error.
func add(sources []source, r *request, m messages) (*collapse.Profile, error) {
	var all []*collapse.Profile
	var shown []source // those that hold samples
	for _, s := range sources {
		all = append(all, s.profile)
		if hasSamples(s.profile) {
			shown = append(shown, s)
		}
	}
	if len(shown) < 2 || r.allColumns || r.metric == "all" {
		return collapse.Merge(all...), nil
	}
	for i := range shown {
		s := &shown[i]
		columns, err := pick(&loaded{profile: s.profile, name: s.name}, r, messages{quiet: true})
		if err != nil {
			return nil, err
		}
		s.column = columns[0]
	}
	if len(selectedEvents(shown[0].profile, r)) > 1 || allHave(shown, r) {
		return collapse.Merge(all...), nil
	}
	return addColumns(shown, r, m)
}

// metric returns the column that is shown of a profile alone.
func (s source) metric() collapse.Metric { return s.profile.Metrics[s.column] }

// allHave reports whether all have the column that is shown of the first, and, where the user named one, it is the one
// that he means of each.
func allHave(sources []source, r *request) bool {
	first := sources[0].metric()
	for _, s := range sources[1:] {
		named := r.metric != "" || r.event != ""
		found := false
		for c, metric := range s.profile.Metrics {
			found = found || (c == s.column || !named) && same(metric, first)
		}
		if !found {
			return false
		}
	}
	return true
}

func same(a, b collapse.Metric) bool { return a.Event == b.Event && a.Name == b.Name && a.SameUnit(b) }

// addColumns adds up one column of each profile: the one that --metric names, else the samples.
func addColumns(sources []source, r *request, m messages) (*collapse.Profile, error) {
	var columns []*collapse.Profile
	metric := collapse.Metric{Name: "samples", Unit: "count"}
	for i, s := range sources {
		column := s.column
		if r.metric == "" {
			column = compare.SamplesColumn(s.profile, s.column)
		}
		if column < 0 {
			return nil, noCommonColumn(sources)
		}
		have := s.profile.Metrics[column]
		if i == 0 && r.metric != "" {
			metric = have
		}
		// Samples of different events are different things; what has no event goes with any.
		if have.Name != metric.Name || !have.SameUnit(metric) || have.Event != "" && metric.Event != "" && have.Event != metric.Event {
			return nil, noCommonColumn(sources)
		}
		if metric.Event == "" {
			metric.Event = have.Event
		}
		columns = append(columns, collapse.Beside(collapse.Column{Profile: s.profile, Metric: column}))
	}
	for _, p := range columns {
		p.Metrics[0].Name, p.Metrics[0].Event = metric.Name, ""
	}
	if r.metric == "" {
		m.note("the files share no column but samples, which is shown: %s has %s, and %s has %s",
			sources[0].name, withUnit(sources[0].metric()), sources[1].name, withUnit(sources[1].metric()))
	}
	return collapse.Merge(columns...), nil
}

// noCommonColumn is the error about files of which one would be left out.
func noCommonColumn(sources []source) error {
	first, other := sources[0], sources[1]
	for _, s := range sources[1:] {
		if !same(first.metric(), s.metric()) {
			other = s
			break
		}
	}
	return fmt.Errorf("%s shows %s and %s shows %s, which cannot be added up: give files of one kind, or pick what all have with --metric or --event",
		first.name, withUnit(first.metric()), other.name, withUnit(other.metric()))
}
