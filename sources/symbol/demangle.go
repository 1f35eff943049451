// Package symbol makes names of functions readable: it demangles C++ and Rust, finishes half-demangled Rust, and
// takes parameter lists off.
//
//	symbol.Demangle("_ZN2ns1fEi", false)   // ns::f
//	symbol.TidyRust("_$LT$T$GT$::f::h0123456789abcdef")   // <T>::f
//	symbol.TrimArguments("ns::f(int)")   // ns::f
package symbol

import (
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// maxDemangled bounds what a mangled name may become, 2^16 bytes: a few hundred bytes of back references
// can stand for gigabytes.
var maxDemangled = demangle.MaxLength(16)

// Demangle returns a name that is still mangled, "_Z..." of C++ and Rust or "_R..." of Rust, as the
// programmer wrote it, with its parameters if full is true. Other names come back as they are.
func Demangle(name string, full bool) string {
	if !strings.HasPrefix(name, "_Z") && !strings.HasPrefix(name, "_R") && !strings.HasPrefix(name, "__Z") {
		return name
	}
	options := []demangle.Option{maxDemangled, demangle.NoParams}
	if full {
		options = options[:1]
	}
	text, err := demangle.ToString(strings.TrimPrefix(name, "_"), options...)
	if err != nil {
		text, err = demangle.ToString(name, options...)
	}
	if err != nil {
		return name
	}
	if isMangledRust(name) {
		return trimLLVM(text)
	}
	return text
}

// isMangledRust tells Rust's mangled names from those of C++: "_R...", or "_Z..." with a hash at the end.
func isMangledRust(name string) bool {
	bare := trimLLVM(name)
	const hash = len("17h") + 16 + len("E")
	return strings.HasPrefix(strings.TrimPrefix(name, "_"), "R") || strings.HasPrefix(name, "__R") ||
		len(bare) > hash && strings.HasPrefix(bare[len(bare)-hash:], "17h")
}

// TidyRust finishes a Rust name that the profiler demangled as if it were C++:
//
//	_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..Drop$GT$::drop::h0123456789abcdef
//	<alloc::vec::Vec<T> as core::ops::Drop>::drop
//
// The hash at the end tells that it is Rust; names without one come back as they are. What linkers add
// behind it, ".llvm.123" or " (.llvm.123)", goes too.
func TidyRust(name string) string {
	head, isRust := trimRustHash(trimLLVM(name))
	if !isRust {
		return name
	}
	if !strings.Contains(head, "$") && !strings.Contains(head, "..") {
		return head
	}
	return undoRustEscapes(head)
}

// trimLLVM takes ".llvm.123" or " (.llvm.123)" off the end.
func trimLLVM(name string) string {
	const mark = ".llvm."
	if !strings.Contains(name, mark) { // several times as fast as LastIndex
		return name
	}
	at := strings.LastIndex(name, mark)
	digits := strings.TrimSuffix(name[at+len(mark):], ")")
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil {
		return name
	}
	return strings.TrimSuffix(name[:at], " (")
}

// trimRustHash takes "::h" and 16 hexadecimal digits off the end, if they are there.
func trimRustHash(name string) (head string, found bool) {
	const size = len("::h") + 16
	if len(name) <= size || name[len(name)-size:len(name)-16] != "::h" {
		return name, false
	}
	for _, c := range []byte(name[len(name)-16:]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return name, false
		}
	}
	return name[:len(name)-size], true
}

// rustEscapes are the punctuation marks that cannot stand in a mangled name.
var rustEscapes = map[string]string{
	"SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ",",
}

// undoRustEscapes turns "$LT$" into "<", "$u20$" into a blank and ".." into "::". The "_" in front of an
// escape later in the name stays, as inferno leaves it: "log::set_logger::_{{closure}}".
func undoRustEscapes(name string) string {
	if strings.HasPrefix(name, "_$") {
		name = name[1:] // put there because a name cannot begin with "$"
	}
	var out strings.Builder
	for len(name) > 0 {
		switch {
		case strings.HasPrefix(name, ".."):
			out.WriteString("::")
			name = name[2:]
		case name[0] == '$':
			text, rest, ok := rustEscape(name)
			if !ok {
				text, rest = name[:1], name[1:]
			}
			out.WriteString(text)
			name = rest
		default:
			out.WriteByte(name[0])
			name = name[1:]
		}
	}
	return out.String()
}

// rustEscape reads one "$...$" at the start of name.
func rustEscape(name string) (text, rest string, ok bool) {
	code, rest, found := strings.Cut(name[1:], "$")
	if !found {
		return "", "", false
	}
	if mark, known := rustEscapes[code]; known {
		return mark, rest, true
	}
	if strings.HasPrefix(code, "u") {
		if r, err := strconv.ParseUint(code[1:], 16, 32); err == nil && r >= ' ' && r <= 0x10ffff {
			return string(rune(r)), rest, true
		}
	}
	return "", "", false
}
