package sourcestest

import (
	"fmt"
	"strings"
	"testing"
)

// Same reports the first line in which two texts differ.
func Same(t testing.TB, got, want string) {
	t.Helper()
	if got != want {
		t.Error(Difference(got, want))
	}
}

// Difference returns the first line in which two texts differ, for a message; empty if they do not.
func Difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var gotLine, wantLine string
		if i < len(g) {
			gotLine = g[i]
		}
		if i < len(w) {
			wantLine = w[i]
		}
		if gotLine != wantLine {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, gotLine, wantLine)
		}
	}
	return ""
}
