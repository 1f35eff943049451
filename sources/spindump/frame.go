package spindump

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// parseRow splits "     *5  hndl_unix_scall64 + 22 (kernel + 39) [0x1]". The column is that of the count.
func parseRow(line []byte) (column int, kernel bool, count int64, text []byte, ok bool) {
	for column < len(line) && line[column] == ' ' {
		column++
	}
	if column < len(line) && line[column] == '*' {
		kernel = true
		column++
	}
	end := column
	for end < len(line) && line[end] >= '0' && line[end] <= '9' {
		end++
	}
	if column == 0 || end == len(line) || line[end] != ' ' {
		return 0, false, 0, nil, false
	}
	count, ok = input.ParseCount(line[column:end])
	text = input.TrimBlanks(line[end:])
	return column, kernel, count, text, ok && len(text) > 0
}

// threadName returns a thread's text up to its number of samples, its blanks squeezed:
//
//	Thread 0x2ca9e    DispatchQueue "com.apple.main-thread"(1)    10 samples (1-10)    priority 47
func threadName(text []byte) []byte {
	at := bytes.Index(text, []byte(" samples ("))
	if at < 0 {
		at = bytes.Index(text, []byte(" sample ("))
	}
	if at >= 0 {
		text = bytes.TrimRight(text[:at], "0123456789")
	}
	return bytes.Join(bytes.Fields(text), []byte(" "))
}

// frame is a row's text without what varies from sample to sample.
type frame struct {
	name, module, file []byte
	running            bool
	state              bool // no frame: <Effective Thread QoS User Interactive>
}

// cutFrame reads a row's text from its end:
//
//	read + 8 (libsystem_kernel.dylib + 10) [0x2] (blocked by turnstile waiting for Tea [7] thread 0x9) 1-5
//	static KettleApp.$main() + 35 (KettleApp.swift:31,1 in Kettle + 17460019) [0x1] 1-3
//	??? (Google Chrome Helper (Renderer) + 1746) [0x2]
//	<Kernel mode>
func cutFrame(text []byte) frame {
	text = cutRange(text)
	if text[0] == '<' && text[len(text)-1] == '>' {
		return special(text)
	}
	var f frame
	if at := addressAt(text); at >= 0 {
		f.running = bytes.Contains(text[at:], []byte("(running)"))
		text = input.TrimBlanks(text[:at])
	} else {
		text, f.running = cutState(text)
	}
	if text[0] == '<' && text[len(text)-1] == '>' {
		return special(text)
	}
	text, f.module, f.file = cutModule(text)
	f.name = cutNumber(text)
	return f
}

// cutState takes "(running)" or "(blocked by turnstile waiting for Tea [7] thread 0x9)" off the end of a row without an address.
func cutState(text []byte) (rest []byte, running bool) {
	if rest, found := bytes.CutSuffix(text, []byte(" (running)")); found {
		return input.TrimBlanks(rest), true
	}
	if at := bytes.LastIndex(text, []byte(" (blocked by ")); at > 0 && text[len(text)-1] == ')' {
		return input.TrimBlanks(text[:at]), false
	}
	return text, false
}

// special reads a row in angle brackets: a frame that spindump could not see into, or a state.
func special(text []byte) frame {
	switch {
	case bytes.HasPrefix(text, []byte("<Kernel mode")):
		return frame{name: []byte("[kernel]")}
	case bytes.Equal(text, []byte("<truncated backtrace>")):
		return frame{name: text}
	}
	return frame{state: true}
}

// cutRange takes which samples a row is of, "1-37" or "40", off its end. A name's own number stays.
func cutRange(text []byte) []byte {
	at := bytes.LastIndexByte(text, ' ')
	if at < 1 || text[at-1] != ')' && text[at-1] != ']' && text[at-1] != '>' {
		return text
	}
	if len(bytes.Trim(text[at+1:], "0123456789-,")) > 0 {
		return text
	}
	return text[:at]
}

// addressAt returns where the address "[0x115b4652e]" stands, or -1.
func addressAt(text []byte) int {
	for end := len(text); ; {
		at := bytes.LastIndex(text[:end], []byte("[0x"))
		if at < 1 {
			return -1
		}
		digits := bytes.TrimLeft(text[at+len("[0x"):], "0123456789abcdefABCDEF")
		if len(digits) > 0 && digits[0] == ']' && text[at-1] == ' ' {
			return at
		}
		end = at
	}
}

// cutModule takes "(MODULE + N)" or "(FILE:LINE in MODULE + N)" off the end.
func cutModule(text []byte) (name, module, file []byte) {
	if len(text) == 0 || text[len(text)-1] != ')' {
		return text, nil, nil
	}
	depth, at := 0, len(text)
	for at > 0 {
		at--
		if text[at] == ')' {
			depth++
		}
		if text[at] == '(' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	inside := text[min(at+1, len(text)-1) : len(text)-1]
	module = cutNumber(inside)
	if len(module) == len(inside) || depth > 0 {
		return text, nil, nil // arguments
	}
	if source, rest, found := bytes.Cut(module, []byte(" in ")); found && bytes.IndexByte(source, ':') > 0 {
		module, file = rest, source[:bytes.IndexByte(source, ':')]
	}
	return input.TrimBlanks(text[:at]), module, file
}

// cutNumber takes " + 462" off the end.
func cutNumber(text []byte) []byte {
	rest := bytes.TrimRight(text, "0123456789")
	if len(rest) == len(text) {
		return text
	}
	before, found := bytes.CutSuffix(rest, []byte(" + "))
	if !found {
		return text
	}
	return before
}

// key returns the text that stands for a frame in the builder's table. No line holds what parts it.
func (f frame) key(kernel bool) []byte {
	mark := byte(' ')
	if kernel {
		mark = '*'
	}
	key := append([]byte{mark}, f.name...)
	key = append(append(key, '\n'), f.module...)
	return append(append(key, '\n'), f.file...)
}

// rootMark stands before the text of a process or a thread.
const rootMark = '\n'

func marked(text []byte) []byte { return append([]byte{rootMark}, text...) }

// names makes frames of texts.
type names struct{ simple bool }

func newNames(o input.Options) names { return names{simple: o.Simple(input.DemangleFull)} }

func (n names) root(text []byte) []collapse.Frame {
	return []collapse.Frame{{Name: string(text[1:]), Kind: collapse.KindThread}}
}

// frame reads what key wrote.
func (n names) frame(key []byte) []collapse.Frame {
	name, rest, _ := strings.Cut(string(key[1:]), "\n")
	module, file, _ := strings.Cut(rest, "\n")
	module = strings.TrimSuffix(module, ".dylib")
	f := collapse.Frame{Name: symbol.Native(name, n.simple), Module: module, File: file}
	if key[0] == '*' {
		f.Kind = collapse.KindKernel
	}
	if name == "???" || name == "" {
		f.Name, f.Module = "[unknown]", ""
		if module != "" {
			f.Name = "[" + module + "]"
		}
	}
	return []collapse.Frame{f}
}

// parked reports whether a frame is a call that waits for something to do.
func (n names) parked(b *collapse.Builder, s collapse.Symbol) bool {
	for _, id := range b.SymbolFrames(s) {
		f := b.Known(id)
		return symbol.Parks(f.Module, f.Name)
	}
	return false
}
