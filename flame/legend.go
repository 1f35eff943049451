package flame

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// The measures of the legend, in pixels.
const (
	legendRow  = 20
	swatchSize = 12
	swatchGap  = 5  // between a swatch and its text
	entryGap   = 18 // between two entries
)

// legendEntry is a colour and what it means.
type legendEntry struct {
	hue   hue
	title string
}

// legend draws below the frames what the colours in use mean, where the palette gives them a meaning. It
// returns its height.
func (pic *picture) legend() (out []byte, height int) {
	y := topPad + pic.rows*pic.Height + swatchSize/2
	x := float64(sidePad)
	for _, e := range pic.legendEntries() {
		pic.used[e.hue.number] = e.hue
		size := swatchSize + swatchGap + pic.face.width(e.title)
		if x > sidePad && x+size > float64(pic.Width)-sidePad {
			x, height = sidePad, height+legendRow
		}
		out = pic.appendEntry(out, int(math.Round(x)), y+height, e)
		x += size + entryGap
	}
	if out != nil {
		height += legendRow
	}
	return out, height
}

func (pic *picture) legendEntries() []legendEntry {
	if pic.palette.key != nil {
		return pic.largestKeys()
	}
	inUse := map[int]bool{}
	for _, h := range pic.used {
		inUse[h.group] = true
	}
	var entries []legendEntry
	number := 0 // of the group's first colour
	for i, g := range pic.palette.groups {
		middle := len(g.colors) / 2
		swatch := hue{number + middle, g.colors[middle], i}
		number += len(g.colors)
		if title := pic.groupTitle(g); title != "" && inUse[i] {
			entries = append(entries, legendEntry{swatch, title})
		}
	}
	if pic.Delta != nil && pic.Delta.Beyond.Noise != "" {
		entries = append(entries, legendEntry{deltaHue(deltaMore, 0), "pale: inside the " + pic.Delta.Beyond.Noise})
	}
	return entries
}

// groupTitle returns what the colours of a group mean. In a picture of changes that depends on what is compared: what
// has a larger share of less need not be more.
func (pic *picture) groupTitle(g group) string {
	d := pic.Delta
	if d == nil || g.title != titleMore && g.title != titleLess {
		return g.title
	}
	more := g.title == titleMore
	if !d.Absolute {
		return map[bool]string{true: "larger share", false: "smaller share"}[more]
	}
	m := pic.p.Metrics[d.After]
	what, few := m.Name, "fewer "
	switch kind, _ := text.KindOf(m.Unit); {
	case kind == text.Time && m.Name == "cpu":
		what, few = "CPU time", "less "
	case kind == text.Time:
		what, few = "time", "less "
	case kind == text.Size:
		what = "bytes"
	case pic.CountName != "":
		what = pic.CountName
	}
	return map[bool]string{true: "more ", false: few}[more] + what
}

// mostKeys is how many of a palette's keys the legend has. There may be far more packages than colours that
// can be distinguished.
const mostKeys = 12

// largestKeys returns the entries of what frames of the same colour have in common, their packages: those
// that colour the most of the picture, whether it is wide enough to be drawn or not.
func (pic *picture) largestKeys() []legendEntry {
	area, hues := map[string]int64{}, map[string]hue{}
	totals := pic.p.Totals(pic.column)
	for n := 1; n < pic.p.Len(); n++ {
		f := pic.p.FrameOf(collapse.NodeID(n))
		key := pic.palette.key(pic.names.texts[f], pic.names.looks[f])
		if key == "" || pic.hues[f].group < 0 {
			continue // it has no colour of its own, or is a separator
		}
		area[key], _ = collapse.AddWeights(area[key], totals[n])
		hues[key] = pic.hues[f]
	}
	keys := slices.SortedFunc(maps.Keys(area), func(a, b string) int {
		return cmp.Or(cmp.Compare(area[b], area[a]), strings.Compare(a, b))
	})
	var entries []legendEntry
	for _, key := range keys[:min(mostKeys, len(keys))] {
		title := pic.face.label(text.Shown(key), pic.inner/3, TruncateMiddle)
		if area[key] == 0 || title == "" {
			break
		}
		entries = append(entries, legendEntry{hues[key], title})
	}
	return entries
}

// appendEntry appends a swatch and its text.
func (pic *picture) appendEntry(out []byte, x, y int, e legendEntry) []byte {
	out = append(out, `<path `...)
	out = pic.appendColor(out, e.hue.number)
	out = append(out, ` d="M`+strconv.Itoa(x)+` `+strconv.Itoa(y)+`v12h12v-12z"/><text class="ui" x="`...)
	out = append(out, strconv.Itoa(x+swatchSize+swatchGap)+`" y="`+strconv.Itoa(y+10)+`">`...)
	out = text.AppendXML(out, e.title)
	return append(out, "</text>\n"...)
}
