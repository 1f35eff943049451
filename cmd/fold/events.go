package main

import (
	"slices"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// events returns the names of the events in the order in which the input named them.
func events(p *collapse.Profile) []string {
	var names []string
	seen := make(map[string]bool)
	for _, metric := range p.Metrics {
		if metric.Event != "" && !seen[metric.Event] {
			seen[metric.Event] = true
			names = append(names, metric.Event)
		}
	}
	return names
}

// mostNamed is how many events a message names.
const mostNamed = 10

// someNames joins names for a message: ten at most, and how many more there are.
func someNames(names []string) string {
	if len(names) <= mostNamed {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:mostNamed], ", ") + " and " + input.Plural(int64(len(names)-mostNamed), "more event")
}

// withSamples returns the names of events, those that a message names with how many samples they have.
func withSamples(p *collapse.Profile, names []string) []string {
	for i := range min(len(names), mostNamed) {
		if names[i] == "" {
			names[i] = "what has no event" + samplesOf(p, "")
			continue
		}
		names[i] += samplesOf(p, names[i])
	}
	return names
}

// selectedEvents returns the events that --event picks with a glob or with "all"; nil if it picks a single one.
// Without it, a file of nothing but tracepoints shows all of them: each is an event of its own kind, and none of
// them is the profile.
func selectedEvents(p *collapse.Profile, r *request) []string {
	names := events(p)
	switch {
	case r.event == "" && r.metric == "" && !r.weighed && len(names) > 1 && isPerf(r.formats) && !slices.ContainsFunc(names, isNoTracepoint):
		return names
	case r.event == "all" && !slices.Contains(names, "all"):
		return names
	case !strings.ContainsAny(r.event, "*?") || slices.Contains(names, r.event):
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return !matchesGlob(r.event, name) })
}

// isPerf reports whether all inputs are perf's.
func isPerf(formats []string) bool {
	return !slices.ContainsFunc(formats, func(name string) bool { return name != "perf" && name != "perfdata" })
}

// isNoTracepoint tells "cycles:u" and "mem:0x10:rw" from "sched:sched_switch".
func isNoTracepoint(event string) bool {
	system, name, found := strings.Cut(event, ":")
	return !found || system == "mem" || len(name) < 3 || strings.Trim(name, "ukhHGpPDSWIe") == "" || strings.Contains(system, "/")
}

// matchesGlob reports whether a name matches a pattern in which "*" stands for any text and "?" for one byte.
func matchesGlob(pattern, name string) bool {
	star, from := -1, 0 // the last star, and what it stands for up to now
	i, k := 0, 0
	for k < len(name) {
		switch {
		case i < len(pattern) && pattern[i] == '*':
			star, from = i, k
			i++
		case i < len(pattern) && (pattern[i] == '?' || pattern[i] == name[k]):
			i, k = i+1, k+1
		case star >= 0:
			from++
			i, k = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[i:], "*") == ""
}

// joinEvents returns a profile in which the events are root frames and their weights are added up, those of the first
// one's unit; the others are named.
func joinEvents(l *loaded, names []string, r *request, m messages) *collapse.Profile {
	p := l.profile
	unit := p.Metrics[defaultColumn(p, names[0])]
	label := r.event
	if label == "" {
		label = "all"
	}
	var parts []*collapse.Profile
	var others []string
	for _, name := range names {
		column := defaultColumn(p, name)
		if !p.Metrics[column].SameUnit(unit) {
			others = append(others, name)
			continue
		}
		columns, as := eventColumns(p, name, column, label)
		parts = append(parts, p.Under(collapse.Frame{Name: name}, columns, as))
	}
	if len(others) > 0 {
		m.note("%snot added to %s, counted in another unit: %s", about(l.name), label, someNames(withSamples(p, others)))
	}
	if r.event == "" {
		m.note("%sshows all %d events, each as a root frame; --event picks one", about(l.name), len(names))
	}
	return collapse.Merge(parts...)
}

// eventColumns returns the columns of an event that are added to those of others: its weights and its samples.
func eventColumns(p *collapse.Profile, event string, column int, label string) (columns []int, as []collapse.Metric) {
	columns, as = []int{column}, []collapse.Metric{{Event: label, Name: label, Unit: p.Metrics[column].Unit}}
	for _, c := range ofEvent(p, event) {
		if c != column && p.Metrics[c].Name == "samples" {
			columns, as = append(columns, c), append(as, collapse.Metric{Event: label, Name: "samples", Unit: "count"})
		}
	}
	return columns, as
}
