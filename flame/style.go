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
	digits, isHex := strings.CutPrefix(name, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if !isHex || len(digits) != 6 || err != nil {
		return page{}, fmt.Errorf("no background %q: choose yellow, blue, green, grey or a colour like #f8f8f8", name)
	}
	c := rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)}
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

// appendStyle appends the style sheet. Each rule names one of the root's classes, so that it changes
// nothing else in a page that the picture is part of.
func (pic *picture) appendStyle(out []byte) []byte {
	out = append(out, "<style>\n"...)
	out = append(out, ".fold-fg text{font-family:"+fontStack(pic.FontType)+";font-size:"...)
	out = strconv.AppendFloat(out, pic.FontSize, 'f', -1, 64)
	out = append(out, "px;fill:#000}\n"...)
	out = append(out, ".fold-fg text.w{fill:#fff}\n"...)
	out = append(out, ".fold-fg text.title{font-size:"+strconv.Itoa(titleSize)+"px;text-anchor:middle}\n"...)
	out = append(out, ".fold-fg text.sub{font-size:"+strconv.Itoa(subtitleSize)+"px;text-anchor:middle}\n"...)
	out = append(out, ".fold-fg path{stroke:#000;stroke-opacity:.25;stroke-width:.5}\n"...)
	out = append(out, ".fold-fg path.rest{stroke-opacity:.5}\n"...)
	if pic.Theme == ThemeDark {
		out = pic.appendColors(out, true)
	} else {
		out = pic.appendColors(out, false)
	}
	if pic.Theme == ThemeAuto {
		out = append(out, "@media screen and (prefers-color-scheme:dark){\n"...)
		out = pic.appendColors(out, true)
		out = append(out, "}\n"...)
	}
	out = append(out, "@media print{"+pic.selector()+".bg{fill:none}"+pic.selector()+"text.ui{fill:#000}}\n"...)
	return append(out, "</style>\n"...)
}

// selector returns what stands in front of the selectors of this picture's colours.
func (pic *picture) selector() string { return "." + strings.ReplaceAll(pic.scope(), " ", ".") + " " }

// appendColors appends the colours of one theme: of the page, of the text on it and of the frames.
func (pic *picture) appendColors(out []byte, dark bool) []byte {
	rule := func(class []byte, fill []byte) {
		out = append(out, pic.selector()...)
		out = append(out, class...)
		out = append(out, "{fill:"...)
		out = append(out, fill...)
		out = append(out, "}\n"...)
	}
	pg, sliver, ui := pic.page, sliverFill, pic.page.to.ink()
	if dark {
		pg, sliver, ui = darkPage, sliverFillDark, rgb{0xdd, 0xdd, 0xdd}
	}
	fill := pg.to.appendHex(nil)
	if pg.name != "" {
		fill = []byte("url(#fold-" + pg.name + ")")
	}
	rule([]byte(".bg"), fill)
	rule([]byte("text.ui"), ui.appendHex(nil))
	grey := sliver.appendHex(nil)
	rule([]byte(".rest"), append(append(grey, ";stroke:"...), grey...))
	for _, number := range slices.Sorted(maps.Keys(pic.used)) {
		if number >= exactNumber {
			break // the path itself has its colour
		}
		c := pic.used[number].fill
		if dark {
			c = c.dimmed()
		}
		rule(appendClass([]byte("."), number), c.appendHex(nil))
	}
	return out
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
