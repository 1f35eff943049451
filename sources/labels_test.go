package sources_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
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
	const xctrace = `<?xml version="1.0"?><trace-query-result><node><schema name="time-profile"/>
<row><thread id="1" fmt="worker  0x20 (tea pot, pid: 5)"/><weight id="2">3</weight><backtrace id="3"><frame id="4" name="main"/></backtrace></row>
<row><process id="5" fmt="kettle (77)"/><weight ref="2"/><backtrace ref="3"/></row>
</node></trace-query-result>
`
	const spindump = `Date/Time:        2026-11-30 09:00:41.615 -0500
Steps:            10 (100ms sampling interval)

Process:          Kettle [411]

  Thread 0x2ca9e    DispatchQueue "com.apple.main-thread"(1)    10 samples (1-10)    priority 47 (base 47)
  10  main + 9 (Kettle + 1746) [0x1] 1-10

  Thread 0x2cb00    Thread name "stove; left"    4 samples (1-4)    priority 31 (base 31)
  4  boil + 1 (Kettle + 6848) [0x3] 1-4
`
	const austin = "P77;T0:78;main.py:main:20 100,0,4096\nP77;T0:79;main.py:wait:30 50,1,0\n"
	const bcc = "Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C to end.\n\n    vfs_read\n    -                dd (25036)\n        4\n\n    vfs_write\n    -                cat (7)\n        2\n"
	const asprof = "--- 30 ns (60.00%), 3 samples\n  [ 0] shop.Kiosk.count\n  [ 1] [main tid=4711]\n\n--- 20 ns (40.00%), 2 samples\n  [ 0] shop.Kiosk.sort\n  [ 1] [till tid=4712]\n"
	const eustack = "PID 7 - process\nTID 8:\n#0  0x1 read\n#1  0x2 main\nTID 9:\n#0  0x1 write\n#1  0x2 main\n"
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
		{"xctrace", xctrace, sources.Options{TagRoot: []string{"process", "pid"}, TagLeaf: []string{"thread", "tid"}}, "process=kettle;pid=77;kettle;main;thread=(none);tid=(none) 3\nprocess=tea pot;pid=5;tea pot;main;thread=worker;tid=0x20 3\n"},
		{"xctrace, focus", xctrace, sources.Options{TagFocus: "thread=worker"}, "tea pot;main 3\n"},
		{"spindump", spindump, sources.Options{TagRoot: []string{"pid", "queue"}, TagLeaf: []string{"thread", "tid"}}, "pid=411;queue=(none);Kettle;Thread 0x2cb00 Thread name \"stove: left\";Kettle`boil;thread=stove: left;tid=0x2cb00 4\n" +
			"pid=411;queue=com.apple.main-thread;Kettle;Thread 0x2ca9e DispatchQueue \"com.apple.main-thread\"(1);Kettle`main;thread=(none);tid=0x2ca9e 10\n"},
		{"spindump, ignore", spindump, sources.Options{TagIgnore: "thread=stove"}, "Kettle;Thread 0x2ca9e DispatchQueue \"com.apple.main-thread\"(1);Kettle`main 10\n"},
		{"austin", austin, sources.Options{TagRoot: []string{"pid"}, TagLeaf: []string{"tid"}, TagIgnore: "tid=79"}, "pid=77;P77;T0:78;main.py:main:20;tid=78 100\n"},
		{"bcc", bcc, sources.Options{TagRoot: []string{"comm", "pid"}}, "comm=cat;pid=7;cat;vfs_write 2\ncomm=dd;pid=25036;dd;vfs_read 4\n"},
		{"bcc, focus", bcc, sources.Options{TagFocus: "pid=7"}, "cat;vfs_write 2\n"},
		{"asprof", asprof, sources.Options{TagLeaf: []string{"thread", "tid"}, TagFocus: "thread=till"}, "[till tid=4712];shop.Kiosk.sort;thread=till;tid=4712 20\n"},
		{"eustack", eustack, sources.Options{TagRoot: []string{"pid", "tid"}, TagIgnore: "tid=9"}, "pid=7;tid=8;main;read 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := sourcestest.MustRead(t, []byte(test.text), test.options)
			sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), test.want)
		})
	}
}

