package vsprof_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzVSProf(f *testing.F) {
	sourcestest.AddFixtures(f, "vsprof")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "vsprof", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
