package bpftrace_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzBpftrace(f *testing.F) {
	sourcestest.AddFixtures(f, "bpftrace")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "bpftrace", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
