package symbol

import "strings"

// nesting is how deep in brackets a place in a name is. Inside parentheses other brackets do not count: those of
// Java's arrays, "([I)V", have no second half.
type nesting struct{ brackets, parens int }

// outside says whether the place is in no brackets.
func (n nesting) outside() bool { return n.brackets == 0 && n.parens == 0 }

// pass goes over the byte at i.
func (n *nesting) pass(name string, i int) {
	switch c := name[i]; {
	case c == '(' && n.brackets == 0:
		n.parens++
	case c == ')' && n.parens > 0:
		n.parens--
	case n.parens > 0:
	case c == '<', c == '{', c == '[':
		n.brackets++
	case c == '>' && isArrow(name, i-1): // of a function's type
	case c == '>', c == '}', c == ']':
		n.brackets = max(n.brackets-1, 0)
	}
}

// nestingBytes are the bytes that mean something to a nesting, and the first one of an operator. Most of a name is others.
var nestingBytes = [256]bool{'(': true, ')': true, '<': true, '>': true, '{': true, '}': true, '[': true, ']': true, 'o': true}

// isArrow says whether "->" stands at i.
func isArrow(name string, i int) bool { return i >= 0 && strings.HasPrefix(name[i:], "->") }

// operatorLength returns the length of an overloaded operator at i whose signs are no brackets and no arrow,
// "operator()" or "operator->"; 0 where there is none.
func operatorLength(name string, i int) int {
	const word = "operator"
	if name[i] != word[0] || !strings.HasPrefix(name[i:], word) || i > 0 && isIdentifier(name[i-1]) {
		return 0
	}
	rest := name[i+len(word):]
	for _, signs := range []string{"()", "<=>", "->*", "->", "<<=", ">>=", "<<", ">>", "<=", ">=", "<", ">"} {
		if strings.HasPrefix(rest, signs) {
			return len(word) + len(signs)
		}
	}
	return 0
}

func isIdentifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
