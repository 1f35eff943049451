package flame

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The sizes of the letters above the frames, in pixels.
const (
	titleSize    = 17
	subtitleSize = 12
)

// page is the ground that the frames are drawn on.
type page struct {
	name     string // of its tint; empty: it has one colour
	from, to rgb    // the colours at the top and at the bottom
}

// The tints tell what kind of profile it is: yellow is CPU, green memory, blue I/O and off-CPU time.
var tints = []page{
	{"yellow", rgb{0xee, 0xee, 0xee}, rgb{0xee, 0xee, 0xb0}},
	{"green", rgb{0xee, 0xf2, 0xee}, rgb{0xe0, 0xff, 0xe0}},
	{"blue", rgb{0xee, 0xee, 0xee}, rgb{0xe0, 0xe0, 0xff}},
	{"grey", rgb{0xf8, 0xf8, 0xf8}, rgb{0xe8, 0xe8, 0xe8}},
}

// darkPage is the page of the dark theme, whatever the tint.
var darkPage = page{from: rgb{0x1b, 0x1b, 0x1d}, to: rgb{0x1b, 0x1b, 0x1d}}

// pageNamed returns the page with the name of a tint, or with a colour "#rrggbb" or "#rgb".
func pageNamed(name string) (page, error) {
	for _, t := range tints {
		if t.name == name || name == "gray" && t.name == "grey" {
			return t, nil
		}
	}
	c, known := parseColor(name, rgb{})
	if !known {
		return page{}, fmt.Errorf("no background %q: choose yellow, blue, green, grey or a colour like #f8f8f8", name)
	}
	return page{from: c, to: c}, nil
}

// appendGradient appends the definition of the page's tint. Its id is the same in all pictures of the same
// tint, and so is what it defines.
func (pg page) appendGradient(out []byte) []byte {
	if pg.name == "" {
		return out
	}
	out = append(out, `<linearGradient id="fold-`+pg.name+`" x2="0" y2="1"><stop stop-color="`...)
	out = pg.from.appendHex(out)
	out = append(out, `"/><stop offset="1" stop-color="`...)
	out = pg.to.appendHex(out)
	return append(out, "\"/></linearGradient>\n"...)
}

// appendFill appends the page's colour or its tint, as an attribute or a rule has it.
func (pg page) appendFill(out []byte) []byte {
	if pg.name != "" {
		return append(out, "url(#fold-"+pg.name+")"...)
	}
	return pg.to.appendHex(out)
}

// appendStyle appends the style sheet. Each rule names one of the root's classes, so that it changes
// nothing else in a page that the picture is part of.
func (pic *picture) appendStyle(out []byte) []byte {
	out = append(out, "<style>\n"...)
	out = append(out, pic.commonSelector()+"text{font-family:"+fontStack(pic.FontType)+";font-size:"...)
	out = strconv.AppendFloat(out, pic.FontSize, 'f', -1, 64)
	out = append(out, "px;fill:#000}\n"...)
	if pic.hasWhiteLabels() {
		out = append(out, ".fold-fg text.w{fill:#fff}\n"...)
	}
	out = append(out, ".fold-fg text.title{font-size:"+strconv.Itoa(titleSize)+"px}\n"...)
	if pic.FontSize != subtitleSize {
		out = append(out, ".fold-fg text.sub{font-size:"+strconv.Itoa(subtitleSize)+"px}\n"...)
	}
	out = pic.appendStroke(out)
	out = append(out, ".fold-fg path.rest{stroke-opacity:.5}\n"...)
	if pic.Titles {
		out = append(out, ".fold-fg .f text{pointer-events:none}\n"...) // the frame below shows its title
	}
	out = pic.appendColors(out, pic.Theme == ThemeDark)
	if medium := pic.otherMedium(); medium != "" {
		out = append(out, "@media "+medium+"{\n"...)
		out = pic.appendColors(out, pic.Theme != ThemeDark)
		out = append(out, "}\n"...)
	}
	out = append(out, "@media print{"+pic.selector()+".bg{fill:none}"+pic.selector()+"text.ui{fill:#000}}\n"...)
	return append(out, "</style>\n"...)
}

// hasWhiteLabels reports whether labels on some of the colours are white.
func (pic *picture) hasWhiteLabels() bool {
	for _, h := range pic.used {
		if h.fill.ink() == white {
			return true
		}
	}
	return false
}

// otherMedium returns the medium that shows the picture in the other theme; empty: there is no other. The
// script changes the medium when the reader changes the theme.
func (pic *picture) otherMedium() string {
	switch {
	case pic.Theme == ThemeAuto:
		return "screen and (prefers-color-scheme:dark)"
	case pic.isInteractive():
		return "not all"
	}
	return ""
}

// appendStroke appends the rule of the lines around frames, without which light ones would hardly stand out
// from the page.
func (pic *picture) appendStroke(out []byte) []byte {
	out = append(out, pic.commonSelector()+"path{stroke:"...)
	switch pic.StrokeColor {
	case "":
		return append(out, "#000;stroke-opacity:.25;stroke-width:.5}\n"...)
	case "none":
		return append(out, "none}\n"...)
	}
	return append(pic.stroke.appendHex(out), ";stroke-width:.5}\n"...)
}

