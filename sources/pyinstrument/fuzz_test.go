package pyinstrument_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzPyinstrument(f *testing.F) {
	sourcestest.AddFixtures(f, "pyinstrument")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "pyinstrument", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
