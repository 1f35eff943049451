package symbol

import (
	"strconv"
	"strings"
	"testing"
)

func TestDemangled(t *testing.T) {
	for _, test := range []struct{ name, simple, full string }{
		{"_ZN2ns1fEi", "ns::f", "ns::f(int)"},
		{"__ZN2ns1fEi", "ns::f", "ns::f(int)"}, // macOS puts a "_" in front of every symbol
		{"_RNvCskK7mfDs1mzF_1m5build", "m::build", "m::build"},
		{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place", "core::ptr::drop_in_place"},
		{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE.llvm.123", "core::ptr::drop_in_place", "core::ptr::drop_in_place"},
		{"_ZN2ns1fEi.llvm.123", "ns::f", "ns::f(int) [clone .llvm.123]"},
		{"_ZdlPvm@plt", "operator delete@plt", "operator delete(void*, unsigned long)@plt"},
		{"_Zfoo", "_Zfoo", "_Zfoo"},
		{"main", "main", "main"},
		{"", "", ""},
	} {
		if got := Demangle(test.name, false); got != test.simple {
			t.Errorf("%s: got %q, want %q", test.name, got, test.simple)
		}
		if got := Demangle(test.name, true); got != test.full {
			t.Errorf("%s in full: got %q, want %q", test.name, got, test.full)
		}
	}
}

// TestDemangledIsBounded checks a name whose every level doubles the one before.
func TestDemangledIsBounded(t *testing.T) {
	var name strings.Builder
	name.WriteString("_Z1fSt4pairIiiE") // f(std::pair<int, int>, ...)
	for i := range 22 {
		half := "S" + strings.ToUpper(strconv.FormatInt(int64(i), 36)) + "_"
		name.WriteString("S_I" + half + half + "E")
	}
	if got := Demangle(name.String(), true); len(got) < 1<<15 || len(got) > 1<<17 {
		t.Errorf("%d bytes became %d", len(name.String()), len(got))
	}
}

func TestTidyRust(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..Drop$GT$::drop::h0123456789abcdef", "<alloc::vec::Vec<T> as core::ops::Drop>::drop"},
		{"log::set_logger::_$u7b$$u7b$closure$u7d$$u7d$::hcb7821323b596727", "log::set_logger::{{closure}}"},
		{"a::b::h9d1f00aa12bc34de.llvm.12345", "a::b"},
		{"a::b::h9d1f00aa12bc34de (.llvm.12345)", "a::b"},
		{"a::b.llvm.12345", "a::b.llvm.12345"}, // C++, as far as can be told
		{"js::Snapshot(int) (.llvm.12345)", "js::Snapshot(int) (.llvm.12345)"},
		{"plain.llvm.x", "plain.llvm.x"},
		{"a::h123", "a::h123"},                           // too short for a hash
		{"a::h9D1F00AA12BC34DE", "a::h9D1F00AA12BC34DE"}, // a hash is in lower case
		{"cfg$LT$x..y", "cfg$LT$x..y"},                   // no hash: not Rust
		{"f$odd$RF$x$C$$SP$$BP$$LP$$RP$$u1f600$::h0123456789abcdef", "f$odd&x,@*()\U0001F600"},
		{"größe::h0123456789abcdef", "größe"},
		{"::h0123456789abcdef", "::h0123456789abcdef"}, // nothing in front
	} {
		if got := TidyRust(test.name); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
