package compare

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"fold/flame/text"
)

const trendStyle = `<style>
:root{color-scheme:light dark}
body{font:14px system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}
table{border-collapse:collapse;width:100%}
th,td{padding:.25em .6em;text-align:left;vertical-align:middle;border-bottom:1px solid color-mix(in srgb,currentColor 15%,transparent)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.steady{opacity:.6}
svg{width:12em;height:2em;display:block}
polyline{fill:none;stroke:currentColor;stroke-width:1.5;vector-effect:non-scaling-stroke}
line{stroke:#d33;vector-effect:non-scaling-stroke}
code{overflow-wrap:anywhere}
</style>
`

// WriteHTML writes the trend as one page without a script, the first n rows of it; 0: all. Each row has the line of its
// shares over the nights, from 0 up, with a mark where it changed.
func (t *Trend) WriteHTML(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	out.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>Trend</title>\n" + trendStyle + "<h1>Trend</h1>\n")
	for _, line := range t.summary() {
		out.WriteString("<p>" + escaped(line) + "</p>\n")
	}
	if last := len(t.Nights) - 1; last >= 0 {
		out.WriteString("<p>" + escaped(t.Nights[0].Name) + " to " + escaped(t.Nights[last].Name) + "</p>\n")
	}
	fmt.Fprintf(out, "<table>\n<tr><th class=\"n\">before<th class=\"n\">after<th class=\"n\">points<th>since<th>nights<th>verdict<th>%s\n", t.Group)
	rows := t.first(n)
	for _, r := range rows {
		class := ""
		if r.Verdict != BeyondNoise {
			class = ` class="steady"`
		}
		fmt.Fprintf(out, "<tr%s><td class=\"n\">%s<td class=\"n\">%s<td class=\"n\">%s<td>%s<td>", class, percent(r.Before), percent(r.After), text.Points(r.Points()), escaped(t.since(r)))
		t.draw(out, r)
		fmt.Fprintf(out, "<td>%s<td><code>%s</code>\n", r.verdict(), escaped(text.Visible(r.name())))
	}
	out.WriteString("</table>\n")
	if hidden := len(t.Rows) - len(rows); hidden > 0 {
		fmt.Fprintf(out, "<p>… %s</p>\n", text.Count(hidden, "more row"))
	}
	return out.Flush()
}

// draw draws the line of a row's shares.
func (t *Trend) draw(out *bufio.Writer, r TrendRow) {
	most := 0.0
	for _, s := range r.Shares {
		most = max(most, s)
	}
	fmt.Fprintf(out, `<svg viewBox="0 0 %d 100" preserveAspectRatio="none" role="img"><title>at most %s</title>`, 10*max(1, len(r.Shares)-1), percent(most))
	if r.Verdict == BeyondNoise {
		at := 10*r.Night - 5
		fmt.Fprintf(out, `<line x1="%d" x2="%d" y1="0" y2="100"/>`, at, at)
	}
	out.WriteString(`<polyline points="`)
	for i, s := range r.Shares {
		if !math.IsNaN(s) && most > 0 {
			fmt.Fprintf(out, "%d,%.1f ", 10*i, 98-96*s/most)
		}
	}
	out.WriteString(`"/></svg>`)
}

func escaped(from string) string { return string(text.AppendXML(nil, from)) }
