package jstack_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzJStack(f *testing.F) {
	sourcestest.AddFixtures(f, "jstack")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "jstack", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
