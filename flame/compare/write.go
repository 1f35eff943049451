package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fold/flame/table"
	"fold/flame/text"
)

// What the tables of a comparison for people, text and markdown, have in common.

// arrange returns the rows with those beyond the noise in front, how many they are, and at most n rows in
// all; 0: all of them.
func (c *Comparison) arrange(n int) (rows []Row, beyond int) {
	var inside []Row
	for _, r := range c.Rows {
		if r.Beyond() {
			rows = append(rows, r)
		} else {
			inside = append(inside, r)
		}
	}
	beyond = len(rows)
	rows = append(rows, inside...)
	if n > 0 {
		rows = rows[:min(n, len(rows))]
	}
	return rows, beyond
}

// titles returns the titles of the columns in front of the function.
func (c *Comparison) titles() []string {
	var titles []string
	if len(c.Runs) == 2 {
		titles = []string{"before", "after"}
	} else {
		for _, run := range c.Runs {
			titles = append(titles, text.Visible(run.Name))
		}
	}
	if c.Absolute {
		titles = append(titles, "change", "change%")
	} else {
		titles = append(titles, "points", "change")
	}
	if c.Tested {
		titles = append(titles, "95% interval")
	}
	return titles
}

// cells returns the numbers of a row, under titles.
func (c *Comparison) cells(r Row) []string {
	var cells []string
	for run, w := range r.Weights {
		cell := c.human(w)
		if !c.Absolute {
			cell = fmt.Sprintf("%.2f%%", c.Percent(run, w))
		}
		if len(r.Steps) > 0 && c.Tested {
			cell += r.mark(run)
		}
		cells = append(cells, cell)
	}
	if c.Absolute {
		cells = append(cells, c.signed(r.Net.Weight), relative(r))
	} else {
		cells = append(cells, text.Points(r.Net.Points), c.signed(r.Net.Weight))
	}
	if c.Tested {
		cells = append(cells, c.interval(r.Net))
	}
	return cells
}

// mark says whether the weight in a run is beyond the noise more or less than in the run before.
func (r Row) mark(run int) string {
	switch {
	case run == 0 || r.Steps[run-1].Verdict != BeyondNoise:
		return " "
	case r.Steps[run-1].Low+r.Steps[run-1].High > 0:
		return "▲"
	}
	return "▼"
}

func (c *Comparison) human(weight int64) string {
	return text.Weight(weight, c.Metric.Scale, c.Metric.Unit)
}

func (c *Comparison) signed(weight int64) string {
	if weight > 0 {
		return "+" + c.human(weight)
	}
	return c.human(weight)
}

// relative returns the change of a weight in percent of what it was.
func relative(r Row) string {
	first, last := r.Weights[0], r.Weights[len(r.Weights)-1]
	switch {
	case first == 0 && last == 0:
		return ""
	case first == 0:
		return "new"
	case last == 0:
		return "gone"
	}
	return text.Points((float64(last)/float64(first)-1)*100) + "%"
}

// interval returns "-1.20 to +0.35".
func (c *Comparison) interval(change Change) string {
	if !c.Absolute {
		return text.Points(change.Low) + " to " + text.Points(change.High)
	}
	if math.IsInf(change.Low, 0) || math.IsInf(change.High, 0) {
		return ""
	}
	return c.signed(int64(math.Round(change.Low))) + " to " + c.signed(int64(math.Round(change.High)))
}

// summary is the line above the rows:
//
//	cpu by self: 3.62s before, 1.40s after; 7 of 120 functions changed beyond the noise
//	cpu by self: 1.20s of 3.62s before, 1.10s of 1.40s after; 1 of 8 functions changed beyond the noise
func (c *Comparison) summary(beyond int) string {
	var totals []string
	for i, run := range c.Runs {
		name := text.Visible(run.Name)
		if len(c.Runs) == 2 {
			name = []string{"before", "after"}[i]
		}
		total := c.human(run.Total)
		if run.Kept != 0 {
			total = c.human(run.Kept) + " of " + total
		}
		totals = append(totals, total+" "+name)
	}
	by := ""
	if c.Group != GroupStack {
		by = " by self"
		if c.By == table.ByTotal {
			by = " by total"
		}
	}
	changed := text.Count(len(c.Rows), c.Group.String())
	if c.Tested {
		changed = text.GroupDigits(strconv.Itoa(beyond)) + " of " + changed + " changed beyond the noise"
	}
	return text.MetricTitle(c.Metric) + by + ": " + strings.Join(totals, ", ") + "; " + changed
}

// insideTitle stands between the rows beyond the noise and those inside it.
const insideTitle = "inside the noise:"

// hiddenRows is the line behind the rows: "… 112 more rows, all inside the noise". It is empty if nothing is
// hidden.
func (c *Comparison) hiddenRows(shown, beyond int) string {
	hidden := len(c.Rows) - shown
	if hidden == 0 {
		return ""
	}
	line := "… " + text.Count(hidden, "more row")
	switch {
	case !c.Tested:
		return line
	case beyond > shown:
		return line + ", " + text.GroupDigits(strconv.Itoa(beyond-shown)) + " of them beyond the noise"
	}
	return line + ", all inside the noise"
}

// hasModules says whether a row has a module to show behind its function.
func (c *Comparison) hasModules() bool {
	return c.Group == GroupFunction && slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Module != "" })
}

// name returns the function, module or stack of a row as a table's last column.
func (c *Comparison) name(r Row) table.Row {
	switch c.Group {
	case GroupModule:
		return table.Row{Function: r.Module}
	case GroupStack:
		return table.Row{Function: c.Stack(r)}
	}
	return table.Row{Function: r.Function, Module: r.Module}
}
