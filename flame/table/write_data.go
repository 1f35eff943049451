package table

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// WriteJSON writes the table as one JSON object. Weights are exact numbers in the metric's unit,
// percentages have up to four decimals, and bytes of a name that are not UTF-8 become U+FFFD.
//
//	{
//	  "metric": "samples",
//	  "unit": "count",
//	  "total": 640,
//	  "rows": [
//	    {
//	      "function": "visit",
//	      "module": "spiral",
//	      "self": 430,
//	      "self_percent": 67.1875,
//	      "total": 430,
//	      "total_percent": 67.1875
//	    }
//	  ]
//	}
//
// Percentages of a filtered profile are of "whole", the weight before the filters, which stands after "total".
// Columns that stand beside are an object "beside" of each row, by the names of their metrics; in CSV they stand last.
//
// "saturated" says that weights went beyond 64 bits and stand at the largest value instead.
//
// A row of a function that the profiler distinguishes by its file has "file", too. A table of modules has no
// functions in it, and one of categories has "category" instead of both.
func (t Table) WriteJSON(w io.Writer) error {
	table := jsonTable{Metric: t.Metric.Name, Unit: t.Metric.Unit, Total: t.number(t.Total), Rows: make([]jsonRow, len(t.Rows))}
	table.Saturated = t.Saturated
	if t.Whole != 0 {
		whole := t.number(t.Whole)
		table.Whole = &whole
	}
	for i, r := range t.Rows {
		table.Rows[i] = jsonRow{
			Self: t.number(r.Self), SelfPercent: t.percent(r.Self),
			Total: t.number(r.Total), TotalPercent: t.percent(r.Total),
		}
		table.Rows[i].name(t.of(), r)
		for _, b := range t.Beside {
			if table.Rows[i].Beside == nil {
				table.Rows[i].Beside = make(map[string]json.Number, len(t.Beside))
			}
			table.Rows[i].Beside[b.Metric.Name] = text.Exact(b.Totals[i], b.Metric.Scale)
		}
	}
	return text.WriteJSON(w, table)
}

type jsonTable struct {
	Metric string       `json:"metric"`
	Unit   string       `json:"unit"`
	Total  json.Number  `json:"total"`
	Whole  *json.Number `json:"whole,omitempty"`

	Saturated bool      `json:"saturated,omitempty"`
	Rows      []jsonRow `json:"rows"`
}

type jsonRow struct {
	Function     *string     `json:"function,omitempty"`
	Module       *string     `json:"module,omitempty"`
	File         string      `json:"file,omitempty"`
	Category     *string     `json:"category,omitempty"`
	Self         json.Number `json:"self"`
	SelfPercent  json.Number `json:"self_percent"`
	Total        json.Number `json:"total"`
	TotalPercent json.Number `json:"total_percent"`

	Beside map[string]json.Number `json:"beside,omitempty"`
}

// name fills in what the row is: a function and its module, a module, or a category.
func (j *jsonRow) name(of string, r Row) {
	switch of {
	case "module":
		j.Module = &r.Function
	case "category":
		j.Category = &r.Function
	default:
		j.Function, j.Module, j.File = &r.Function, &r.Module, r.File
	}
}

// WriteCSV writes the table as comma-separated values (RFC 4180, with line feeds) under one line of
// titles. The numbers are those of WriteJSON.
//
//	self,self_percent,sum_percent,total,total_percent,function,module
//	430,67.1875,67.1875,430,67.1875,visit,spiral
func (t Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	titles := []string{"self", "self_percent", "sum_percent", "total", "total_percent", t.of()}
	if t.of() == "function" {
		titles = append(titles, "module")
	}
	names := len(titles)
	for _, b := range t.Beside {
		titles = append(titles, strings.ToValidUTF8(b.Metric.Name, "\ufffd"))
	}
	out.Write(titles)
	var sum int64
	for i, r := range t.Rows {
		sum, _ = collapse.AddWeights(sum, r.Self)
		fields := []string{
			string(t.number(r.Self)), string(t.percent(r.Self)), string(t.percent(sum)),
			string(t.number(r.Total)), string(t.percent(r.Total)),
			t.cell(r.Function), t.cell(r.Module),
		}
		fields = fields[:names]
		for _, b := range t.Beside {
			fields = append(fields, string(text.Exact(b.Totals[i], b.Metric.Scale)))
		}
		out.Write(fields)
	}
	out.Flush()
	return out.Error()
}

// cell returns a name as CSV holds it.
func (t Table) cell(name string) string { return text.Cell(name, t.SafeCSV) }

// number returns a weight as an exact decimal number.
func (t Table) number(weight int64) json.Number { return text.Exact(weight, t.Metric.Scale) }

// percent returns a weight's share of the total.
func (t Table) percent(weight int64) json.Number { return text.Decimal(t.Percent(weight)) }
