package traceevents

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/v8"
)

// event is one event. Its texts are valid until the next one is read.
type event struct {
	phase        byte
	ts, dur      int64 // nanoseconds
	hasTS        bool
	hasDur       bool // or a tdur
	name         text
	pid, tid, id text
	frame        text // sf

	argName, detail text
	hasCount        bool
	hasAverage      bool
	hasProfile      bool // piece holds something
	start, end      text // of a cpuProfile: those of a chunk are on another clock than its profile's
}

// text is a text that may be missing.
type text struct {
	bytes []byte
	is    bool
}

func (t *text) read(j *input.JSON) {
	var got []byte
	got, t.is = j.Text()
	t.bytes = append(t.bytes[:0], got...)
}

func (t *text) readID(j *input.JSON) {
	var got []byte
	got, t.is = j.ID()
	t.bytes = append(t.bytes[:0], got...)
}

func (t *text) forget() { t.bytes, t.is = t.bytes[:0], false }

func (e *event) reset() {
	for _, t := range [...]*text{&e.name, &e.pid, &e.tid, &e.id, &e.frame, &e.argName, &e.detail, &e.start, &e.end} {
		t.forget()
	}
	e.phase, e.hasTS, e.hasDur, e.dur = 0, false, false, 0
	e.hasCount, e.hasAverage, e.hasProfile = false, false, false
}

// read reads an event. What it holds of a CPU profile goes to piece: the name that says so may come last.
func (e *event) read(j *input.JSON, piece *v8.Profile) {
	e.reset()
	tdur, hasTdur := int64(0), false
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "ph":
			if phase, _ := j.Text(); len(phase) == 1 {
				e.phase = phase[0]
			}
		case "ts":
			e.ts, e.hasTS = j.Decimal(3)
		case "dur":
			e.dur, e.hasDur = j.Decimal(3)
		case "tdur":
			tdur, hasTdur = j.Decimal(3)
		case "name":
			e.name.read(j)
		case "pid":
			e.pid.readID(j)
		case "tid":
			e.tid.readID(j)
		case "id":
			e.id.readID(j)
		case "sf":
			e.frame.readID(j)
		case "args":
			e.readArgs(j, piece)
		}
	}
	if !e.hasDur && hasTdur {
		e.dur, e.hasDur = tdur, true
	}
}

func (e *event) readArgs(j *input.JSON, piece *v8.Profile) {
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "name":
			e.argName.read(j)
		case "detail":
			e.readDetail(j)
		case "count":
			e.hasCount = true
		case "avg ms":
			e.hasAverage = true
		case "data":
			for in := j.Object(); in && j.Member(); {
				e.readData(j, piece)
			}
		}
	}
}

// readDetail reads args.detail, if it is a text.
func (e *event) readDetail(j *input.JSON) {
	if j.Kind() == input.JSONString {
		e.detail.read(j)
	}
}

// readData reads a member of args.data, in which CPU profiles come:
//
//	"data":{"cpuProfile":{"nodes":[{"id":3,"parent":2,"callFrame":{…}}],"samples":[3]},"timeDeltas":[30],"endTime":1080}
func (e *event) readData(j *input.JSON, piece *v8.Profile) {
	switch string(j.Name()) {
	case "cpuProfile":
		e.hasProfile = true
		for in := j.Object(); in && j.Member(); {
			switch string(j.Name()) {
			case "startTime":
				e.start.read(j)
			case "endTime":
				e.end.read(j)
			default:
				piece.ReadMember(j)
			}
		}
	case "timeDeltas", "startTime", "endTime":
		e.hasProfile = true
		piece.ReadMember(j)
	}
}

// add adds the event that was read.
func (r *reader) add(j *input.JSON) {
	e := &r.event
	if isProfile := r.addProfile(e); isProfile {
		return
	}
	if e.hasProfile {
		r.piece.Discard() // something else has a startTime
	}
	switch e.phase {
	case 'X', 'B', 'E':
		r.addInterval(j, e)
	case 'M':
		r.threads.name(e)
	case 'b', 'e', 'S', 'F':
		r.async++
	}
}

// addInterval adds an event of the timeline.
func (r *reader) addInterval(j *input.JSON, e *event) {
	if e.phase == 'X' && e.hasCount && e.hasAverage && bytes.HasPrefix(e.name.bytes, []byte("Total ")) {
		r.totals++
		return
	}
	if !e.hasTS {
		r.timeless++
		return
	}
	thread := uint32(r.threads.of(e))
	switch e.phase {
	case 'B':
		r.intervals++
		r.line.Begin(thread, r.names.of(e), e.ts)
	case 'E':
		r.line.End(thread, r.names.ofEnd(e), e.ts)
	default:
		if e.dur < 0 {
			r.negative++
			e.dur = 0
		}
		end, exact := collapse.AddWeights(e.ts, e.dur)
		if !exact {
			j.Damaged("an interval that ends beyond 64 bits")
		}
		if e.dur > 0 {
			r.intervals++
		}
		r.line.Span(thread, r.names.of(e), e.ts, end)
	}
}
