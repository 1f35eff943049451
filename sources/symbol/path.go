package symbol

import "strings"

// Path cuts a name at its "::" into crate or name space, modules, type and function, as trees of sizes show it:
//
//	alloc::raw_vec::RawVec<T,A>::grow_amortized     alloc, raw_vec, RawVec<T,A>, grow_amortized
//	<tea::Pot<T> as core::fmt::Display>::fmt        tea, Pot<T>, <as core::fmt::Display>, fmt
//	<tea::Pot<T>>::pour::{closure#0}                tea, Pot<T>, pour, {closure#0}
//	tea::brew::<tea::Cup>                           tea, brew::<tea::Cup>
//	<&T as core::fmt::Debug>::fmt                   <&T as core::fmt::Debug>, fmt
//
// Names whose brackets do not match, and what compilers say about a type ("vtable for tea::Pot"), are one part.
func Path(name string) []string {
	if isAbout(name) {
		return []string{name}
	}
	parts, balanced := cutPath(withoutResult(name))
	if !balanced {
		return []string{name}
	}
	return withOwner(parts, 0)
}

// withoutResult takes the type of the result off a C++ template, the only functions that demanglers write it for:
//
//	void std::vector<int>::push<int const&>(int const&)     std::vector<int>::push<int const&>(int const&)
func withoutResult(name string) string {
	depth, start := 0, 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; c {
		case '(':
			if depth == 0 && i > start && name[i-1] == '>' {
				return name[start:]
			}
			depth++
		case '<', '[', '{':
			depth++
		case '>', ')', ']', '}':
			depth--
		case ' ':
			if depth == 0 && !strings.HasSuffix(name[:i], "operator") {
				start = i + 1
			}
		}
	}
	return name
}

// withOwner replaces a first part that names a type, "<A as B>" or "<A>", by the path of A.
func withOwner(parts []string, depth int) []string {
	if owner, ok := ownerPath(parts[0], depth); ok {
		return append(owner, parts[1:]...)
	}
	return parts
}

// maxOwners bounds how often the type of a method may itself be one that is declared in a method.
const maxOwners = 50

// isAbout reports whether a name is not a function's, but what a compiler adds: "vtable for X".
func isAbout(name string) bool {
	for _, words := range []string{" for ", " to "} {
		at := strings.Index(name, words)
		if at > 0 && strings.Trim(name[:at], "abcdefghijklmnopqrstuvwxyzVT- ") == "" {
			return true
		}
	}
	return false
}

// cutPath cuts at each "::" outside brackets, but for the one before a turbofish. Balanced is false if a bracket has no
// partner.
func cutPath(name string) (parts []string, balanced bool) {
	var open []byte
	start := 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; c {
		case '<', '(', '[', '{':
			open = append(open, c)
		case '>', ')', ']', '}':
			if c == '>' && i > 0 && (name[i-1] == '-' || name[i-1] == '=') {
				continue // -> and =>
			}
			if len(open) == 0 || !isPair(open[len(open)-1], c) {
				return nil, false
			}
			open = open[:len(open)-1]
		case ':':
			if len(open) > 0 || !strings.HasPrefix(name[i:], "::") {
				continue
			}
			if rest := name[i+2:]; i == start || rest == "" || rest[0] == '<' && !strings.HasPrefix(rest, "<impl ") {
				i++
				continue
			}
			parts = append(parts, name[start:i])
			i++
			start = i + 1
		}
	}
	return append(parts, name[start:]), len(open) == 0
}

func isPair(open, closing byte) bool {
	return strings.IndexByte("<([{", open) == strings.IndexByte(">)]}", closing)
}

// ownerPath reads "<A as B>" or "<A>", if A is a path of two parts or more.
func ownerPath(part string, depth int) (path []string, ok bool) {
	if depth == maxOwners || !strings.HasPrefix(part, "<") || !strings.HasSuffix(part, ">") || strings.HasPrefix(part, "<impl ") {
		return nil, false
	}
	owner, trait := cutAs(part[1 : len(part)-1])
	bare := strings.TrimLeft(owner, "&*")
	for _, word := range []string{"mut ", "const ", "dyn "} {
		bare = strings.TrimPrefix(bare, word)
	}
	path, balanced := cutPath(bare)
	if !balanced || len(path) < 2 {
		return nil, false
	}
	path = withOwner(path, depth+1)
	if c := path[0]; c == "" || !isLetter(c[0]) {
		return nil, false
	}
	if trait != "" {
		path = append(path, "<as "+trait+">")
	}
	return path, true
}

// isLetter reports whether a name may begin with c.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

// cutAs splits "A as B" at the first " as " outside brackets.
func cutAs(text string) (owner, trait string) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			if i == 0 || text[i-1] != '-' && text[i-1] != '=' {
				depth--
			}
		case ' ':
			if depth == 0 && strings.HasPrefix(text[i:], " as ") {
				return text[:i], text[i+len(" as "):]
			}
		}
	}
	return text, ""
}
