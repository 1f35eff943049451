package flame

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
)

// readFolded builds the profile of a few folded stacks.
func readFolded(text string) *collapse.Profile {
	b := collapse.NewBuilder()
	b.SetModules(true)
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	kinds := map[string]collapse.Kind{
		"_[k]": collapse.KindKernel, "_[j]": collapse.KindJIT, "_[i]": collapse.KindInlined, "_[0]": collapse.KindInterpreted,
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		at := strings.LastIndexByte(line, ' ')
		n := collapse.Root
		for name := range strings.SplitSeq(line[:at], ";") {
			f := collapse.Frame{Name: name}
			if module, function, found := strings.Cut(name, "`"); found {
				f.Module, f.Name = module, function
			}
			f.Kind = kinds[f.Name[max(0, len(f.Name)-4):]]
			n = b.Call(n, b.Frame(f))
		}
		weight, err := strconv.ParseInt(line[at+1:], 10, 64)
		if err != nil {
			panic(err)
		}
		b.Add(n, samples, weight)
	}
	return b.Profile()
}

// drawn is what a reader of an SVG file sees.
type drawn struct {
	rects  []rect
	texts  []label
	attrs  map[string]string // of the root
	static int               // bytes of the frames' layer
}

type rect struct {
	color               string
	x, y, width, height float64
}

type label struct {
	class, text string
	x, y        float64
	inFrames    bool
}

var rectangle = regexp.MustCompile(`m(-?[0-9.]+) ?(-?\d+)v(\d+)h([0-9.]+)v-(\d+)`)

// parseSVG reads an SVG file as XML and takes its frames' layer apart. It fails on what is not well formed
// and on paths that are not made of rectangles.
func parseSVG(t *testing.T, svg []byte) (d drawn) {
	t.Helper()
	d.attrs = map[string]string{}
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	depth, layer, layerDepth := 0, int64(0), 0
	for {
		before := decoder.InputOffset()
		token, err := decoder.Token()
		if err == io.EOF {
			return d
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			attrs := map[string]string{}
			for _, a := range token.Attr {
				attrs[a.Name.Local] = a.Value
			}
			switch {
			case depth == 1:
				d.attrs = attrs
			case attrs["class"] == "f":
				layer, layerDepth = before, depth
			case token.Name.Local == "path" && layer > 0:
				d.addRects(t, cmp.Or(attrs["class"], attrs["fill"]), attrs["d"])
			case token.Name.Local == "text":
				x, y := number(t, attrs["x"]), number(t, attrs["y"])
				d.texts = append(d.texts, label{attrs["class"], "", x, y, layer > 0})
			}
		case xml.CharData:
			if n := len(d.texts); n > 0 && depth > 1 && d.texts[n-1].text == "" {
				d.texts[n-1].text = strings.TrimSuffix(string(token), "\n")
			}
		case xml.EndElement:
			if layer > 0 && depth == layerDepth {
				d.static, layer = int(decoder.InputOffset()-layer), 0
			}
			depth--
		}
	}
}

func (d *drawn) addRects(t *testing.T, color, path string) {
	t.Helper()
	x, y, read := 0.0, 0.0, 0
	for _, m := range rectangle.FindAllStringSubmatch(path, -1) {
		x += number(t, m[1])
		y += number(t, m[2])
		d.rects = append(d.rects, rect{color, x, y, number(t, m[4]), number(t, m[3])})
		x += number(t, m[4])
		if m[3] != m[5] {
			t.Errorf("not a rectangle: %s", m[0])
		}
		read += len(m[0])
	}
	if read != len(path) {
		t.Errorf("%d bytes of a path are no rectangles: %s", len(path)-read, path)
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Errorf("%q is no number", text)
	}
	return v
}

// draw draws a profile and reads the picture back.
func draw(t *testing.T, p *collapse.Profile, o SVGOptions) (drawn, Drawing) {
	t.Helper()
	var out bytes.Buffer
	drawing, err := WriteSVG(&out, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return parseSVG(t, out.Bytes()), drawing
}
