package png

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
)

// drawing is what a picture shows: rectangles, and texts over them.
type drawing struct {
	width, height float64
	top, bottom   color.RGBA // of the page
	stroke        stroke     // around rectangles
	rects         []rectangle
	texts         []label
}

type stroke struct {
	color          color.RGBA
	width, opacity float64
}

type rectangle struct {
	x, y, w, h, opacity float64
	fill                color.RGBA
}

type label struct {
	x, y, size, opacity float64
	anchor, text        string
	fill                color.RGBA
}

var errForeign = errors.New("not a picture that fold draws")

// parser reads a picture of [flame.WriteSVG] and knows no other SVG: frames are paths of rectangles, one for each colour.
//
//	<path class="c8" fill="#cccc3c" d="M10 1116v12h12v-12z"/><text class="ui" x="27" y="1126">own code</text>
type parser struct {
	drawing
	styles   map[string]string // declarations by class, "c8" → "fill:#cccc3c"
	stops    []color.RGBA      // of the page's gradient
	fontSize float64
	dimmed   float64  // opacity of what a highlight lets fade
	classes  []string // of the open groups
}

func parse(svg []byte) (*drawing, error) {
	p := &parser{styles: map[string]string{}}
	p.stroke.opacity = 1
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return p.finish()
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = p.start(d, t)
		case xml.EndElement:
			if t.Name.Local == "g" {
				p.classes = p.classes[:len(p.classes)-1]
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

func (p *parser) finish() (*drawing, error) {
	if p.width == 0 || p.height == 0 || p.width*p.height*Scale*Scale > mostPixels {
		return nil, fmt.Errorf("an image of %v x %v pixels is too large: cut it with --depth or --minwidth", p.width*Scale, p.height*Scale)
	}
	return &p.drawing, nil
}

// start reads an element, and what is in it where that is text.
func (p *parser) start(d *xml.Decoder, e xml.StartElement) error {
	a := attributes{}
	for _, attr := range e.Attr {
		a[attr.Name.Local] = attr.Value
	}
	switch e.Name.Local {
	case "svg":
		p.width, p.height, p.fontSize = a.number("width"), a.number("height"), a.number("font-size")
	case "style":
		text, err := content(d)
		p.readStyle(text)
		return err
	case "stop":
		p.stops = append(p.stops, colorOf(a["stop-color"]))
	case "g":
		p.classes = append(p.classes, a["class"])
	case "rect":
		p.readPage(a)
	case "path":
		return p.readPath(a)
	case "text":
		text, err := content(d)
		p.readText(a, text)
		return err
	}
	return nil
}

type attributes map[string]string

func (a attributes) number(name string) float64 {
	v, _ := strconv.ParseFloat(a[name], 64) // what is not there is 0
	return v
}

// content returns the text up to the end of an element.
func content(d *xml.Decoder) (string, error) {
	var text strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			return text.String(), nil
		}
	}
}

// readStyle reads the rules that hold on a screen. The class of a rule is the last one of its selector.
func (p *parser) readStyle(text string) {
	text, _, _ = strings.Cut(text, "@media")
	for rule := range strings.SplitSeq(text, "}") {
		selector, declarations, _ := strings.Cut(strings.TrimSpace(rule), "{")
		switch {
		case strings.HasSuffix(selector, ".dim path:not(.hit)"):
			p.dimmed, _ = strconv.ParseFloat(value(declarations, "opacity"), 64)
		case strings.HasSuffix(selector, " path"):
			p.readStroke(declarations)
		default:
			p.styles[selector[strings.LastIndexAny(selector, ". ")+1:]] = declarations
		}
	}
}

func (p *parser) readStroke(declarations string) {
	if color := value(declarations, "stroke"); color != "none" {
		p.stroke.color = colorOf(color)
		p.stroke.width, _ = strconv.ParseFloat(value(declarations, "stroke-width"), 64)
		if opacity := value(declarations, "stroke-opacity"); opacity != "" {
			p.stroke.opacity, _ = strconv.ParseFloat(opacity, 64)
		}
	}
}

