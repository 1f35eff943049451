package flame

import (
	"math"
	"strconv"
	"strings"
)

// rgb is a colour: red, green and blue from 0 to 255.
type rgb struct{ r, g, b uint8 }

var (
	black = rgb{}
	white = rgb{255, 255, 255}
)

// luminance returns the relative luminance that WCAG 2 defines, from 0 (black) to 1 (white).
func (c rgb) luminance() float64 {
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// linear undoes sRGB's gamma.
func linear(v uint8) float64 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

// gamma undoes linear.
func gamma(l float64) uint8 {
	s := l * 12.92
	if l > 0.0031308 {
		s = 1.055*math.Pow(l, 1/2.4) - 0.055
	}
	return uint8(math.Round(min(max(s, 0), 1) * 255))
}

// contrast returns the contrast ratio that WCAG 2 defines, from 1 to 21. Small text needs 4.5.
func contrast(a, b rgb) float64 {
	light, dark := a.luminance(), b.luminance()
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// brightest is the luminance of the brightest frame on a dark page: brighter ones would glare.
const brightest = 0.55

// dimmed returns the colour as it is shown on a dark page: of the same hue, but never glaring.
func (c rgb) dimmed() rgb {
	l := c.luminance()
	if l <= brightest {
		return c
	}
	share := brightest / l
	return rgb{gamma(linear(c.r) * share), gamma(linear(c.g) * share), gamma(linear(c.b) * share)}
}

// ink returns the colour of text on a frame of colour c: black or white, whichever stands out. One of
// them always has a contrast of 4.58 or more.
func (c rgb) ink() rgb {
	if contrast(c, white) > contrast(c, black) {
		return white
	}
	return black
}

// appendHex appends the colour as CSS writes it, as short as it can: "#e8a23c", "#ddd".
func (c rgb) appendHex(out []byte) []byte {
	const digits = "0123456789abcdef"
	isShort := c.r%17 == 0 && c.g%17 == 0 && c.b%17 == 0
	out = append(out, '#')
	for _, v := range [...]uint8{c.r, c.g, c.b} {
		out = append(out, digits[v>>4])
		if !isShort {
			out = append(out, digits[v&15])
		}
	}
	return out
}

// parseColor reads a colour as CSS writes it, "#e8a23c" or "#ea3". An empty text stands for the default.
func parseColor(text string, byDefault rgb) (c rgb, known bool) {
	if text == "" {
		return byDefault, true
	}
	digits, isHex := strings.CutPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if !isHex || len(digits) != 6 || err != nil {
		return rgb{}, false
	}
	return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)}, true
}

// ramp returns n colours evenly spaced from one colour to another.
func ramp(n int, from, to rgb) []rgb {
	between := func(a, b uint8, i int) uint8 { return uint8((int(a)*(n-1-i) + int(b)*i) / (n - 1)) }
	colors := make([]rgb, n)
	for i := range colors {
		colors[i] = rgb{between(from.r, to.r, i), between(from.g, to.g, i), between(from.b, to.b, i)}
	}
	return colors
}

// pastels returns n soft colours of all hues that have the given luminance.
func pastels(n int, luminance float64) []rgb {
	const whiteness = 0.3 // share of white light in the softest
	colors := make([]rgb, n)
	for i := range colors {
		c := pure(i * 1536 / n)
		soft := c.luminance()*(1-whiteness) + whiteness
		keep, add := (1-whiteness)*luminance/soft, whiteness*luminance/soft
		if soft < luminance { // only more white makes it lighter
			add = (luminance - c.luminance()) / (1 - c.luminance())
			keep = 1 - add
		}
		mix := func(v uint8) uint8 { return gamma(linear(v)*keep + add) }
		colors[i] = rgb{mix(c.r), mix(c.g), mix(c.b)}
	}
	return colors
}

// pure returns the most saturated colour of a hue, which goes round in 1536 steps from red to red.
func pure(hue int) rgb {
	rise := uint8(hue % 256)
	switch fall := 255 - rise; hue / 256 {
	case 0:
		return rgb{255, rise, 0}
	case 1:
		return rgb{fall, 255, 0}
	case 2:
		return rgb{0, 255, rise}
	case 3:
		return rgb{0, fall, 255}
	case 4:
		return rgb{rise, 0, 255}
	default:
		return rgb{255, 0, fall}
	}
}

// fnv1a returns the 32-bit FNV-1a hash of text.
func fnv1a(text string) uint32 {
	hash := uint32(2166136261)
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}
