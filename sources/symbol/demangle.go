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
// programmer wrote it, with its parameters if full is true. Other names come back as they are. The "@plt" of a stub,
// through which a function of another library is called, stays.
func Demangle(name string, full bool) string {
	if !strings.HasPrefix(name, "_Z") && !strings.HasPrefix(name, "_R") && !strings.HasPrefix(name, "__Z") {
		return name
	}
	if bare, isStub := strings.CutSuffix(name, "@plt"); isStub {
		return Demangle(bare, full) + "@plt"
	}
	if path, ok := legacyRust(TrimLLVM(name)); ok {
		return TidyRust(path)
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
	if isRust(name) {
		return TrimLLVM(text)
	}
	return text
}

// legacyRust reads the path of a name that rustc wrote as if it were C++: elements with their lengths, the last of
// them the hash. The demangler would take "__rust_begin_short_backtrace" for "_rust_begin_short_backtrace".
//
//	_ZN3std2rt10lang_start17h0123456789abcdefE      std::rt::lang_start::h0123456789abcdef
func legacyRust(name string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(name, "_"), "ZN")
	if !ok || !strings.HasSuffix(rest, "E") || !hasRustHash(rest) {
		return "", false
	}
	var elements []string
	for rest != "E" {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n, err := strconv.Atoi(rest[:digits])
		if err != nil || n == 0 || digits+n >= len(rest) {
			return "", false
		}
		elements = append(elements, rest[digits:digits+n])
		rest = rest[digits+n:]
	}
	return strings.Join(elements, "::"), true
}

// hasRustHash says whether the last element of a mangled name is a hash: "17h0123456789abcdefE".
func hasRustHash(name string) bool {
	const size = len("17h") + 16 + len("E")
	return len(name) > size && strings.HasPrefix(name[len(name)-size:], "17h")
}

// isRust says whether a name is mangled by Rust's own rules: "_R...".
func isRust(name string) bool {
	return strings.HasPrefix(name, "_R") || strings.HasPrefix(name, "__R")
}

// TidyRust finishes a Rust name that the profiler demangled as if it were C++:
//
//	_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..Drop$GT$::drop::h0123456789abcdef
//	<alloc::vec::Vec<T> as core::ops::Drop>::drop
//
// The hash at the end tells that it is Rust; names without one come back as they are. What linkers add
// behind it, ".llvm.123" or " (.llvm.123)", goes too.
func TidyRust(name string) string {
	head, isRust := trimRustHash(TrimLLVM(name))
	if !isRust {
		return name
	}
	if !strings.Contains(head, "$") && !strings.Contains(head, "..") {
		return head
	}
	return undoRustEscapes(head)
}

// TrimLLVM takes ".llvm.123" or " (.llvm.123)" off the end.
func TrimLLVM(name string) string {
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

// undoRustEscapes turns "$LT$" into "<", "$u20$" into a blank and ".." into "::". A "_" at the start of a path's
// element goes if an escape follows: it is only there because no element may begin with "$".
//
//	log::set_logger::_$u7b$$u7b$closure$u7d$$u7d$      log::set_logger::{{closure}}
func undoRustEscapes(name string) string {
	var out strings.Builder
	isStart := true // of an element
	for len(name) > 0 {
		text, rest, ok := name[:1], name[1:], false
		switch {
		case isStart && strings.HasPrefix(name, "_$"):
			if _, _, ok = rustEscape(rest); ok {
				text = ""
			}
		case strings.HasPrefix(name, ".."):
			text, rest = "::", name[2:]
		case name[0] == '$':
			if text, rest, ok = rustEscape(name); !ok {
				text, rest = name[:1], name[1:]
			}
		}
		out.WriteString(text)
		isStart = text == "::" || text == ":" && strings.HasSuffix(out.String(), "::")
		name = rest
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
