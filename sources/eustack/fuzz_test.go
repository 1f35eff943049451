package eustack_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzEuStack(f *testing.F) {
	sourcestest.AddFixtures(f, "eustack")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "eustack", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
