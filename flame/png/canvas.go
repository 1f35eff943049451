package png

import (
	"image"
	"image/color"
	"math"
)

// canvas is an image that is painted in units of the picture.
type canvas struct{ img *image.RGBA }

func newCanvas(width, height float64) *canvas {
	return &canvas{image.NewRGBA(image.Rect(0, 0, int(math.Ceil(width*Scale)), int(math.Ceil(height*Scale))))}
}

// gradient fills the image with colours from one at the top to another at the bottom.
func (c *canvas) gradient(top, bottom color.RGBA) {
	size := c.img.Bounds().Size()
	for y := range size.Y {
		part := float64(y) / float64(max(1, size.Y-1))
		mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + part*(float64(b)-float64(a)))) }
		row := color.RGBA{mix(top.R, bottom.R), mix(top.G, bottom.G), mix(top.B, bottom.B), 255}
		for x := range size.X {
			c.img.SetRGBA(x, y, row)
		}
	}
}

// fill paints a rectangle. Pixels that it covers in part take a part of the colour.
func (c *canvas) fill(x0, y0, x1, y1 float64, fill color.RGBA, opacity float64) {
	x0, y0, x1, y1 = x0*Scale, y0*Scale, x1*Scale, y1*Scale
	bounds := c.img.Bounds()
	for y := max(0, int(y0)); y < min(bounds.Max.Y, int(math.Ceil(y1))); y++ {
		high := covered(y, y0, y1) * opacity
		for x := max(0, int(x0)); x < min(bounds.Max.X, int(math.Ceil(x1))); x++ {
			c.blend(x, y, fill, high*covered(x, x0, x1))
		}
	}
}

// covered returns how much of a pixel lies between two edges.
func covered(pixel int, from, to float64) float64 {
	return max(0, min(float64(pixel+1), to)-max(float64(pixel), from))
}

// blend paints a part of a colour over a pixel.
func (c *canvas) blend(x, y int, over color.RGBA, part float64) {
	at := c.img.PixOffset(x, y)
	pixel := c.img.Pix[at : at+3 : at+3]
	for i, v := range [...]uint8{over.R, over.G, over.B} {
		pixel[i] = uint8(math.Round(float64(pixel[i]) + part*(float64(v)-float64(pixel[i]))))
	}
}

// outline draws the line around a rectangle, half of it outside.
func (c *canvas) outline(r rectangle, s stroke) {
	if s.width == 0 {
		return
	}
	half, opacity := s.width/2, s.opacity*r.opacity
	c.fill(r.x-half, r.y-half, r.x+r.w+half, r.y+half, s.color, opacity)
	c.fill(r.x-half, r.y+r.h-half, r.x+r.w+half, r.y+r.h+half, s.color, opacity)
	if r.w > s.width {
		c.fill(r.x-half, r.y+half, r.x+half, r.y+r.h-half, s.color, opacity)
		c.fill(r.x+r.w-half, r.y+half, r.x+r.w+half, r.y+r.h-half, s.color, opacity)
	}
}
