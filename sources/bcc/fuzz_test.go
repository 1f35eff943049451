package bcc_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzBCC(f *testing.F) {
	sourcestest.AddFixtures(f, "bcc")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "bcc", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
