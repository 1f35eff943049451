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

// arrange returns the rows with those beyond the noise in front and those of too few samples at the end, how many are
// beyond, and at most n rows in all; 0: all of them.
func (c *Comparison) arrange(n int) (rows []Row, beyond int) {
	var inside, few []Row
	for _, r := range c.Rows {
		switch {
		case r.Beyond():
			rows = append(rows, r)
		case r.tooFew():
			few = append(few, r)
		default:
			inside = append(inside, r)
		}
	}
	beyond = len(rows)
	rows = append(append(rows, inside...), few...)
	if n > 0 {
		rows = rows[:min(n, len(rows))]
	}
	return rows, beyond
}

// tooFew reports whether no change of the row could be told from noise.
func (r Row) tooFew() bool {
	known := func(change Change) bool { return change.Verdict != TooFew }
	return !known(r.Net) && !slices.ContainsFunc(r.Steps, known)
}

// titles returns the titles of the columns in front of the function.
func (c *Comparison) titles() []string {
	var titles []string
	if len(c.Sides) == 2 {
		titles = []string{"before", "after"}
	} else {
		for _, run := range c.Sides {
			titles = append(titles, text.Visible(run.Name))
		}
	}
	if c.Absolute {
		titles = append(titles, "change", "change%")
	} else {
		titles = append(titles, "points", "change")
	}
	if c.Noise.Tested() {
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
		if len(r.Steps) > 0 && c.Noise.Tested() {
			cell += r.mark(run)
		}
		cells = append(cells, cell)
	}
	if c.Absolute {
		cells = append(cells, c.signed(r.Net.Weight), relativeChange(r))
	} else {
		cells = append(cells, text.Points(r.Net.Points), c.signed(r.Net.Weight))
	}
	if c.Noise.Tested() {
		cells = append(cells, c.interval(r.Net))
	}
	return cells
}

// mark reports whether the weight in a run is beyond the noise more or less than in the run before.
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

// relativeChange returns the change of a weight in percent of what it was.
func relativeChange(r Row) string {
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

// summary is the lines above the rows:
//
//	cpu by self: 3.62s before, 1.40s after; 7 of 120 functions changed beyond the noise of sampling
//	cpu by self: 1.20s of 3.62s before, 1.10s of 1.40s after; 1 of 8 functions changed beyond the noise of sampling
//	362 and 140 samples, one run a side; how much runs differ is not known: give several runs a side
func (c *Comparison) summary(beyond int) []string {
	var totals []string
	for i, side := range c.Sides {
		name := text.Visible(side.Name)
		if len(c.Sides) == 2 {
			name = []string{"before", "after"}[i]
		}
		total := c.human(side.Total)
		if side.Kept != 0 {
			total = c.human(side.Kept) + " of " + total
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
	switch {
	case c.Noise.Tested():
		changed = text.GroupDigits(strconv.Itoa(beyond)) + " of " + changed + " changed beyond the " + c.noiseName()
	case c.Noise == NoNoise:
		changed = text.GroupDigits(strconv.Itoa(beyond)) + " of " + changed + " changed: " + counted
	}
	lines := []string{text.MetricTitle(c.Metric) + by + ": " + strings.Join(totals, ", ") + "; " + changed}
	if c.Noise.Tested() {
		lines = append(lines, c.basis())
	}
	return lines
}

func (c *Comparison) noiseName() string {
	switch c.Noise {
	case NoiseWithin:
		return "noise within the runs"
	case NoiseBetween:
		return "noise between runs"
	}
	return "noise of sampling"
}

// counted is what there is to say about noise where every difference is one.
const counted = "everything was counted, so there is no noise"

// oneRunASide is what one run a side cannot tell, and what can.
const oneRunASide = "how much runs differ is not known: give several runs a side"

// What a number of samples counts.
const (
	samplesEqual   = iota // samples as they were taken
	samplesUneven         // so many samples of one weight would tell as much
	samplesOfTicks        // samples that do not share a moment
)

// samples returns how many samples the sides have, "1,107 and 727 samples", and what these numbers count.
func (c *Comparison) samples() (line string, kind int) {
	var samples []string
	equal, ticks := true, false
	for side, s := range c.Sides {
		samples = append(samples, SamplesText(s.Samples))
		ticks = ticks || s.Ticks
		for run, of := range c.ground.side {
			equal = equal && (of != side || c.ground.runs[run].samples.each > 0)
		}
	}
	switch {
	case ticks:
		kind = samplesOfTicks
	case !equal:
		kind = samplesUneven
	}
	return list(samples) + " samples", kind
}

// runs returns how many runs the sides have: "3 and 3 runs".
func (c *Comparison) runs() string {
	var runs []string
	for _, s := range c.Sides {
		runs = append(runs, strconv.Itoa(s.Runs))
	}
	return list(runs) + " runs"
}

// basis says what the tests rest on: "1,107 and 727 samples in effect, 3 and 3 runs".
func (c *Comparison) basis() string {
	line, kind := c.samples()
	line += [...]string{samplesEqual: "", samplesUneven: " in effect", samplesOfTicks: " that do not share a moment"}[kind]
	if c.Noise == NoiseBetween {
		line += ", " + c.runs()
		if c.Absolute {
			line += ", whose mean is compared"
		}
		return line
	}
	line += ", one run a side"
	if c.Noise == NoiseWithin {
		line += " in " + strconv.Itoa(blocks) + " parts"
	}
	return line + "; " + oneRunASide
}

// list returns "1, 2 and 3".
func list(items []string) string {
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// verdictTitle stands above the rows that share a verdict; those beyond the noise need none.
func (r Row) verdictTitle() string {
	switch {
	case r.Beyond():
		return ""
	case r.tooFew():
		return "too few samples to tell:"
	}
	return "inside the noise:"
}

// hiddenRows is the line after the rows: "… 112 more rows, all inside the noise". It is empty if nothing is
// hidden.
func (c *Comparison) hiddenRows(shown, beyond int) string {
	hidden := len(c.Rows) - shown
	if hidden == 0 {
		return ""
	}
	line := "… " + text.Count(hidden, "more row")
	switch {
	case !c.Noise.Tested():
		return line
	case beyond > shown:
		return line + ", " + text.GroupDigits(strconv.Itoa(beyond-shown)) + " of them beyond the noise"
	}
	return line + ", none beyond the noise"
}

// hasModules reports whether a row has a module to show after its function.
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
