package png

import (
	"bytes"
	"image"
	"image/png"
	"io"

	"fold/collapse"
	"fold/flame"
)

// Scale is how many pixels of the image are one of the picture, so that letters are crisp on today's screens.
const Scale = 2

// mostPixels bounds the image: a picture with thousands of rows would take gigabytes.
const mostPixels = 1 << 28

// Write writes the picture of [flame.WriteSVG] as a PNG image. Links, titles and the theme that follows the reader's
// system are nothing to an image: it is light unless o says that it is dark.
func Write(w io.Writer, p *collapse.Profile, o flame.SVGOptions) (flame.Drawing, error) {
	o.NoScript, o.NoData, o.Fluid, o.Titles, o.Attributes = true, true, false, false, nil
	if o.Theme == flame.ThemeAuto {
		o.Theme = flame.ThemeLight
	}
	var svg bytes.Buffer
	drawing, err := flame.WriteSVG(&svg, p, o)
	if err != nil {
		return drawing, err
	}
	img, err := draw(svg.Bytes())
	if err != nil {
		return drawing, err
	}
	return drawing, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, img)
}

// draw paints a picture of ours.
func draw(svg []byte) (image.Image, error) {
	d, err := parse(svg)
	if err != nil {
		return nil, err
	}
	c := newCanvas(d.width, d.height)
	c.gradient(d.top, d.bottom)
	for _, r := range d.rects {
		c.fill(r.x, r.y, r.x+r.w, r.y+r.h, r.fill, r.opacity)
		c.outline(r, d.stroke)
	}
	letters := newLetters()
	for _, t := range d.texts {
		if err := letters.write(c, t); err != nil {
			return nil, err
		}
	}
	return c.img, nil
}
