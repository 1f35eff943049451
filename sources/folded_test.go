package sources

import (
	"strings"
	"testing"
)

// TestFoldedSniffZero: a name may hold a zero byte, and binary files are still none of folded stacks.
func TestFoldedSniffZero(t *testing.T) {
	for _, tt := range []struct {
		head string
		want bool
	}{
		{"main;nul\x00 10\nmain;b 5\n", true},
		{"main;a 10\nmain;nul\x00;b 5\n", true},
		{"\x00\x01\x02;\x00\nmain;b 5\n", false},
		{"main;b 5\nmain\x00;b\n", false},
		{strings.Repeat("a;\x00", HeadSize), false},
		{strings.Repeat("a;b", HeadSize), true},
	} {
		if got := foldedFormat.Sniff([]byte(tt.head[:min(len(tt.head), HeadSize)])); got != tt.want {
			t.Errorf("%.30q: got %v, want %v", tt.head, got, tt.want)
		}
	}
}
