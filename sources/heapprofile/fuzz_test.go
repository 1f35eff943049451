package heapprofile_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzHeapProfile(f *testing.F) {
	sourcestest.AddFixtures(f, "heapprofile")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "heapprofile", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
