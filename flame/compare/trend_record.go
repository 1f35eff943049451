package compare

import (
	"fold/collapse"
	"fold/flame/table"
)

// record is what a trend keeps of a run.
type record struct {
	night, run string
	why        string          // why its samples are not known; empty: they are
	whole      part            // total and totalSquares
	rows       map[rowKey]part // weight and squares
}

// record weighs the rows of a run.
func (h *History) record(night string, r Run) record {
	samples := r.Samples()
	made := record{night: night, run: r.Name, rows: make(map[rowKey]part)}
	if samples.Number <= 0 {
		if made.why = samples.Why; samples.Exact {
			made.why = "everything was counted"
		}
	}
	of := column{Column: collapse.Column{Profile: r.Profile, Metric: r.Metric}, factor: 1, samples: samples}
	whole := r.whole()
	total, _, _ := table.Measure(whole.Profile, whole.Metric)
	made.whole = part{total: float64(total), totalSquares: of.totalSquares(float64(total))}
	c := Comparison{Options: Options{By: h.By, Group: h.Group}, ground: &ground{runs: []column{of}}}
	rows, w, _ := c.weighFunctions(c.ground.runs)
	for i, row := range rows {
		if w.weights[0][i] == 0 || row.Thread {
			continue
		}
		key := rowKey{function: row.Function}
		if r.Profile.Modules || h.Group == GroupModule {
			key.module = row.Module
		}
		cell := made.rows[key]
		cell.weight += float64(w.weights[0][i])
		cell.squares += w.squares[0][i]
		made.rows[key] = cell
	}
	return made
}

// addRecord adds a run to its night.
func (h *History) addRecord(r record) {
	if h.nights == nil {
		h.nights, h.rows = make(map[string]*night), make(map[rowKey]map[*night]*part)
	}
	if r.why != "" && h.why == "" {
		h.why = r.run + ": " + r.why
	}
	n := h.nights[r.night]
	if n == nil {
		n = &night{Night: Night{Name: r.night}}
		h.nights[r.night] = n
	}
	n.Runs++
	n.Total += r.whole.total
	n.squares += r.whole.totalSquares
	for key, cell := range r.rows {
		cells := h.rows[key]
		if cells == nil {
			cells = make(map[*night]*part)
			h.rows[key] = cells
		}
		if cells[n] == nil {
			cells[n] = &part{}
		}
		cells[n].weight += cell.weight
		cells[n].squares += cell.squares
	}
}
