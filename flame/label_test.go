package flame

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"fold/flame/text"
)

func TestShortForms(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"main", nil},
		{"[libpthread-2.19.so]", nil},
		{"libpthread-2.19.so", nil},
		{"ext4_file_write_iter.part.0", nil},
		{"kworker/0:1H", nil},
		{"operator<", nil},
		{"-[NSView drawRect:]", nil},
		{"a.", nil},
		{"::", nil},
		{"", nil},
		{"runtime.mallocgc", []string{"mallocgc"}},
		{"main.main.func1", []string{"main.func1"}},
		{"github.com/org/db.(*Tx).Lock", []string{"db.(*Tx).Lock", "(*Tx).Lock", "Lock"}},
		{"github.com/org/db.(*Tx[...]).Lock.func2.1", []string{"db.(*Tx[...]).Lock.func2.1", "(*Tx[...]).Lock.func2.1", "Lock.func2.1"}},
		{"libc.so.6`malloc", []string{"malloc"}},
		{"libsystem_malloc.dylib`szone::alloc", []string{"szone::alloc", "alloc"}},
		{"java/util/HashMap.put", []string{"HashMap.put", "put"}},
		{"java.util.HashMap.put", []string{"HashMap.put", "put"}},
		{"java/util/HashMap.<init>", []string{"HashMap.<init>"}},
		{"ns::Parser::next(char const*)", []string{"ns::Parser::next", "Parser::next", "next"}},
		{"std::vector<int, std::allocator<int> >::push_back(int const&)", []string{
			"std::vector<int, std::allocator<int> >::push_back", "vector<int, std::allocator<int> >::push_back", "push_back",
		}},
		{"void ns::f<int>(std::function<void ()>) const", []string{"void ns::f<int>", "f<int>"}},
		{"Foo::operator()(int) const", []string{"Foo::operator()"}},
		{"Foo::~Foo()", []string{"Foo::~Foo", "~Foo"}},
		{"core::iter::Iterator::next", []string{"Iterator::next", "next"}},
		{"<alloc::vec::Vec<T> as core::ops::Drop>::drop", []string{"drop"}},
		{"app::run::{{closure}}", []string{"run::{{closure}}"}},
		{"parse (/app/lib/json.py:12)", []string{"parse (json.py:12)", "parse"}},
		{"~onRequest /srv/app.js:40:7", []string{"~onRequest app.js:40:7", "~onRequest"}},
		{"Foo.bar app.js:40:7", []string{"Foo.bar", "bar"}},
		{"f()/A.g", []string{"A.g", "g"}},
		{"/usr/lib/libfoo.so", []string{"libfoo.so"}},
	}
	for _, tt := range tests {
		if got := text.ShortForms(tt.text); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestLabel has letters of a monospaced face, 10 pixels wide.
func TestLabel(t *testing.T) {
	face := face{mono: true, size: 10 / 0.605, scale: 1}
	tests := []struct {
		text  string
		width int // in letters
		how   Truncate
		want  string
	}{
		{"db.(*Tx).Lock", 13, TruncateAuto, "db.(*Tx).Lock"},
		{"db.(*Tx).Lock", 12, TruncateAuto, "(*Tx).Lock"},
		{"db.(*Tx).Lock", 9, TruncateAuto, "Lock"},
		{"db.(*Tx).Lock", 3, TruncateAuto, "Lo…"},
		{"db.(*Tx).Lock", 2, TruncateAuto, ""},
		{"db.(*Tx).Lock", 8, TruncateRight, "db.(*Tx…"},
		{"db.(*Tx).Lock", 8, TruncateLeft, "…x).Lock"},
		{"db.(*Tx).Lock", 8, TruncateMiddle, "db.…Lock"},
		{"db.(*Tx).Lock", 3, TruncateMiddle, "d…k"},
		{"db.(*Tx).Lock", 2, TruncateMiddle, ""},
		{"db.(*Tx).Lock", 12, TruncateNone, ""},
		{"f", 1, TruncateAuto, "f"},
		{"of a list", 4, TruncateRight, "of…"},
		{"&lt;&amp;", 4, TruncateRight, "&lt…"},
		{"e\u0301e\u0301e\u0301e\u0301", 3, TruncateRight, "e\u0301e\u0301…"},
		{"e\u0301e\u0301e\u0301e\u0301", 3, TruncateLeft, "…e\u0301e\u0301"},
		{"漢字漢字", 6, TruncateAuto, "漢字漢…"},
	}
	for _, tt := range tests {
		if got := face.label(tt.text, 10*float64(tt.width)+1e-6, tt.how); got != tt.want {
			t.Errorf("%q in %d letters, %d: got %q, want %q", tt.text, tt.width, tt.how, got, tt.want)
		}
	}
}

// TestWidth has sums of the widths that Adobe publishes for Helvetica, at 12 pixels.
func TestWidth(t *testing.T) {
	tests := []struct {
		family, text string
		thousandths  float64
	}{
		{"", "Lock", 556 + 556 + 500 + 500},
		{"Arial, serif", "i[W]~", 222 + 278 + 944 + 278 + 584},
		{"", "café Ä", 500 + 556 + 278 + 556 + 278 + 667},
		{"", "e\u0301…", 556 + 1000},
		{"", "漢字", 2000},
		{"", "👍🏽", 2 * emojiWidth},
		{"", "\u200b", 0},
		{"", "␀�", 2 * signWidth},
		{"Verdana", "Lock", 1.2 * 2112},
		{"monospace", "Lock", 4 * 605},
		{`"DejaVu Sans Mono"`, "漢é", 1000 + 605},
	}
	for _, tt := range tests {
		if got := faceOf(tt.family, 12).width(tt.text); math.Abs(got-tt.thousandths*12/1000) > 1e-9 {
			t.Errorf("%q in %q: got %v, want %v", tt.text, tt.family, got, tt.thousandths*12/1000)
		}
	}
}

func TestFontStack(t *testing.T) {
	for family, want := range map[string]string{
		"":                      `Arial,Helvetica,"Liberation Sans",Arimo,sans-serif`,
		"Verdana":               `"Verdana",Arial,Helvetica,"Liberation Sans",Arimo,sans-serif`,
		`'Fira Mono', serif`:    `"Fira Mono",serif,"DejaVu Sans Mono",Menlo,Consolas,monospace`,
		`x"}</style><script>\2`: `"xstylescript2",Arial,Helvetica,"Liberation Sans",Arimo,sans-serif`,
	} {
		if got := fontStack(family); got != want {
			t.Errorf("%q: got %s, want %s", family, got, want)
		}
	}
}

func TestPackageOf(t *testing.T) {
	tests := []struct{ text, module, want string }{
		{"github.com/org/db.(*Tx).Lock", "a.out", "github.com/org/db"},
		{"java/util/HashMap.put", "", "java/util/HashMap"},
		{"core::iter::Iterator::next", "", "core"},
		{"malloc", "libc.so.6", "libc.so.6"},
		{"libc.so.6`malloc", "libc.so.6", "libc.so.6"},
		{"malloc", "", ""},
	}
	for _, tt := range tests {
		if got := packageOf(tt.text, look{module: tt.module}); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzLabel: a label fits, holds nothing that the name does not, and says nothing with a single letter.
func FuzzLabel(f *testing.F) {
	for _, text := range []string{"db.(*Tx[...]).Lock.func2.1", "libc`f", "ns::f<int>(char) const", "parse (/lib/json.py:12)", "e\u0301👩‍👩‍👧漢", "operator->", "\xff\x00"} {
		f.Add(text, 40.0, uint8(0))
	}
	f.Fuzz(func(t *testing.T, name string, room float64, how uint8) {
		clean := text.Clean(name)
		for _, family := range []string{"", "monospace"} {
			face := faceOf(family, 12)
			got := face.label(clean, room, Truncate(how%5))
			if got == "" {
				continue
			}
			if !(face.width(got) <= room+1e-6) {
				t.Errorf("%q for %q is %v wide, more than %v", got, clean, face.width(got), room)
			}
			if head, tail, cut := strings.Cut(got, dots); cut && !strings.Contains(clean, dots) {
				if utf8.RuneCountInString(head+tail) < 2 {
					t.Errorf("%q for %q has less than two letters", got, clean)
				}
			}
		}
		for _, form := range text.ShortForms(clean) {
			if len(form) >= len(clean) || !utf8.ValidString(form) {
				t.Errorf("%q is no short form of %q", form, clean)
			}
		}
	})
}
