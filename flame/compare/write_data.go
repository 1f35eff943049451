package compare

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"fold/flame/table"
	"fold/flame/text"
)

// WriteJSON writes the comparison as one JSON object. Weights are exact numbers in the metric's unit,
// percentages and points have up to four decimals, and bytes of a name that are not UTF-8 become U+FFFD.
// What is not known is null. With more than two runs each row has "steps", which say of each run but the
// first what changed from the run before.
//
//	{
//	  "metric": "samples",
//	  "unit": "count",
//	  "by": "self",
//	  "group": "function",
//	  "absolute": false,
//	  "noise": "sampling",
//	  "runs": [{"name": "before.folded", "runs": 1, "total": 1000, "samples": 1000}, ...],
//	  "rows": [
//	    {
//	      "function": "scan",
//	      "module": "",
//	      "weights": [420, 0],
//	      "percents": [42, 0],
//	      "change": -420,
//	      "points": -42,
//	      "low": -45.084,
//	      "high": -38.9531,
//	      "p": 1.24e-117,
//	      "q": 4.95e-117,
//	      "beyond_noise": true,
//	      "verdict": "beyond"
//	    }
//	  ]
//	}
//
// Low and high are the 95% interval of the points, or of the change if "absolute" is true. "runs" are the sides, and
// how many runs each has; "samples" are samples in effect. "noise" is what was tested against: "sampling", "within-run",
// "between-runs", "none" where everything was counted, or "unknown".
func (c *Comparison) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	head, err := indented(c.jsonHead(), "")
	if err != nil {
		return err
	}
	const end = "]\n}" // of the list of rows, which is empty there, and of all
	out.Write(bytes.TrimSuffix(head, []byte(end)))
	for i, r := range c.Rows { // one by one, because stacks may be many and long
		row, err := indented(c.jsonRow(r), "    ")
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(row)
	}
	if len(c.Rows) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString(end + "\n")
	return out.Flush()
}

// indented returns a value as JSON on several lines, each after the first with a prefix.
func indented(value any, prefix string) ([]byte, error) {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent(prefix, "  ")
	err := out.Encode(value)
	return bytes.TrimSuffix(text.Bytes(), newline), err
}

var newline = []byte{'\n'}

type jsonComparison struct {
	Metric    string    `json:"metric"`
	Unit      string    `json:"unit"`
	By        string    `json:"by"`
	Group     string    `json:"group"`
	Absolute  bool      `json:"absolute"`
	Noise     string    `json:"noise"`
	Saturated bool      `json:"saturated,omitempty"`
	Runs      []jsonRun `json:"runs"`
	Rows      []jsonRow `json:"rows"`
}

type jsonRun struct {
	Name    string       `json:"name"`
	Runs    int          `json:"runs"`
	Total   json.Number  `json:"total"`
	Kept    *json.Number `json:"kept,omitempty"`
	Samples *json.Number `json:"samples"`
}

type jsonRow struct {
	Function string        `json:"function"`
	Module   string        `json:"module"`
	Weights  []json.Number `json:"weights"`
	Percents []json.Number `json:"percents"`
	jsonChange
	Steps []jsonChange `json:"steps,omitempty"`
}

type jsonChange struct {
	Change      json.Number  `json:"change"`
	Points      json.Number  `json:"points"`
	Low         *json.Number `json:"low"`
	High        *json.Number `json:"high"`
	P           *json.Number `json:"p"`
	Q           *json.Number `json:"q"`
	BeyondNoise *bool        `json:"beyond_noise"`
	Verdict     string       `json:"verdict"`
}

// jsonHead returns the comparison without its rows.
func (c *Comparison) jsonHead() jsonComparison {
	out := jsonComparison{
		Metric: c.Metric.Name, Unit: c.Metric.Unit, By: "self", Group: c.Group.String(), Absolute: c.Absolute,
		Noise: c.Noise.String(), Saturated: c.Saturated, Rows: []jsonRow{},
	}
	if c.By == table.ByTotal {
		out.By = "total"
	}
	for _, side := range c.Sides {
		r := jsonRun{Name: side.Name, Runs: side.Runs, Total: c.number(side.Total)}
		if side.Kept != 0 {
			kept := c.number(side.Kept)
			r.Kept = &kept
		}
		if c.Noise.Tested() {
			samples := text.Decimal(side.Samples)
			r.Samples = &samples
		}
		out.Runs = append(out.Runs, r)
	}
	return out
}

