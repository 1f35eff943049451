// Package jthreads reads the thread dumps of Java that hold virtual threads: jcmd Thread.dump_to_file as text and
// as JSON, and what Spring Boot answers at /actuator/threaddump.
package jthreads

import (
	"bytes"

	"fold/sources/dump"
	"fold/sources/input"
)

// Format is what jdk.internal.vm.ThreadDumper writes, in its versions, and Spring Boot's actuator:
//
//	#22 "till-1" virtual TIMED_WAITING 2026-11-30T04:11:46.123Z
//	      java.base/java.lang.VirtualThread.park(VirtualThread.java:582)
//	      - parking to wait for <0x2> (a shop.Lock)
//	      shop.Kiosk.take(Kiosk.java:8)
//
//	{"threadDump": {…, "threadContainers": [{…, "threads": [{"tid": "1", "name": "main", "stack": ["shop.Kiosk.main(Kiosk.java:21)"]}]}]}}
//
//	{"threads": [{"threadName": "main", "threadState": "WAITING", "stackTrace": [{"className": "shop.Kiosk", "methodName": "main"}]}]}
var Format = input.Format{
	Name: "jthreads", Title: "Java thread dumps with virtual threads: Thread.dump_to_file, Spring Boot's threaddump",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  func(h *input.Head) bool { return isJSON(h) || isText(h) },
	Stream: parse,
	Census: true,
}

// isJSON looks at the first key.
func isJSON(h *input.Head) bool {
	key, value, inside := dump.FirstKey(h)
	switch {
	case inside:
		return false
	case key == "threadDump":
		return len(value) > 0 && value[0] == '{'
	case key == "threads":
		return len(value) > 0 && value[0] == '[' &&
			bytes.Contains(value, []byte(`"threadName"`)) && bytes.Contains(value, []byte(`"threadState"`))
	}
	return false
}

// isText looks for a header with a frame below it.
func isText(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, found := findHeader(line); found {
			if next := lines.Peek(); isFrame(next) && bytes.IndexByte(next, '(') > 0 {
				return true
			}
		}
	}
}
