package png

import (
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// narrower is how much smaller letters of the Go font are set than the picture says: labels were cut for the widths of
// Arial, which is narrower.
const narrower = 0.92

// letters writes texts in the Go font, which is part of the program: an image looks the same wherever it is drawn.
type letters struct {
	faces map[float64]font.Face // by size
}

func newLetters() *letters { return &letters{map[float64]font.Face{}} }

// face returns the font in a size of the picture.
func (l *letters) face(size float64) (font.Face, error) {
	if face, known := l.faces[size]; known {
		return face, nil
	}
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size * narrower * Scale, DPI: 72, Hinting: font.HintingNone})
	if err == nil {
		l.faces[size] = face
	}
	return face, err
}

// write writes a text into the canvas.
func (l *letters) write(c *canvas, t label) error {
	face, err := l.face(t.size)
	if err != nil {
		return err
	}
	drawer := font.Drawer{Dst: c.img, Src: image.NewUniform(faded(t.fill, t.opacity)), Face: face}
	x := fixed.Int26_6(t.x * Scale * 64)
	switch width := drawer.MeasureString(t.text); t.anchor {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	drawer.Dot = fixed.Point26_6{X: x, Y: fixed.Int26_6(t.y * Scale * 64)}
	drawer.DrawString(t.text)
	return nil
}

// faded returns a colour with an opacity, as package image wants it: multiplied.
func faded(c color.RGBA, opacity float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(float64(v)*opacity + 0.5) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), part(255)}
}
