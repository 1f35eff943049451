package valgrind_test

import (
	"testing"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/valgrind"
)

func TestFrames(t *testing.T) {
	for _, test := range []struct {
		text        string
		want, lines collapse.Frame
	}{
		{
			"0x48417B4: malloc (in /usr/lib/vgpreload_dhat-amd64-linux.so)",
			collapse.Frame{Name: "malloc", Module: "vgpreload_dhat-amd64-linux.so"},
			collapse.Frame{Name: "malloc", Module: "vgpreload_dhat-amd64-linux.so"},
		},
		{"0x109197: boil (kettle.c:6)", collapse.Frame{Name: "boil", File: "kettle.c"}, collapse.Frame{Name: "boil:6", File: "kettle.c", Line: 6}},
		{"0x55: a::b::{{closure}} (main.rs:12:18)", collapse.Frame{Name: "a::b::{{closure}}", File: "main.rs"}, collapse.Frame{Name: "a::b::{{closure}}:12", File: "main.rs", Line: 12}},
		{"0x1: ??? (in /opt/tea (2)/libt.so.1)", collapse.Frame{Name: "[libt.so.1]", Module: "libt.so.1"}, collapse.Frame{Name: "[libt.so.1]", Module: "libt.so.1"}},
		{"0x2: pour(Cup*, int) (my pot (1).cpp:31)", collapse.Frame{Name: "pour(Cup*, int)", File: "my pot (1).cpp"}, collapse.Frame{Name: "pour(Cup*, int):31", File: "my pot (1).cpp", Line: 31}},
		{"0x3: ???", collapse.Frame{Name: "[unknown]"}, collapse.Frame{Name: "[unknown]"}},
		{"0x5: operator()(int) const", collapse.Frame{Name: "operator()(int) const"}, collapse.Frame{Name: "operator()(int) const"}},
		{"0x6: pour (int)", collapse.Frame{Name: "pour (int)"}, collapse.Frame{Name: "pour (int)"}}, // no place
		{"0xFFFFFFFF: main", collapse.Frame{Name: "main"}, collapse.Frame{Name: "main"}},
		{"0x77:", collapse.Frame{Name: "0x77"}, collapse.Frame{Name: "0x77"}},
		{"main", collapse.Frame{Name: "main"}, collapse.Frame{Name: "main"}},
		{"", collapse.Frame{Name: "[unknown]"}, collapse.Frame{Name: "[unknown]"}},
	} {
		for _, lines := range []bool{false, true} {
			want := test.want
			if lines {
				want = test.lines
			}
			if got := valgrind.Frames(input.Options{Lines: lines})([]byte(test.text)); len(got) != 1 || got[0] != want {
				t.Errorf("%q with lines %v: got %v, want %v", test.text, lines, got, want)
			}
		}
	}
}
