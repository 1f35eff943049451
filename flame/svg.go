package flame

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"

	"fold/collapse"
	"fold/flame/text"
)

// SVGOptions say how [WriteSVG] draws. The zero value is right for most profiles.
type SVGOptions struct {
	Title     string // "": "Flame Graph", "Icicle Graph" if Inverted, or "Flame Chart"
	Subtitle  string // the line below the title; "": the weight of the whole profile
	CountName string // what the weights count, "samples"; "": the metric's name, or its unit
	NameType  string // what precedes a frame's name in the details; "": "Function:"
	Unit      string // of the weights, "bytes" or "ms"; "": the metric's
	Notes     string // a remark for the description, which the picture does not show
	Total     int64  // the weight that the whole width stands for, if that is more than the profile's
	Whole     int64  // the profile's weight before it was filtered, for the line below the title; 0: not filtered

	Width      int      // in pixels; 0: 1200
	Fluid      bool     // as wide as the page, in the same proportions
	Height     int      // of a row, in pixels; 0: 16
	MinWidth   float64  // the narrowest frame that is drawn by itself, in pixels; 0: 0.5; below 0: no limit
	MinPercent float64  // the same in percent of the whole; 0: MinWidth counts
	FontType   string   // font family; "": Arial and what has its measure
	FontSize   float64  // in pixels; 0: 12
	FontWidth  float64  // width of a letter as a share of FontSize; 0: what the font is known to have
	Inverted   bool     // the root at the top
	FlameChart bool     // stacks stand in the order of the input and share frames with their neighbours only
	Order      Order    // how callees stand beside each other
	Truncate   Truncate // how labels are made to fit

	Colors   string    // a palette, see PaletteNames; "": hot
	BgColors string    // the page: yellow, blue, green, grey or #rrggbb; "": as the palette says
	Theme    Theme     // light, dark or as the reader's system is
	ColorMap *ColorMap // the colours that functions have had so far, which get those of new ones; nil: none

	UIColor     string // "#rrggbb", of the text outside of frames; "": black, or light on a dark page
	SearchColor string // "#rrggbb", of frames that a search finds; "": magenta
	StrokeColor string // "#rrggbb", of the lines around frames, or "none"; "": a faint black

	Highlight  *regexp.Regexp  // frames whose text matches have the search colour, and all others fade; nil: none
	Titles     bool            // each frame shows its name and weight even where no script runs; the file is far larger
	Attributes *NameAttributes // links, titles and classes of functions; nil: none
	Delta      *Delta          // colour frames by what changed between two columns; nil: by their names

	NoScript  bool // leave out the script
	NoData    bool // leave out the data layer, and with it the script: what is drawn is all there is
	PruneData bool // the data layer has the frames that are drawn, and no names of others
}

// Theme reports whether a picture is for light pages or for dark ones.
type Theme uint8

// The themes.
const (
	ThemeAuto Theme = iota
	ThemeLight
	ThemeDark
)

// Drawing says what a picture shows.
type Drawing struct {
	Title    string          // that stands above it
	Metric   collapse.Metric // what its weights are
	Total    int64           // the weight that its whole width stands for
	Frames   int             // frames with a box of their own, the root included
	Merged   int             // frames that are in slivers
	MinWidth float64         // the narrowest frame with a box of its own, in pixels
	Raised   bool            // MinWidth is more than was asked for, to keep the picture small enough to be opened
}

const defaultFontSize = 12 // pixels

// The limits of a picture's size: browsers take long over more.
const (
	mostShapes = 6000
	mostBytes  = 200_000
)

// ErrNoSamples says that a profile has no weight that could be drawn.
var ErrNoSamples = errors.New("no samples to draw")

// WriteSVG draws the default column of a profile as a flame graph: an SVG file that is right in every viewer, without scripts.
// Names may hold any bytes. Weights below zero count as zero, see [collapse.Profile.DropNegative]. A
// profile without weight is [ErrNoSamples].
func WriteSVG(w io.Writer, p *collapse.Profile, o SVGOptions) (Drawing, error) {
	pic, err := newPicture(p, o)
	if err != nil {
		return Drawing{}, err
	}
	frames, drawing := pic.fit()
	_, err = w.Write(pic.file(frames))
	return drawing, err
}

// picture is a profile with what is decided about drawing it.
type picture struct {
	SVGOptions
	p          *collapse.Profile
	metric     collapse.Metric
	column     int // of p
	names      names
	palette    palette
	hues       []hue // of each frame
	rootHue    hue
	hits       []bool       // the frames that Highlight matches
	links      []attributes // of each frame; nil: none has any
	deltas     []nodeDelta  // of each node, if Delta is set
	changes    [2][]int64   // totals before and after, if Delta is set
	page       page
	uiFill     rgb // of text outside of frames, if UIColor is set
	stroke     rgb // of the lines around frames, if StrokeColor is a colour
	searchFill rgb
	face       face
	total      int64

	plan      *plan
	drawn     Layout  // what the layer of frames shows
	rows      int     // height of the layout
	top, left float64 // of the frames' area, in pixels
	inner     float64 // its width
	used      map[int]hue
}

