package xctrace

import (
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// nobody is the key of the frame of rows about which nothing is known.
const nobody = "\n\n"

// rootMark stands before the text of a process.
const rootMark = '\r'

// names makes frames of keys: name, module and file, one a line.
type names struct {
	simple bool
	texts  []string // modules and files
	known  map[string]int64
	key    []byte
}

func newNames(o input.Options) names {
	return names{simple: o.Simple(input.DemangleFull), texts: []string{""}, known: map[string]int64{"": 0}}
}

// text returns the number of a module or a file.
func (n *names) text(text []byte) int64 {
	if at, known := n.known[string(text)]; known {
		return at
	}
	n.texts = append(n.texts, string(text))
	at := int64(len(n.texts) - 1)
	n.known[n.texts[at]] = at
	return at
}

func (n *names) frameKey(name []byte, module, file int64) []byte {
	for i, c := range name {
		if c == '\n' || c == '\r' {
			name[i] = ' '
		}
	}
	n.key = append(append(n.key[:0], name...), '\n')
	n.key = append(append(n.key, n.texts[module]...), '\n')
	n.key = append(n.key, n.texts[file]...)
	return n.key
}

// responsible returns the key of the only frame that a row of allocations has, unless it has a stack.
func (n *names) responsible(x *input.XML) []byte {
	caller := x.Attr("responsible-caller")
	if caller == nil {
		caller = x.Attr("responsible-frame")
	}
	name := append([]byte(nil), caller...)
	if string(name) == "<Call stack limit reached>" {
		name = nil
	}
	return n.frameKey(name, n.text(x.Attr("responsible-library")), 0)
}

func (n *names) root(text []byte) []collapse.Frame {
	return []collapse.Frame{{Name: string(text[1:]), Kind: collapse.KindThread}}
}

// frame reads a key.
func (n *names) frame(key []byte) []collapse.Frame {
	name, rest, _ := strings.Cut(string(key), "\n")
	module, file, _ := strings.Cut(rest, "\n")
	f := collapse.Frame{Name: symbol.Native(name, n.simple), Module: strings.TrimSuffix(module, ".dylib"), File: file}
	unnamed := name == "" || strings.HasPrefix(name, "0x")
	switch {
	case unnamed && module != "":
		f.Name = "[" + module + "]"
	case name == "":
		f.Name = "[unknown]"
	}
	return []collapse.Frame{f}
}

// cutProcess splits "Tea & Co; (Helper) (9)".
func cutProcess(format string) (name, pid string) {
	at := strings.LastIndex(format, " (")
	if at < 0 || !strings.HasSuffix(format, ")") {
		return format, ""
	}
	pid = format[at+2 : len(format)-1]
	if pid == "" || strings.Trim(pid, "0123456789") != "" {
		return format, ""
	}
	return format[:at], pid
}

// cutThread returns the process in "Main Thread (0x1f) (Tea (Helper), pid: 77)".
func cutThread(format string) (name, pid string) {
	at := strings.LastIndex(format, ", pid: ")
	if at < 0 || !strings.HasSuffix(format, ")") {
		return "", ""
	}
	pid = format[at+len(", pid: ") : len(format)-1]
	depth := 1
	for i := at - 1; i >= 0; i-- {
		switch format[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return format[i+1 : at], pid
			}
		}
	}
	return "", ""
}

// threadName returns "worker" of "worker  0x8480c1 (kettle, pid: 5)", which was taken of process.
func threadName(format, process string) string {
	if at := strings.LastIndex(format, " ("+process+", pid: "); at >= 0 {
		format = format[:at]
	}
	return strings.TrimSpace(strings.TrimSuffix(format, threadNumber(format)))
}

// threadNumber returns the number in "worker  0x8480c1 (kettle, pid: 5)".
func threadNumber(format string) string {
	at := strings.LastIndex(format, "0x")
	if at < 0 {
		return ""
	}
	digits := format[at+2:]
	end := len(digits) - len(strings.TrimLeft(digits, "0123456789abcdefABCDEF"))
	return format[at : at+2+end]
}
