package input_test

import (
	"strings"
	"testing"

	"fold/sources/input"
)

func TestCells(t *testing.T) {
	for _, test := range []struct {
		line      string
		separator byte
		want      string // cells between bars
		whole     bool
	}{
		{"a,b,,c", ',', "a|b||c", true},
		{"", ',', "", true},
		{`"a, b",c`, ',', "a, b|c", true},
		{` "tea::Pot<int, 3>::pour(int, int)",0.2`, ',', " tea::Pot<int, 3>::pour(int, int)|0.2", true},
		{`"say ""tea""",1,`, ',', `say "tea"|1|`, true},
		{"\" main\";1,5", ';', " main|1,5", true},
		{"\t\"a\tb\"\tc", '\t', "|a\tb|c", true},
		{`a "b" c,d`, ',', `a "b" c|d`, true}, // a quote inside a cell is part of it
		{`"a"b,c`, ',', "ab|c", true},
		{`a,"b,c`, ',', "a", false},
		{`"`, ',', "", false},
	} {
		var cells input.Cells
		for range 2 { // the second time in buffers that are there
			got, whole := cells.Split([]byte(test.line), test.separator)
			var texts []string
			for _, cell := range got {
				texts = append(texts, string(cell))
			}
			if joined := strings.Join(texts, "|"); joined != test.want || whole != test.whole {
				t.Errorf("%q: got %q, %v; want %q, %v", test.line, joined, whole, test.want, test.whole)
			}
		}
	}
}
