package live

import "testing"

func TestCheckGoroutines(t *testing.T) {
	const refused = "the program has 20001 goroutines: looking at more than 20000 slows it down, which MaxGoroutines must allow"
	for _, tt := range []struct {
		most, goroutines int
		want             string
	}{
		{0, 20_000, ""},
		{0, 20_001, refused},
		{20_001, 20_001, ""},
		{-1, 10_000_000, ""},
	} {
		got := ""
		if err := (Recorder{MaxGoroutines: tt.most}).checkGoroutines(tt.goroutines); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%d of %d: got %q, want %q", tt.goroutines, tt.most, got, tt.want)
		}
	}
}
