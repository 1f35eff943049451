package massif_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzMassif(f *testing.F) {
	sourcestest.AddFixtures(f, "massif")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "massif", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
