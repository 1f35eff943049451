package pystack_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzPyStack(f *testing.F) {
	sourcestest.AddFixtures(f, "pystack")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "pystack", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