// The share that is left of the colour of frames that a highlight lets fade, on light pages and on dark
// ones, so that their labels stand out.
const (
	faded     = 0.45
	fadedDark = 0.25
)

// fadedInkDark is the colour of their labels on dark pages; on light ones it is black.
var fadedInkDark = rgb{0xdd, 0xdd, 0xdd}

// selector returns what stands in front of the selectors of this picture's colours. Where the last class
// stands for them all, it is alone, or these rules would win over those of the script.
func (pic *picture) selector() string {
	scope := pic.scope()
	if pic.ownStyle() != "" {
		return "." + scope[strings.LastIndexByte(scope, ' ')+1:] + " "
	}
	return "." + strings.ReplaceAll(scope, " ", ".") + " "
}

// commonSelector returns what stands in front of the selectors of rules that most pictures have in common.
func (pic *picture) commonSelector() string {
	if pic.ownStyle() != "" {
		return pic.selector()
	}
	return ".fold-fg "
}

// appendColors appends the colours of one theme: of the page, of the text on it and of the frames.
func (pic *picture) appendColors(out []byte, dark bool) []byte {
	rule := func(class []byte, fill []byte) {
		out = append(out, pic.selector()...)
		out = append(out, class...)
		out = append(out, "{fill:"...)
		out = append(out, fill...)
		out = append(out, "}\n"...)
	}
	pg, sliver, opacity, quiet := pic.page, sliverFill, faded, black
	if dark {
		pg, sliver, opacity, quiet = darkPage, sliverFillDark, fadedDark, fadedInkDark
	}
	rule([]byte(".bg"), pg.appendFill(nil))
	if ink := pic.inkOf(dark); ink != black || pic.Theme == ThemeDark { // or all text is black already
		rule([]byte("text.ui"), ink.appendHex(nil))
	}
	if pic.isInteractive() {
		out = pic.appendVariables(out, dark)
	}
	if pic.Highlight != nil || pic.isInteractive() {
		out = append(out, pic.selector()+".dim path:not(.hit){opacity:"...)
		out = append(out, strings.TrimPrefix(strconv.FormatFloat(opacity, 'f', -1, 64), "0")+"}\n"...)
		rule([]byte(".dim text.q"), quiet.appendHex(nil))
	}
	grey := sliver.appendHex(nil)
	rule([]byte(".rest"), append(append(grey, ";stroke:"...), grey...))
	for _, number := range slices.Sorted(maps.Keys(pic.used)) {
		light := pic.used[number].fill
		if !pic.isByClass(number, light) || dark == (pic.Theme == ThemeDark) && !pic.isStyled(number) {
			continue // the path itself has its colour
		}
		shown := light
		if dark {
			shown = light.dimmed()
		}
		if dark && shown == light && pic.Theme != ThemeDark {
			continue // as on light pages
		}
		fill := shown.appendHex(nil)
		if number == hitNumber {
			fill = append(fill, ";stroke-opacity:1"...) // an outline, for those who cannot tell the colour
		}
		rule(appendClass([]byte("."), number), fill)
	}
	return out
}

// inkOf returns the colour of text outside of frames.
func (pic *picture) inkOf(dark bool) rgb {
	switch {
	case pic.UIColor != "":
		return pic.uiFill
	case dark:
		return rgb{0xdd, 0xdd, 0xdd}
	}
	return pic.page.to.ink()
}

// inkAttr returns the attribute that gives text outside of frames its colour where there are no styles. Black
// needs none.
func (pic *picture) inkAttr() string {
	if ink := pic.inkOf(pic.Theme == ThemeDark); ink != black {
		return ` fill="` + string(ink.appendHex(nil)) + `"`
	}
	return ""
}

// The colours of slivers on light pages and on dark ones.
var (
	sliverFill     = rgb{0xa8, 0xa8, 0xa8}
	sliverFillDark = rgb{0x84, 0x84, 0x84}
)

// fontStack returns the CSS for a font family. Arial's measure is the same as that of its stand-ins, so
// labels fit wherever the picture is seen.
func fontStack(family string) string {
	const sans = `Arial,Helvetica,"Liberation Sans",Arimo,sans-serif`
	switch family = strings.TrimSpace(strings.Map(fontLetter, family)); {
	case family == "":
		return sans
	case faceOf(family, 1).mono:
		return quoteFont(family) + `,"DejaVu Sans Mono",Menlo,Consolas,monospace`
	}
	return quoteFont(family) + "," + sans
}

// fontAttr returns the families for an attribute in double quotes, which counts where there are no styles.
func fontAttr(family string) string {
	if family == "" {
		return "Arial,sans-serif"
	}
	return strings.ReplaceAll(fontStack(family), `"`, "'")
}

// quoteFont quotes the names in a list of families, unless they are the generic ones.
func quoteFont(families string) string {
	var quoted []string
	for name := range strings.SplitSeq(families, ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
		case "monospace", "sans-serif", "serif":
			quoted = append(quoted, name)
		default:
			quoted = append(quoted, `"`+name+`"`)
		}
	}
	return strings.Join(quoted, ",")
}

// fontLetter keeps what names of fonts are made of, and drops what would end the style sheet.
func fontLetter(r rune) rune {
	if r == ' ' || r == ',' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0xa0 && r < 0xd800 {
		return r
	}
	return -1
}
