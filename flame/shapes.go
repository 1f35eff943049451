package flame

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"fold/flame/text"
)

// shape is a rectangle in the picture. Its x and width are in hundredths of a pixel: neighbours share an
// edge exactly, and no number needs more than two decimals.
type shape struct {
	number    int // of its hue
	x, width  int
	y, height int // in pixels
}

// sliverNumber is the number of the slivers' colour.
const sliverNumber = -2

// frames draws a layout: a path for each colour, then the labels. It returns how many rectangles there are.
func (pic *picture) frames(l Layout, minWidth float64) (out []byte, shapes int) {
	pic.rows = l.Rows
	pic.used = map[int]hue{}
	boxes := make([]shape, 0, len(l.Frames))
	var together []shape
	for _, box := range l.Frames {
		s := pic.shape(box, 1)
		h := pic.hueOf(box)
		s.number = h.number
		pic.used[h.number] = h
		boxes = append(boxes, s)
		if !pic.isApart(box) {
			together = append(together, s)
		}
	}
	shapes = len(boxes) - len(together)
	apart, labels := pic.apart(l, boxes), pic.labels(l, boxes)
	together, labels = pic.slivers(l.Slivers, minWidth, together, labels)
	out = append(append(pic.appendPaths(nil, together), apart...), labels...)
	if pic.Highlight != nil {
		out = slices.Concat([]byte("<g class=\"dim\">\n"), out, []byte("</g>\n"))
	}
	return out, shapes + len(together)
}

// hueOf returns the colour that a frame is drawn in.
func (pic *picture) hueOf(box Box) hue {
	switch {
	case box.Depth > 0 && pic.hits != nil && pic.hits[pic.p.FrameOf(box.Node)]:
		return hue{hitNumber, pic.searchFill, -1}
	case pic.deltas != nil:
		return pic.deltas[box.Node].hue
	case box.Depth == 0:
		return pic.rootHue
	}
	return pic.hues[pic.p.FrameOf(box.Node)]
}

const rootName = "all"

func (pic *picture) textOf(box Box) string {
	if box.Depth == 0 {
		return rootName
	}
	return pic.names.texts[pic.p.FrameOf(box.Node)]
}

// shape returns the rectangle of a box and of the rows above it, as far as they belong to it.
func (pic *picture) shape(box Box, rows int) shape {
	left, right := pic.edge(box.X), pic.edge(box.X+box.Width)
	top := pic.rowTop(box.Depth)
	if !pic.Inverted {
		top = pic.rowTop(box.Depth + rows - 1)
	}
	return shape{x: left, width: max(1, right-left), y: top, height: rows*pic.Height - 1}
}

// edge returns where a weight from the left is, in hundredths of a pixel.
func (pic *picture) edge(x int64) int {
	return int(math.Round(100 * (pic.left + float64(x)/float64(pic.total)*pic.inner)))
}

func (pic *picture) rowTop(depth int) int {
	if !pic.Inverted {
		depth = pic.rows - 1 - depth
	}
	return int(pic.top) + depth*pic.Height
}

// slivers adds the rectangles of the slivers, and labels where they are wide. Rows one on top of the other
// that differ by less than the narrowest frame, or a thousandth of the picture, are one rectangle: most
// slivers are a hair's breadth wide and many rows high.
func (pic *picture) slivers(rows []Box, minWidth float64, boxes []shape, labels []byte) ([]shape, []byte) {
	step := int64(max(0.1, min(minWidth, pic.inner/1000)) / pic.inner * float64(pic.total))
	for i := 0; i < len(rows); {
		first, n := rows[i], 1
		for i+n < len(rows) {
			next := rows[i+n]
			if next.Depth != first.Depth+n || next.X != first.X || first.Width-next.Width > step {
				break
			}
			n++
		}
		s := pic.shape(first, n)
		s.number = sliverNumber
		s.height++ // no gap between its rows
		boxes = append(boxes, s)
		labels = pic.sliverLabel(labels, first, s)
		i += n
	}
	return boxes, labels
}

// sliverLabel appends "… 1,234 frames", or the dots alone, to the lowest row of a sliver.
func (pic *picture) sliverLabel(labels []byte, first Box, s shape) []byte {
	room := pic.room(s)
	label := dots + " " + text.Count(first.Calls, "frame")
	if !pic.face.fits(label, room) {
		label = dots
	}
	if !pic.face.fits(label, room) {
		return labels
	}
	s.y = pic.rowTop(first.Depth)
	class := ""
	if pic.Highlight != nil {
		class = "q"
	}
	return pic.appendLabel(labels, s, label, class)
}

// appendPaths appends a path for each colour. Its rectangles go from left to right and each begins where
// the one before ended, which takes two thirds of the bytes of absolute positions. They are not closed:
// that would draw the upper edge, which the gap between the rows shows well enough.
//
//	<path class="c7" fill="#f87908" d="m10 68v15h45.5v-15m0 16v15h9.11v-15"/>
func (pic *picture) appendPaths(out []byte, boxes []shape) []byte {
	sorted := slices.Clone(boxes)
	slices.SortStableFunc(sorted, func(a, b shape) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.x, b.x), cmp.Compare(b.y, a.y))
	})
	x, y := 0, 0
	for i, s := range sorted {
		if i == 0 || s.number != sorted[i-1].number {
			if i > 0 {
				out = append(out, "\"/>\n"...)
			}
			out = append(out, "<path "...)
			out = pic.appendColor(out, s.number)
			out = append(out, ` d="`...)
			x, y = 0, 0
		}
		out = appendSides(appendMove(out, s.x-x, s.y-y), s)
		x, y = s.x+s.width, s.y
	}
	if len(sorted) == 0 {
		return out
	}
	return append(out, "\"/>\n"...)
}

