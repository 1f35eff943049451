package main

import (
	"fmt"
	"strings"

	"fold/collapse"
	"fold/flame/compare"
	"fold/sources"
	"fold/sources/input"
)

// addDumps takes note of the dumps that a file holds, in order.
func (r *request) addDumps(p *collapse.Profile, report *sources.Report) {
	if !r.read.Dumps || !report.Format.Census || len(p.Metrics) == 0 {
		return
	}
	if report.Dumps.Count < 2 {
		r.dumps.Count++
		r.dumps.Kept = append(r.dumps.Kept, p)
		return
	}
	r.dumps.Count += report.Dumps.Count
	r.dumps.Kept = append(append(r.dumps.Kept, report.Dumps.Still), report.Dumps.Kept...)
}

// reshapeDumps applies to each dump what the flags ask for, and returns them with what stands in all those of one file
// where not all were kept. There are none unless all files are dumps, and hold several together.
func (r *request) reshapeDumps() []*collapse.Profile {
	if !r.census || r.dumps.Count < 2 {
		return nil
	}
	var dumps []*collapse.Profile
	for _, p := range r.dumps.Kept {
		l := &loaded{profile: p, metrics: []int{p.Default}}
		l.reshape(r, messages{quiet: true})
		dumps = append(dumps, l.profile)
	}
	return dumps
}

// dumpSides returns the dumps of a file that holds several, each as a side of its own: all of them for a table, else the
// first and the last.
func (s streams) dumpSides(l *loaded, dumps input.Dumps, r *request, tested bool) ([]compare.Side, error) {
	m := s.messages(r)
	kept, numbers := dumps.Kept, []int{}
	for i := range kept {
		numbers = append(numbers, i+1)
	}
	numbers[len(kept)-1] = dumps.Count
	if !tested && len(kept) > 2 {
		kept, numbers = []*collapse.Profile{kept[0], kept[len(kept)-1]}, []int{1, dumps.Count}
	}
	if len(kept) < dumps.Count {
		m.note("%s: %d dumps in it: shown are %s", l.name, dumps.Count, listNumbers(numbers))
	}
	var sides []compare.Side
	for i, p := range kept {
		column := columnLike(p, l.profile.Metrics[l.metrics[0]])
		if column < 0 {
			return nil, fmt.Errorf("%s: several dumps in one file are compared by all their threads: leave --metric out", l.name)
		}
		dump := &loaded{profile: p, metrics: []int{column}, name: fmt.Sprintf("dump %d", numbers[i]), format: l.format, census: true}
		dump.reshape(r, messages{quiet: true})
		run, err := asRun(dump, column, untestable, m)
		if err != nil {
			return nil, err
		}
		sides = append(sides, compare.Side{Name: dump.name, Runs: []compare.Run{run}})
	}
	return sides, nil
}

// listNumbers returns "1, 2, 3 and 9".
func listNumbers(numbers []int) string {
	var text strings.Builder
	for i, n := range numbers {
		switch {
		case i == 0:
		case i == len(numbers)-1:
			text.WriteString(" and ")
		default:
			text.WriteString(", ")
		}
		fmt.Fprint(&text, n)
	}
	return text.String()
}
