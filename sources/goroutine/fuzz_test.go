package goroutine_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzGoroutine(f *testing.F) {
	sourcestest.AddFixtures(f, "goroutine")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "goroutine", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
