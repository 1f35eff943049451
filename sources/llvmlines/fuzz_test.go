package llvmlines_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzLLVMLines(f *testing.F) {
	sourcestest.AddFixtures(f, "llvm-lines")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "llvm-lines", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
