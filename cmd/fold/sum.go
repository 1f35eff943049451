package main

import (
	"errors"
	"fmt"
	"slices"

	"fold/collapse"
	"fold/flame/compare"
	"fold/sources"
)

// sum adds up profiles so that the column that will be shown counts all of them: the first one's, if all have it, else
// the samples, if all have these. A file that shares no column with the first would be left out, which is an error.
// Profiles are forgotten once they are added.
type sum struct {
	r   *request
	all adder // with all columns

	takesAll bool   // all files have what is shown, or it is several columns: there is nothing to find out
	first    *shown // the first file with samples
	counted  column // of the first, what counts its samples; all in all have the same

	shared *adder          // of the column that is shared alone, once a file lacks the first one's; nil: all have it
	common collapse.Metric // which that is
	other  shown           // the first file without it
}

// shown is a file, and what would be shown of it alone.
type shown struct {
	name   string
	metric collapse.Metric
}

// column is a column, if there is one.
type column struct {
	metric collapse.Metric
	known  bool
}

// newSum returns a sum of so many files.
func newSum(r *request, files int) *sum {
	weigh := r.weigh
	if files == 1 {
		weigh = ""
	}
	return &sum{r: r, all: adder{weigh: weigh}, takesAll: files == 1 || r.allColumns || r.metric == "all"}
}

// add adds what was read of a file.
func (s *sum) add(file string, p *collapse.Profile, report *sources.Report) error {
	name := s.r.nameOf(file)
	switch {
	case len(p.Metrics) == 0:
		return nil
	case s.r.weigh != "" && hasNegative(p):
		return inFile(name, errors.New("--weigh: it has weights below zero"))
	case s.takesAll || !hasSamples(p):
		s.addAll(file, p)
		return nil
	}
	alone := *s.r
	alone.formats, alone.weighed = []string{report.Format.Name}, report.Weighed
	own, several, err := shownAlone(name, p, &alone)
	if err != nil {
		return err
	}
	at := own
	if s.first == nil {
		s.first, s.takesAll = &shown{name, p.Metrics[own]}, several
		s.counted = s.countOf(p, own)
	} else if at = s.columnOf(p, own); at < 0 || s.shared != nil {
		if at < 0 {
			at = own
		}
		return s.share(file, p, at)
	}
	if have := s.countOf(p, at); !have.known || !same(have.metric, s.counted.metric) {
		s.counted.known = false
	}
	s.addAll(file, p)
	return nil
}

func (s *sum) addAll(file string, p *collapse.Profile) {
	if s.shared == nil {
		s.all.add(s.r.groupOf(file), p)
	}
}

// shownAlone returns the column that would be shown of a profile if it were alone, and whether it is one of several.
func shownAlone(name string, p *collapse.Profile, r *request) (own int, several bool, err error) {
	if events := selectedEvents(p, r); len(events) > 1 {
		return defaultColumn(p, events[0]), true, nil
	}
	columns, err := pick(&loaded{profile: p, name: name}, r, messages{quiet: true})
	if err != nil {
		return 0, false, err
	}
	return columns[0], false, nil
}

// columnOf returns the column of p that is shown of the first file; below zero if there is none. Where the user named a
// column, it is the one that he means of p, which would be shown of it alone.
func (s *sum) columnOf(p *collapse.Profile, own int) int {
	named := s.r.metric != "" || s.r.event != ""
	for c, metric := range p.Metrics {
		if (c == own || !named) && same(metric, s.first.metric) {
			return c
		}
	}
	return -1
}

func same(a, b collapse.Metric) bool { return a.Event == b.Event && a.Name == b.Name && a.SameUnit(b) }

// columnLike returns the column of p that holds the same as one of another profile; below zero if there is none.
func columnLike(p *collapse.Profile, metric collapse.Metric) int {
	return slices.IndexFunc(p.Metrics, func(m collapse.Metric) bool { return same(m, metric) })
}

// countOf returns the column of p that can be shared with files that lack the one at hand: the one that --metric names,
// else the samples.
func (s *sum) countOf(p *collapse.Profile, at int) column {
	if s.r.metric == "" {
		at = compare.SamplesColumn(p, at)
	}
	if at < 0 {
		return column{}
	}
	m := p.Metrics[at]
	return column{collapse.Metric{Event: m.Event, Name: m.Name, Unit: m.Unit}, true}
}

// share adds the shared column of a file alone, and brings the sum so far down to it.
func (s *sum) share(file string, p *collapse.Profile, own int) error {
	wanted := collapse.Metric{Name: "samples", Unit: "count"}
	if s.r.metric != "" {
		wanted = s.first.metric
	}
	if s.shared == nil {
		s.common = s.counted.metric
	}
	name, have := s.r.nameOf(file), s.countOf(p, own)
	if !s.counted.known || !have.known || !goTogether(s.common, wanted) || !goTogether(have.metric, wanted) || !goTogether(have.metric, s.common) {
		return errApart{*s.first, shown{name, p.Metrics[own]}}
	}
	if s.shared == nil {
		s.shared, s.other = s.all.only(s.counted.metric, wanted), shown{name, p.Metrics[own]}
	}
	if s.common.Event == "" {
		s.common.Event = have.metric.Event
	}
	if alone := onlyColumn(p, have.metric, wanted); alone != nil {
		s.shared.add(s.r.groupOf(file), alone)
	}
	return nil
}

// goTogether reports whether columns can be added up. Samples of different events are different things; what has no
// event goes with any.
func goTogether(a, b collapse.Metric) bool {
	return a.Name == b.Name && a.SameUnit(b) && (a.Event == b.Event || a.Event == "" || b.Event == "")
}

// onlyColumn returns a column of p under the name that all have; nil if there is none.
func onlyColumn(p *collapse.Profile, column, as collapse.Metric) *collapse.Profile {
	c := columnLike(p, column)
	if c < 0 {
		return nil
	}
	alone := collapse.Beside(collapse.Column{Profile: p, Metric: c})
	alone.Metrics[0].Name, alone.Metrics[0].Event = as.Name, ""
	return alone
}

// errApart is the error about a file that shares no column with the first, so that it would be left out.
type errApart struct{ first, other shown }

func (e errApart) Error() string {
	return fmt.Sprintf("%s shows %s and %s shows %s, which cannot be added up: give files of one kind, or pick what all have with --metric or --event",
		e.first.name, withUnit(e.first.metric), e.other.name, withUnit(e.other.metric))
}

// why says the same where the file is left out.
func (e errApart) why() string {
	return fmt.Sprintf("shows %s, which cannot be added to the %s of %s", withUnit(e.other.metric), withUnit(e.first.metric), e.first.name)
}

// profile returns the sum, which holds no samples where no file does.
func (s *sum) profile(m messages) *collapse.Profile {
	switch {
	case s.shared != nil:
		if s.r.metric == "" {
			m.note("the files share no column but samples, which is shown: %s has %s, and %s has %s",
				s.first.name, withUnit(s.first.metric), s.other.name, withUnit(s.other.metric))
		}
		return s.shared.profile()
	case s.all.added:
		return s.all.profile()
	}
	b := collapse.NewBuilder()
	b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	return b.Profile()
}
