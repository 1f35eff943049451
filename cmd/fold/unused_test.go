package main

import (
	"testing"

	"fold/sources"
)

// TestLimitedFlags checks that the formats that use a flag are formats.
func TestLimitedFlags(t *testing.T) {
	for _, f := range (&request{}).limitedFlags() {
		for _, name := range f.used {
			if format, known := sources.FormatNamed(name); !known || !format.Reads() {
				t.Errorf("%s: no format %s", f.name, name)
			}
		}
		if f.set {
			t.Errorf("%s is set without being given", f.name)
		}
	}
}
