package main

import (
	"slices"
	"testing"

	"fold/sources"
)

// TestLimitedFlags checks that some format uses each flag that not all use.
func TestLimitedFlags(t *testing.T) {
	for _, f := range (&request{}).limitedFlags() {
		uses := func(format sources.Format) bool { return format.Reads() && format.Uses&f.use != 0 }
		if !slices.ContainsFunc(sources.Formats(), uses) {
			t.Errorf("%s: no format uses it", f.name)
		}
		if f.set {
			t.Errorf("%s is set without being given", f.name)
		}
	}
}
