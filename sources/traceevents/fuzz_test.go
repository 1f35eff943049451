package traceevents_test

import (
	"testing"

	"fold/sources/sourcestest"
)

func FuzzTraceEvents(f *testing.F) {
	sourcestest.AddFixtures(f, "trace-events")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "trace-events", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
