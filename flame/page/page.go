package page

import (
	"bytes"
	"io"

	"fold/collapse"
	"fold/flame"
	"fold/flame/table"
	"fold/flame/text"
)

// mostRows is how many functions the table of a page has.
const mostRows = 200

// WriteHTML writes a page of HTML that holds the picture, see [flame.WriteSVG], and beside it, or below on narrow
// screens, the table of the functions with the most self weight, see [table.Top]. The page refers to nothing
// outside of itself. The picture is as wide as its part of the page.
func WriteHTML(w io.Writer, p *collapse.Profile, o flame.SVGOptions) (flame.Drawing, error) {
	o.Fluid, o.PageStyle, o.PageStyleDark = true, colors, darkColors
	var picture bytes.Buffer
	drawing, err := flame.WriteSVG(&picture, p, o)
	if err != nil {
		return drawing, err
	}
	functions := table.Top(p, table.Options{Metric: o.Metric, N: mostRows})
	functions.Metric, functions.Total = drawing.Metric, drawing.Total
	out := appendHead(nil, drawing.Title)
	out = append(out, "<body>\n<main>\n"...)
	out = append(out, picture.Bytes()...)
	out = append(out, "</main>\n<aside>\n"...)
	out = functions.AppendHTML(out)
	out = append(out, "</aside>\n</body>\n</html>\n"...)
	_, err = w.Write(out)
	return drawing, err
}

const (
	style = `body{margin:0;font:13px/1.4 Arial,Helvetica,"Liberation Sans",Arimo,sans-serif}
main,aside{padding:8px;min-width:0}
main svg{display:block}
table{border-collapse:collapse;width:100%}
caption{text-align:left;padding:4px 0}
th,td{padding:2px 6px;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;vertical-align:top}
th{position:sticky;top:0}
.name,.module{text-align:left;white-space:normal;overflow-wrap:anywhere}
.module{min-width:7em}
@media (min-width:1100px){body{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,3fr)}aside{max-height:100vh;overflow:auto;box-sizing:border-box;position:sticky;top:0}}
@media print{body{display:block}aside{max-height:none;overflow:visible}}
`
	// The colours stand in the picture's style sheet, so that the reader changes them with those of the picture.
	colors     = "body,aside th{background:#fff;color:#222}\naside tbody tr:nth-child(odd){background:#f3f3f3}\n"
	darkColors = "body,aside th{background:#1b1b1d;color:#ddd}\naside tbody tr:nth-child(odd){background:#29292c}\n"
)

// appendHead appends all that stands before the body.
func appendHead(out []byte, title string) []byte {
	out = append(out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>`...)
	out = text.AppendXML(out, text.Clean(title))
	return append(out, "</title>\n<style>\n"+style+"</style>\n</head>\n"...)
}
