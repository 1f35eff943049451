package main

import "fold/collapse"

// stateColumns returns the columns of the states of threads, to stand beside the column of all threads. There are none
// where the input is no dump, or its dump tells no states.
func (r *request) stateColumns(p *collapse.Profile, metric int) []int {
	if !r.census || metric != p.Default || r.metric == "all" {
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
