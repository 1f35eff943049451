package table

import (
	"bufio"
	"io"
	"strings"
)

// WriteText writes the table for people: the numbers right-aligned, then the function and, in
// parentheses, its module.
//
//	samples: 4,800 in total, the first 2 of 7 functions
//	self   self%    sum%  total  total%  function  (module)
//	2420  50.42%  50.42%   2420  50.42%  solve_cell  (tidepool)
//	1880  39.17%  89.58%   1880  39.17%  fsync  (libsystem_kernel)
//	… 5 more rows, 10.42%
//
// What a name holds that does not print is written as Go spells it: "\x1b".
func (t Table) WriteText(w io.Writer, o TextOptions) error {
	out := bufio.NewWriter(w)
	out.WriteString(t.summary() + "\n")
	if len(t.Rows) > 0 {
		t.writeRows(out, o)
	}
	if rest := t.rest(); rest != "" {
		out.WriteString(rest + "\n")
	}
	return out.Flush()
}

func (t Table) writeRows(out *bufio.Writer, o TextOptions) {
	rows := t.cells()
	titles := t.titles()
	widths := ColumnWidths(append([][]string{titles}, rows...))
	columns, bars := widths, o.Bars && !t.Signed
	title := t.of()
	if bars {
		columns = append(columns, barWidth)
		title = strings.Repeat(" ", barWidth+2) + title
	}
	room := o.Room(columns)
	if t.hasModules() {
		title += "  (module)"
	}
	o.WriteLine(out, AlignRight(titles, widths)+title, Bold)
	for i, r := range t.Rows {
		line := AlignRight(rows[i], widths)
		if bars {
			line += t.bar(r) + "  "
		}
		style := Normal
		if r.Self == 0 {
			style = Dim
		}
		o.WriteLine(out, line+r.Text(room), style)
	}
}
