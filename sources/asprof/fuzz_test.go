package asprof_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzAsprof(f *testing.F) {
	sourcestest.AddFixtures(f, "asprof")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "asprof", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
