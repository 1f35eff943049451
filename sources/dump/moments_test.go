package dump_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

// The inputs here hold a thread that stays, "stay", one that goes from "here" to "there", and, first in the second dump
// as new threads are, one that was not in the first: "fresh".

// listing returns a text in which format describes each thread: its number, of which the first one's is given and each
// other is by step more, and its name.
func listing(head, format string, first, step int, threads []string) string {
	var text strings.Builder
	text.WriteString(head)
	for i, thread := range threads {
		fmt.Fprintf(&text, format, first+i*step, thread)
	}
	return text.String()
}

func goDump(threads ...string) string {
	const head = "goroutine 9 [running]:\nmain.dump()\n\t/srv/main.go:1 +0x1\n\n"
	return listing(head, "goroutine %d [select]:\nmain.%s()\n\t/srv/main.go:2 +0x1\n\n", 10+len(threads), -1, threads)
}

func jstackDump(threads ...string) string {
	const head = "2026-11-30 04:11:46\nFull thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n"
	const thread = "\"t\" #%[1]d prio=5 os_prio=0 tid=0x%[1]d nid=0x2 runnable  [0x3]\n   java.lang.Thread.State: RUNNABLE\n\tat a.B.%[2]s(B.java:6)\n\n"
	return listing(head, thread, 9+len(threads), -1, threads)
}

// infoDump is what a program makes of ThreadInfo: there is no title.
func infoDump(threads ...string) string {
	return listing("", "\"t\" Id=%d RUNNABLE\n\tat a.B.%s(B.java:6)\n\n", 0, 1, threads)
}

func jthreadsDump(threads ...string) string {
	return listing("4711\n2026-11-30T04:11:46.123Z\n21.0.2+13\n\n", "#%d \"t\"\n      a.B.%s(B.java:6)\n\n", 9+len(threads), -1, threads)
}

func jsonDump(threads ...string) string {
	var all []string
	for i, thread := range threads {
		all = append(all, fmt.Sprintf(`{"tid": "%d", "name": "t", "stack": ["a.B.%s(B.java:6)"]}`, 9-i+len(threads), thread))
	}
	return `{"threadDump": {"threadContainers": [{"threads": [` + strings.Join(all, ", ") + "]}]}}\n"
}

func gstackDump(threads ...string) string {
	const thread = "Thread %[1]d (Thread 0x%[1]d (LWP %[1]d) \"t %[2]s\"):\n#0  %[2]s () at a.c:2\n#1  main () at a.c:9\n"
	return listing("", thread, len(threads), -1, threads)
}

func gdbRun(threads ...string) string {
	return "[New LWP 2]\n[Thread debugging using libthread_db enabled]\n" + gstackDump(threads...) + "[Inferior 1 (process 1) detached]\n"
}

func lldbRun(threads ...string) string {
	const head = "(lldb) process attach --pid 77\nProcess 77 stopped\n* thread #1, name = 't'\n    frame #0: 0x1 a`attached\n(lldb) bt all\n"
	return listing(head, "  thread #%d, name = 't'\n    frame #0: 0x1 a`%s\n    frame #1: 0x1 a`main\n", len(threads), -1, threads)
}

func eustackDump(pid int, threads ...string) string {
	return listing(fmt.Sprintf("PID %d - process\n", pid), "TID %d:\n#0  0x1 %s\n#1  0x2 main\n", pid+len(threads), -1, threads)
}

func faulthandlerDump(threads ...string) string {
	const thread = "Thread 0x0000%d (most recent call first):\n  File \"/srv/a.py\", line 2 in %s\n\n"
	return listing("Timeout (0:00:05)!\n", thread, len(threads), -1, threads)
}

func pyspyDump(threads ...string) string {
	const head = "Process 7: python a.py\nPython v3.11.7 (/usr/bin/python3.11)\n\n"
	return listing(head, "Thread %d (idle): \"t\"\n    %s (a.py:2)\n", len(threads), -1, threads)
}

func pyspyJSON(threads ...string) string {
	var all []string
	for i, thread := range threads {
		all = append(all, fmt.Sprintf(`{"pid": 7, "thread_id": %d, "thread_name": "t", "os_thread_id": 1, "active": true, "owns_gil": true, "frames": [{"name": "%s", "filename": "a.py", "short_filename": "a.py", "line": 2}]}`, len(threads)-i, thread))
	}
	return "[" + strings.Join(all, ", ") + "]\n"
}

func pystackDump(threads ...string) string {
	const thread = "Traceback for thread %d (t) [] (most recent call last):\n    (Python) File \"a.py\", line 2, in %s\n\n"
	return listing("", thread, 0, 1, threads)
}

// twoPrograms returns a log into which two programs of one service write a dump each.
func twoPrograms(first, second string) string {
	var log strings.Builder
	for number, text := range []string{first, second} {
		for i, line := range strings.Split(text, "\n") {
			fmt.Fprintf(&log, "Nov %2d 04:07:%02d lab42 kioskd[%d]: %s\n", 9+i%3, i%60, 811+number, line)
		}
	}
	return log.String()
}

