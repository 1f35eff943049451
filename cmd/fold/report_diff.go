package main

import (
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/doctor"
	"fold/flame/page"
	"fold/flame/text"
)

// writeDiffReport writes the report of what changed between two profiles: in the metric that was asked for, and in each
// other one that both have.
func (s streams) writeDiffReport(sides []compare.Side, r *request, d *diffFlags) error {
	if d.negate {
		sides = []compare.Side{sides[1], sides[0]}
	}
	p, pairs, err := allPairs(sides, d.Absolute)
	if err != nil {
		return err
	}
	var files []string
	for _, run := range runsOf(sides) {
		files = append(files, run.Name)
	}
	report := page.Options{
		Title: sides[0].Name + " → " + sides[1].Name, SourceURL: d.sourceURL, Input: files,
		Findings: findingsOf(sides, r), Compare: &page.Compare{Pairs: pairs},
	}
	return s.writeReport(p, r, report)
}

// allPairs returns the metrics of two sides as columns of one profile, the one that is compared first.
func allPairs(sides []compare.Side, absolute bool) (*collapse.Profile, []page.Pair, error) {
	first, err := pair(sides)
	if err != nil {
		return nil, nil, err
	}
	columns := []collapse.Column{{Profile: first}, {Profile: first, Metric: 1}}
	pairs := []page.Pair{pairOf(sides, 0, absolute)}
	shown := sides[0].Runs[0]
	if !compare.IsPair(shown.Profile) {
		for m := range shown.Profile.Metrics {
			others, known := withMetric(sides, shown.Profile.Metrics[m])
			if m == shown.Metric || !known {
				continue
			}
			p, err := pair(others)
			if err != nil || p.Total(0) == 0 && p.Total(1) == 0 {
				continue
			}
			pairs = append(pairs, pairOf(others, len(columns), absolute))
			columns = append(columns, collapse.Column{Profile: p}, collapse.Column{Profile: p, Metric: 1})
		}
	}
	all := collapse.Beside(columns...)
	return withPlaces(all, runsOf(sides)), pairs, nil
}

// pairOf returns the pair of metrics whose first column has a number.
func pairOf(sides []compare.Side, column int, absolute bool) page.Pair {
	absolute = absolute || isAmount(sides[0].Runs[0])
	return page.Pair{Before: column, After: column + 1, Absolute: absolute, Beyond: compare.BeyondOf(sides, absolute)}
}

// isAmount reports whether a run's weights are bytes or objects. A report compares these as they are: a heap that grew
// is no larger a share of itself, while the time that something took depends on how long was recorded.
func isAmount(r compare.Run) bool {
	m := r.Profile.Metrics[r.Metric]
	kind, _ := text.KindOf(m.Unit)
	return kind == text.Size || strings.HasSuffix(m.Name, "objects")
}

// withMetric returns the sides with another metric to compare, if all of their runs have it and can show it.
func withMetric(sides []compare.Side, m collapse.Metric) ([]compare.Side, bool) {
	var others []compare.Side
	for _, side := range sides {
		side.Runs = slices.Clone(side.Runs)
		for i, run := range side.Runs {
			metric := columnLike(run.Profile, m)
			if metric < 0 || run.Profile.HasNegative(metric) {
				return nil, false
			}
			run.Metric, run.Whole = metric, columnOf(run.Whole.Profile, m)
			side.Runs[i] = run
		}
		others = append(others, side)
	}
	return others, true
}

// withPlaces returns the profile with the places in the source that functions have in the last run that knows them: to
// put profiles beside each other takes these away, since lines move.
func withPlaces(p *collapse.Profile, runs []compare.Run) *collapse.Profile {
	known := map[string]collapse.Frame{}
	for _, run := range slices.Backward(runs) {
		for f := range run.Profile.Frames() {
			frame := run.Profile.Frame(collapse.FrameID(f))
			if name := frame.Text(p.Modules); frame.File != "" && known[name].File == "" {
				known[name] = frame
			}
		}
	}
	if len(known) == 0 {
		return p
	}
	return p.MapFrames(func(f collapse.Frame) collapse.Frame {
		at := known[f.Text(p.Modules)]
		f.File, f.Line = at.File, at.Line
		return f
	})
}

// findingsOf returns what the doctor says of each side.
func findingsOf(sides []compare.Side, r *request) (all []doctor.Finding) {
	for i, title := range []string{"before: ", "after: "} {
		column := sides[i].Column()
		p := column.Profile.WithDefault(column.Metric)
		for _, f := range doctor.Diagnose(p, doctor.Options{Format: onlyOne(r.formats), Census: r.census}).Findings {
			f.Says = title + f.Says
			all = append(all, f)
		}
	}
	return all
}
