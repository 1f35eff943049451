package compare

import (
	"bufio"
	"io"

	"fold/flame/table"
)

// TextOptions say how [Comparison.WriteText] and [Comparison.WriteMarkdown] write.
type TextOptions struct {
	table.TextOptions     // for WriteText
	N                 int // how many rows; 0: all
}

// WriteText writes the comparison for people. What is inside the noise stands below a line that says so, as does what
// has too few samples, and both are dimmed where colours are allowed:
//
//	samples by self: 1000 before, 1000 after; 2 of 4 functions changed beyond the noise of sampling
//	1,000 and 1,000 samples, one run a side; how much runs differ is not known: give several runs a side
//	before   after  points  change      95% interval  function
//	 8.00%  50.00%  +42.00    +420  +38.40 to +45.45  lookup
//	42.00%   0.00%  -42.00    -420  -45.08 to -38.95  scan
//	inside the noise:
//	25.00%  24.50%   -0.50      -5    -4.28 to +3.28  parse
//	25.00%  25.50%   +0.50      +5    -3.31 to +4.30  write
//
// Where the samples are not known, all rows stand together. A comparison of more than two runs has a column
// for each of them, in which "▲" and "▼" mark what is beyond the noise more or less than in the run before.
func (c *Comparison) WriteText(w io.Writer, o TextOptions) error {
	out := bufio.NewWriter(w)
	rows, beyond := c.arrange(o.N)
	for _, line := range c.summary(beyond) {
		out.WriteString(line + "\n")
	}
	if len(rows) > 0 {
		c.writeTextRows(out, rows, beyond, o.TextOptions)
	}
	if line := c.hiddenRows(len(rows), beyond); line != "" {
		out.WriteString(line + "\n")
	}
	return out.Flush()
}

func (c *Comparison) writeTextRows(out *bufio.Writer, rows []Row, beyond int, o table.TextOptions) {
	lines := [][]string{c.titles()}
	for _, r := range rows {
		lines = append(lines, c.cells(r))
	}
	widths := table.ColumnWidths(lines)
	room := o.Room(widths)
	title := c.Group.String()
	if c.hasModules() {
		title += "  (module)"
	}
	o.WriteLine(out, table.AlignRight(lines[0], widths)+title, table.Bold)
	above := ""
	for i, r := range rows {
		style := table.Normal
		if c.Noise.Tested() && i >= beyond {
			style = table.Dim
			if title := r.verdictTitle(); title != above {
				o.WriteLine(out, title, table.Dim)
				above = title
			}
		}
		o.WriteLine(out, table.AlignRight(lines[i+1], widths)+c.name(r).Text(room), style)
	}
}
