package text

import "unicode/utf8"

// AppendXML appends text as character data or as the value of an attribute. It is the only place that
// escapes: labels are cut before. What XML cannot hold at all becomes the replacement character.
func AppendXML(out []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r == '&':
			out = append(out, "&amp;"...)
		case r == '<':
			out = append(out, "&lt;"...)
		case r == '>':
			out = append(out, "&gt;"...)
		case r == '"':
			out = append(out, "&#34;"...)
		case r < ' ' && r != '\n', r == 0xfffe, r == 0xffff:
			out = utf8.AppendRune(out, utf8.RuneError)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
