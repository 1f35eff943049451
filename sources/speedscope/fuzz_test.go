package speedscope_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzSpeedscope(f *testing.F) {
	sourcestest.AddFixtures(f, "speedscope")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "speedscope", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
