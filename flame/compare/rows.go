package compare

import (
	"slices"

	"fold/collapse"
	"fold/flame/table"
)

// weighRows fills in the rows. Weights are multiplied by the factors of their runs; rows that weigh nothing in any
// run are left out.
func (c *Comparison) weighRows(runs []Run, factors []int64) {
	of := c.columns(runs)
	if c.Group == GroupStack {
		c.weighStacks(of, factors)
		return
	}
	rows, columns := c.weighFunctions(of)
	for i, r := range rows {
		weights := make([]int64, 0, len(columns))
		zero, selfless := true, true
		for _, column := range columns {
			weight := c.weightOf(column[i])
			selfless = selfless && column[i].Self == 0
			zero = zero && weight == 0
			weights = append(weights, weight)
		}
		if !zero && !(r.Thread && selfless) {
			row := c.row(weights, factors)
			row.Function, row.Module = r.Function, r.Module
			c.Rows = append(c.Rows, row)
		}
	}
}

// row returns a row with the runs' weights times their factors, and their samples if these are known: behind the
// weights, or they are the weights.
func (c *Comparison) row(weights, factors []int64) Row {
	runs := len(factors)
	row := Row{Weights: weights[:runs:runs], samples: weights[runs:]}
	if c.Tested && len(weights) == runs {
		row.samples = slices.Clone(row.Weights)
	}
	for run, factor := range factors {
		row.Weights[run], _ = collapse.MultiplyWeight(row.Weights[run], factor)
	}
	return row
}

// weightOf returns the weight of a row that is compared.
func (c *Comparison) weightOf(r table.Row) int64 {
	if c.By == table.ByTotal {
		return r.Total
	}
	return r.Self
}

// columns returns the columns of the runs' weights, and behind them those of their samples, where these are
// known and are not the weights.
func (c *Comparison) columns(runs []Run) []collapse.Column {
	var weights, samples []collapse.Column
	for _, r := range runs {
		weights = append(weights, collapse.Column{Profile: r.Profile, Metric: r.Metric})
		samples = append(samples, collapse.Column{Profile: r.Profile, Metric: r.Samples})
	}
	if !c.Tested || slices.Equal(weights, samples) {
		return weights
	}
	return append(weights, samples...)
}

// weighFunctions returns the rows of functions, or modules, and their weights in each column. Stacks need not
// be compared, and so each profile is weighed by itself.
func (c *Comparison) weighFunctions(of []collapse.Column) (rows []table.Row, columns [][]table.Row) {
	anyModules := slices.ContainsFunc(of, func(column collapse.Column) bool { return column.Profile.Modules })
	var numbered table.Numbering
	var profiles []*collapse.Profile
	var rowsOf [][]uint32 // of each profile: the rows of its frames
	for _, column := range of {
		p := column.Profile
		switch {
		case slices.Contains(profiles, p):
			continue
		case c.Group == GroupModule:
			rowsOf = append(rowsOf, numbered.Modules(p, p.Modules || !anyModules))
		default:
			rowsOf = append(rowsOf, numbered.Functions(p))
		}
		profiles = append(profiles, p)
	}
	rows = numbered.Rows
	for range of {
		columns = append(columns, make([]table.Row, len(rows)))
	}
	named := make([]bool, len(rows))
	for i, p := range profiles {
		totals := weighColumns(p, of, rowsOf[i], columns)
		if c.Group == GroupFunction && !anyModules {
			table.NameModules(p, anyTotal(totals), rowsOf[i], rows, named)
		}
	}
	return rows, columns
}

// weighColumns fills in the columns that are of a profile, and returns their totals of each node.
func weighColumns(p *collapse.Profile, of []collapse.Column, rowOf []uint32, columns [][]table.Row) (totals [][]int64) {
	var own [][]table.Row
	for i, column := range of {
		if column.Profile == p {
			table.AddSelfs(p, column.Metric, rowOf, columns[i])
			totals, own = append(totals, p.Totals(column.Metric)), append(own, columns[i])
		}
	}
	table.AddTotals(p, totals, rowOf, own...)
	return totals
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

// weighStacks fills in the rows of stacks. Their texts are long, and only those that are shown are needed: a row
// knows its place in the byte order of all of them.
func (c *Comparison) weighStacks(of []collapse.Column, factors []int64) {
	all := make([]int, len(of))
	for m := range all {
		all[m] = m
	}
	c.profile, c.stacks = collapse.Beside(of...).Stacks(all...)
	weights := make([]int64, 0, len(all)*len(c.stacks))
	c.Rows = make([]Row, len(c.stacks))
	for i, n := range c.stacks {
		start := len(weights)
		for m := range all {
			weights = append(weights, c.profile.Self(m, n))
		}
		c.Rows[i] = c.row(weights[start:], factors)
		c.Rows[i].stack = i
	}
}

// Stack returns the stack of a row as folded stacks show it, where the rows of the comparison are stacks.
func (c *Comparison) Stack(r Row) string { return c.profile.StackText(c.stacks[r.stack]) }
