package main

import (
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
)

// mixture is what files that are added up differ in, so that one counts more than another.
type mixture struct {
	shortest, longest int64 // how long recordings took that tell, in nanoseconds; 0: none does
	metrics           []collapse.Metric
}

// add notes what a file says.
func (x *mixture) add(p *collapse.Profile) {
	if took := p.Origin.Duration; took > 0 {
		x.longest = max(x.longest, took)
		if x.shortest == 0 || took < x.shortest {
			x.shortest = took
		}
	}
	for _, metric := range p.Metrics {
		metric = collapse.Metric{Event: metric.Event, Name: metric.Name, Unit: metric.Unit}
		if !slices.Contains(x.metrics, metric) {
			x.metrics = append(x.metrics, metric)
		}
	}
}

// tell reports what the files differ in, as far as it bears on the column that is shown of their sum.
func (x *mixture) tell(p *collapse.Profile, shown int, r *request, m messages) {
	metric := p.Metrics[shown]
	isTime := metric.SameUnit(collapse.Metric{Unit: "nanoseconds"})
	if p.Origin.Periods && !isTime && metric.Name == "samples" {
		instead := ""
		if c := timeColumn(p, metric.Event); c >= 0 {
			instead = fmt.Sprintf(": --metric %s adds up time", p.Metrics[c].Name)
		}
		m.note("the files differ in how often they sampled, so a sample of one counts as much as a longer time of another%s", instead)
	}
	if r.weigh == "" && 2*x.longest >= 3*x.shortest && x.shortest > 0 && (isTime || metric.Name == "samples") {
		ns := collapse.Metric{Unit: "nanoseconds"}
		m.note("the files took from %s to %s, and longer ones weigh more: --weigh file gives each the same weight", weight(x.shortest, ns), weight(x.longest, ns))
	}
	if units := x.units(metric); len(units) > 1 {
		m.note("%s is in %s: added up in %s", metric.Name, strings.Join(units, " and in "), metric.Unit)
	}
}

// timeColumn returns the first column of an event that adds up time; below zero if there is none.
func timeColumn(p *collapse.Profile, event string) int {
	return slices.IndexFunc(p.Metrics, func(m collapse.Metric) bool {
		return m.Event == event && m.SameUnit(collapse.Metric{Unit: "nanoseconds"})
	})
}

// units returns the units in which files give a metric.
func (x *mixture) units(metric collapse.Metric) (units []string) {
	for _, other := range x.metrics {
		if same(other, metric) {
			units = append(units, other.Unit)
		}
	}
	return units
}
