package bloat_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzBloat(f *testing.F) {
	sourcestest.AddFixtures(f, "bloat")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "bloat", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
