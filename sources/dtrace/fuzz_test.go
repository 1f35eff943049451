package dtrace_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzDTrace(f *testing.F) {
	sourcestest.AddFixtures(f, "dtrace")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "dtrace", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
