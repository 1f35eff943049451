package callgrind

import (
	"slices"
	"testing"
)

func TestCutCallers(t *testing.T) {
	for _, test := range []struct {
		text  string
		want  []string
		level int
	}{
		{"main", []string{"main"}, 1},
		{"pour'boil'main", []string{"pour", "boil", "main"}, 1},
		{"rec'2", []string{"rec"}, 2},
		{"rec'3'main'2'(below main)", []string{"rec", "main", "(below main)"}, 2},
		{"fill'rec'2'main", []string{"fill", "rec", "main"}, 1},
		{"tea::run()::'lambda'(int)::operator()(int) const'main", []string{"tea::run()::'lambda'(int)::operator()(int) const", "main"}, 1},
		{"<tea::Cup<'a, T>>::fill'main", []string{"<tea::Cup<'a, T>>::fill", "main"}, 1},
		{"tea::operator<(tea::Pot const&)'main", []string{"tea::operator<(tea::Pot const&)", "main"}, 1},
		{"tea::Pot::operator->()'main", []string{"tea::Pot::operator->()", "main"}, 1},
		{"tea::run<fn() -> u8>'main", []string{"tea::run<fn() -> u8>", "main"}, 1},
		{"a::'b", []string{"a::", "b"}, 1}, // a quote without a partner
		{"", []string{""}, 1},
	} {
		if got, level := cutCallers(test.text); !slices.Equal(got, test.want) || level != test.level {
			t.Errorf("%q: got %q at level %d, want %q at level %d", test.text, got, level, test.want, test.level)
		}
	}
}
