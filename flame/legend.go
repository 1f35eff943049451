package flame

import (
	"math"
	"strconv"
)

// The measures of the legend, in pixels.
const (
	legendRow  = 20
	swatchSize = 12
	swatchGap  = 5  // between a swatch and its text
	entryGap   = 18 // between two entries
)

// legend draws below the frames what the colours in use mean, where the palette gives them a meaning. It
// returns its height.
func (pic *picture) legend() (out []byte, height int) {
	inUse := map[int]bool{}
	for _, h := range pic.used {
		inUse[h.group] = true
	}
	y := topPad + pic.rows*pic.Height + swatchSize/2
	x := float64(sidePad)
	number := 0 // of the group's first colour
	for i, g := range pic.palette.groups {
		middle := len(g.colors) / 2
		swatch := hue{number + middle, g.colors[middle], i}
		number += len(g.colors)
		if g.title == "" || !inUse[i] {
			continue
		}
		pic.used[swatch.number] = swatch
		size := swatchSize + swatchGap + pic.face.width(g.title)
		if x > sidePad && x+size > float64(pic.Width)-sidePad {
			x, height = sidePad, height+legendRow
		}
		out = pic.appendEntry(out, int(math.Round(x)), y+height, swatch, g.title)
		x += size + entryGap
	}
	if out != nil {
		height += legendRow
	}
	return out, height
}

// appendEntry appends a swatch and its text.
func (pic *picture) appendEntry(out []byte, x, y int, h hue, title string) []byte {
	out = append(out, `<path `...)
	out = appendColor(out, h.number)
	out = append(out, ` d="M`+strconv.Itoa(x)+` `+strconv.Itoa(y)+`v12h12v-12z"/><text class="ui" x="`...)
	out = append(out, strconv.Itoa(x+swatchSize+swatchGap)+`" y="`+strconv.Itoa(y+10)+`">`...)
	out = appendText(out, title)
	return append(out, "</text>\n"...)
}
