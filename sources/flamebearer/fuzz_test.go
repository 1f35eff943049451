package flamebearer_test

import (
	"testing"

	"fold/sources/sourcestest"
)

// FuzzFlamebearer reads damaged flame graphs.
func FuzzFlamebearer(f *testing.F) {
	sourcestest.AddFixtures(f, "flamebearer")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "flamebearer", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
