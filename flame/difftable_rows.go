package flame

import "fold/collapse"

// weighRows fills in the rows of p, which holds the runs' weights in its first columns and their samples, where
// these are known and something else, in as many columns behind them. Rows that weigh nothing in any run are left out.
func (c *Comparison) weighRows(p *collapse.Profile) {
	if c.Group == GroupStack {
		c.weighStacks(p)
		return
	}
	rows, columns := c.weighFunctions(p)
	for i, r := range rows {
		weights := make([]int64, 0, len(columns))
		zero, selfless := true, true
		for _, column := range columns {
			weight := column[i].Self
			selfless = selfless && weight == 0
			if c.By == TopByTotal {
				weight = column[i].Total
			}
			zero = zero && weight == 0
			weights = append(weights, weight)
		}
		if !zero && !(r.thread && selfless) {
			row := c.row(weights)
			row.Function, row.Module = r.Function, r.Module
			c.Rows = append(c.Rows, row)
		}
	}
}

// row returns a row with the runs' weights, and their samples if these are known: behind the weights, or they are
// the same.
func (c *Comparison) row(weights []int64) CompareRow {
	runs := len(c.Runs)
	row := CompareRow{Weights: weights[:runs:runs], samples: weights[runs:]}
	if c.Tested && len(weights) == runs {
		row.samples = row.Weights
	}
	return row
}

// weighFunctions returns the rows of functions, or modules, and their weights in each column.
func (c *Comparison) weighFunctions(p *collapse.Profile) (rows []topRow, columns [][]topRow) {
	rowOf, rows := groupFrames(p)
	if c.Group == GroupModule {
		rowOf, rows = groupModules(p)
	}
	var totals [][]int64
	for m := range p.Metrics {
		column := make([]topRow, len(rows))
		for n := 1; n < p.Len(); n++ {
			if self := p.Self(m, collapse.NodeID(n)); self != 0 {
				r := &column[rowOf[p.FrameOf(collapse.NodeID(n))]]
				r.Self, _ = collapse.AddWeights(r.Self, self)
			}
		}
		totals, columns = append(totals, p.Totals(m)), append(columns, column)
	}
	addTotals(p, totals, rowOf, columns...)
	if c.Group == GroupFunction && !p.Modules {
		nameModules(p, anyTotal(totals), rowOf, rows)
	}
	return rows, columns
}

// anyTotal returns a number for each node that is zero where all columns are.
func anyTotal(columns [][]int64) []int64 {
	weighed := make([]int64, len(columns[0]))
	for _, totals := range columns {
		for n, w := range totals {
			weighed[n] |= w
		}
	}
	return weighed
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
		return "(no module)" // as in a table of modules
	}
	return f.Module
}

// weighStacks fills in the rows of stacks. Their texts are long, and only those that are shown are needed: a row
// knows its place in the byte order of all of them.
func (c *Comparison) weighStacks(p *collapse.Profile) {
	all := make([]int, len(p.Metrics))
	for m := range all {
		all[m] = m
	}
	c.profile, c.stacks = p.Stacks(all...)
	weights := make([]int64, 0, len(all)*len(c.stacks))
	c.Rows = make([]CompareRow, len(c.stacks))
	for i, n := range c.stacks {
		start := len(weights)
		for m := range all {
			weights = append(weights, c.profile.Self(m, n))
		}
		c.Rows[i] = c.row(weights[start:])
		c.Rows[i].stack = i
	}
}

// Stack returns the stack of a row as folded stacks show it, where the rows of the comparison are stacks.
func (c *Comparison) Stack(r CompareRow) string { return c.profile.StackText(c.stacks[r.stack]) }
