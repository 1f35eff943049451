package faulthandler_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzFaulthandler(f *testing.F) {
	sourcestest.AddFixtures(f, "faulthandler")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "faulthandler", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
