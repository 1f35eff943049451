package compare

import (
	"cmp"
	"errors"
	"fmt"

	"fold/collapse"
	"fold/flame/table"
)

// Run is one of the profiles that [Runs] compares.
type Run struct {
	Name    string
	Profile *collapse.Profile
	Metric  int // the column of weights
	Samples int // the column that counts samples, which may be Metric; -1: the samples are not known

	// Whole and WholeSamples are the weight and the samples before the profile was filtered, of which shares are
	// taken. 0: those of the profile.
	Whole, WholeSamples int64
}

// Total returns the weight that is 100 % of the run.
func (r Run) Total() int64 { return cmp.Or(r.Whole, r.Profile.Total(r.Metric)) }

// NewRun returns a column of a profile as a run. Where no column counts its samples, so that no change can be told from
// noise, why says so: "its weights have fractions and are no samples".
func NewRun(name string, p *collapse.Profile, metric int) (run Run, why string) {
	run = Run{Name: name, Profile: p, Metric: metric, Samples: samplesColumn(p, metric)}
	if IsPair(p) {
		run.Name = p.Metrics[metric].Name
	}
	switch {
	case run.Samples < 0:
		why = "it does not tell the number of samples"
	case p.Metrics[run.Samples].Scale > 0:
		why = "its weights have fractions and are no samples"
	case p.Total(run.Samples) > plausibleSamples:
		why = "its weights are too large for samples"
	case p.HasNegative(run.Samples):
		why = "it has weights below zero"
	}
	if why != "" {
		run.Samples = -1
	}
	return run, why
}

// IsPair reports whether a profile comes from a file that holds two, such as folded stacks with two weights.
func IsPair(p *collapse.Profile) bool {
	return len(p.Metrics) == 2 && p.Metrics[0].Side == collapse.Before && p.Metrics[1].Side == collapse.After
}

// plausibleSamples is how many samples a profile may hold. A file of folded stacks with more holds periods,
// nanoseconds or bytes: a thousand samples a second would take a day to get there.
const plausibleSamples = 100_000_000

// samplesColumn returns the column that counts the samples of which metric is the weight, or -1.
func samplesColumn(p *collapse.Profile, metric int) int {
	if IsPair(p) {
		return metric
	}
	for column, m := range p.Metrics {
		counts := m.Name == "samples" || m.Name == "sample"
		if m.Event == p.Metrics[metric].Event && counts && (m.Unit == "count" || m.Unit == "") {
			return column
		}
	}
	return -1
}

// samples returns the number of samples of the run, or -1. Fractions are no samples, and neither is what
// differences have below zero.
func (r Run) samples() int64 {
	if r.Samples < 0 || r.Profile.Metrics[r.Samples].Scale > 0 {
		return -1
	}
	total, signed, saturated := table.Measure(r.Profile, r.Samples)
	if signed || saturated {
		return -1
	}
	return cmp.Or(r.WholeSamples, total)
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
