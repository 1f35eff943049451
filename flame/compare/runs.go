package compare

import (
	"errors"
	"fmt"

	"fold/collapse"
)

// Run is one recording.
type Run struct {
	Name    string
	Profile *collapse.Profile
	Metric  int // the column of weights
	// Whole is the column before filters left out stacks: shares are of its total. Without a profile, that is Profile.
	Whole collapse.Column
	// Unchanged is Profile before frames were hidden, which the limits of a [Guard] still see. Nil: Profile.
	Unchanged *collapse.Profile
	Duration  Duration // how long the recording took
	Facts     []Fact   // what the profile says about machine and recording
	Threads   int      // how many threads samples were taken of; 0: as many as stand at the root of stacks
}

// Fact is what a profile says about the machine or the recording: that the "host" is "build-7".
type Fact struct{ Name, Value string }

// Duration is how long a recording took: in nanoseconds, or in another unit that recordings can be compared in. The
// zero value is not known.
type Duration struct {
	Weight int64
	Unit   string
}

// Side is what is compared with other sides: the runs of a program as it was, or as it is now.
type Side struct {
	Name string
	Runs []Run
}

// Column returns the runs of a side, added up, as a column of one profile.
func (s Side) Column() collapse.Column {
	return s.column(func(r Run) *collapse.Profile { return r.Profile })
}

func (s Side) column(of func(r Run) *collapse.Profile) collapse.Column {
	first := s.Runs[0]
	if len(s.Runs) == 1 {
		return collapse.Column{Profile: of(first), Metric: first.Metric}
	}
	var profiles []*collapse.Profile
	for _, r := range s.Runs { // the column that is compared is the default one, and so that of the sum
		profiles = append(profiles, of(r).WithDefault(r.Metric))
	}
	merged := collapse.Merge(profiles...)
	return collapse.Column{Profile: merged, Metric: merged.Default}
}

// NewRun returns a column of a profile as a run. Whether its samples are known, so that changes can be told from noise, is
// what [Run.Samples] says.
func NewRun(name string, p *collapse.Profile, metric int) Run {
	run := Run{Name: name, Profile: p, Metric: metric}
	if IsPair(p) {
		run.Name = p.Metrics[metric].Name
	}
	return run
}

// IsPair reports whether a profile comes from a file that holds two, such as folded stacks with two weights.
func IsPair(p *collapse.Profile) bool {
	return len(p.Metrics) == 2 && p.Metrics[0].Side == collapse.Before && p.Metrics[1].Side == collapse.After
}

// Samples says how many samples the run holds, before filters left out any.
func (r Run) Samples() Samples {
	whole := r.whole()
	return SamplesOf(whole.Profile, whole.Metric)
}

func (r Run) whole() collapse.Column {
	if r.Whole.Profile != nil {
		return r.Whole
	}
	return collapse.Column{Profile: r.Profile, Metric: r.Metric}
}

func (r Run) unchanged() *collapse.Profile {
	if r.Unchanged != nil {
		return r.Unchanged
	}
	return r.Profile
}

func (r Run) metric() collapse.Metric { return r.Profile.Metrics[r.Metric] }

// SameMetrics returns an error unless the runs measure the same. Folded files do not say what they measure.
func SameMetrics(runs []Run) error {
	var first *Run
	for i := range runs {
		if p := runs[i].Profile; IsPair(p) || len(p.Metrics) == 1 && p.Metrics[0].Name == "samples" {
			continue
		}
		if first == nil {
			first = &runs[i]
			continue
		}
		a, b := first.metric(), runs[i].metric()
		if a.Name != b.Name || a.Event != b.Event {
			return fmt.Errorf("%s shows %s and %s shows %s: --metric or --event picks what both have", first.Name, a.Name, runs[i].Name, b.Name)
		}
	}
	return nil
}

// ErrUnits says that runs can be compared by their shares only.
var ErrUnits = errors.New("weights in different units cannot be compared as they are, but their shares can: leave out --absolute")

// SameUnits returns [ErrUnits] if the weights of the runs cannot be compared as they are.
func SameUnits(runs []Run) error {
	for _, run := range runs[1:] {
		if !runs[0].metric().SameUnit(run.metric()) {
			return ErrUnits
		}
	}
	return nil
}
