package compare

import (
	"bufio"
	"io"
	"strings"

	"fold/flame/table"
	"fold/flame/text"
)

// WriteMarkdown writes the comparison as Markdown, for an issue or a pull request. Its last columns say
// whether a change is beyond the noise, and what changed:
//
//	samples by self: 1000 before, 1000 after; 1 of 2 functions changed beyond the noise of sampling
//
//	1,000 and 1,000 samples, one run a side; how much runs differ is not known: give several runs a side
//
//	| before | after | points | change | 95% interval | beyond noise | function |
//	|---:|---:|---:|---:|---:|:---|:---|
//	| 42.00% | 0.00% | -42.00 | -420 | -45.08 to -38.95 | yes | `scan` |
//	| 25.00% | 24.50% | -0.50 | -5 | -4.28 to +3.28 | no | `parse` |
func (c *Comparison) WriteMarkdown(w io.Writer, o TextOptions) error {
	out := bufio.NewWriter(w)
	rows, beyond := c.arrange(o.N)
	for i, line := range c.summary(beyond) {
		if i > 0 {
			out.WriteByte('\n') // a paragraph of its own
		}
		out.WriteString(text.Markdown(line) + "\n")
	}
	if len(rows) > 0 {
		c.writeMarkdownRows(out, rows)
	}
	if line := c.hiddenRows(len(rows), beyond); line != "" {
		out.WriteString("\n" + line + "\n")
	}
	return out.Flush()
}

func (c *Comparison) writeMarkdownRows(out *bufio.Writer, rows []Row) {
	titles := c.titles()
	rule := "|" + strings.Repeat("---:|", len(titles))
	texts := []string{c.Group.String()}
	if c.hasModules() {
		texts = append(texts, "module")
	}
	if c.Noise.Tested() {
		texts = append([]string{"beyond noise"}, texts...)
	}
	out.WriteByte('\n')
	for i, title := range titles {
		titles[i] = text.Markdown(title)
	}
	table.WriteMarkdownRow(out, append(titles, texts...))
	out.WriteString(rule + strings.Repeat(":---|", len(texts)) + "\n")
	for _, r := range rows {
		fields := c.cells(r)
		for i, field := range fields {
			fields[i] = strings.TrimSpace(field)
		}
		if c.Noise.Tested() {
			verdict := "no"
			switch {
			case r.Beyond():
				verdict = "yes"
			case r.tooFew():
				verdict = "too few samples"
			}
			fields = append(fields, verdict)
		}
		name := c.name(r)
		fields = append(fields, text.MarkdownCode(text.Visible(name.Function)))
		if c.hasModules() {
			fields = append(fields, text.MarkdownCode(text.Visible(name.Module)))
		}
		table.WriteMarkdownRow(out, fields)
	}
}
