package folded

import (
	"strings"
	"testing"

	"fold/sources/input"
)

// TestFoldedSniffZero: text with a zero byte in its head is no text format, and fold writes none.
func TestFoldedSniffZero(t *testing.T) {
	for _, tt := range []struct {
		head string
		want bool
	}{
		{"main;nul\x00 10\nmain;b 5\n", false},
		{"main;a 10\nmain;nul\x00;b 5\n", false},
		{"main;\x1b[31mred\x1b[0m 10\n", true},
		{"\x00\x01\x02;\x00\nmain;b 5\n", false},
		{"main;b 5\nmain\x00;b\n", false},
		{strings.Repeat("a;\x00", input.HeadSize), false},
		{strings.Repeat("a;b", input.HeadSize), true},
	} {
		if got := Format.Sniff(input.NewHead([]byte(tt.head))); got != tt.want {
			t.Errorf("%.30q: got %v, want %v", tt.head, got, tt.want)
		}
	}
}
