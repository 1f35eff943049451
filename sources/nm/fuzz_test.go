package nm_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzNM(f *testing.F) {
	sourcestest.AddFixtures(f, "nm")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "nm", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
