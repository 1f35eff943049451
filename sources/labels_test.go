package sources_test

import (
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestLabels checks the four options about labels on formats that say more about a sample than its stack.
func TestLabels(t *testing.T) {
	const perf = "till 7/8 [003] 1.000001: 5 cycles:u:\n\t1 ring+0x1 (/srv/till)\n\ntill 7/9 [001] 1.000002: 6 cycles:u:\n\t2 count+0x1 (/srv/till)\n\n"
	const sample = `Call graph:
    5 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)
      5 main  (in till) + 1  [0x1]
        3 ring  (in till) + 1  [0x2]
    2 Thread_2: worker
      2 count  (in till) + 1  [0x3]

Total number in stack
`
	const jstack = `"pool-1" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable  [0x3]
   java.lang.Thread.State: RUNNABLE
	at a.B.c(B.java:6)
"pool-2" #2 prio=5 os_prio=0 tid=0x1 nid=0x2 waiting on condition  [0x3]
   java.lang.Thread.State: WAITING (parking)
	at a.B.d(B.java:7)
`
	for _, test := range []struct {
		name, text string
		options    sources.Options
		want       string
	}{
		{"perf, two at the root", perf, sources.Options{TagRoot: []string{"cpu", "tid"}}, "cpu=1;tid=9;till;count 6\ncpu=3;tid=8;till;ring 5\n"},
		{"perf, leaf", perf, sources.Options{TagLeaf: []string{"pid", "comm"}}, "till;count;pid=7;comm=till 6\ntill;ring;pid=7;comm=till 5\n"},
		{"perf, focus on a number", perf, sources.Options{TagFocus: "cpu=2:"}, "till;ring 5\n"},
		{"perf, ignore", perf, sources.Options{TagIgnore: "tid=8"}, "till;count 6\n"},
		{"sample, queue", sample, sources.Options{TagRoot: []string{"queue"}}, "queue=(none);Thread_2: worker;till`count 2\n" +
			"queue=com.apple.main-thread;Thread_1 DispatchQueue_1: com.apple.main-thread (serial);till`main 2\n" +
			"queue=com.apple.main-thread;Thread_1 DispatchQueue_1: com.apple.main-thread (serial);till`main;till`ring 3\n"},
		{"sample, leaf and focus", sample, sources.Options{TagLeaf: []string{"thread"}, TagFocus: "worker"}, "Thread_2: worker;till`count;thread=Thread_2: worker 2\n"},
		{"sample, ignore", sample, sources.Options{TagIgnore: "queue=main"}, "Thread_2: worker;till`count 2\n"},
		{"jstack, two at the root", jstack, sources.Options{TagRoot: []string{"thread", "state"}}, "thread=pool-1;state=RUNNABLE;pool;a.B.c 1\nthread=pool-2;state=WAITING;pool;a.B.d 1\n"},
		{"jstack, two at the leaf", jstack, sources.Options{TagLeaf: []string{"thread", "state"}, TagIgnore: "state=WAITING"}, "pool;a.B.c;thread=pool-1;state=RUNNABLE 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := sourcestest.MustRead(t, []byte(test.text), test.options)
			sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), test.want)
		})
	}
}
