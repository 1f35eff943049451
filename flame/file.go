package flame

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// The blanks around the frames, in pixels. At the top there is room for the title and the line below it.
const (
	sidePad   = 10
	topPad    = 54
	bottomPad = 12
)

// file puts the parts of the picture together. What is drawn without scripts comes first and whole, so
// data and a script can follow it without changing what it looks like where scripts do not run.
func (pic *picture) file(frames []byte) []byte {
	pic.useAllColors()
	legend, legendHeight := pic.legend()
	height := topPad + pic.rows*pic.Height + legendHeight + bottomPad
	out := pic.appendRoot(nil, height)
	out = pic.appendDescription(out)
	out = pic.appendStyle(out)
	if pic.Theme != ThemeDark || pic.isInteractive() {
		out = pic.page.appendGradient(out)
	}
	ground := pic.page
	if pic.Theme == ThemeDark {
		ground = darkPage
	}
	out = append(ground.appendFill(append(out, `<rect class="bg" fill="`...)), `" width="100%" height="100%"/>`+"\n"...)
	out = pic.appendHeader(out)
	out = append(out, `<g class="f">`+"\n"...)
	out = append(out, frames...)
	out = append(out, "</g>\n"...)
	if len(legend) > 0 {
		out = append(out, `<g class="legend"`+pic.inkAttr()+">\n"...)
		out = append(append(out, legend...), "</g>\n"...)
	}
	out = pic.appendInteraction(out)
	return append(out, "</svg>\n"...)
}