// appendSides appends the three sides of a rectangle that are drawn: "v15h45.5v-15".
func appendSides(out []byte, s shape) []byte {
	out = strconv.AppendInt(append(out, 'v'), int64(s.height), 10)
	out = appendHundredths(append(out, 'h'), s.width)
	return strconv.AppendInt(append(out, 'v'), int64(-s.height), 10)
}

// appendMove appends a relative move, "m12.5-16"; the first one in a path starts from 0,0.
func appendMove(out []byte, dx, dy int) []byte {
	out = append(out, 'm')
	out = appendHundredths(out, dx)
	if dy >= 0 {
		out = append(out, ' ')
	}
	return strconv.AppendInt(out, int64(dy), 10)
}

// appendHundredths appends v/100 without needless digits: "12", "-3.5", ".07".
func appendHundredths(out []byte, v int) []byte {
	if v < 0 {
		out, v = append(out, '-'), -v
	}
	if v >= 100 || v == 0 {
		out = strconv.AppendInt(out, int64(v/100), 10)
	}
	if v%100 == 0 {
		return out
	}
	out = append(out, '.', byte('0'+v/10%10))
	if v%10 != 0 {
		out = append(out, byte('0'+v%10))
	}
	return out
}

// isByClass reports whether frames have a colour by a class of the style sheet: it is not the same in both themes, or it
// changes with the view.
func (pic *picture) isByClass(number int, fill rgb) bool {
	return number < exactNumber && (pic.isStyled(number) || fill.dimmed() != fill)
}

// isStyled reports whether the style sheet has the colour of a class in all themes: the frames themselves have it only
// where no script draws them.
func (pic *picture) isStyled(number int) bool { return number < 0 || pic.Delta != nil }

// appendColor appends the attributes that give a path the colour of a number. Beside the class, which has
// another colour in another theme, is the colour itself, for pages that forbid styles.
func (pic *picture) appendColor(out []byte, number int) []byte {
	if pic.isByClass(number, pic.used[number].fill) {
		out = append(appendClass(append(out, `class="`...), number), `" `...)
	}
	return append(pic.colorOf(number).appendHex(append(out, `fill="`...)), '"')
}

// colorOf returns the colour of a number in the theme that the style sheet begins with.
func (pic *picture) colorOf(number int) rgb {
	fill, isDark := pic.used[number].fill, pic.Theme == ThemeDark
	switch {
	case number >= exactNumber:
		v := number - exactNumber
		return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)}
	case number == sliverNumber && isDark:
		return sliverFillDark
	case number == sliverNumber:
		return sliverFill
	case isDark:
		return fill.dimmed()
	}
	return fill
}

// appendClass appends the name of a colour's class.
func appendClass(out []byte, number int) []byte {
	switch number {
	case sliverNumber:
		return append(out, "rest"...)
	case separatorHue.number:
		return append(out, "sep"...)
	case hitNumber:
		return append(out, "hit"...)
	}
	return strconv.AppendInt(append(out, 'c'), int64(number), 10)
}

// labels returns the texts of the frames that have room for one.
func (pic *picture) labels(l Layout, boxes []shape) (out []byte) {
	for i, box := range l.Frames {
		if pic.linkOf(box) == (attributes{}) {
			out = pic.appendFrameLabel(out, box, boxes[i])
		}
	}
	return out
}

// appendFrameLabel appends the text of a frame, if it has room for one.
func (pic *picture) appendFrameLabel(out []byte, box Box, s shape) []byte {
	mark := pic.markOf(box)
	text := pic.face.label(pic.textOf(box), pic.room(s)-pic.face.width(mark), pic.Truncate)
	if text == "" {
		return out
	}
	text = mark + text
	if pic.Highlight != nil && s.number != hitNumber {
		return pic.appendLabel(out, s, text, "q")
	}
	return pic.appendLabel(out, s, text, inkClass(pic.hueOf(box).fill))
}

// inkClass returns the class of the text on a colour; black text has none.
func inkClass(fill rgb) string {
	if fill.ink() == white {
		return "w"
	}
	return ""
}

// labelPad is the blank at each side of a label, as a share of the letters' size.
const labelPad = 0.25

// room returns how many pixels a label may take; rows lower than the letters have no room.
func (pic *picture) room(s shape) float64 {
	if float64(pic.Height) < pic.FontSize {
		return 0
	}
	return float64(s.width)/100 - 2*labelPad*pic.FontSize
}

// appendLabel appends the text of a rectangle's upper row: with the class "w" it is white, with "q" it is that
// of a frame that a highlight lets fade.
func (pic *picture) appendLabel(out []byte, s shape, label, class string) []byte {
	const capitals = 0.62 // half-way between the heights of "x" and of "X"
	baseline := (float64(pic.Height-1) + capitals*pic.FontSize) / 2
	out = append(out, `<text x="`...)
	out = strconv.AppendInt(out, int64(math.Round(float64(s.x)/100+labelPad*pic.FontSize)), 10)
	out = append(out, `" y="`...)
	out = strconv.AppendInt(out, int64(s.y)+int64(math.Round(baseline)), 10)
	if class != "" {
		out = append(out, `" class="`+class...)
	}
	out = append(out, `">`...)
	out = text.AppendXML(out, label)
	return append(out, "</text>\n"...)
}
