package perf_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzPerf(f *testing.F) {
	sourcestest.AddFixtures(f, "perf")
	f.Fuzz(func(t *testing.T, data []byte) {
		p := sourcestest.SameForAnyChunks(t, "perf", data)
		if p == nil {
			return
		}
		sourcestest.CheckSums(t, p)
	})
}
