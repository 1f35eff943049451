package flame

import "fold/collapse"

// weighRows fills in the rows of p, which holds the runs' weights in its first columns and their samples,
// where these are known, in as many columns behind them. Rows that weigh nothing in any run are left out.
func (c *Comparison) weighRows(p *collapse.Profile) {
	weigh := c.weighFunctions
	if c.Group == GroupStack {
		weigh = weighStacks
	}
	rows, columns := weigh(p)
	runs := len(c.Runs)
	for i, r := range rows {
		row := CompareRow{Function: r.Function, Module: r.Module}
		zero, selfless := true, true
		for m, column := range columns {
			weight := column[i].Self
			selfless = selfless && weight == 0
			if c.By == TopByTotal && c.Group != GroupStack {
				weight = column[i].Total
			}
			zero = zero && weight == 0
			if m < runs {
				row.Weights = append(row.Weights, weight)
			} else {
				row.samples = append(row.samples, weight)
			}
		}
		if !zero && !(r.thread && selfless) {
			c.Rows = append(c.Rows, row)
		}
	}
}

// weighFunctions returns the rows of functions, or modules, and their weights in each column.
func (c *Comparison) weighFunctions(p *collapse.Profile) (rows []topRow, columns [][]topRow) {
	rowOf, rows := groupFrames(p)
	if c.Group == GroupModule {
		rowOf, rows = groupModules(p)
	}
	weighed := make([]int64, p.Len())
	for m := range p.Metrics {
		column, totals := make([]topRow, len(rows)), p.Totals(m)
		for n := 1; n < p.Len(); n++ {
			node := collapse.NodeID(n)
			r := &column[rowOf[p.FrameOf(node)]]
			r.Self, _ = collapse.AddWeights(r.Self, p.Self(m, node))
			weighed[n] |= totals[n]
		}
		addTotals(p, totals, rowOf, column)
		columns = append(columns, column)
	}
	if c.Group == GroupFunction && !p.Modules {
		nameModules(p, weighed, rowOf, rows)
	}
	return rows, columns
}

// groupModules is groupFrames for rows that are modules.
func groupModules(p *collapse.Profile) (rowOf []uint32, rows []topRow) {
	known := make(map[topRow]uint32)
	for f := range p.Frames() {
		frame := p.Frame(collapse.FrameID(f))
		r := topRow{Row{Module: ModuleRow(frame)}, frame.Kind == collapse.KindThread}
		row, seen := known[r]
		if !seen {
			row = uint32(len(rows))
			known[r] = row
			rows = append(rows, r)
		}
		rowOf = append(rowOf, row)
	}
	return rowOf, rows
}

// FunctionRow returns the function of the row that a frame is part of in tables: its name without the annotation
// that tells its kind, "vfs_read_[k]".
func FunctionRow(f collapse.Frame) string { return trimAnnotation(f.Name) }

// ModuleRow returns the module of the row that a frame is part of in a comparison of modules.
func ModuleRow(f collapse.Frame) string {
	switch {
	case f.Kind == collapse.KindThread:
		return "[thread]"
	case f.Module == "":
		return "[unknown]"
	}
	return f.Module
}

// weighStacks returns the rows of stacks and their weights in each column.
func weighStacks(p *collapse.Profile) (rows []topRow, columns [][]topRow) {
	modules := p.Modules
	p = p.MapFrames(func(f collapse.Frame) collapse.Frame {
		return collapse.Frame{Name: f.Text(modules)}
	}).WithModules(false)
	columns = make([][]topRow, len(p.Metrics))
	for n := 1; n < p.Len(); n++ {
		node := collapse.NodeID(n)
		weighs := false
		for m := range p.Metrics {
			weighs = weighs || p.Self(m, node) != 0
		}
		if !weighs {
			continue
		}
		rows = append(rows, topRow{Row: Row{Function: p.StackText(node)}})
		for m := range p.Metrics {
			columns[m] = append(columns[m], topRow{Row: Row{Self: p.Self(m, node)}})
		}
	}
	return rows, columns
}
