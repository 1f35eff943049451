// Package jstack reads the thread dumps of a Java VM: jstack, jcmd Thread.print, kill -3 (also from a log), and
// what ThreadInfo.toString makes of a thread.
package jstack

import (
	"bytes"

	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what HotSpot prints (javaThread.cpp: print_on, threads.cpp) and ThreadInfo.toString:
//
//	Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):
//
//	"pool-1-thread-2" #16 prio=5 os_prio=0 cpu=1.1ms tid=0x00007f05c0212091 nid=0x34c2 waiting for monitor entry  [0x00007f053e97b000]
//	   java.lang.Thread.State: BLOCKED (on object monitor)
//		at shop.Till.ring(Till.java:5)
//		- waiting to lock <0x000000068700> (a shop.Till)
//		at java.lang.Thread.run(java.base@17.0.15/Thread.java:840)
//
//	"main" prio=5 Id=1 TIMED_WAITING
//		at java.base@17.0.15/java.lang.Thread.sleep(Native Method)
//
// The name of the pool that a thread belongs to is the root of its stack.
var Format = input.Format{
	Name: "jstack", Title: "Java thread dumps: jstack, jcmd Thread.print, kill -3, also in logs",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  sniff,
	Stream: parse,
	Census: true,
}

// near is how far after a header the first line must stand that only a dump has.
const near = 600

func sniff(h *input.Head) bool {
	lines := h.Lines()
	headerAt, pos := -1, 0
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if isTitle(line) {
			return true
		}
		if headerAt >= 0 && pos-headerAt <= near && isMark(line) {
			return true
		}
		pos += len(line) + 1
		if _, found := findHeader(line); found {
			headerAt = pos
		}
	}
}

// isTitle reports whether a line heads a dump: "Full thread dump OpenJDK 64-Bit Server VM (17 mixed mode):".
func isTitle(line []byte) bool {
	before, _, ok := bytes.Cut(line, []byte("Full thread dump "))
	return ok && dump.IsPrefix(before) && bytes.HasSuffix(bytes.TrimRight(line, " "), []byte(":"))
}

// isMark reports whether a line below a header shows that it is one of a thread.
func isMark(line []byte) bool {
	if bytes.Contains(line, []byte("java.lang.Thread.State: ")) {
		return true
	}
	at := bytes.Index(line, []byte("at "))
	return at > 0 && input.IsWhite(line[at-1]) && bytes.IndexByte(line[at:], '(') > 0
}