func (c *Comparison) jsonRow(r Row) jsonRow {
	row := jsonRow{Function: c.function(r), Module: r.Module, jsonChange: c.jsonChange(r.Net)}
	for run, weight := range r.Weights {
		row.Weights = append(row.Weights, c.number(weight))
		row.Percents = append(row.Percents, text.Decimal(c.Percent(run, weight)))
	}
	for _, step := range r.Steps {
		row.Steps = append(row.Steps, c.jsonChange(step))
	}
	return row
}

func (c *Comparison) jsonChange(change Change) jsonChange {
	out := jsonChange{Change: c.number(change.Weight), Points: text.Decimal(change.Points), Verdict: change.Verdict.String()}
	if change.Verdict == NotTested {
		return out
	}
	if change.Verdict == Counted {
		beyond := change.Weight != 0
		out.BeyondNoise = &beyond
		return out
	}
	if !math.IsInf(change.Low, 0) {
		low, high := c.bound(change.Low), c.bound(change.High)
		out.Low, out.High = &low, &high
	}
	p, q := probability(change.P), probability(change.Q)
	beyond := change.Verdict == BeyondNoise
	out.P, out.Q, out.BeyondNoise = &p, &q, &beyond
	return out
}

// WriteCSV writes the comparison as comma-separated values (RFC 4180, with line feeds) under one line of
// titles. The numbers are those of WriteJSON, and empty where that has null:
//
//	before,before_percent,after,after_percent,change,points,low,high,p,q,beyond_noise,function,module
//	420,42,0,0,-420,-42,-45.084,-38.9531,1.24e-117,4.95e-117,true,scan,
//
// With more than two runs the first columns are called run1, run1_percent, run2, run2_percent and
// run2_beyond_noise, which compares with the run before, and so on.
func (c *Comparison) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var titles []string
	for run := range c.Sides {
		name := "run" + strconv.Itoa(run+1)
		if len(c.Sides) == 2 {
			name = []string{"before", "after"}[run]
		}
		titles = append(titles, name, name+"_percent")
		if len(c.Sides) > 2 && run > 0 {
			titles = append(titles, name+"_beyond_noise")
		}
	}
	out.Write(append(titles, "change", "points", "low", "high", "p", "q", "beyond_noise", "function", "module"))
	for _, r := range c.Rows {
		out.Write(c.record(r))
	}
	out.Flush()
	return out.Error()
}

func (c *Comparison) record(r Row) []string {
	var fields []string
	for run, weight := range r.Weights {
		fields = append(fields, string(c.number(weight)), string(text.Decimal(c.Percent(run, weight))))
		if len(r.Steps) > 0 && run > 0 {
			fields = append(fields, yesOrNo(c.jsonChange(r.Steps[run-1])))
		}
	}
	change := c.jsonChange(r.Net)
	fields = append(fields, string(change.Change), string(change.Points))
	for _, number := range []*json.Number{change.Low, change.High, change.P, change.Q} {
		if number == nil {
			fields = append(fields, "")
			continue
		}
		fields = append(fields, string(*number))
	}
	return append(fields, yesOrNo(change), c.cell(c.function(r)), c.cell(r.Module))
}

// cell returns a name as CSV holds it.
func (c *Comparison) cell(name string) string { return text.Cell(name, c.SafeCSV) }

// function returns what programs get as the function of a row: of a stack its text.
func (c *Comparison) function(r Row) string {
	if c.Group == GroupStack {
		return c.Stack(r)
	}
	return r.Function
}

// yesOrNo reports whether a change is beyond the noise; it is empty if that is not known.
func yesOrNo(change jsonChange) string {
	if change.BeyondNoise == nil {
		return ""
	}
	return strconv.FormatBool(*change.BeyondNoise)
}

// number returns a weight as an exact decimal number.
func (c *Comparison) number(weight int64) json.Number {
	return text.Exact(weight, c.Metric.Scale)
}

// bound returns an end of an interval, which is in points or in weights.
func (c *Comparison) bound(value float64) json.Number {
	if c.Absolute {
		value /= math.Pow10(c.Metric.Scale)
	}
	return text.Decimal(value)
}

// probability returns a probability with three digits.
func probability(p float64) json.Number {
	return json.Number(strconv.FormatFloat(p, 'g', 3, 64))
}
