package dtrace

import (
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// names makes frames of texts.
type names struct{ simple bool }

func newNames(o input.Options) names { return names{simple: o.Simple(input.DemangleSimple)} }

// keyMark stands before a key in the table of texts, so that no frame of the same text is taken for it.
const keyMark = '\n'

func keyText(key []byte) []byte { return append([]byte{keyMark}, key...) }

// key is a frame at the root: a process's name or number, whatever the script asked for.
func (n names) key(text []byte) []collapse.Frame {
	return []collapse.Frame{{Name: string(text[1:]), Kind: collapse.KindThread}}
}

func plainFrame(text []byte) []collapse.Frame { return []collapse.Frame{{Name: string(text)}} }

// cutOffset takes "+0x21" off the end of a frame.
func cutOffset(text []byte) []byte {
	end := len(text)
	for end > 0 && input.IsHex(text[end-1]) {
		end--
	}
	if end == len(text) || end < 3 || string(text[end-3:end]) != "+0x" {
		return text
	}
	return text[:end-3]
}

// frames reads a frame without its offset:
//
//	libkettle.dylib`boil                            libkettle`boil
//	libjvm.dylib`0x7f3a10                           [libjvm]
//	perf-9.map`Ltea/Pot.pour->Ltea/Cup.fill         tea/Pot.pour, tea/Cup.fill_[i] inlined into it
//	0x104d08831
//	tea.Pot::pour                                   from a ustack helper
func (n names) frames(text []byte) []collapse.Frame {
	module, name, found := strings.Cut(string(text), "`")
	if !found {
		module, name = "", string(text)
		if isAddress(text) {
			return []collapse.Frame{{Name: name}}
		}
	}
	module = strings.TrimSuffix(module, ".dylib")
	if found && (name == "" || isAddress([]byte(name))) {
		return []collapse.Frame{{Name: "[" + module + "]"}}
	}
	parts := symbol.SplitInlined(name)
	frames := make([]collapse.Frame, len(parts))
	for i, part := range parts {
		frames[i] = collapse.Frame{Name: n.tidy(part)}
		if i == 0 {
			frames[i].Module = module
		} else {
			frames[i].Name = collapse.Annotate(frames[i].Name, collapse.KindInlined)
			frames[i].Kind = collapse.KindInlined
		}
	}
	return frames
}

// tidy takes off the arguments, and the "L" that class files put before a class of Java.
func (n names) tidy(name string) string {
	name = symbol.Native(name, n.simple)
	if isClassFile(name) {
		name = name[1:]
	}
	return name
}

// isClassFile reports whether a name begins as class files write a class: "Lshop/Till;::ring", and not "LazyCompile:~f /srv/a.js".
func isClassFile(name string) bool {
	if len(name) < 2 || name[0] != 'L' || name[1] < 'a' || name[1] > 'z' {
		return false
	}
	end := strings.IndexFunc(name, func(c rune) bool {
		return c != '_' && c != '$' && c < 0x80 && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	return end > 0 && name[end] == '/'
}
