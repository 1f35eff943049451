package xctrace_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzXCTrace(f *testing.F) {
	sourcestest.AddFixtures(f, "xctrace")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "xctrace", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
