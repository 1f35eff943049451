package dump_test

import (
	"strings"
	"testing"

	"fold/sources"
)

// TestDepth checks that no dump may hold a stack that would take gigabytes.
func TestDepth(t *testing.T) {
	const most = 1_000_000
	for name, test := range map[string]struct{ head, frame, tail string }{
		"jstack":   {"\"t\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]\n   java.lang.Thread.State: RUNNABLE\n", "\tat a.B.c(B.java:6)\n", ""},
		"jthreads": {`{"threadDump": {"threadContainers": [{"threads": [{"tid": 1, "name": "t", "stack": ["a.B.c(B.java:6)"`, `, "a"`, `]}]}]}}`},
		"pyspy":    {`[{"pid": 7, "thread_id": 1, "os_thread_id": 1, "owns_gil": true, "frames": [{"name": "a"}`, `, {}`, `]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			text := test.head + strings.Repeat(test.frame, most+1) + test.tail
			_, _, err := sources.Read(strings.NewReader(text), sources.Options{})
			const want = "a stack of over 1000000 frames: no program has that"
			if err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}
