package symbol

import "strings"

// TrimArguments takes the parameter list off a name that ends in one:
//
//	std::sort<int*>(int*, int*)                                 std::sort<int*>
//	A::get() const                                              A::get
//	decltype(auto) visit<int>(int) [clone .cold]                decltype(auto) visit<int>
//	Lorg/acme/Box;::<init>(Ljava/lang/Object;)V                 Lorg/acme/Box;::<init>
//	Lorg/acme/Box;::put(Ljava/lang/Obj                          Lorg/acme/Box;::put
//
// The last is cut at a fixed length, as some maps of JIT compilers are.
//
// A list inside a name belongs to the name of a lambda or of a local class, and stays, as do the parentheses of
// Go's receivers, of "(anonymous namespace)", of D's template arguments and of "operator()":
//
//	foo(int)::{lambda(int)#1}::operator()(int) const            foo(int)::{lambda(int)#1}::operator()
func TrimArguments(name string) string {
	if strings.IndexByte(name, '(') < 0 {
		return name
	}
	start, end := lastList(name)
	if start <= 0 || isPartOfName(name, start) || !mayFollowList(name[end:]) && !isDescriptor(name[start:end], name[end:]) {
		return name
	}
	return strings.TrimRight(name[:start], " \t")
}

// lastList returns where the last "(…)" that stands in no other brackets begins and ends, zeros if there is none. One
// that is never closed ends with the name.
func lastList(name string) (start, end int) {
	var at nesting
	open := 0
	for i := 0; i < len(name); i++ {
		if !nestingBytes[name[i]] {
			continue
		}
		wasOutside := at.outside()
		if wasOutside {
			if n := operatorLength(name, i); n > 0 {
				i += n - 1
				continue
			}
			open = i
		}
		at.pass(name, i)
		if !wasOutside && at.outside() && name[i] == ')' && !isNoList(name[open:i+1]) {
			start, end = open, i+1
		}
	}
	if at.parens > 0 {
		return open, len(name)
	}
	return start, end
}

// isNoList says whether text in parentheses is no parameter list.
func isNoList(text string) bool {
	return text == "(anonymous namespace)" || strings.HasPrefix(text, "(.")
}

// isPartOfName says whether the parenthesis at i belongs to the name and opens no parameter list: Go's receivers,
// "net/http.(*conn)", and D's template arguments, "to!(int)".
func isPartOfName(name string, i int) bool { return name[i-1] == '.' || name[i-1] == '!' }

// mayFollowList says whether text is nothing but what compilers and linkers write after a parameter list.
func mayFollowList(text string) bool {
	for text != "" {
		rest, ok := cutAfterList(strings.TrimLeft(text, " \t"))
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// cutAfterList takes one such piece off the start of text.
func cutAfterList(text string) (rest string, ok bool) {
	for _, word := range []string{"const", "volatile", "&&", "&"} {
		if rest, ok := strings.CutPrefix(text, word); ok && (rest == "" || !isIdentifier(rest[0])) {
			return rest, true
		}
	}
	for _, piece := range []struct{ start, end string }{
		{"[clone ", "]"},
		{"[abi:", "]"},
		{"[Optimized", "]"}, // .NET's tiers
		{"[PreJIT", "]"},
		{"[QuickJitted", "]"},
		{"[MinOptJitted", "]"},
		{"[Instrumented", "]"},
		{"(.", ")"}, // "(.cold)", "(.part.3)", "(.llvm.123)"
	} {
		if after, ok := strings.CutPrefix(text, piece.start); ok {
			_, rest, ok := strings.Cut(after, piece.end)
			return rest, ok
		}
	}
	return "", text == ""
}

// isDescriptor says whether list and result are the types of a Java method as class files write them:
// "(ILjava/lang/Object;)[J". Where lines were folded before, ":" stands for ";". The result may be cut.
func isDescriptor(list, result string) bool {
	types := strings.TrimSuffix(strings.TrimPrefix(list, "("), ")")
	for types != "" {
		rest, ok := cutType(types)
		if !ok {
			return false
		}
		types = rest
	}
	rest, ok := cutType(result)
	return ok && rest == "" || strings.HasPrefix(strings.TrimLeft(result, "["), "L") && !strings.ContainsAny(result, ";: ")
}

// cutType takes one type of a class file off the start of text.
func cutType(text string) (rest string, ok bool) {
	text = strings.TrimLeft(text, "[")
	if text == "" {
		return "", false
	}
	if text[0] != 'L' {
		return text[1:], strings.IndexByte("BCDFIJSZV", text[0]) >= 0
	}
	end := strings.IndexAny(text, ";:")
	return text[end+1:], end > 1
}