func newPicture(p *collapse.Profile, o SVGOptions) (*picture, error) {
	if len(p.Metrics) == 0 {
		return nil, ErrNoSamples
	}
	pic := &picture{SVGOptions: o, column: p.Default, metric: p.Metrics[p.Default]}
	if err := pic.prepareDelta(p); err != nil {
		return nil, err
	}
	if kind, _ := text.KindOf(pic.metric.Unit); kind != text.Plain && o.Unit != "" && o.Unit != pic.metric.Unit {
		return nil, fmt.Errorf("the profile says that weights are in %s: no other unit can be given", pic.metric.Unit)
	}
	if o.Unit != "" {
		pic.metric.Unit = o.Unit
		if pic.metric.Name == "samples" {
			pic.metric.Name = "" // that was a guess, and bytes are none
		}
	}
	if p.HasNegative(p.Default) {
		p, _, _ = p.DropNegative(p.Default)
		pic.column = p.Default
	}
	if pic.total = p.Total(pic.column); pic.total <= 0 {
		return nil, ErrNoSamples
	}
	if err := pic.setColors(); err != nil {
		return nil, err
	}
	if err := pic.setSizes(); err != nil {
		return nil, err
	}
	pic.p, pic.names = named(p.Compact())
	pic.setHues()
	pic.setDeltas()
	pic.setHits()
	pic.links = pic.Attributes.of(pic.names)
	return pic, pic.setStacks()
}

// setStacks brings the stacks into the order of a flame chart, and gives them the width that was asked for.
func (pic *picture) setStacks() (err error) {
	if pic.FlameChart {
		if pic.p, err = pic.p.Unmerged(pic.column); err != nil {
			return fmt.Errorf("no flame chart: %w", err)
		}
		pic.column, pic.Order = 0, OrderInput
	}
	if pic.Total > pic.total {
		pic.p = pic.p.Pad(pic.column, pic.Total-pic.total)
		pic.total = pic.Total
	}
	return nil
}

// setColors finds the palette, the page and the colours that were asked for.
func (pic *picture) setColors() (err error) {
	if pic.palette, err = paletteNamed(pic.Colors); err != nil {
		return err
	}
	if pic.Delta != nil {
		pic.palette = deltaPalette
	}
	if pic.page, err = pageNamed(cmp.Or(pic.BgColors, pic.palette.tint)); err != nil {
		return err
	}
	pic.searchFill = searchFill
	for _, c := range []struct {
		text string
		to   *rgb
	}{{pic.UIColor, &pic.uiFill}, {pic.SearchColor, &pic.searchFill}, {pic.StrokeColor, &pic.stroke}} {
		var known bool
		if *c.to, known = parseColor(c.text, *c.to); !known && (c.text != "none" || c.to != &pic.stroke) {
			return fmt.Errorf("unknown colour %q: write #rrggbb", c.text)
		}
	}
	return nil
}

// setSizes fills in the sizes that were not given.
func (pic *picture) setSizes() error {
	pic.Width = cmp.Or(pic.Width, 1200)
	pic.Height = cmp.Or(pic.Height, 16)
	pic.FontSize = cmp.Or(pic.FontSize, defaultFontSize)
	pic.MinWidth = max(0, cmp.Or(pic.MinWidth, 0.5))
	pic.left, pic.top = sidePad, topPad
	pic.inner = float64(pic.Width) - 2*sidePad
	if pic.inner < 40 || pic.Width > 100_000 {
		return fmt.Errorf("a picture %d pixels wide: choose 60 to 100000", pic.Width)
	}
	if pic.Height < 3 || pic.Height > 200 {
		return fmt.Errorf("rows %d pixels high: choose 3 to 200", pic.Height)
	}
	if !(pic.FontSize >= 1 && pic.FontSize <= 200) {
		return fmt.Errorf("a font size of %v pixels: choose 1 to 200", pic.FontSize)
	}
	if !(pic.MinPercent >= 0 && pic.MinPercent <= 100) || math.IsNaN(pic.MinWidth) {
		return errors.New("the narrowest frame is not a number of pixels, or of percent up to 100")
	}
	if pic.MinPercent > 0 {
		pic.MinWidth = pic.MinPercent / 100 * pic.inner
	}
	pic.MinWidth = min(pic.MinWidth, pic.inner)
	pic.face = faceOf(pic.FontType, pic.FontSize)
	if pic.FontWidth != 0 {
		if !(pic.FontWidth >= 0.1 && pic.FontWidth <= 5) {
			return fmt.Errorf("letters %v times as wide as they are high: choose 0.1 to 5", pic.FontWidth)
		}
		pic.face = face{mono: true, size: pic.FontSize, scale: 1000 * pic.FontWidth / monoWidth}
	}
	return nil
}

// fit draws the frames with as small a minimum width as the limits allow.
func (pic *picture) fit() ([]byte, Drawing) {
	pl := newPlan(pic.p, rankNames(pic.names.texts, pic.Order), pic.column)
	drawing := Drawing{Title: pic.title(), Metric: pic.metric, Total: pic.total, MinWidth: pic.MinWidth}
	for {
		l, ok := pl.lay(LayoutOptions{Order: pic.Order, MinShare: drawing.MinWidth / pic.inner}, mostShapes)
		excess := 1.2
		if ok {
			shapes, bytes := 0, []byte(nil)
			bytes, shapes = pic.frames(l, drawing.MinWidth)
			if shapes <= mostShapes && len(bytes) <= mostBytes {
				pic.plan, pic.drawn = pl, l
				drawing.Frames = len(l.Frames)
				for _, s := range l.Slivers {
					drawing.Merged += s.Calls
				}
				return bytes, drawing
			}
			excess = max(float64(shapes)/mostShapes, float64(len(bytes))/mostBytes)
		}
		drawing.Raised = true
		drawing.MinWidth = max(0.05, drawing.MinWidth*min(max(excess, 1.05), 4))
	}
}