// TestThreadLabels checks the options about labels on JSON formats, which know the process and the thread of a sample.
func TestThreadLabels(t *testing.T) {
	both := sources.Options{TagRoot: []string{"process"}, TagLeaf: []string{"thread"}}
	chunks := both
	chunks.Event = "timeline"
	for _, test := range []struct {
		name, file string
		options    sources.Options
		want       string
	}{
		{"firefox", "firefox/06-processes.json", both, "process=helper;helper;helper;help;thread=helper 2\n" +
			"process=helper;helper;pool;job;thread=pool 2\nprocess=server;server;server;serve;thread=server 1\n"},
		{"firefox, focus", "firefox/06-processes.json", sources.Options{TagFocus: "process=serv"}, "server;server;serve 1\n"},
		{"firefox, ignore", "firefox/06-processes.json", sources.Options{TagIgnore: "thread=^helper$"}, "helper;pool;job 2\nserver;server;serve 1\n"},
		{"intervals", "trace-events/05-processes-threads.json", both, "process=gpu;gpu;tid 1;blit;thread=tid 1 2000\n" +
			"process=render;render;main;draw;thread=main 10000\nprocess=render;render;pool;job;thread=pool 9000\n"},
		{"intervals, ignore", "trace-events/05-processes-threads.json", sources.Options{TagIgnore: "process=render"}, "gpu;tid 1;blit 2000\n"},
		{"CPU profile in a trace", "trace-events/11-profile-chunks.json", both, "process=pid 5;CrRendererMain;a;b;thread=CrRendererMain 20000\n" +
			"process=pid 5;CrRendererMain;a;thread=CrRendererMain 50000\n"},
		{"timeline beside a CPU profile", "trace-events/11-profile-chunks.json", chunks, "process=pid 5;CrRendererMain;RunTask;thread=CrRendererMain 100000\n"},
		{"CPU profile, ignore", "trace-events/11-profile-chunks.json", sources.Options{TagIgnore: "thread=Cr"}, ""},
		{"samples of Hermes", "trace-events/12-hermes-samples.json", both, "process=hermes;mqt_js;[root];thread=mqt_js 1\n" +
			"process=hermes;mqt_js;tick(app.js:3:5);[Native] sleep;thread=mqt_js 2\nprocess=hermes;mqt_js;tick(app.js:3:5);thread=mqt_js 1\n"},
		{"samples of Hermes, ignore", "trace-events/12-hermes-samples.json", sources.Options{TagIgnore: "mqt"}, ""},
		{
			"sampled", "speedscope/02-several-profiles.json",
			sources.Options{TagRoot: []string{"thread"}, TagLeaf: []string{"process"}, TagIgnore: "thread=2$"},
			`thread=Thread 1 "MainThread";Thread 1 "MainThread";main;process=(none) 1` + "\n" +
				`thread=Thread 1 "MainThread";Thread 1 "MainThread";main;read;process=(none) 2` + "\n",
		},
		{
			"evented, one profile", "speedscope/07-dotnet-leaves.json",
			sources.Options{TagLeaf: []string{"thread"}},
			"Program.Main(class System.String[]);UNMANAGED_CODE_TIME;thread=Thread (42) 2000000\nProgram.Main(class System.String[]);thread=Thread (42) 3000000\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			data := sourcestest.ReadFile(t, filepath.Join(sourcestest.Testdata(), test.file))
			p, _ := sourcestest.MustRead(t, data, test.options)
			sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), test.want)
		})
	}
}

// TestFileLabels gives each input of testdata a label, which every stack must then have, whatever its format.
func TestFileLabels(t *testing.T) {
	labels := []input.Label{{Key: "of file", Text: "one"}, {Key: "no", Text: "other"}}
	sourcestest.EachFixture(t, func(t *testing.T, plain *collapse.Profile, data []byte) {
		read := func(o sources.Options) *collapse.Profile {
			o.FileLabels = labels
			format, _ := sources.Detect(input.NewHead(data[:min(len(data), 64<<10)]))
			o.Format = format.Name
			p, _, err := sources.Read(bytes.NewReader(data), o)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		root, leaf := read(sources.Options{TagRoot: []string{"of file"}}), read(sources.Options{TagLeaf: []string{"of file"}})
		dropped := read(sources.Options{TagIgnore: "of file=one"})
		for m, metric := range plain.Metrics {
			var atRoot, atLeaf []string
			for _, line := range columnLines(t, plain, m) {
				at := strings.LastIndexByte(line, ' ')
				atRoot, atLeaf = append(atRoot, "of file=one;"+line), append(atLeaf, line[:at]+";of file=one"+line[at:])
			}
			slices.Sort(atRoot)
			slices.Sort(atLeaf)
			sourcestest.Same(t, strings.Join(columnLines(t, root, m), "\n"), strings.Join(atRoot, "\n"))
			sourcestest.Same(t, strings.Join(columnLines(t, leaf, m), "\n"), strings.Join(atLeaf, "\n"))
			if m < len(dropped.Metrics) && dropped.Total(m) != 0 {
				t.Errorf("%s: --tagignore left %d", metric.Name, dropped.Total(m))
			}
		}
	})
}

func columnLines(t *testing.T, p *collapse.Profile, metric int) []string {
	t.Helper()
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{metric}}); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	slices.Sort(lines)
	return lines
}
