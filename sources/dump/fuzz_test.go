package dump_test

import (
	"bytes"
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// FuzzMoments checks that telling the dumps of an input apart changes nothing else, and that what stands in all of them
// stands in each.
func FuzzMoments(f *testing.F) {
	for _, format := range []string{"goroutine", "jstack", "jthreads", "gdb", "lldb", "eustack", "faulthandler", "pyspy", "pystack"} {
		sourcestest.AddFixtures(f, format)
	}
	f.Add([]byte(goDump("here", "stay") + goDump("there", "stay")))
	f.Add([]byte(gdbRun("here", "stay") + gdbRun("there", "stay")))
	f.Add([]byte(lldbRun("here", "stay") + lldbRun("there", "stay")))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, report, err := sources.Read(bytes.NewReader(data), sources.Options{Dumps: true})
		if err != nil || !report.Format.Census {
			return
		}
		without, _, err := sources.Read(bytes.NewReader(data), sources.Options{})
		if err != nil {
			t.Fatalf("without dumps: %v", err)
		}
		sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), sourcestest.ColumnText(t, without, ""))
		dumps := report.Dumps
		if dumps.Count == 0 {
			return
		}
		var all int64
		for _, dump := range dumps.Kept {
			if dumps.Still.Total(0) > dump.Total(0) {
				t.Errorf("%d threads stand in all dumps, and %d in one", dumps.Still.Total(0), dump.Total(0))
			}
			all += dump.Total(0)
		}
		if len(dumps.Kept) == dumps.Count && all != p.Total(0) {
			t.Errorf("the dumps have %d threads, the input %d", all, p.Total(0))
		}
	})
}
