package text

import "strings"

// GoPackage returns the package of a Go function, or "" where it is none: "net/http" of
// "net/http.(*conn).serve".
func GoPackage(function string) string {
	function, _ = CutPlace(function)
	function, _, _ = strings.Cut(function, "[") // type arguments, which have packages of their own
	function, _, _ = strings.Cut(function, "(")
	base := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[base:], '.')
	if dot <= 0 || strings.ContainsAny(function, ": ") {
		return ""
	}
	return function[:base+dot]
}
