package table

import (
	"cmp"
	"fmt"
	"strconv"

	"fold/collapse"
	"fold/flame/text"
)

// What the two tables for people, text and markdown, have in common.

// numbers are the columns in front of the function, in the order of "go tool pprof -top".
var numbers = [...]string{"self", "self%", "sum%", "total", "total%"}

// titles returns the titles of the columns in front of the function.
func (t Table) titles() []string {
	titles := numbers[:len(numbers):len(numbers)]
	for _, b := range t.Beside {
		titles = append(titles, text.Visible(b.Metric.Name))
	}
	return titles
}

// cells returns the numbers of each row, in human units.
func (t Table) cells() [][]string {
	rows := make([][]string, len(t.Rows))
	var sum int64
	for i, r := range t.Rows {
		sum, _ = collapse.AddWeights(sum, r.Self)
		rows[i] = []string{t.human(r.Self), t.share(r.Self), t.share(sum), t.human(r.Total), t.share(r.Total)}
		for _, b := range t.Beside {
			rows[i] = append(rows[i], text.Weight(b.Totals[i], b.Metric.Scale, b.Metric.Unit))
		}
	}
	return rows
}

// of returns what a row is.
func (t Table) of() string { return cmp.Or(t.Of, "function") }

func (t Table) human(weight int64) string { return text.Weight(weight, t.Metric.Scale, t.Metric.Unit) }

func (t Table) share(weight int64) string {
	return strconv.FormatFloat(t.Percent(weight), 'f', 2, 64) + "%"
}

// hasModules reports whether a row has a module to show.
func (t Table) hasModules() bool {
	for _, r := range t.Rows {
		if r.place() != "" {
			return true
		}
	}
	return false
}

// summary is the line above the rows:
//
//	samples: 4,800 in total, the first 20 of 132 functions
//	samples: 120 of 4,800 in total (2.50%), 3 functions
func (t Table) summary() string {
	signs, first := "", ""
	if t.Signed {
		signs = " without signs"
	}
	if t.Hidden > 0 {
		first = "the first " + text.GroupDigits(strconv.Itoa(len(t.Rows))) + " of "
	}
	total := text.GroupedWeight(t.Total, t.Metric)
	of := ""
	if t.Whole != 0 {
		total += " of " + text.GroupedWeight(t.Whole, t.Metric)
		of = " (" + t.share(t.Total) + ")"
	}
	return fmt.Sprintf("%s: %s in total%s%s, %s%s", text.MetricTitle(t.Metric), total, signs, of, first, text.Count(len(t.Rows)+t.Hidden, t.of()))
}

// rest is the line after the rows: "… 112 more rows, 3.20%". It is empty if nothing is hidden.
func (t Table) rest() string {
	if t.Hidden == 0 {
		return ""
	}
	return "… " + text.Count(t.Hidden, "more row") + ", " + t.share(t.HiddenSelf)
}
