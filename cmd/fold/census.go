package main

import (
	"fold/collapse"
	"fold/sources"
)

// isCensus reports whether all files that were read are snapshots of threads, which hold no samples.
func (r *request) isCensus() bool {
	for _, name := range r.formats {
		if f, known := sources.FormatNamed(name); !known || !f.Census {
			return false
		}
	}
	return len(r.formats) > 0
}

// stateColumns returns the columns of the states of threads, to stand beside the column of all threads. There are none
// where the input is no dump, or its dump tells no states.
func (r *request) stateColumns(p *collapse.Profile, metric int) []int {
	if !r.isCensus() || metric != p.Default || r.metric == "all" {
		return nil
	}
	var columns []int
	for c, m := range p.Metrics {
		switch m.Name {
		case "running", "blocked", "waiting", "minutes":
			if c != metric {
				columns = append(columns, c)
			}
		}
	}
	return columns
}
