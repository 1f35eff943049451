package symbol

import "strings"

// TrimArguments cuts at the parenthesis that opens the argument list: the first one outside brackets,
// but for Go's receivers, "(*conn).serve", and C++'s "(anonymous namespace)".
func TrimArguments(name string) string {
	depth := 0
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '<', '{', '[':
			depth++
		case '>':
			if i > 0 && name[i-1] == '-' {
				continue // "->" of a function's type
			}
			depth = max(depth-1, 0)
		case '}', ']', ')':
			depth = max(depth-1, 0)
		case '(':
			if depth == 0 && !isPartOfName(name, i) && i > 0 {
				return strings.TrimRight(name[:i], " \t")
			}
			depth++
		}
	}
	return name
}

// isPartOfName says whether the parenthesis at i belongs to the name and opens no argument list.
func isPartOfName(name string, i int) bool {
	return i > 0 && name[i-1] == '.' || strings.HasPrefix(name[i:], "(anonymous namespace)")
}
