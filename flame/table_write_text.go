package flame

import (
	"bufio"
	"io"
	"strings"

	"fold/flame/text"
)

// TextOptions say how [Table.WriteText] writes. The zero value is right for files and pipes.
type TextOptions struct {
	Width int  // columns of the terminal, for which long names are cut; 0: names are never cut
	Color bool // may use the terminal's bold and dim
	Bars  bool // draws the weights of each row as a bar, where none is below zero
}

// leastRoom is how many columns a function and its module have on the narrowest terminal. Below it lines
// wrap, which is better than names without letters.
const leastRoom = 16

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

// room returns how many cells columns of these widths leave for a function's name; 0: no limit.
func (o TextOptions) room(widths []int) int {
	if o.Width <= 0 {
		return 0
	}
	room := o.Width
	for _, width := range widths {
		room -= width + 2
	}
	return max(room, leastRoom)
}

func (t Table) writeRows(out *bufio.Writer, o TextOptions) {
	rows := t.cells()
	widths := columnWidths(rows)
	columns, bars := widths[:], o.Bars && !t.Signed
	title := t.of()
	if bars {
		columns = append(columns, barWidth)
		title = strings.Repeat(" ", barWidth+2) + title
	}
	room := o.room(columns)
	if t.hasModules() {
		title += "  (module)"
	}
	writeLine(out, aligned(numbers, widths)+title, o.Color, "\x1b[1m")
	for i, r := range t.Rows {
		line := aligned(rows[i], widths)
		if bars {
			line += t.bar(r) + "  "
		}
		writeLine(out, line+r.text(room), o.Color && r.Self == 0, "\x1b[2m")
	}
}

// writeLine writes a line, in a style if styled is true.
func writeLine(out *bufio.Writer, line string, styled bool, style string) {
	if styled {
		line = style + line + "\x1b[0m"
	}
	out.WriteString(line)
	out.WriteByte('\n')
}

// columnWidths returns how wide each column of numbers must be. Numbers are ASCII.
func columnWidths(rows []cells) (widths [len(numbers)]int) {
	for i, title := range numbers {
		widths[i] = len(title)
	}
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	return widths
}

// aligned returns the numbers of a row, each right-aligned and with two blanks behind it.
func aligned(row cells, widths [len(numbers)]int) string {
	var line strings.Builder
	for i, cell := range row {
		line.WriteString(strings.Repeat(" ", widths[i]-len(cell)))
		line.WriteString(cell)
		line.WriteString("  ")
	}
	return line.String()
}

// text returns the function and its module, cut to fit into room columns if room is not 0. The module
// gives way first, but keeps a third.
func (r Row) text(room int) string {
	function, module := text.Visible(r.Function), ""
	if r.Module != "" {
		module = "  (" + text.Visible(r.Module) + ")"
	}
	if room > 0 {
		module = text.CutMiddle(module, max(room/3, room-text.Width(function)))
		function = text.CutMiddle(function, room-text.Width(module))
	}
	return function + module
}
