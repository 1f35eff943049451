package text

import "strings"

// MarkdownCode puts a name into a code span, in which all of it is shown as it is: `operator<` and `_init_`. In tables a
// bar would end the cell even there, so it has a backslash.
func MarkdownCode(name string) string {
	if name == "" {
		return ""
	}
	longest, run := 0, 0
	for _, c := range []byte(name) {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence, pad := strings.Repeat("`", longest+1), ""
	if name[0] == '`' || name[len(name)-1] == '`' || name[0] == ' ' && name[len(name)-1] == ' ' {
		pad = " " // which is not shown
	}
	return fence + pad + strings.ReplaceAll(name, "|", `\|`) + pad + fence
}

// Cell returns a name as CSV holds it: bytes that are not UTF-8 become U+FFFD, and safe says that it is a [SafeCell].
func Cell(name string, safe bool) string {
	name = strings.ToValidUTF8(name, "\ufffd")
	if safe {
		return SafeCell(name)
	}
	return name
}

// SafeCell returns a text that spreadsheets do not take for a formula: one that begins like one has an apostrophe before
// it, which they do not show.
func SafeCell(cell string) string {
	if cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 {
		return "'" + cell
	}
	return cell
}

// Markdown escapes the punctuation that makes links, emphasis, code, columns, HTML, entities or formulas.
func Markdown(text string) string {
	const special = "\\`*_[]<>|~&$#"
	if !strings.ContainsAny(text, special) {
		return text
	}
	var out strings.Builder
	for _, c := range []byte(text) {
		if strings.IndexByte(special, c) >= 0 {
			out.WriteByte('\\')
		}
		out.WriteByte(c)
	}
	return out.String()
}
