package text

import "testing"

func TestCell(t *testing.T) {
	for _, tt := range []struct {
		name string
		safe bool
		want string
	}{
		{"main.main", true, "main.main"},
		{"=1+2", false, "=1+2"},
		{"=1+2", true, "'=1+2"},
		{"a\xffb", false, "a\ufffdb"},
		{"+\xff", true, "'+\ufffd"},
		{"", true, ""},
	} {
		if got := Cell(tt.name, tt.safe); got != tt.want {
			t.Errorf("%q, %v: got %q, want %q", tt.name, tt.safe, got, tt.want)
		}
	}
}
