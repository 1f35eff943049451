package collapse

import "strings"

// annotations are what FlameGraph, perf's scripts and async-profiler append to a function's name to say what sort of
// code it is: "vfs_read_[k]". The first letter of a kind is the one that is written.
var annotations = []struct {
	letter byte
	kind   Kind
}{
	{'k', KindKernel},
	{'j', KindJIT},
	{'i', KindInlined},
	{'0', KindInterpreted},
	{'1', KindJIT},     // by the first of Java's compilers, C1
	{'w', KindUnknown}, // of the stack that woke the one below it, whatever its code
}

// Annotation splits a name into the function and the letter of its annotation, 0 if it has none: "vfs_read_[k]" is
// "vfs_read" and 'k'.
func Annotation(name string) (function string, letter byte) {
	n := len(name)
	if n <= 4 || name[n-1] != ']' || name[n-4:n-2] != "_[" {
		return name, 0
	}
	for _, a := range annotations {
		if a.letter == name[n-2] {
			return name[:n-4], a.letter
		}
	}
	return name, 0
}

// AnnotatedKind returns the kind that a name's annotation tells; [KindUnknown] if it has none, or one of no kind.
func AnnotatedKind(name string) Kind {
	_, letter := Annotation(name)
	for _, a := range annotations {
		if a.letter == letter {
			return a.kind
		}
	}
	return KindUnknown
}

// Annotate returns a name with the annotation of a kind, unless it has it already or the kind has none.
func Annotate(name string, kind Kind) string {
	for _, a := range annotations {
		if a.kind != kind || kind == KindUnknown {
			continue
		}
		annotation := "_[" + string(a.letter) + "]"
		if strings.HasSuffix(name, annotation) {
			return name
		}
		return name + annotation
	}
	return name
}
