package flame

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"slices"

	"fold/collapse"
	"fold/collapse/packed"
	"fold/flame/text"
)

// The data layer holds every frame of the picture, in about three bytes each, for the script that draws
// what a reader zooms into. docs/flamegraph.md describes it for others who want to read it.

// dataVersion is the version of the data layer's layout.
const dataVersion = 1

// dataHeader says what the data layer holds and how the picture is drawn.
type dataHeader struct {
	Version  int      `json:"v"`
	Frames   int      `json:"frames"`
	Names    int      `json:"names"`
	Scale    int      `json:"scale,omitempty"`
	Noun     string   `json:"noun,omitempty"`
	Unit     string   `json:"unit,omitempty"`
	Per      float64  `json:"per,omitempty"`
	Order    string   `json:"order"`
	Show     string   `json:"show,omitempty"`
	Inverted bool     `json:"inverted,omitempty"`
	Colors   []string `json:"colors"`
	White    []int    `json:"white,omitempty"`
	Row      int      `json:"row"`
	Size     float64  `json:"size"`
	Min      float64  `json:"min"`
	Truncate string   `json:"truncate"`
	Left     int      `json:"left,omitempty"`
	Rest     int      `json:"rest,omitempty"`

	Diff  *dataDiff        `json:"diff,omitempty"`
	Links map[int]dataLink `json:"links,omitempty"`
}

// dataLink is what --nameattr says of a function.
type dataLink struct {
	Href   string `json:"href,omitempty"`
	Target string `json:"target,omitempty"`
	Title  string `json:"title,omitempty"`
	Class  string `json:"class,omitempty"`
}

// appendData appends the data layer.
func (pic *picture) appendData(out []byte) []byte {
	names := pic.dataNames()
	tree, left := pic.dataTree(names)
	colors, looks := pic.dataLooks(names)
	h := pic.dataHeader()
	h.Frames, h.Names, h.Left = tree.frames, len(names.order), left
	h.Colors, h.White = colors.classes, colors.white
	h.Links, h.Diff = pic.dataLinks(names), pic.dataDiff(names)
	if pic.PruneData {
		h.Names++
		h.Rest = len(names.order)
	}
	head, err := json.Marshal(h)
	if err != nil {
		panic(err) // numbers and texts always have a form in JSON
	}
	prefixes, suffixes := packed.FrontCode(pic.dataTexts(names))
	columns := [][]byte{append(packed.Sized(head), prefixes...), packed.Sized(suffixes), looks, tree.up, tree.name, tree.self}
	if pic.Delta != nil {
		columns = append(columns, tree.change)
	}
	return appendChunks(out, packed.Deflate(columns...))
}

// truncateNames are the names of the ways to shorten a label.
var truncateNames = [...]string{
	TruncateAuto: "auto", TruncateRight: "right", TruncateLeft: "left", TruncateMiddle: "middle", TruncateNone: "none",
}

// dataHeader returns the part of the header that does not depend on the tree.
func (pic *picture) dataHeader() dataHeader {
	h := dataHeader{
		Version: dataVersion, Scale: pic.metric.Scale, Noun: text.Clean(pic.noun()), Order: "name", Inverted: pic.Inverted,
		Row: pic.Height, Size: pic.FontSize, Min: pic.MinWidth, Truncate: truncateNames[pic.Truncate],
	}
	if kind, size := text.KindOf(pic.metric.Unit); kind != text.Plain && pic.CountName == "" {
		h.Unit, h.Per, h.Noun = "nanoseconds", size, text.Clean(pic.metric.Name)
		if kind == text.Size {
			h.Unit = "bytes"
		}
	}
	switch pic.Order {
	case OrderWidth:
		h.Show = "width"
	case OrderInput:
		h.Order = "input"
	}
	return h
}

// dataNames are the names that the data layer holds.
type dataNames struct {
	order  []int    // the profile's numbers of the frames, in the order of their names
	number []uint32 // for each frame of the profile, the number of its name in the data layer
	kept   []bool   // for each node, whether the data layer holds it; nil: all that weigh something
}

// dataTexts returns the names' texts in the data layer's order.
func (pic *picture) dataTexts(names dataNames) []string {
	var texts []string
	for _, f := range names.order {
		texts = append(texts, pic.names.texts[f])
	}
	if pic.PruneData {
		texts = append(texts, dots)
	}
	return texts
}

// dataColors are the colours that frames of the data layer have.
type dataColors struct {
	classes []string // of the style sheet, or "#rrggbb", or both: "c1#rrggbb"
	white   []int    // numbers of those on which labels are white
}

// dataLooks returns the colours, and for each name the number of its colour and whether it is a thread.
func (pic *picture) dataLooks(names dataNames) (colors dataColors, looks []byte) {
	known := map[int]int{}
	number := func(h hue) int {
		n, seen := known[h.number]
		if !seen {
			n = len(colors.classes)
			known[h.number] = n
			colors.classes = append(colors.classes, pic.className(h))
			if h.fill.ink() == white {
				colors.white = append(colors.white, n)
			}
		}
		return n
	}
	hues := pic.plainHues()
	number(pic.rootHue)
	for _, f := range names.order {
		v := 0
		if pic.Delta == nil {
			v = 2 * number(hues[f])
		}
		if pic.names.looks[f].kind == collapse.KindThread {
			v++
		}
		looks = binary.AppendUvarint(looks, uint64(v))
	}
	if pic.PruneData {
		looks = binary.AppendUvarint(looks, uint64(2*number(hue{number: sliverNumber})))
	}
	return colors, looks
}

// dataLinks returns the attributes of the names that have any.
func (pic *picture) dataLinks(names dataNames) map[int]dataLink {
	links := map[int]dataLink{}
	for i, f := range names.order {
		if pic.links != nil && pic.links[f] != (attributes{}) {
			a := pic.links[f]
			links[i] = dataLink{a.href, a.target, a.title, a.class}
		}
	}
	return links
}

// plainHues returns the frames' colours without those of what is highlighted: the script searches itself.
func (pic *picture) plainHues() []hue {
	if pic.hits == nil {
		return pic.hues
	}
	plain := *pic
	plain.setHues()
	return plain.hues
}

// className returns the class of a colour, if it has one, and the colour, unless the style sheet has it in all themes.
func (pic *picture) className(h hue) string {
	switch {
	case !pic.isByClass(h.number, h.fill):
		return string(h.fill.appendHex(nil))
	case pic.isStyled(h.number):
		return string(appendClass(nil, h.number))
	case pic.Theme == ThemeDark:
		h.fill = h.fill.dimmed()
	}
	return string(h.fill.appendHex(appendClass(nil, h.number)))
}

// chunkSize is how many bytes are one chunk of base64, of 1 MiB. Some readers of XML take no text of more
// than 10 MB, and browsers take longer over one long text than over several.
const chunkSize = 3 << 18

// appendChunks appends the element that holds data.
func appendChunks(out, data []byte) []byte {
	const tags = len("<d></d>")
	chunks := len(data)/chunkSize + 1
	out = slices.Grow(out, base64.StdEncoding.EncodedLen(len(data))+chunks*tags)
	out = append(out, `<metadata class="d">`...)
	for len(data) > 0 {
		n := min(len(data), chunkSize)
		out = append(out, "<d>"...)
		out = base64.StdEncoding.AppendEncode(out, data[:n])
		out = append(out, "</d>"...)
		data = data[n:]
	}
	return append(out, "</metadata>\n"...)
}
