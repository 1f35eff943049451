package table

import (
	"math"
	"strings"
)

// barWidth is how many columns of a terminal the bar of a row takes. All of them are all of the weight.
const barWidth = 12

// eighths are the blocks that fill a part of a column.
var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar draws a row's self weight as a solid bar and the rest of its total as a light one:
//
//	██▍░░░░░░░░
func (t Table) bar(r Row) string {
	share := func(weight int64) int { return int(math.Round(barWidth * 8 * t.Percent(weight) / 100)) }
	self, total := share(r.Self), (share(r.Total)+4)/8
	bar := strings.Repeat("█", self/8) + eighths[self%8]
	columns := (self + 7) / 8
	light := max(0, total-columns)
	return bar + strings.Repeat("░", light) + strings.Repeat(" ", barWidth-columns-light)
}
