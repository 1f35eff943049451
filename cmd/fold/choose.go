package main

import (
	"fmt"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/compare"
	"fold/sources/input"
)

// choose returns the columns that --event and --metric pick, and tells which events are not shown. A
// profile without samples need not have what they name.
func choose(l *loaded, r *request, m messages) ([]int, error) {
	columns, err := pick(l, r, m)
	if err != nil && !hasSamples(l.profile) {
		return []int{l.profile.Default}, nil
	}
	return columns, err
}

func pick(l *loaded, r *request, m messages) ([]int, error) {
	joined := selectedEvents(l.profile, r)
	if len(joined) > 1 {
		l.profile = joinEvents(l, joined, r, m)
	}
	p := l.profile
	event := p.Metrics[p.Default].Event
	switch {
	case len(joined) == 1:
		event = joined[0]
	case len(joined) == 0 && r.event != "":
		event = r.event
	}
	columns := ofEvent(p, event)
	if len(columns) == 0 {
		return nil, fmt.Errorf("%sno event %q: %s", about(l.name), event, eventList(p))
	}
	if r.metric == "all" {
		tellEvents(l, event, r, m)
		return columns, nil
	}
	column, err := l.column(event, columns, r)
	if err != nil {
		return nil, err
	}
	tellEvents(l, p.Metrics[column].Event, r, m)
	tellColumns(l, column, columns, r, m)
	return []int{column}, nil
}

// column returns the column of an event that --metric names.
func (l *loaded) column(event string, columns []int, r *request) (int, error) {
	p := l.profile
	if r.metric == "" {
		return defaultColumn(p, event), nil
	}
	for _, name := range []string{r.metric, "inuse_" + r.metric, "alloc_" + r.metric, dhatMetrics[r.metric]} {
		for _, c := range columns {
			if p.Metrics[c].Name == name {
				return c, nil
			}
		}
	}
	if r.event == "" && len(ofEvent(p, r.metric)) > 0 {
		return defaultColumn(p, r.metric), nil
	}
	if i, err := strconv.Atoi(r.metric); err == nil && i >= 0 && i < len(columns) {
		return columns[i], nil
	}
	var names []string
	for _, c := range columns {
		names = append(names, withUnit(p.Metrics[c]))
	}
	return 0, fmt.Errorf("%sno metric %q: it has %s", about(l.name), r.metric, strings.Join(names, ", "))
}

// dhatMetrics are the metrics that DHAT's viewer and its file name by these keys.
var dhatMetrics = map[string]string{
	"tb": "alloc_space", "tbk": "alloc_objects", "gb": "peak_space", "gbk": "peak_objects",
	"eb": "end_space", "ebk": "end_objects", "rb": "read_bytes", "wb": "write_bytes",
}

// ofEvent returns the columns of an event; those of the event "" belong to a profile without events.
func ofEvent(p *collapse.Profile, event string) []int {
	var columns []int
	for c, metric := range p.Metrics {
		if metric.Event == event {
			columns = append(columns, c)
		}
	}
	return columns
}

// defaultColumn returns the column that is shown of an event: the one that has its name.
func defaultColumn(p *collapse.Profile, event string) int {
	if p.Metrics[p.Default].Event == event {
		return p.Default
	}
	columns := ofEvent(p, event)
	for _, c := range columns {
		if p.Metrics[c].Name == event {
			return c
		}
	}
	return columns[0]
}

func eventList(p *collapse.Profile) string {
	names := events(p)
	if len(names) == 0 {
		return "the profile has no events, but --metric picks a column"
	}
	return "it has " + someNames(names)
}

// tellEvents tells which events are not shown, unless the user picked the one that is:
//
//	in.txt: shows the event cycles:u; not shown: cycles:k (12 samples); --event picks one
func tellEvents(l *loaded, shown string, r *request, m messages) {
	if r.event != "" || r.metric == shown {
		return
	}
	var others []string
	for _, event := range events(l.profile) {
		if event != shown {
			others = append(others, event)
		}
	}
	if shown != "" && len(ofEvent(l.profile, "")) > 0 {
		others = append(others, "")
	}
	if len(others) > 0 {
		m.note("%sshows the event %s; not shown: %s; --event picks one", about(l.name), shown, someNames(withSamples(l.profile, others)))
	}
}

// samplesOf returns " (12 samples)", or nothing if the profile does not count them.
func samplesOf(p *collapse.Profile, event string) string {
	for _, c := range ofEvent(p, event) {
		if p.Metrics[c].Name == "samples" {
			return " (" + input.Plural(p.Total(c), "sample") + ")"
		}
	}
	return ""
}

// tellColumns tells what a user may miss: the other half of a folded file with two weights a line, or the
// columns that hold something when the one that is shown by default holds nothing.
func tellColumns(l *loaded, column int, columns []int, r *request, m messages) {
	if r.metric != "" || len(columns) < 2 {
		return
	}
	metrics := l.profile.Metrics
	if compare.IsPair(l.profile) {
		if r.pairs {
			return
		}
		m.note("%sshows %s; --metric %s shows the other", about(l.name), metrics[column].Name, metrics[1-column].Name)
		return
	}
	if hasWeights(l.profile, column) {
		return
	}
	var others []string
	for _, c := range columns {
		if hasWeights(l.profile, c) {
			others = append(others, metrics[c].Name)
		}
	}
	if len(others) > 0 {
		m.note("%s%s is zero everywhere; --metric picks another: %s", about(l.name), metrics[column].Name, strings.Join(others, ", "))
	}
}
