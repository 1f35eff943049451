package flame

import (
	"io"
	"strconv"

	"fold/flame/text"
)

// WriteFailure writes an SVG picture that says why there is no flame graph: a reader who opens it sees more than
// a browser's complaint about an empty file. The text is one line, and cut in its middle if it is too long.
func WriteFailure(w io.Writer, why string) error {
	const size = titleSize
	why = text.Shown(why)
	out := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 60" width="1200" height="60" role="img" aria-label="`)
	out = text.AppendXML(out, why)
	out = append(out, "\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"10\" y=\"36\" fill=\"#a00000\" font-size=\""...)
	out = strconv.AppendInt(out, size, 10)
	out = append(out, `" font-family="`+fontAttr("")+`">`...)
	out = text.AppendXML(out, faceOf("", size).label(why, 1200-2*sidePad, TruncateMiddle))
	out = append(out, "</text>\n</svg>\n"...)
	_, err := w.Write(out)
	return err
}
