package text

import "strings"

// ShortForms returns what a frame may be called where its whole text has no room, the longest first. Each
// says less of where the function is from, and is a name still:
//
//	github.com/org/db.(*Tx).Lock     db.(*Tx).Lock · (*Tx).Lock · Lock
//	libc.so.6`malloc                 malloc
//	java/util/HashMap.put            HashMap.put · put
//	ns::Parser::next(char const*)    ns::Parser::next · Parser::next · next
//	parse (/app/lib/json.py:12)      parse (json.py:12) · parse
//
// A text that is not put together in such a way, like "[libpthread-2.19.so]", has no short form.
func ShortForms(text string) []string {
	var forms []string
	add := func(form string) {
		if form != "" && len(form) < len(text) {
			text = form
			forms = append(forms, form)
		}
	}
	if _, function, found := strings.Cut(text, "`"); found {
		add(function)
	}
	function, place := CutPlace(text)
	if place != "" {
		add(function + withoutDirectory(place))
		add(function)
	}
	parts := findParts(function)
	for i, start := range parts.starts {
		if i == 0 {
			add(function[start:])
		}
		if i == 0 || i >= len(parts.starts)-2 {
			add(function[start:parts.end])
		}
	}
	return forms
}

// CutPlace splits off where a function stands in the source, as some profilers write it after the name:
//
//	parse (/app/lib/json.py:12)
//	~onRequest /srv/app.js:40:7
func CutPlace(text string) (function, place string) {
	at := strings.LastIndexByte(text, ' ')
	if at <= 0 || strings.Count(text[:at], "(") != strings.Count(text[:at], ")") {
		return text, ""
	}
	word := strings.Trim(text[at:], " ()")
	line := word[strings.LastIndexByte(word, ':')+1:]
	if strings.Contains(word, "/") || len(line) < len(word) && line != "" && strings.Trim(line, "0123456789") == "" {
		return text[:at], text[at:]
	}
	return text, ""
}

// Package returns the package, crate, namespace or class that a function's name begins with; "" if it has none.
func Package(function string) string {
	function, _ = CutPlace(function)
	starts := findParts(function).starts
	if len(starts) > 1 {
		return strings.TrimRight(function[:starts[1]], ".:")
	}
	if len(starts) > 0 {
		return function[:starts[0]]
	}
	return ""
}

// withoutDirectory returns a place, which begins with " " or " (", without the directory of the file.
func withoutDirectory(place string) string {
	file := place[strings.LastIndexByte(place, '/')+1:]
	if len(file) == len(place) {
		return place
	}
	if strings.HasPrefix(place, " (") {
		return " (" + file
	}
	return " " + file
}

// parts says what a function's name is put together from.
type parts struct {
	starts []int // where the parts begin that "." or "::" joins; the first one is after the last "/"
	end    int   // where the arguments begin, or the length of the name
}

// findParts takes a name apart. What stands inside brackets is no part by itself. Where brackets do not
// match, as in "operator<", there are no parts.
func findParts(name string) parts {
	p := parts{starts: []int{0}, end: len(name)}
	depth, blank := 0, false
	for i := range len(name) {
		c := name[i]
		switch turn := nesting(name, i); {
		case turn != 0:
			if c == '(' && depth == 0 && isCall(name[:i]) {
				p.end = i
			}
			if depth += turn; depth < 0 {
				return parts{}
			}
		case depth > 0:
		case c == ' ':
			blank = true
		case c == '/' && !blank && IsNameStart(name[i+1:]):
			p.starts, p.end = append(p.starts[:0], i+1), len(name)
		case i > p.starts[len(p.starts)-1]:
			if size := joint(name[i:]); size > 0 {
				p.starts, p.end = append(p.starts, i+size), len(name)
			}
		}
	}
	if depth != 0 {
		return parts{}
	}
	return p
}

// nesting returns 1 if name[i] is an opening bracket and -1 if it is a closing one. The ends of arrows,
// "->" and "=>", are none.
func nesting(name string, i int) int {
	switch name[i] {
	case '(', '<', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	case '>':
		if i == 0 || name[i-1] != '-' && name[i-1] != '=' {
			return -1
		}
	}
	return 0
}

// isCall reports whether a "(" after head begins arguments. In Go's "db.(*Tx).Lock" it does not.
func isCall(head string) bool {
	if head == "" || strings.HasSuffix(head, "operator") {
		return false
	}
	return strings.IndexByte(".:/ ", head[len(head)-1]) < 0
}

// joint returns the size of the "." or "::" at the start of tail, if it joins two parts of which the second
// is a name by itself, or 0. Closures ("main.func1", "f::{{closure}}"), constructors ("Map.<init>"), what
// compilers append ("f.cold", "f.part.0") and the endings of files ("libfoo.so") are not.
func joint(tail string) int {
	size := 1
	if strings.HasPrefix(tail, "::") {
		size = 2
	} else if tail[0] != '.' {
		return 0
	}
	part := tail[size:]
	if !IsNameStart(part) && !strings.HasPrefix(part, "(") && !strings.HasPrefix(part, "~") {
		return 0
	}
	word := firstWord(part)
	closure, isFunc := strings.CutPrefix(word, "func")
	if word == "operator" || isFunc && strings.Trim(closure, "0123456789") == "" || size == 1 && isEnding(word) {
		return 0
	}
	return size
}

// firstWord returns the letters and digits at the start of text.
func firstWord(text string) string {
	for i := range len(text) {
		if !IsNameStart(text[i:]) && (text[i] < '0' || text[i] > '9') {
			return text[:i]
		}
	}
	return text
}

// isEnding reports whether ".word" is no part of a name but something appended to it.
func isEnding(word string) bool {
	switch word {
	case "cold", "constprop", "isra", "part", "llvm", "clone", "lto_priv",
		"so", "dylib", "dll", "exe", "ko", "js", "mjs", "ts", "py", "rb", "php", "pl", "go", "c", "cc", "cpp", "h", "rs", "java", "jar":
		return true
	}
	return false
}

// IsNameStart reports whether text begins with a letter as names have them.
func IsNameStart(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c >= 0x80
}
