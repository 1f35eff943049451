package lldb_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzLLDB(f *testing.F) {
	sourcestest.AddFixtures(f, "lldb")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "lldb", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
