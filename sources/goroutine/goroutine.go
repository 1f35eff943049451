// Package goroutine reads the stacks of all goroutines of a Go program as text: /debug/pprof/goroutine?debug=2,
// runtime.Stack, panics, SIGQUIT and fatal errors, also from the middle of a log.
package goroutine

import (
	"fold/sources/dump"
	"fold/sources/input"
)

// Format is the text that Go's runtime prints (runtime/traceback.go: goroutineheader, traceback2,
// printcreatedby):
//
//	goroutine 18 [chan receive, 5 minutes]:
//	main.(*till).take(0xc000012345, {...})
//		/srv/kiosk/till.go:9 +0x1d
//	created by main.main in goroutine 1
//		/srv/kiosk/main.go:10 +0x2a
//
// Each goroutine weighs 1. The form with ?debug=1 is one of package pprof.
var Format = input.Format{
	Name: "goroutine", Title: "Go goroutine dumps: debug=2, panics, SIGQUIT, also in logs",
	Uses:   input.UsesLabels | input.UsesLines,
	Sniff:  sniff,
	Stream: parse,
	Census: true,
}

func sniff(h *input.Head) bool {
	lines := h.Lines()
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, found := findHeader(line); found {
			return true
		}
	}
}

// Escaped is a dump inside a string of JSON, as structured logs hold it.
var Escaped = input.Format{
	Name: "goroutine-json", Title: "a Go goroutine dump inside JSON",
	Sniff: sniffEscaped,
	Hint:  "this is a Go dump inside JSON: get the text out first, for example with `jq -r .stacktrace FILE`",
}

// running is the state of the goroutine that writes the dump, and of those that were running on other threads.
const running = "running"

// stateOf returns what a goroutine's state means.
func stateOf(word string, mutex bool) dump.State {
	switch word {
	case running, "runnable", "preempted", "copystack":
		return dump.Running
	case "sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock":
		return dump.Blocked
	case "semacquire": // before Go 1.20 a mutex and a WaitGroup alike
		if mutex {
			return dump.Blocked
		}
	}
	return dump.Waiting
}
