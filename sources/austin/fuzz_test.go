package austin_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzAustin(f *testing.F) {
	sourcestest.AddFixtures(f, "austin")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "austin", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
