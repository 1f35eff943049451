package sample

import (
	"strings"
	"testing"
)

// TestSplit cuts call graphs before the last thread whose column is sure.
func TestSplit(t *testing.T) {
	const (
		title  = "Analysis of sampling tea (pid 7) every 1 millisecond\n\nCall graph:\n"
		thread = "    20 Thread_1\n      20 start  (in dyld) + 6076  [0x18f3b0274]\n"
	)
	for _, tt := range []struct {
		text string
		want int // the length of the first piece
	}{
		{title + thread + thread + thread, len(title) + 2*len(thread)},
		{thread + thread, len(thread)}, // amid a report
		{title + thread, len(title)},
		{thread, 0},
		{title, 0},
		{title + thread + strings.ReplaceAll(thread, "    20", "     20"), len(title)}, // short of its column, or a frame
	} {
		if got := splitSample([]byte(tt.text)); got != tt.want {
			t.Errorf("%q: got %d, want %d", tt.text, got, tt.want)
		}
	}
}
