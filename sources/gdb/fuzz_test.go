package gdb_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzGDB(f *testing.F) {
	sourcestest.AddFixtures(f, "gdb")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "gdb", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
