package symbol_test

import (
	"slices"
	"strings"
	"testing"

	"fold/sources/symbol"
)

func TestPath(t *testing.T) {
	for _, test := range []struct {
		name string
		want []string
	}{
		{"main", []string{"main"}},
		{"alloc::raw_vec::RawVec<T,A>::grow_amortized", []string{"alloc", "raw_vec", "RawVec<T,A>", "grow_amortized"}},
		{"<tea::pot::Pot<T> as core::fmt::Display>::fmt", []string{"tea", "pot", "Pot<T>", "<as core::fmt::Display>", "fmt"}},
		{"<tea::pot::Pot<T>>::pour::{closure#0}", []string{"tea", "pot", "Pot<T>", "pour", "{closure#0}"}},
		{"<&T as core::fmt::Debug>::fmt", []string{"<&T as core::fmt::Debug>", "fmt"}},
		{"<&mut tea::Pot as core::fmt::Debug>::fmt", []string{"tea", "Pot", "<as core::fmt::Debug>", "fmt"}},
		{"<T as tea::Brew>::brew", []string{"<T as tea::Brew>", "brew"}}, // one part is no path
		{"<[u8] as tea::Brew>::brew", []string{"<[u8] as tea::Brew>", "brew"}},
		{"core::slice::<impl [T]>::sort", []string{"core", "slice", "<impl [T]>", "sort"}},
		{"tea::brew::<tea::Cup, alloc::vec::Vec<u8>>::{{closure}}", []string{"tea", "brew::<tea::Cup, alloc::vec::Vec<u8>>", "{{closure}}"}},
		{"<fn(A) -> B as core::ops::FnOnce<(A,)>>::call_once", []string{"<fn(A) -> B as core::ops::FnOnce<(A,)>>", "call_once"}},
		{"tea::run::<fn(u8) -> u8>", []string{"tea", "run::<fn(u8) -> u8>"}},
		{
			"<<a::Box<dyn E> as a::From<a::String>>::from::StringError as a::Error>::cause",
			[]string{"a", "Box<dyn E>", "<as a::From<a::String>>", "from", "StringError", "<as a::Error>", "cause"},
		},
		{"tea::pot::Pot::pour(int, std::vector<int> const&)", []string{"tea", "pot", "Pot", "pour(int, std::vector<int> const&)"}},
		{"(anonymous namespace)::fill(tea::Pot&)", []string{"(anonymous namespace)", "fill(tea::Pot&)"}},
		{"void std::vector<int>::push<int const&>(int const&)", []string{"std", "vector<int>", "push<int const&>(int const&)"}},
		{"unsigned long tea::sum<int>(std::vector<int> const&) const", []string{"tea", "sum<int>(std::vector<int> const&) const"}},
		{"bool tea::operator< <int>(tea::Pot<int> const&)", []string{"bool tea::operator< <int>(tea::Pot<int> const&)"}},
		{"operator new(unsigned long)", []string{"operator new(unsigned long)"}},
		{"tea::Pot::operator unsigned long() const", []string{"tea", "Pot", "operator unsigned long() const"}},
		{"closure #1 in tea.Pot.fill(_:)", []string{"closure #1 in tea.Pot.fill(_:)"}},
		{"vtable for tea::Pot", []string{"vtable for tea::Pot"}},
		{"non-virtual thunk to tea::Pot::pour()", []string{"non-virtual thunk to tea::Pot::pour()"}},
		{"tea::operator<(tea::Pot const&)", []string{"tea::operator<(tea::Pot const&)"}}, // brackets do not match
		{"tea::Pot::operator->()", []string{"tea", "Pot", "operator->()"}},
		{"::tea::fill", []string{"::tea", "fill"}},
		{"tea::", []string{"tea::"}},
		{"", []string{""}},
	} {
		if got := symbol.Path(test.name); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestPathIsBounded checks a method of a method of a method, which is cut no deeper than anybody writes.
func TestPathIsBounded(t *testing.T) {
	const depth = 20_000
	name := strings.Repeat("<", depth) + "a::b" + strings.Repeat(" as c::d>::e", depth)
	if got := symbol.Path(name); len(got) != 2 || got[1] != "e" {
		t.Errorf("got %d parts, want the type and the method", len(got))
	}
}

func TestNative(t *testing.T) {
	for _, test := range []struct{ name, full, simple string }{
		{"pour(Cup&)", "pour(Cup&)", "pour"},
		{"_ZN3tea4pourEi", "tea::pour(int)", "tea::pour"},
		{"tea::boil::h0123456789abcdef", "tea::boil", "tea::boil"},
		{"-[Pot pour:into:]", "-[Pot pour:into:]", "-[Pot pour:into:]"},
	} {
		if got := symbol.Native(test.name, false); got != test.full {
			t.Errorf("%s in full: got %q, want %q", test.name, got, test.full)
		}
		if got := symbol.Native(test.name, true); got != test.simple {
			t.Errorf("%s: got %q, want %q", test.name, got, test.simple)
		}
	}
}
