package folded_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzFolded(f *testing.F) {
	sourcestest.AddFixtures(f, "folded")
	f.Fuzz(func(t *testing.T, data []byte) {
		p := sourcestest.SameForAnyChunks(t, "folded", data)
		if p == nil || p.Saturated {
			return
		}
		sourcestest.CheckSums(t, p)
	})
}
