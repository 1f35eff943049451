package table

import (
	"bufio"
	"strings"

	"fold/flame/text"
)

// TextOptions say how tables are written for people. The zero value is right for files and pipes.
type TextOptions struct {
	Width int  // columns of the terminal, for which long names are cut; 0: names are never cut
	Color bool // may use the terminal's bold and dim
	Bars  bool // draws the weights of each row as a bar, where none is below zero
}

// LeastRoom is how many columns a function and its module have on the narrowest terminal. Below it lines
// wrap, which is better than names without letters.
const LeastRoom = 16

// Room returns how many columns of the terminal are left for a function's name beside columns of these widths; 0: no
// limit.
func (o TextOptions) Room(widths []int) int {
	if o.Width <= 0 {
		return 0
	}
	room := o.Width
	for _, width := range widths {
		room -= width + 2
	}
	return max(room, LeastRoom)
}

// Style is how a line looks on a terminal.
type Style string

// The styles of lines.
const (
	Normal Style = ""
	Bold   Style = "\x1b[1m"
	Dim    Style = "\x1b[2m"
)

// WriteLine writes a line, in a style where that is allowed.
func (o TextOptions) WriteLine(out *bufio.Writer, line string, style Style) {
	if o.Color && style != Normal {
		line = string(style) + line + "\x1b[0m"
	}
	out.WriteString(line)
	out.WriteByte('\n')
}

// ColumnWidths returns how wide each column of the lines must be on a terminal.
func ColumnWidths(lines [][]string) []int {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], text.Width(cell))
		}
	}
	return widths
}

// AlignRight returns the cells of a line, each right-aligned and followed by two blanks.
func AlignRight(line []string, widths []int) string {
	var out strings.Builder
	for i, cell := range line {
		out.WriteString(strings.Repeat(" ", widths[i]-text.Width(cell)))
		out.WriteString(cell + "  ")
	}
	return out.String()
}

// Text returns the function and its module, cut to fit into room columns if room is not 0. The module
// gives way first, but keeps a third.
func (r Row) Text(room int) string {
	function, module := text.Visible(r.Function), r.place()
	if module != "" {
		module = "  (" + text.Visible(module) + ")"
	}
	if room > 0 {
		module = text.CutMiddle(module, max(room/3, room-text.Width(function)))
		function = text.CutMiddle(function, room-text.Width(module))
	}
	return function + module
}

// place is where the function is defined: its module, and its file where that distinguishes it from others.
func (r Row) place() string {
	if r.Module == "" || r.File == "" {
		return r.Module + r.File
	}
	return r.Module + ", " + r.File
}
