package compare

import (
	"slices"

	"fold/collapse"
	"fold/flame/table"
)

// weighRows fills in the rows. Those that weigh nothing in any side are left out.
func (c *Comparison) weighRows() weighed {
	if c.Group == GroupStack {
		return c.weighStacks()
	}
	rows, w, selfless := c.weighFunctions(c.ground.columns())
	kept := 0
	for i, r := range rows {
		weights := c.sideWeights(w, i)
		if !slices.ContainsFunc(weights, func(w int64) bool { return w != 0 }) || r.Thread && selfless[i] {
			continue
		}
		c.Rows = append(c.Rows, Row{Function: r.Function, Module: r.Module, Weights: weights})
		for _, column := range w.weights {
			column[kept] = column[i]
		}
		for _, column := range w.squares {
			column[kept] = column[i]
		}
		kept++
	}
	return w
}

// sideWeights returns what a row weighs in each side: all of its runs together, or one of them on average where
// weights are compared as they are.
func (c *Comparison) sideWeights(w weighed, row int) []int64 {
	weights := make([]int64, len(c.Sides))
	for run, side := range c.ground.side {
		c.ground.add(&weights[side], w.weights[run][row], 1)
	}
	for side := range weights {
		weights[side] = c.perRun(weights[side], side)
	}
	return weights
}

// perRun returns the weight of one run of a side, on average, where weights are compared as they are.
func (c *Comparison) perRun(weight int64, side int) int64 {
	runs := int64(c.Sides[side].Runs)
	if !c.Absolute || runs == 1 {
		return weight
	}
	half := runs / 2
	if weight < 0 {
		half = -half
	}
	return weight/runs + (weight%runs+half)/runs
}

// weightOf returns the weight of a row that is compared.
func (c *Comparison) weightOf(r table.Row) int64 {
	if c.By == table.ByTotal {
		return r.Total
	}
	return r.Self
}

// weighFunctions returns the rows of functions, or modules, and their weights in each column. Stacks need not
// be compared, and so each profile is weighed by itself.
func (c *Comparison) weighFunctions(of []column) (rows []table.Row, w weighed, selfless []bool) {
	anyModules := slices.ContainsFunc(of, func(column column) bool { return column.Profile.Modules })
	var numbered table.Numbering
	rowsOf := make(map[*collapse.Profile][]uint32) // the rows of the frames of each profile
	var profiles []*collapse.Profile
	for _, column := range of {
		p := column.Profile
		if rowsOf[p] != nil {
			continue
		}
		rowsOf[p] = c.numberRows(&numbered, p, anyModules)
		profiles = append(profiles, p)
	}
	rows = numbered.Rows
	weights := make([][]table.Row, len(of))
	for i := range of {
		weights[i] = make([]table.Row, len(rows))
	}
	named := make([]bool, len(rows))
	for _, p := range profiles {
		totals := weighColumns(p, of, rowsOf[p], weights)
		if c.Group == GroupFunction && !anyModules {
			table.NameModules(p, anyTotal(totals), rowsOf[p], rows, named)
		}
	}
	selfless = slices.Repeat([]bool{true}, len(rows))
	for i, column := range of {
		w.weights = append(w.weights, make([]int64, len(rows)))
		for row, r := range weights[i] {
			c.ground.add(&w.weights[i][row], c.weightOf(r), column.factor)
			selfless[row] = selfless[row] && r.Self == 0
		}
		if i < len(c.ground.runs) {
			w.squares = append(w.squares, c.rowSquares(column, rowsOf[column.Profile], weights[i]))
		}
	}
	return rows, w, selfless
}

func (c *Comparison) numberRows(numbered *table.Numbering, p *collapse.Profile, anyModules bool) []uint32 {
	if c.Group == GroupModule {
		return numbered.Modules(p, p.Modules || !anyModules)
	}
	return numbered.Functions(p)
}

// rowSquares returns the squares of each row's samples in a column.
func (c *Comparison) rowSquares(of column, rowOf []uint32, rows []table.Row) []float64 {
	sums := make([]collapse.Square, len(rows))
	if of.samples.each == 0 {
		addSquares(of.Profile, of.Metric, rowOf, sums, c.By == table.ByTotal)
	}
	squares := make([]float64, len(rows))
	for row, r := range rows {
		squares[row] = of.squares(float64(c.weightOf(r)), sums[row])
	}
	return squares
}

// addSquares adds the squares of stacks to the rows that they end in, or to all that they hold.
func addSquares(p *collapse.Profile, metric int, rowOf []uint32, sums []collapse.Square, totals bool) {
	squares := make([]collapse.Square, p.Len())
	for n := p.Len() - 1; n > 0; n-- {
		own := p.Square(metric, collapse.NodeID(n))
		if !totals {
			row := rowOf[p.FrameOf(collapse.NodeID(n))]
			sums[row] = sums[row].Plus(own)
			continue
		}
		squares[n] = squares[n].Plus(own)
		caller := p.Parent(collapse.NodeID(n))
		squares[caller] = squares[caller].Plus(squares[n])
	}
	if totals {
		table.Outermost(p, rowOf, len(sums), func(n collapse.NodeID, row uint32) { sums[row] = sums[row].Plus(squares[n]) })
	}
}

// weighColumns fills in the columns that are of a profile, and returns their totals of each node.
func weighColumns(p *collapse.Profile, of []column, rowOf []uint32, columns [][]table.Row) (totals [][]int64) {
	var own [][]table.Row
	for i, column := range of {
		if column.Profile == p {
			table.AddSelfs(p, column.Metric, rowOf, columns[i])
			totals, own = append(totals, p.Totals(column.Metric)), append(own, columns[i])
		}
	}
	table.AddTotals(p, totals, rowOf, own...)
	for i, column := range of {
		if column.Profile == p {
			table.TakeGiven(p, column.Metric, rowOf, columns[i])
		}
	}
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
func (c *Comparison) weighStacks() (w weighed) {
	of := c.ground.columns()
	var all []int
	var beside []collapse.Column
	for m, column := range of {
		all, beside = append(all, m), append(beside, column.Column)
	}
	c.profile, c.stacks = collapse.Beside(beside...).Stacks(all[:len(c.ground.runs)]...)
	for m, column := range of {
		weights, squares := make([]int64, len(c.stacks)), make([]float64, len(c.stacks))
		for i, n := range c.stacks {
			weight := c.profile.Self(m, n)
			c.ground.add(&weights[i], weight, column.factor)
			squares[i] = column.squares(float64(weight), c.profile.Square(m, n))
		}
		w.weights = append(w.weights, weights)
		if m < len(c.ground.runs) {
			w.squares = append(w.squares, squares)
		}
	}
	for i := range c.stacks {
		c.Rows = append(c.Rows, Row{Weights: c.sideWeights(w, i), stack: i})
	}
	return w
}

// Stack returns the stack of a row as folded stacks show it, where the rows of the comparison are stacks.
func (c *Comparison) Stack(r Row) string { return c.profile.StackText(c.stacks[r.stack]) }
