package perf

import (
	"strconv"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
)

// perfEvent is what columns are told apart by.
type perfEvent struct {
	name      string
	hasPeriod bool
}

// perfColumns are the columns of one event.
type perfColumns struct {
	perfEvent
	weight  int // summed periods, or samples where there are none; -1: see samples
	samples int // one for each sample
}

// event returns the columns of the open sample's event, adding them if they are new. The next sample is mostly
// of the same event as the last.
func (r *perfReader) event() *perfColumns {
	h := &r.header
	if c := r.last; c != nil && c.hasPeriod == h.hasPeriod && c.name == string(h.event) {
		return c
	}
	columns := r.columns[perfEvent{string(h.event), h.hasPeriod}]
	if columns == nil {
		columns = r.newColumns()
		if r.columns == nil {
			r.columns = make(map[perfEvent]*perfColumns)
		}
		r.columns[columns.perfEvent] = columns
	}
	r.last = columns
	return columns
}

func (r *perfReader) newColumns() *perfColumns {
	if r.header.hasPeriod {
		r.c.Weighed()
	}
	columns := &perfColumns{perfEvent: perfEvent{string(r.header.event), r.header.hasPeriod}, weight: -1}
	weight, samples := perfevent.Metrics(columns.name, columns.hasPeriod)
	if weight.Event != "" || columns.hasPeriod {
		columns.weight = r.c.MetricAt(r.b, weight, r.line)
	}
	columns.samples = r.c.MetricAt(r.b, samples, r.line)
	return columns
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

// appendLabels adds what the header says about its sample besides the event.
func (h *perfHeader) appendLabels(labels []input.Label) []input.Label {
	if len(h.comm) > 0 {
		labels = append(labels, input.Label{Key: "comm", Text: string(h.comm)})
	}
	for _, number := range []struct {
		key  string
		text []byte
	}{{"pid", h.pid}, {"tid", h.tid}, {"cpu", h.cpu}} {
		if n, err := strconv.ParseInt(string(number.text), 10, 64); err == nil {
			labels = append(labels, input.Label{Key: number.key, Number: n, Numeric: true})
		}
	}
	return labels
}

func orUnknown(number []byte) []byte {
	if len(number) == 0 {
		return []byte("?")
	}
	return number
}

// commandMark stands in front of a command's text, so that it is no frame's text.
const commandMark = "\n\n"

func perfCommand(key []byte) []collapse.Frame {
	return []collapse.Frame{perfevent.Command(key[len(commandMark):])}
}
