package stackprof_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzStackprof(f *testing.F) {
	sourcestest.AddFixtures(f, "stackprof")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "stackprof", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
