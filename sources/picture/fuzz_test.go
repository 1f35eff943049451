package picture_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzPicture(f *testing.F) {
	sourcestest.AddFixtures(f, "picture")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "picture", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
