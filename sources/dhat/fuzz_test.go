package dhat_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzDHAT(f *testing.F) {
	sourcestest.AddFixtures(f, "dhat")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "dhat", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
