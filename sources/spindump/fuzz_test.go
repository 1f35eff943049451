package spindump_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzSpindump(f *testing.F) {
	sourcestest.AddFixtures(f, "spindump")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "spindump", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
