package pyspy_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzPySpy(f *testing.F) {
	sourcestest.AddFixtures(f, "pyspy")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "pyspy", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