// appendRoot appends the root element. Its classes keep the styles of pictures in one page apart.
func (pic *picture) appendRoot(out []byte, height int) []byte {
	w, h := strconv.Itoa(pic.Width), strconv.Itoa(height)
	out = append(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `+w+` `+h+`" `...)
	if pic.Fluid {
		out = append(out, `width="100%" style="height:auto"`...)
	} else {
		out = append(out, `width="`+w+`" height="`+h+`"`...)
	}
	out = append(out, ` font-family="`+fontAttr(pic.FontType)+`" font-size="`...)
	out = append(strconv.AppendFloat(out, pic.FontSize, 'f', -1, 64), '"')
	out = append(out, ` class="fold-fg `+pic.scope()+`" role="img" aria-label="`...)
	out = text.AppendXML(out, text.Shown(pic.title()+", "+pic.weightText(pic.total)))
	if pic.Highlight != nil {
		out = append(out, `" data-search="`...)
		out = text.AppendXML(out, text.Shown(pic.Highlight.String()))
	}
	if pic.NameType != "" {
		out = append(out, `" data-nametype="`...)
		out = text.AppendXML(out, text.Shown(pic.NameType))
	}
	return append(out, "\">\n"...)
}

// scope returns the classes of the root element: two pictures have the same only if their colours of the
// same number are the same.
func (pic *picture) scope() string {
	scope := "fold-" + pic.palette.name
	switch pic.Theme {
	case ThemeLight:
		scope += " fold-light"
	case ThemeDark:
		scope += " fold-dark"
	}
	if own := pic.ownStyle(); own != "" {
		scope += " fold-" + strconv.FormatUint(uint64(fnv1a(scope+";"+own)), 36)
	}
	return scope
}

// ownStyle returns what the options say about the style sheet besides palette and theme; empty if they say
// nothing.
func (pic *picture) ownStyle() string {
	own := strings.Join([]string{pic.BgColors, pic.UIColor, pic.SearchColor, pic.StrokeColor, pic.FontType}, ";")
	if pic.FontSize != defaultFontSize {
		own += strconv.FormatFloat(pic.FontSize, 'f', -1, 64)
	}
	return strings.Trim(own, ";")
}

func (pic *picture) title() string {
	if pic.FlameChart {
		return cmp.Or(pic.Title, "Flame Chart")
	}
	if pic.Inverted {
		return cmp.Or(pic.Title, "Icicle Graph")
	}
	return cmp.Or(pic.Title, "Flame Graph")
}

func (pic *picture) subtitle() string {
	if pic.Subtitle == "" && pic.Delta != nil {
		return pic.deltaSubtitle()
	}
	weight := pic.weightText(pic.total)
	if pic.Whole > pic.total {
		weight += ", " + percent(pic.total, pic.Whole) + " of " + pic.number(pic.Whole)
	}
	return cmp.Or(pic.Subtitle, weight)
}

// appendHeader appends the title and the line below it.
func (pic *picture) appendHeader(out []byte) []byte {
	middle := strconv.FormatFloat(float64(pic.Width)/2, 'f', -1, 64)
	room := pic.inner
	line := func(class, y, words string, size float64) {
		out = append(out, `<text class="ui `+class+`" text-anchor="middle"`+pic.inkAttr()...)
		if size != pic.FontSize {
			out = append(out, ` font-size="`+strconv.FormatFloat(size, 'f', -1, 64)+`"`...)
		}
		out = append(out, ` x="`+middle+`" y="`+y+`">`...)
		out = text.AppendXML(out, faceOf(pic.FontType, size).label(text.Shown(words), room, TruncateRight))
		out = append(out, "</text>\n"...)
	}
	line("title", "25", pic.title(), titleSize)
	line("sub", "43", pic.subtitle(), subtitleSize)
	return out
}

// appendDescription appends, for those who cannot see the picture, the ten functions with the highest self
// weight.
func (pic *picture) appendDescription(out []byte) []byte {
	self := make([]int64, len(pic.names.texts))
	for n := 1; n < pic.p.Len(); n++ {
		if w := pic.p.Self(pic.column, collapse.NodeID(n)); w != 0 {
			f := pic.p.FrameOf(collapse.NodeID(n))
			self[f], _ = collapse.AddWeights(self[f], w)
		}
	}
	order := make([]int, len(self))
	for f := range order {
		order[f] = f
	}
	if pic.PruneData {
		order = pic.dataNames().order
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(self[b], self[a]), strings.Compare(pic.names.texts[a], pic.names.texts[b]))
	})
	out = append(out, "<desc>Most self weight:"...)
	for i, f := range order[:min(10, len(order))] {
		if self[f] == 0 {
			break
		}
		if i > 0 {
			out = append(out, ';')
		}
		out = append(out, ' ')
		out = text.AppendXML(out, pic.names.texts[f])
		out = append(out, ' ')
		out = append(out, percent(self[f], pic.total)...)
	}
	if pic.Notes != "" {
		out = append(out, "\nNotes: "...)
		out = text.AppendXML(out, text.Shown(pic.Notes))
	}
	return append(out, "</desc>\n"...)
}

// percent returns a weight's share of the total: "6.95%".
func percent(weight, total int64) string {
	return strconv.FormatFloat(100*float64(min(weight, total))/float64(total), 'f', 2, 64) + "%"
}

// weightText returns a weight as the picture shows it: "1,315 samples", "4.51s of cpu".
func (pic *picture) weightText(weight int64) string {
	switch {
	case !pic.hasUnit():
		return pic.number(weight) + " " + pic.noun()
	case pic.metric.Name == "":
		return pic.number(weight)
	}
	return pic.number(weight) + " of " + pic.metric.Name
}

// number returns a weight without what it counts: "1,315", "4.51s".
func (pic *picture) number(weight int64) string {
	m := pic.metric
	if pic.hasUnit() {
		return text.Weight(weight, m.Scale, m.Unit)
	}
	return text.GroupDigits(string(collapse.AppendWeight(nil, weight, m.Scale)))
}

// hasUnit reports whether weights are sizes or times.
func (pic *picture) hasUnit() bool {
	kind, _ := text.KindOf(pic.metric.Unit)
	return kind != text.Plain && pic.CountName == ""
}

// noun says what the weights count.
func (pic *picture) noun() string {
	return cmp.Or(pic.CountName, pic.metric.Name, pic.metric.Unit, "samples")
}
