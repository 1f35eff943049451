// Package pyspy reads what py-spy dump prints, as text and as JSON.
package pyspy

import (
	"bytes"

	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what py-spy's src/dump.rs prints:
//
//	Process 4711: python main.py
//	Python v3.11.7 (/usr/bin/python3.11)
//
//	Thread 4711 (active+gil): "MainThread"
//	    count (kiosk/main.py:6)
//	        Locals:
//	            text: "x (y.py:3)"
//	    <module> (kiosk/main.py:20)
//
// Each thread weighs 1. What py-spy record writes is a folded or speedscope file.
var Format = input.Format{
	Name: "pyspy", Title: "py-spy dump, text and JSON",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  func(h *input.Head) bool { return isJSON(h) || isText(h) },
	Stream: parse,
	Census: true,
}

// isJSON looks at the first element of the array. Tools that sort keys put "active" first.
func isJSON(h *input.Head) bool {
	key, _, inside := dump.FirstKey(h)
	return inside && (key == "pid" || key == "active" || key == "frames") && h.Contains(`"os_thread_id"`) && h.Contains(`"owns_gil"`)
}

// isText looks for a header with a frame below it.
func isText(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, found := findHeader(line); found {
			if _, isFrame := frameText(lines.Peek()); isFrame {
				return true
			}
		}
	}
}

// header is the first line of a thread.
type header struct{ id, state, name []byte }

// findHeader reads one of
//
//	Thread 4711 (active): "MainThread"
//	Thread 0x7F1506B656C0 (active+gil)
func findHeader(line []byte) (h header, found bool) {
	text, found := bytes.CutPrefix(line, []byte("Thread "))
	id, text, parted := bytes.Cut(text, []byte(" ("))
	if !found || !parted || len(id) == 0 || id[0] < '0' || id[0] > '9' {
		return h, false
	}
	h.id = id
	h.state, text, parted = bytes.Cut(text, []byte{')'})
	switch string(h.state) {
	case "active", "idle", "active+gil", "idle+gil":
	default:
		return h, false
	}
	if len(text) == 0 {
		return h, parted
	}
	text, quoted := bytes.CutPrefix(text, []byte(`: "`))
	h.name = bytes.TrimSuffix(text, []byte{'"'})
	return h, quoted
}

// frameText returns the text of a line that is a frame: it is indented by four blanks. Deeper lines are values.
func frameText(line []byte) (text []byte, ok bool) {
	text, ok = bytes.CutPrefix(line, []byte("    "))
	return text, ok && len(text) > 0 && text[0] != ' ' && text[len(text)-1] == ')'
}
