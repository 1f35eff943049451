package compare

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"fold/flame/table"
	"fold/flame/text"
)

// WriteText writes the trend for people, a row for each function, the first n of them; 0: all.
//
//	20 nights, 10 runs in each; 1173 functions tested, 3 changed beyond the noise between nights
//	a change in the middle would be seen 4 times in 5 from 0.16 points on for a function of 1%, and from 0.49 for one of 10%
//	before  after  points  since       nights                verdict  function
//	 4.10%  6.47%   +2.37  2026-09-15  ▁▁▁▂▁▁▁▁▁▁▁▁▁▁▇▇█▇▇▇  changed  ledger.(*Index).Rehash
func (t *Trend) WriteText(w io.Writer, o TextOptions) error {
	out := bufio.NewWriter(w)
	for _, line := range t.summary() {
		out.WriteString(line + "\n")
	}
	rows := t.first(o.N)
	if len(rows) > 0 {
		lines := [][]string{{"before", "after", "points", "since", "nights", "verdict"}}
		for _, r := range rows {
			lines = append(lines, t.cells(r))
		}
		widths := table.ColumnWidths(lines)
		room := o.Room(widths)
		o.WriteLine(out, table.AlignRight(lines[0], widths)+t.Group.String(), table.Bold)
		for i, r := range rows {
			style := table.Normal
			if r.Verdict != BeyondNoise {
				style = table.Dim
			}
			name := text.Visible(r.name())
			if room > 0 {
				name = text.CutMiddle(name, room)
			}
			o.WriteLine(out, table.AlignRight(lines[i+1], widths)+name, style)
		}
	}
	if hidden := len(t.Rows) - len(rows); hidden > 0 {
		fmt.Fprintf(out, "… %s\n", text.Count(hidden, "more row"))
	}
	return out.Flush()
}

// first returns the first n rows, or all where n is 0.
func (t *Trend) first(n int) []TrendRow {
	if n == 0 {
		return t.Rows
	}
	return t.Rows[:min(n, len(t.Rows))]
}

// summary returns the lines above the rows.
func (t *Trend) summary() []string {
	least, most, changed := math.MaxInt, 0, 0
	for _, n := range t.Nights {
		least, most = min(least, n.Runs), max(most, n.Runs)
	}
	for _, r := range t.Rows {
		if r.Verdict == BeyondNoise {
			changed++
		}
	}
	runs := text.Count(most, "run") + " in each"
	if least != most {
		runs = fmt.Sprintf("%d to %s in each", least, text.Count(most, "run"))
	}
	head := text.Count(len(t.Nights), "night") + ", " + runs
	if t.Why != "" {
		return []string{head + "; nothing is tested: " + text.Visible(t.Why)}
	}
	return []string{
		fmt.Sprintf("%s; %s tested, %d changed beyond the noise between nights", head, text.Count(t.Tested, t.Group.String()), changed),
		fmt.Sprintf("a change in the middle would be seen 4 times in 5 from %.2f points on for a %s of %g%%, and from %.2f for one of %g%%",
			t.Least[0], t.Group, LeastShares[0], t.Least[1], LeastShares[1]),
	}
}

// cells returns what stands before the name of a row.
func (t *Trend) cells(r TrendRow) []string {
	return []string{percent(r.Before), percent(r.After), text.Points(r.Points()), t.since(r), sparkline(r.Shares), r.verdict()}
}

func percent(share float64) string { return strconv.FormatFloat(share, 'f', 2, 64) + "%" }

// since returns the night from which on a row is different, if it is.
func (t *Trend) since(r TrendRow) string {
	if r.Verdict != BeyondNoise {
		return ""
	}
	return text.Visible(t.Nights[r.Night].Name)
}

func (r TrendRow) name() string {
	name := r.Function
	switch {
	case name == "":
		name = r.Module
	case r.Module != "":
		name += "  (" + r.Module + ")"
	}
	switch {
	case r.Renamed == "":
	case r.After == 0:
		name += ", renamed to " + r.Renamed + "?"
	default:
		name += ", renamed from " + r.Renamed + "?"
	}
	return name
}

// verdict returns the word for a verdict about a row over nights.
func (r TrendRow) verdict() string {
	return [...]string{"not tested", "too few", "steady", "changed", "counted"}[r.Verdict]
}

// sparkline draws shares from the least to the most, a character for each night. A night without a recording is a blank.
func sparkline(shares []float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range shares {
		if !math.IsNaN(s) {
			low, high = min(low, s), max(high, s)
		}
	}
	var line strings.Builder
	for _, s := range shares {
		switch {
		case math.IsNaN(s):
			line.WriteByte(' ')
		case high <= low:
			line.WriteRune(bars[0])
		default:
			line.WriteRune(bars[min(len(bars)-1, int(float64(len(bars))*(s-low)/(high-low)))])
		}
	}
	return line.String()
}

