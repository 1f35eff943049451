package traceevents

import (
	"bytes"

	"fold/sources/input"
	"fold/sources/stacks"
)

// threads numbers the threads and processes of a trace. Their ids may be any text.
type threads struct {
	processes    input.IDs
	processNames []string
	ids          input.IDs // pid, NUL, tid
	list         []thread

	key  []byte // of the thread that was asked for last
	last int

	processed bool // the shown threads belong to several processes
}

type thread struct {
	process int32
	name    string
}

func (t *threads) len() int { return len(t.list) }

// of returns the number of an event's thread.
func (t *threads) of(e *event) int { return t.number(e.pid.bytes, e.tid.bytes) }

func (t *threads) number(pid, tid []byte) int {
	if n := len(pid); len(t.list) > 0 && len(t.key) == n+1+len(tid) && bytes.Equal(t.key[:n], pid) && t.key[n] == 0 && bytes.Equal(t.key[n+1:], tid) {
		return t.last // most events are of the thread of the event before
	}
	t.key = append(append(append(t.key[:0], pid...), 0), tid...)
	t.last = int(t.ids.Of(t.key))
	if t.last == len(t.list) {
		t.list = append(t.list, thread{process: t.process(pid)})
	}
	return t.last
}

func (t *threads) process(pid []byte) int32 {
	n := t.processes.Of(pid)
	if int(n) == len(t.processNames) {
		t.processNames = append(t.processNames, "")
	}
	return n
}

// name reads an event that names a thread or a process:
//
//	{"name":"thread_name","ph":"M","pid":1,"tid":7,"args":{"name":"worker"}}
func (t *threads) name(e *event) {
	if len(e.argName.bytes) == 0 {
		return
	}
	switch string(e.name.bytes) {
	case "thread_name":
		t.list[t.of(e)].name = string(e.argName.bytes)
	case "process_name":
		t.processNames[t.process(e.pid.bytes)] = string(e.argName.bytes)
	}
}

// show notes which threads are shown, and returns them.
func (t *threads) show(isShown func(thread int) bool) (shown []int) {
	for n := range t.list {
		if !isShown(n) {
			continue
		}
		shown = append(shown, n)
		t.processed = t.processed || t.list[n].process != t.list[shown[0]].process
	}
	return shown
}

// place returns where the stacks of a thread that is shown hang, see [stacks.Thread.Place].
func (r *reader) place(n int) (place stacks.Place, kept bool) {
	t := &r.threads
	id := t.list[n].process
	process := t.processNames[id]
	if process == "" {
		process = "pid " + string(t.processes.Text(id))
	}
	name := t.list[n].name
	if name == "" {
		_, tid, _ := bytes.Cut(t.ids.Text(int32(n)), []byte{0})
		name = "tid " + string(tid)
	}
	return stacks.Thread{Process: process, Name: name, ShowProcess: t.processed, ShowName: true}.Place(&r.s.Task, r.b)
}
