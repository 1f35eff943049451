package table

import (
	"bufio"
	"io"
	"strings"

	"fold/flame/text"
)

// WriteMarkdown writes the table as Markdown, for an issue or a chat, with what WriteText writes:
//
//	samples: 640 in total, 2 functions
//
//	| self | self% | sum% | total | total% | function | module |
//	|---:|---:|---:|---:|---:|:---|:---|
//	| 430 | 67.19% | 67.19% | 430 | 67.19% | `visit` | `spiral` |
//	| 210 | 32.81% | 100.00% | 640 | 100.00% | `walk` | `spiral` |
//
// Names stand in code spans; elsewhere punctuation that means something in Markdown is escaped.
func (t Table) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(text.Markdown(t.summary()) + "\n")
	if len(t.Rows) > 0 {
		t.writeMarkdownRows(out)
	}
	if rest := t.rest(); rest != "" {
		out.WriteString("\n" + rest + "\n")
	}
	return out.Flush()
}

func (t Table) writeMarkdownRows(out *bufio.Writer) {
	modules := t.hasModules()
	titles := t.titles()
	rule := "|" + strings.Repeat("---:|", len(titles)) + ":---|"
	for i := range titles {
		titles[i] = text.Markdown(titles[i])
	}
	titles = append(titles, t.of())
	if modules {
		titles, rule = append(titles, "module"), rule+":---|"
	}
	out.WriteByte('\n')
	WriteMarkdownRow(out, titles)
	out.WriteString(rule + "\n")
	for i, row := range t.cells() {
		fields := append(row, text.MarkdownCode(text.Visible(t.Rows[i].Function)))
		if modules {
			fields = append(fields, text.MarkdownCode(text.Visible(t.Rows[i].place())))
		}
		WriteMarkdownRow(out, fields)
	}
}

func WriteMarkdownRow(out *bufio.Writer, fields []string) {
	out.WriteString("| ")
	out.WriteString(strings.Join(fields, " | "))
	out.WriteString(" |\n")
}
