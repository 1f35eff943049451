package jthreads_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzJThreads(f *testing.F) {
	sourcestest.AddFixtures(f, "jthreads")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "jthreads", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
