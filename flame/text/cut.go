package text

import "github.com/rivo/uniseg"

// CutMiddle replaces the middle of a text by "…" so that it fits into room columns: the ends of a name
// tell more than its middle. It cuts between characters as readers see them.
func CutMiddle(text string, room int) string {
	if Width(text) <= room {
		return text
	}
	ends, widths := characters(text)
	last := len(ends) - 1
	room-- // for the "…"
	head := 0
	for head < last && widths[head+1] <= (room+1)/2 {
		head++
	}
	tail := last
	for tail > head && widths[last]-widths[tail-1] <= room-widths[head] {
		tail--
	}
	return text[:ends[head]] + "…" + text[ends[tail]:]
}

// Width returns how many columns of a terminal a text fills.
func Width(text string) int { return uniseg.StringWidth(text) }

// characters returns where the first i characters of a text end, and how many columns they fill together.
func characters(text string) (ends, widths []int) {
	ends, widths = []int{0}, []int{0}
	for g := uniseg.NewGraphemes(text); g.Next(); {
		_, end := g.Positions()
		ends = append(ends, end)
		widths = append(widths, widths[len(widths)-1]+g.Width())
	}
	return ends, widths
}
