package dump

import (
	"bytes"

	"fold/sources/input"
)

// FirstKey returns the first key of a JSON object; rest begins with its value. Inside says that the object is
// the first element of an array.
func FirstKey(h *input.Head) (key string, rest []byte, inside bool) {
	text := bytes.TrimLeft(h.Bytes, " \t\r\n")
	if text, inside = bytes.CutPrefix(text, []byte{'['}); inside {
		text = bytes.TrimLeft(text, " \t\r\n")
	}
	text, found := bytes.CutPrefix(text, []byte{'{'})
	text = bytes.TrimLeft(text, " \t\r\n")
	if !found || len(text) == 0 || text[0] != '"' {
		return "", nil, inside
	}
	end := bytes.IndexByte(text[1:], '"')
	if end < 0 {
		return "", nil, inside
	}
	rest = bytes.TrimLeft(text[end+2:], " \t\r\n")
	rest, found = bytes.CutPrefix(rest, []byte{':'})
	if !found {
		return "", nil, inside
	}
	return string(text[1 : end+1]), bytes.TrimLeft(rest, " \t\r\n"), inside
}
