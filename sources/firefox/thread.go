package firefox

import (
	"fold/sources/input"
)

// thread is one thread and its samples.
type thread struct {
	process     *process
	own         *tables // nil: none of its own
	name        string
	processName string
	pid, tid    string

	stacks  input.Series // each plus one, 0: none
	largest int64        // of them; 0: there is none
	weights weights      // times 10 to the power of places, see raw
	weight  weightType
	raw     bool         // the type stood after the weights, which have six decimal places
	cpu     input.Series // see cpuRaw
	timed   bool         // there are CPU times
	cpuRaw  bool         // the unit was not known: three decimal places
	times   input.Series // nanoseconds, if times are asked for
	deltas  bool         // times are gaps
	sums    sums         // in place of all these
}

// weightType says what the samples of a thread weigh.
type weightType uint8

const (
	weighsSamples weightType = iota
	weighsTime               // milliseconds
	weighsBytes
)

func weightTypeNamed(name string) weightType {
	switch name {
	case "tracing-ms":
		return weighsTime
	case "bytes":
		return weighsBytes
	}
	return weighsSamples
}

// rawPlaces is how many digits after the point a weight keeps while its type is not known.
const rawPlaces = 6

func (r *reader) readThread(j *input.JSON, p *process) {
	t := &thread{process: p}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "name":
			t.name = readText(j)
		case "processName":
			t.processName = readText(j)
		case "pid":
			t.pid = readText(j)
		case "tid":
			t.tid = readText(j)
		case "samples":
			r.readSamples(j, t)
		case "nativeAllocations", "jsAllocations":
			r.readAllocations(j)
		case "stringArray", "stringTable", "stackTable", "frameTable", "funcTable", "resourceTable", "sources", "libs":
			if t.own == nil {
				t.own = &tables{}
			}
			t.own.readMember(j, r.s.Options)
		}
	}
	t.timed = t.cpu.Len() > 0
	r.sumUp(t)
	r.threads = append(r.threads, t)
}

// forget lets go of the samples.
func (t *thread) forget() {
	t.stacks, t.weights, t.cpu, t.times = input.Series{}, weights{}, input.Series{}, input.Series{}
}

func readText(j *input.JSON) string {
	text, _ := j.ID()
	return string(text)
}

// readAllocations counts what is not read.
func (r *reader) readAllocations(j *input.JSON) {
	for in := j.Object(); in && j.Member(); {
		if string(j.Name()) == "length" {
			n, _ := j.Int()
			r.skipped += max(n, 0)
		}
	}
}

// readSamples reads the samples of a thread, in columns or in rows.
func (r *reader) readSamples(j *input.JSON, t *thread) {
	rows, typed := geckoRows{}, false
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "stack":
			t.largest = readIndexes(j, &t.stacks)
		case "weightType":
			name, _ := j.Text()
			t.weight, typed = weightTypeNamed(string(name)), true
		case "weight":
			t.readWeights(j, typed)
		case "threadCPUDelta":
			t.cpuRaw = r.cpuUnit == ""
			readCPU(j, t, r.cpuPlaces())
		case "time", "timeDeltas":
			t.readTimes(j, r.wantsTimes())
		default:
			rows.readMember(j)
		}
	}
	r.addRows(&rows, t)
}

func (t *thread) readWeights(j *input.JSON, typed bool) {
	places := rawPlaces
	if t.raw = !typed; typed && t.weight != weighsTime {
		places = 0
	}
	one := int64(1)
	for range places {
		one *= 10
	}
	for in := j.Array(); in && j.Element(); {
		w, ok := j.Decimal(places)
		if !ok {
			w = one
		}
		t.weights.append(w)
	}
}

// cpuPlaces returns how many decimal places make the unit of CPU times nanoseconds.
func (r *reader) cpuPlaces() int {
	switch r.cpuUnit {
	case "", "µs", "us", "μs":
		return 3
	}
	return 0
}

func readCPU(j *input.JSON, t *thread, places int) {
	for in := j.Array(); in && j.Element(); {
		delta, _ := j.Decimal(places)
		t.cpu.Append(delta)
	}
}

// wantsTimes reports whether it matters when samples were taken.
func (r *reader) wantsTimes() bool {
	return r.s.Options.Sequence || r.s.Options.Samples || r.s.Options.Times
}

func (t *thread) readTimes(j *input.JSON, wanted bool) {
	if !wanted {
		return
	}
	t.deltas = string(j.Name()) == "timeDeltas"
	for in := j.Array(); in && j.Element(); {
		time, _ := j.Decimal(6)
		t.times.Append(time)
	}
}

// addRows adds the samples of Firefox's own dump.
func (r *reader) addRows(rows *geckoRows, t *thread) {
	t.largest = max(t.largest, rows.indexes("stack", &t.stacks))
	rows.each("threadCPUDelta", func(n int64, _ bool) {
		t.cpuRaw = true
		t.cpu.Append(n / 1000) // three decimal places of six
	})
	if r.wantsTimes() {
		rows.each("time", func(n int64, _ bool) { t.times.Append(n) })
	}
}
