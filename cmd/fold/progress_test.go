package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		name  string
		size  int64
		late  time.Duration
		shown bool
	}{
		{"small", 100, 0, false},
		{"large", progressSize + 1, 0, true},
		{"slow", 100, 2 * progressTime, true},
		{"slow pipe", -1, 2 * progressTime, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var screen bytes.Buffer
			p := newProgress(strings.NewReader("text"), &screen, "in.txt", tt.size)
			p.started = p.started.Add(-tt.late)
			text, err := io.ReadAll(p)
			if err != nil || string(text) != "text" {
				t.Fatalf("read %q, %v", text, err)
			}
			drawn := screen.Len() > 0
			p.clear()
			if drawn != tt.shown {
				t.Errorf("shown: %v, want %v", drawn, tt.shown)
			}
			if line := lastLine(screen.String()); line != "" {
				t.Errorf("%q stays on the screen", line)
			}
		})
	}
}

// lastLine returns what a terminal shows after text without line feeds: a carriage return goes back to
// the start of the line.
func lastLine(text string) string {
	var line []rune
	for part := range strings.SplitSeq(text, "\r") {
		written := []rune(part)
		line = append(written, line[min(len(written), len(line)):]...)
	}
	return strings.TrimSpace(string(line))
}