// value returns the value of a declaration, "" where there is none.
func value(declarations, name string) string {
	for declaration := range strings.SplitSeq(declarations, ";") {
		if key, value, _ := strings.Cut(declaration, ":"); key == name {
			return value
		}
	}
	return ""
}

// readPage reads the rectangle behind everything.
func (p *parser) readPage(a attributes) {
	if len(p.stops) == 2 && strings.HasPrefix(a["fill"], "url(") {
		p.top, p.bottom = p.stops[0], p.stops[1]
		return
	}
	p.top = p.fill(a)
	p.bottom = p.top
}

// fill returns the colour of an element, by itself or by one of its classes; black where there is none.
func (p *parser) fill(a attributes) color.RGBA {
	fill := a["fill"]
	for class := range strings.FieldsSeq(a["class"]) {
		if fill == "" {
			fill = value(p.styles[class], "fill")
		}
	}
	return colorOf(fill)
}

// opacity returns how much of an element a highlight leaves.
func (p *parser) opacity(class string) float64 {
	for _, group := range p.classes {
		if strings.Contains(" "+group+" ", " dim ") && class != "hit" {
			return p.dimmed
		}
	}
	return 1
}

// readPath reads the rectangles of a path, one after the other. Those of frames begin where the one before ended:
//
//	m10 886v15h3.08v-15m-3.08-432v15h3.08v-15
func (p *parser) readPath(a attributes) error {
	r := rectangle{fill: p.fill(a), opacity: p.opacity(a["class"])}
	var x, y float64
	for d := a["d"]; d != ""; {
		var command byte
		var numbers []float64
		command, numbers, d = step(d)
		switch {
		case command == 'M' && len(numbers) == 2:
			x, y = numbers[0], numbers[1]
		case command == 'm' && len(numbers) == 2:
			x, y = x+numbers[0], y+numbers[1]
		case command == 'v' && len(numbers) == 1 && numbers[0] >= 0:
			r.x, r.y, r.h = x, y, numbers[0]
		case command == 'h' && len(numbers) == 1:
			r.w = numbers[0]
		case command == 'v' && len(numbers) == 1 && numbers[0] == -r.h:
			p.rects = append(p.rects, r)
			x += r.w
		case command == 'z' && len(numbers) == 0:
			x = r.x
		default:
			return errForeign
		}
	}
	return nil
}

// step takes the first command of a path and its numbers. A number may begin right after another one: "m-3.08-432".
func step(d string) (command byte, numbers []float64, rest string) {
	command, d = d[0], d[1:]
	for {
		d = strings.TrimLeft(d, " ,")
		n := 0
		for n < len(d) && (d[n] == '.' || d[n] >= '0' && d[n] <= '9' || n == 0 && d[n] == '-') {
			n++
		}
		v, err := strconv.ParseFloat(d[:n], 64)
		if err != nil {
			return command, numbers, d
		}
		numbers, d = append(numbers, v), d[n:]
	}
}

func (p *parser) readText(a attributes, text string) {
	size := a.number("font-size")
	for class := range strings.FieldsSeq(a["class"]) {
		if set := strings.TrimSuffix(value(p.styles[class], "font-size"), "px"); size == 0 && set != "" {
			size, _ = strconv.ParseFloat(set, 64)
		}
	}
	if size == 0 {
		size = p.fontSize
	}
	p.texts = append(p.texts, label{
		x: a.number("x"), y: a.number("y"), size: size, opacity: 1, anchor: a["text-anchor"], text: text, fill: p.fill(a),
	})
}

// colorOf reads "#rrggbb" or "#rgb"; anything else is black.
func colorOf(text string) color.RGBA {
	c := color.RGBA{A: 255}
	if len(text) == 4 {
		text = "#" + strings.Repeat(text[1:2], 2) + strings.Repeat(text[2:3], 2) + strings.Repeat(text[3:4], 2)
	}
	if v, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32); err == nil && len(text) == 7 {
		c.R, c.G, c.B = uint8(v>>16), uint8(v>>8), uint8(v)
	}
	return c
}
