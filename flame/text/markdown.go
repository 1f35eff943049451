package text

import "strings"

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
