package flame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// sansASCII and sansLatin1 are the widths of U+0020 to U+007E and of U+00A0 to U+00FF in thousandths of
// the font size, in Helvetica and in the faces made to its measure: Arial, Liberation Sans, Arimo, Nimbus
// Sans. Where the macron and the micro sign differ between them, the wider counts.
var (
	sansASCII = [...]uint16{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
		556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	sansLatin1 = [...]uint16{
		278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 552,
		400, 584, 333, 333, 333, 576, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
		667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
		722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
		556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
	}
)

// Widths, in thousandths of the font size, of what the tables do not have. The fonts that draw it vary,
// so they are on the wide side.
const (
	monoWidth  = 605  // a letter of a monospaced face: DejaVu's and Menlo's is 602, Courier's 600
	fullWidth  = 1000 // an ideograph
	emojiWidth = 1300
	upperWidth = 900 // a capital outside Latin-1
	otherWidth = 750
	signWidth  = 1050 // the replacement character and the pictures of control characters
	dotsWidth  = 1000 // "…"
)

// face is what must be known of a font to measure a text in it.
type face struct {
	mono  bool
	size  float64 // in pixels
	scale float64 // how much wider than Helvetica it may be
}

// faceOf returns the face of a font family: "" is Helvetica's measure; monospaced faces are known by
// their names; others may be as wide as Verdana, which is a fifth wider than Helvetica.
func faceOf(family string, size float64) face {
	first, _, _ := strings.Cut(strings.ToLower(family), ",")
	switch first = strings.Trim(strings.TrimSpace(first), `"'`); {
	case first == "", first == "arial", first == "helvetica", first == "liberation sans", first == "arimo", first == "sans-serif":
		return face{size: size, scale: 1}
	case strings.Contains(first, "mono"), strings.Contains(first, "courier"), strings.Contains(first, "consolas"), first == "menlo":
		return face{mono: true, size: size, scale: 1}
	}
	return face{size: size, scale: 1.2}
}

// width returns the width of text in pixels.
func (f face) width(text string) float64 {
	sum := 0
	for len(text) > 0 {
		size, width := f.next(text)
		sum += width
		text = text[size:]
	}
	return f.pixels(sum)
}

func (f face) pixels(thousandths int) float64 {
	return float64(thousandths) * f.size * f.scale / 1000
}

// next returns the size in bytes of the first character of text, as a reader sees characters, and its
// width in thousandths of the font size.
func (f face) next(text string) (size, width int) {
	if c := text[0]; c < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, f.ascii(c)
	}
	cluster, _, cells, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	if f.mono && cells < 2 && !isSign(cluster) {
		return len(cluster), cells * monoWidth
	}
	for _, r := range cluster {
		width += f.rune(r)
	}
	return len(cluster), width
}

// isSign reports whether a character is one that cleanText puts in, which monospaced faces may lack.
func isSign(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return r == utf8.RuneError || r >= '␀' && r <= '␡'
}

func (f face) ascii(c byte) int {
	switch {
	case f.mono:
		return monoWidth
	case c < ' ' || c > '~':
		return 0 // texts hold none
	}
	return int(sansASCII[c-' '])
}

// rune returns the width of a character of a proportional face, or of one that is wide in every face.
func (f face) rune(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return f.ascii(byte(r))
	case r >= 0xa0 && r <= 0xff:
		return int(sansLatin1[r-0xa0])
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r == '…':
		return dotsWidth
	case r == utf8.RuneError, r >= '␀' && r <= '␡':
		return signWidth // see isSign
	case r >= 0x1f000 && r < 0x20000:
		return emojiWidth
	case uniseg.StringWidth(string(r)) == 2:
		return fullWidth
	case unicode.IsUpper(r):
		return upperWidth
	}
	return otherWidth
}
