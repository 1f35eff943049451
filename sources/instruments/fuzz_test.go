package instruments_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzInstruments(f *testing.F) {
	sourcestest.AddFixtures(f, "instruments")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "instruments", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
