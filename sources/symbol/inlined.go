package symbol

import (
	"slices"
	"strings"
)

// wholeNames are the beginnings of names in JIT maps that stand for one function, arrows or not: V8's, and what
// CPython writes. After the colon stands a name, a pattern or a signature.
var wholeNames = []string{
	"JS:", "LazyCompile:", "Function:", "Script:", "Eval:", "Stub:", "RegExp:", "Builtin:", "Handler:",
	"BytecodeHandler:", "LoadIC:", "StoreIC:", "KeyedLoadIC:", "KeyedStoreIC:", "CallIC:", "py::",
}

// SplitInlined splits the name of a method in a JIT map from those that the compiler inlined into it, outermost
// first. An arrow separates them unless it stands in brackets or quotes, beside a blank, or after "operator":
//
//	Lcom/relay/Frame;::encode->Lcom/relay/Buf;::put     two names
//	<Map<I,fn(u32) -> u64> as Iterator>::fold           one
//	$erlang:'->'/2                                      one
func SplitInlined(name string) []string {
	if !strings.Contains(name, "->") || isWhole(name) {
		return []string{name}
	}
	var parts []string
	var at nesting
	start := 0
	for i := 0; i < len(name); i++ {
		switch {
		case !at.outside():
			at.pass(name, i)
		case operatorLength(name, i) > 0:
			i += operatorLength(name, i) - 1
		case quotedLength(name[i:]) > 0:
			i += quotedLength(name[i:]) - 1
		case isArrow(name, i):
			if !isBesideBlank(name, i) {
				parts, start = append(parts, name[start:i]), i+len("->")
			}
			i++
		default:
			at.pass(name, i)
		}
	}
	if parts = append(parts, name[start:]); slices.Contains(parts, "") {
		return []string{name}
	}
	return parts
}

// isWhole says whether a name is of a kind in which arrows mean nothing.
func isWhole(name string) bool {
	return slices.ContainsFunc(wholeNames, func(start string) bool { return strings.HasPrefix(name, start) })
}

// isBesideBlank says whether a blank stands before or after the arrow at i.
func isBesideBlank(name string, i int) bool {
	return i > 0 && name[i-1] == ' ' || i+2 < len(name) && name[i+2] == ' '
}

// quotedLength returns the length of the text in quotes at the start of name, with its quotes; 0 if there is none.
func quotedLength(name string) int {
	if name[0] != '\'' && name[0] != '"' {
		return 0
	}
	end := strings.IndexByte(name[1:], name[0])
	if end < 0 {
		return 0
	}
	return end + len("''")
}
