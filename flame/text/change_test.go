package text

import "testing"

func TestChangeInBrackets(t *testing.T) {
	for _, tt := range []struct {
		before, after int64
		want          string
	}{
		{1107, 727, " (−34%)"}, {100, 200, " (+100%)"}, {1000, 1004, " (0%)"}, {1000, 996, " (0%)"}, {5, 0, " (−100%)"}, {0, 5, ""},
	} {
		if got := ChangeInBrackets(tt.before, tt.after); got != tt.want {
			t.Errorf("%d, %d: got %q, want %q", tt.before, tt.after, got, tt.want)
		}
	}
}