// WriteMarkdown writes the trend as Markdown, the first n rows of it; 0: all.
func (t *Trend) WriteMarkdown(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	for _, line := range t.summary() {
		out.WriteString(text.Markdown(line) + "\n\n")
	}
	rows := t.first(n)
	table.WriteMarkdownRow(out, []string{"before", "after", "points", "since", "nights", "verdict", t.Group.String()})
	out.WriteString("|---:|---:|---:|:---|:---|:---|:---|\n")
	for _, r := range rows {
		cells := t.cells(r)
		for i := range cells {
			cells[i] = text.Markdown(cells[i])
		}
		table.WriteMarkdownRow(out, append(cells, text.MarkdownCode(r.name())))
	}
	if hidden := len(t.Rows) - len(rows); hidden > 0 {
		fmt.Fprintf(out, "\n… %s\n", text.Count(hidden, "more row"))
	}
	return out.Flush()
}

// WriteCSV writes all rows, with a column for each night. Safe writes names so that spreadsheets take none for a formula.
func (t *Trend) WriteCSV(w io.Writer, safe bool) error {
	cell := func(name string) string { return text.Cell(name, safe) }
	out := csv.NewWriter(w)
	titles := []string{"before_percent", "after_percent", "points", "since", "p", "q", "verdict", "function", "module", "renamed"}
	for _, n := range t.Nights {
		titles = append(titles, cell(n.Name))
	}
	out.Write(titles)
	for _, r := range t.Rows {
		since := ""
		if r.Verdict == BeyondNoise {
			since = cell(t.Nights[r.Night].Name)
		}
		fields := []string{
			decimal(r.Before), decimal(r.After), decimal(r.Points()), since, decimal(r.P), decimal(r.Q), r.verdict(),
			cell(r.Function), cell(r.Module), cell(r.Renamed),
		}
		for _, share := range r.Shares {
			fields = append(fields, decimal(share))
		}
		out.Write(fields)
	}
	out.Flush()
	return out.Error()
}

// decimal returns a number, or nothing where there is none.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return string(text.Decimal(x))
}

// WriteJSON writes the trend as JSON. Shares are in percent; null stands for a night without a recording.
func (t *Trend) WriteJSON(w io.Writer) error {
	type nightJSON struct {
		Name    string  `json:"name"`
		Runs    int     `json:"runs"`
		Samples float64 `json:"samples"`
	}
	type rowJSON struct {
		Function string     `json:"function"`
		Module   string     `json:"module,omitempty"`
		Before   *float64   `json:"before_percent"`
		After    *float64   `json:"after_percent"`
		Points   *float64   `json:"points"`
		Since    string     `json:"since,omitempty"`
		P        float64    `json:"p"`
		Q        float64    `json:"q"`
		Verdict  string     `json:"verdict"`
		Renamed  string     `json:"renamed,omitempty"`
		Shares   []*float64 `json:"shares"`
	}
	data := struct {
		Why     string      `json:"not_tested,omitempty"`
		Tested  int         `json:"tested"`
		Noise   string      `json:"noise"`
		Least1  *float64    `json:"least_points_of_1_percent"`
		Least10 *float64    `json:"least_points_of_10_percent"`
		Nights  []nightJSON `json:"nights"`
		Rows    []rowJSON   `json:"rows"`
	}{Why: t.Why, Tested: t.Tested, Noise: t.Noise.String(), Nights: []nightJSON{}, Rows: []rowJSON{}}
	if t.Why == "" {
		data.Least1, data.Least10 = number(t.Least[0]), number(t.Least[1])
	}
	for _, n := range t.Nights {
		data.Nights = append(data.Nights, nightJSON{n.Name, n.Runs, n.Samples})
	}
	for _, r := range t.Rows {
		row := rowJSON{
			Function: r.Function, Module: r.Module, Before: number(r.Before), After: number(r.After), Points: number(r.Points()),
			P: r.P, Q: r.Q, Verdict: r.verdict(), Renamed: r.Renamed,
		}
		if r.Verdict == BeyondNoise {
			row.Since = t.Nights[r.Night].Name
		}
		for _, share := range r.Shares {
			row.Shares = append(row.Shares, number(share))
		}
		data.Rows = append(data.Rows, row)
	}
	return text.WriteJSON(w, data)
}

// number returns what JSON has for a number: null where there is none.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
