package calltree_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzCallTree(f *testing.F) {
	sourcestest.AddFixtures(f, "json")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "json", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
