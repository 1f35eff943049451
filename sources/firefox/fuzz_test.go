package firefox_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzFirefox(f *testing.F) {
	sourcestest.AddFixtures(f, "firefox")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "firefox", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
