package cpuprofile_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzCPUProfile(f *testing.F) {
	sourcestest.AddFixtures(f, "cpuprofile")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "cpuprofile", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
