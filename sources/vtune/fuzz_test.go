package vtune_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzVTune(f *testing.F) {
	sourcestest.AddFixtures(f, "vtune")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "vtune", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
