package table

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"fold/flame/text"
)

// WriteText writes the functions for people, each with its callers above its callees. Percentages of the function are of
// all, those of its neighbours of the function's total.
//
//	samples: 100 in total, 1 function
//
//	parse: self 0 (0.00%), total 45 (45.00%)
//	  callers
//	    45  100.00%  main
//	  callees
//	    40   88.89%  read
//	     5   11.11%  scan
//
// Stacks that begin with the function have "(nothing)" for its caller; what it weighs itself is its callee "(self)".
func (h Neighbourhood) WriteText(w io.Writer, o TextOptions) error {
	out := bufio.NewWriter(w)
	table := h.Table
	table.Rows, table.Hidden = make([]Row, len(h.Functions)), h.Hidden
	out.WriteString(table.summary() + "\n")
	for _, f := range h.Functions {
		out.WriteByte('\n')
		line := f.Row.Text(0) + ": self " + h.human(f.Self) + " (" + h.share(f.Self) + "), total " + h.human(f.Total) + " (" + h.share(f.Total) + ")"
		o.WriteLine(out, line, Bold)
		h.writeNeighbours(out, "callers", f.callers(), f.Total, o)
		h.writeNeighbours(out, "callees", f.callees(), f.Total, o)
	}
	if h.Hidden > 0 {
		out.WriteString("\n… " + text.Count(h.Hidden, "more function") + "\n")
	}
	return out.Flush()
}

// callers returns the callers, and what stands for there being none.
func (f Peeked) callers() []Neighbour {
	if f.Starts == 0 {
		return f.Callers
	}
	return append(f.Callers[:len(f.Callers):len(f.Callers)], Neighbour{Row{Function: "(nothing)"}, f.Starts})
}

// callees returns the callees, and what stands for the function itself.
func (f Peeked) callees() []Neighbour {
	if f.Self == 0 {
		return f.Callees
	}
	return append(f.Callees[:len(f.Callees):len(f.Callees)], Neighbour{Row{Function: "(self)"}, f.Self})
}

func (h Neighbourhood) writeNeighbours(out *bufio.Writer, title string, all []Neighbour, total int64, o TextOptions) {
	if len(all) == 0 {
		return
	}
	out.WriteString("  " + title + "\n")
	var lines [][]string
	for _, n := range all {
		lines = append(lines, []string{h.human(n.Weight), strconv.FormatFloat(Percent(n.Weight, total), 'f', 2, 64) + "%"})
	}
	widths := ColumnWidths(lines)
	room := 0
	if o.Width > 0 {
		room = max(o.Room(widths)-4, LeastRoom)
	}
	for i, n := range all {
		out.WriteString("    " + strings.TrimRight(AlignRight(lines[i], widths)+n.Row.Text(room), " ") + "\n")
	}
}

type jsonNeighbourhood struct {
	Metric    string       `json:"metric"`
	Unit      string       `json:"unit"`
	Total     json.Number  `json:"total"`
	Whole     *json.Number `json:"whole,omitempty"`
	Functions []jsonPeeked `json:"functions"`
}

type jsonPeeked struct {
	Function     string          `json:"function"`
	Module       string          `json:"module"`
	Self         json.Number     `json:"self"`
	SelfPercent  json.Number     `json:"self_percent"`
	Total        json.Number     `json:"total"`
	TotalPercent json.Number     `json:"total_percent"`
	Callers      []jsonNeighbour `json:"callers"`
	Callees      []jsonNeighbour `json:"callees"`
}

type jsonNeighbour struct {
	Function string      `json:"function"`
	Module   string      `json:"module"`
	Weight   json.Number `json:"weight"`
	Percent  json.Number `json:"percent"` // of the total of the function whose neighbour it is
}

// WriteJSON writes the functions as one JSON object, with the numbers of WriteText.
func (h Neighbourhood) WriteJSON(w io.Writer) error {
	out := jsonNeighbourhood{Metric: h.Metric.Name, Unit: h.Metric.Unit, Total: h.number(h.Total), Functions: []jsonPeeked{}}
	if h.Whole != 0 {
		whole := h.number(h.Whole)
		out.Whole = &whole
	}
	for _, f := range h.Functions {
		out.Functions = append(out.Functions, jsonPeeked{
			Function: f.Function, Module: f.Module,
			Self: h.number(f.Self), SelfPercent: h.percent(f.Self), Total: h.number(f.Total), TotalPercent: h.percent(f.Total),
			Callers: h.jsonNeighbours(f.Callers, f.Total), Callees: h.jsonNeighbours(f.Callees, f.Total),
		})
	}
	return text.WriteJSON(w, out)
}

func (h Neighbourhood) jsonNeighbours(all []Neighbour, total int64) []jsonNeighbour {
	out := []jsonNeighbour{}
	for _, n := range all {
		out = append(out, jsonNeighbour{n.Function, n.Module, h.number(n.Weight), text.Decimal(Percent(n.Weight, total))})
	}
	return out
}
