package ghcprof_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzGHCProf(f *testing.F) {
	sourcestest.AddFixtures(f, "ghcprof")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "ghcprof", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
