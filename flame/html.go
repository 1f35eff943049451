package flame

import (
	"io"

	"fold/collapse"
	"fold/flame/table"
	"fold/flame/text"
)

// mostHTMLRows is how many functions the table of a page has.
const mostHTMLRows = 200

// WriteHTML writes a page of HTML that holds the picture, see [WriteSVG], and beside it, or below on narrow
// screens, the table of the functions with the most self weight, see [table.Top]. The page refers to nothing
// outside of itself. The picture is as wide as its part of the page.
func WriteHTML(w io.Writer, p *collapse.Profile, o SVGOptions) (Drawing, error) {
	o.Fluid = true
	pic, err := newPicture(p, o)
	if err != nil {
		return Drawing{}, err
	}
	pic.isPage = true
	functions := table.Top(p, table.Options{Metric: o.Metric, N: mostHTMLRows})
	functions.Metric, functions.Total = pic.metric, pic.total
	frames, drawing := pic.fit()
	out := pic.appendHead(nil)
	out = append(out, "<body>\n<main>\n"...)
	out = append(out, pic.file(frames)...)
	out = append(out, "</main>\n<aside>\n"...)
	out = functions.AppendHTML(out)
	out = append(out, "</aside>\n</body>\n</html>\n"...)
	_, err = w.Write(out)
	return drawing, err
}

const (
	pageStyle = `body{margin:0;font:13px/1.4 Arial,Helvetica,"Liberation Sans",Arimo,sans-serif}
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
	pageColors     = "body,aside th{background:#fff;color:#222}\naside tbody tr:nth-child(odd){background:#f3f3f3}\n"
	pageColorsDark = "body,aside th{background:#1b1b1d;color:#ddd}\naside tbody tr:nth-child(odd){background:#29292c}\n"
)

// appendHead appends all that stands before the body.
func (pic *picture) appendHead(out []byte) []byte {
	out = append(out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>`...)
	out = text.AppendXML(out, text.Clean(pic.title()))
	return append(out, "</title>\n<style>\n"+pageStyle+"</style>\n</head>\n"...)
}
