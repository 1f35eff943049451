package flame

import "strings"

// goPackage returns the package of a Go function, or "" where it is none: "net/http" of
// "net/http.(*conn).serve".
func goPackage(function string) string {
	function, _ = cutPlace(function)
	function, _, _ = strings.Cut(function, "[") // type arguments, which have packages of their own
	function, _, _ = strings.Cut(function, "(")
	base := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[base:], '.')
	if dot <= 0 || strings.ContainsAny(function, ": ") {
		return ""
	}
	return function[:base+dot]
}
