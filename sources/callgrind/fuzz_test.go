package callgrind_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzCallgrind(f *testing.F) {
	sourcestest.AddFixtures(f, "callgrind")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "callgrind", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
