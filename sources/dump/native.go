package dump

import (
	"bytes"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/symbol"
)

// UnknownFrame is the name of a function of which not even the file is known.
const UnknownFrame = "[unknown]"

// Elided is the frame that stands for those that a profiler left out.
const Elided = "..."

// NativeName returns the name of a C, C++ or Rust function without its symbol version and without the
// parameters at its end: debuggers print "std::thread::join()" from a symbol table and "std::mutex::lock"
// from debug information, in one dump.
//
//	shop::Till::ring(int) const                    shop::Till::ring
//	__libc_start_main@@GLIBC_2.34                  __libc_start_main
//	std::function<void (int)>::operator()(int)     std::function<void (int)>::operator()
//	main::{lambda()#1}::operator()() const         main::{lambda()#1}::operator()
//	Pump.run() -> ()                               Pump.run() -> ()
func NativeName(text string) string {
	name := symbol.TidyRust(symbol.Demangle(trimVersion(text), false))
	if strings.Contains(name, " -> ") {
		return name // Swift
	}
	return trimParameters(name)
}

// trimVersion takes "@GLIBC_2.34" or "@@GLIBC_2.34" off the end; "@plt" stays.
func trimVersion(name string) string {
	at := strings.LastIndexByte(name, '@')
	if at <= 0 || at+1 == len(name) || name[at+1] < 'A' || name[at+1] > 'Z' || strings.ContainsAny(name[at:], " ()<>,") {
		return name
	}
	return strings.TrimSuffix(name[:at], "@")
}

// qualifiers may stand after the parameters of a C++ function.
var qualifiers = []string{" const", " volatile", " &", " &&", " noexcept"}

// trimParameters takes the last group of parentheses off a name, if the name ends in it.
func trimParameters(name string) string {
	bare := trimQualifiers(name)
	if !strings.HasSuffix(bare, ")") {
		return name
	}
	open := openingOf(bare)
	if open <= 0 || bare[open:] == "(anonymous namespace)" {
		return name
	}
	head := strings.TrimRight(bare[:open], " ")
	if head == "" || isOperator(head) {
		return name
	}
	return head
}

// isOperator says whether the parentheses after head are part of its name: "operator()".
func isOperator(head string) bool {
	const word = "operator"
	before, found := strings.CutSuffix(head, word)
	return found && (before == "" || strings.IndexByte(":~ &*", before[len(before)-1]) >= 0)
}

// trimQualifiers takes " const" and the like, and gcc's " [clone .isra.0]", off the end.
func trimQualifiers(name string) string {
again:
	for _, q := range qualifiers {
		if bare, found := strings.CutSuffix(name, q); found {
			name = bare
			goto again
		}
	}
	if at := strings.LastIndex(name, " [clone "); at > 0 && strings.HasSuffix(name, "]") {
		name = name[:at]
		goto again
	}
	return name
}

// openingOf returns where the parenthesis opens that closes at the end of name, or -1.
func openingOf(name string) int {
	depth := 0
	for i := len(name) - 1; i >= 0; i-- {
		switch name[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// CutGroup splits off the balanced group of parentheses that text ends in: "main.f(0x1, {...})". The head
// is all of text if there is none.
func CutGroup(text []byte) (head []byte, found bool) {
	n := len(text)
	if n == 0 || text[n-1] != ')' {
		return text, false
	}
	depth := 0
	for i := n - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return text[:i], true
			}
		}
	}
	return text, false
}

// ModuleName returns the last component of the path of a binary or library.
func ModuleName(path []byte) string {
	path = bytes.TrimSuffix(path, []byte(" (deleted)"))
	return string(path[bytes.LastIndexByte(path, '/')+1:])
}

// UnknownName names a function without a symbol by its file: "[libz.so.1]", or "[unknown]".
func UnknownName(module string) string {
	if module == "" {
		return UnknownFrame
	}
	return "[" + module + "]"
}

// SetLine adds a line to a frame and its name: "main:22". A text that is no line adds none.
func SetLine(f *collapse.Frame, line string) {
	if number, err := strconv.ParseInt(line, 10, 32); err == nil && number > 0 {
		f.Line = int(number)
		f.Name += ":" + line
	}
}
