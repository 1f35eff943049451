package perf

import (
	"bytes"
	"strings"

	"fold/sources/input"

	"fold/collapse"
)

// perfColumns are the columns of one event.
type perfColumns struct {
	event     []byte
	hasPeriod bool
	weight    int // summed periods, or samples where there are none; -1: see samples
	samples   int // one for each sample
}

// event returns the columns of the open sample's event, adding them if they are new.
func (r *perfReader) event() perfColumns {
	for i := range r.columns {
		if c := &r.columns[i]; c.hasPeriod == r.header.hasPeriod && bytes.Equal(c.event, r.header.event) {
			if i > 0 {
				r.columns[0], r.columns[i] = *c, r.columns[0] // the next sample is mostly of the same event
			}
			return r.columns[0]
		}
	}
	columns := r.newColumns()
	r.columns = append(r.columns, columns)
	return columns
}

func (r *perfReader) newColumns() perfColumns {
	columns := perfColumns{event: bytes.Clone(r.header.event), hasPeriod: r.header.hasPeriod, weight: -1}
	name := hybridEvent(string(r.header.event))
	weight := collapse.Metric{Event: name, Name: name, Unit: perfUnit(name, columns.hasPeriod)}
	if name == "" {
		weight.Name = "period"
	}
	if name != "" || columns.hasPeriod {
		columns.weight = r.c.MetricAt(r.b, weight, r.line)
	}
	columns.samples = r.c.MetricAt(r.b, collapse.Metric{Event: name, Name: "samples", Unit: "count"}, r.line)
	return columns
}

// hybridEvent returns "cycles" for "cpu_core/cycles/P" and "cpu_atom/cycles/P": one event, counted on
// the two kinds of cores of a hybrid processor. Other events come back as they are.
func hybridEvent(event string) string {
	for _, unit := range []string{"cpu_core/", "cpu_atom/"} {
		if rest, found := strings.CutPrefix(event, unit); found {
			if name, _, found := strings.Cut(rest, "/"); found {
				return name
			}
		}
	}
	return event
}

// perfUnit returns the unit of an event's period: the software clocks count nanoseconds.
func perfUnit(event string, hasPeriod bool) string {
	clock, _, _ := strings.Cut(event, ":")
	if hasPeriod && (clock == "cpu-clock" || clock == "task-clock") {
		return "nanoseconds"
	}
	return "count"
}

// command returns the symbol of the open sample's command, or false if its header names none. With
// Options.PID or TID the numbers stand behind it: "java-990/995", "java-?/995" where perf printed one.
func (r *perfReader) command() (collapse.Symbol, bool) {
	h := &r.header
	if len(h.comm) == 0 {
		return 0, false
	}
	key := append(append(r.key[:0], commandMark...), h.comm...)
	if r.names.options.PID || r.names.options.TID {
		key = append(key, '-')
		key = append(key, orUnknown(h.pid)...)
	}
	if r.names.options.TID {
		key = append(key, '/')
		key = append(key, orUnknown(h.tid)...)
	}
	r.key = key
	return r.b.Intern(key, perfCommand), true
}

func orUnknown(number []byte) []byte {
	if len(number) == 0 {
		return []byte("?")
	}
	return number
}

// commandMark stands in front of a command's text, so that it is no frame's text.
const commandMark = "\n\n"

// perfCommand makes the root frame of a command: "tmux: server" becomes "tmux:_server".
func perfCommand(key []byte) []collapse.Frame {
	name := bytes.Clone(key[len(commandMark):])
	for i, c := range name {
		if input.IsBlank(c) {
			name[i] = '_'
		}
	}
	return []collapse.Frame{{Name: string(name), Kind: collapse.KindThread}}
}