// TestMoments checks where the dumps of one input are told apart: each line is one dump, the last one what stands in all.
func TestMoments(t *testing.T) {
	two := func(dump func(...string) string) string { return dump("here", "stay") + dump("fresh", "there", "stay") }
	noMark := func(dump func(...string) string) string { return dump("stay", "here") + dump("stay", "there", "fresh") }
	const names = "here stay; fresh stay there; stay"
	for name, test := range map[string]struct{ text, want string }{
		"goroutine":             {two(goDump), "dump here stay; dump fresh stay there; dump stay"},
		"goroutine, log":        {string(inLog([]byte(two(goDump)))), "dump here stay; dump fresh stay there; dump stay"},
		"goroutine, programs":   {twoPrograms(goDump("here", "stay"), goDump("there", "stay")), ""},
		"goroutine, both twice": {twoPrograms(goDump("here", "stay"), goDump("here", "stay")) + twoPrograms(goDump("fresh", "there", "stay"), goDump("fresh", "there", "stay")), "dump dump here here stay stay; dump dump fresh fresh stay stay there there; dump dump stay stay"},
		"jstack, programs":      {twoPrograms(jstackDump("here", "stay"), jstackDump("there", "stay")), ""},
		"goroutine, once":       {goDump("here", "stay"), ""},
		"jstack":                {two(jstackDump), names},
		"jstack, log":           {string(inLog([]byte(two(jstackDump)))), names},
		"ThreadInfo":            {noMark(infoDump), names},
		"jthreads":              {two(jthreadsDump), names},
		"jthreads, JSON":        {two(jsonDump), names},
		"pstack":                {two(gstackDump), names},
		"gdb":                   {two(gdbRun), names},
		"gdb, one stop":         {"[New LWP 2]\n" + gstackDump("here", "stay") + gstackDump("here", "stay"), ""},
		"gdb, no threads":       {strings.Repeat("0x1 in f ()\n#0  f () at a.c:1\n#1  main () at a.c:2\n[Inferior 1 (process 5) detached]\n", 2), "f; f; f"},
		"gdb, two programs":     {"#0  f () at a.c:1\n#1  main () at a.c:2\n[Inferior 1 (process 5) detached]\n#0  g () at a.c:1\n#1  main () at a.c:2\n[Inferior 1 (process 6) detached]\n", ""},
		"lldb":                  {two(lldbRun), names},
		"eu-stack":              {eustackDump(7, "here", "stay") + eustackDump(7, "there", "stay"), "here stay; stay there; stay"},
		"eu-stack, several":     {eustackDump(70, "here") + eustackDump(80, "stay") + eustackDump(70, "there") + eustackDump(80, "stay"), "here stay; stay there; stay"},
		"faulthandler":          {two(faulthandlerDump), names},
		"py-spy":                {two(pyspyDump), names},
		"py-spy, JSON":          {two(pyspyJSON), names},
		"pystack":               {noMark(pystackDump), names},
		"nothing stands":        {infoDump("here") + infoDump("there"), "here; there; "},
		"as many as ever":       {infoDump("stay", "stay", "stay") + infoDump("stay", "here", "stay"), "stay stay stay; here stay stay; stay stay"},
		"nine": {
			strings.Repeat(infoDump("stay"), 8) + infoDump("here", "stay"),
			strings.Repeat("stay; ", 7) + "here stay; stay",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, report, err := sources.Read(strings.NewReader(test.text), sources.Options{Dumps: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, dump := range report.Dumps.Kept {
				got = append(got, leaves(dump))
			}
			if report.Dumps.Still != nil {
				got = append(got, leaves(report.Dumps.Still))
			}
			sourcestest.Same(t, strings.Join(got, "; "), test.want)
			if name == "nine" && report.Dumps.Count != 9 {
				t.Errorf("got %d dumps, want 9", report.Dumps.Count)
			}
			without, _ := sourcestest.MustRead(t, []byte(test.text), sources.Options{})
			var a, b bytes.Buffer
			for c := range without.Metrics {
				_ = collapse.WriteFolded(&a, p, collapse.FoldedOptions{Columns: []int{c}})
				_ = collapse.WriteFolded(&b, without, collapse.FoldedOptions{Columns: []int{c}})
			}
			sourcestest.Same(t, a.String()+fmt.Sprint(p.Metrics), b.String()+fmt.Sprint(without.Metrics))
		})
	}
}

// leaves returns the last part of each leaf's name, once for each thread.
func leaves(p *collapse.Profile) string {
	var names []string
	for n := range p.Len() {
		self := p.Self(p.Default, collapse.NodeID(n))
		if self == 0 {
			continue
		}
		name := p.Frame(p.FrameOf(collapse.NodeID(n))).Name
		name, _, _ = strings.Cut(name, " (")
		for range self {
			names = append(names, name[strings.LastIndexByte(name, '.')+1:])
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestLastDump checks that the last dump has the columns of the states.
func TestLastDump(t *testing.T) {
	const first = "goroutine 1 [chan receive, 2 minutes]:\nmain.f()\n\t/srv/main.go:2 +0x1\n\n"
	const second = "goroutine 1 [sync.Mutex.Lock, 5 minutes]:\nmain.g()\n\t/srv/main.go:2 +0x1\n\n"
	_, report, err := sources.Read(strings.NewReader(first+second), sources.Options{Dumps: true})
	if err != nil {
		t.Fatal(err)
	}
	last := report.Dumps.Kept[1]
	var got strings.Builder
	for c, m := range last.Metrics {
		fmt.Fprintf(&got, "%s %d, ", m.Name, last.Total(c))
	}
	sourcestest.Same(t, got.String(), "goroutine 1, running 0, blocked 1, waiting 0, minutes 5, ")
}
