package bloaty_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzBloaty(f *testing.F) {
	sourcestest.AddFixtures(f, "bloaty")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "bloaty", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
