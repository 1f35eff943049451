package perf

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
)

// perfNames makes frames of the text behind an address. Its parse is called once for each distinct text.
type perfNames struct {
	options input.Options
	parse   func(text []byte) []collapse.Frame
}

// javaMark stands in front of a frame's text in a java process. No line holds one, so the same text in
// another process is another.
const javaMark = '\n'

func newPerfNames(o input.Options) perfNames {
	return perfNames{options: o, parse: func(text []byte) []collapse.Frame {
		java := len(text) > 0 && text[0] == javaMark
		if java {
			text = text[1:]
		}
		text, line, _ := bytes.Cut(text, []byte{lineMark})
		return withLine(perfFrames(text, java, o), line)
	}}
}

// perfFrames reads "symbol+0x12 (module)", with the address in front if o.Addresses is set.
func perfFrames(text []byte, java bool, o input.Options) []collapse.Frame {
	f := perfevent.Function{Java: java}
	if o.Addresses {
		address, rest, _ := cutPerfAddress(text)
		f.Address, text = string(address), rest
	}
	symbol, module, _ := cutModule(text)
	if string(module) == "inlined" {
		f.Inlined, module = true, nil
	}
	f.Module = string(module)
	if name := trimOffset(input.TrimBlanks(symbol)); string(name) != "[unknown]" {
		f.Name = string(name)
	}
	return f.Frames(o)
}
