package jfr

import (
	"fmt"
	"math"
	"math/bits"

	"fold/collapse"
)

// chunkReader reads the events of one chunk.
type chunkReader struct {
	*decoder
	pools  *pools
	events *events
	header header
	lines  bool
	kinds  map[int64]int // by the number of a type: what it is in kinds; below zero: one of about
	event  event
	key    []byte
	stacks map[int64][]collapse.Symbol // the symbols of stacks that events had before
	names  map[int64]string            // of threads
}

// parseChunk adds the events of a chunk.
func parseChunk(chunk []byte, h header, e *events, lines bool) error {
	m, err := parseMetadata(chunk, h)
	if err != nil {
		return err
	}
	d := newDecoder(m, chunk)
	p, err := parsePools(d, chunk, h)
	if err != nil {
		return err
	}
	r := chunkReader{
		decoder: d, pools: p, events: e, header: h, lines: lines, kinds: make(map[int64]int),
		stacks: make(map[int64][]collapse.Symbol), names: make(map[int64]string),
	}
	for i := range kinds {
		if id, known := m.byName[kinds[i].name]; known {
			r.kinds[id] = i
		}
	}
	for id, c := range m.classes {
		if c.name == settingName || isAbout(c.name) {
			r.kinds[id] = -1
		}
	}
	return r.read(chunk)
}

// read goes from event to event.
func (r *chunkReader) read(chunk []byte) error {
	for at := headerSize; at < len(chunk); {
		r.cursor = cursor{data: chunk, at: at}
		size := r.number()
		if size <= 0 || size > int64(len(chunk)-at) {
			return fmt.Errorf("byte %d: an event of %d bytes makes no sense", at, size)
		}
		at += int(size)
		r.data = chunk[:at]
		id := r.number()
		k, wanted := r.kinds[id]
		if !wanted {
			continue
		}
		if k < 0 {
			r.about(id) // which says nothing if it does not fit
			continue
		}
		if r.parse(r.classes[id], k); r.bad {
			return errValues
		}
		r.events.add(&r.event)
	}
	return nil
}

// parse reads the fields of an event of kind k.
func (r *chunkReader) parse(c *class, k int) {
	r.event = event{kind: k, weight: 1}
	labels := r.events.task.WantsLabels()
	for i := range c.fields {
		f := &c.fields[i]
		switch {
		case r.bad:
			return
		case f.name == kinds[k].weight:
			r.event.weight = r.weight(f)
		case f.name == "stackTrace":
			r.setStack(r.integer(f))
		case labels && (f.name == "sampledThread" || f.name == "eventThread"):
			r.event.thread = r.threadName(r.integer(f))
		case labels && f.name == "state" && f.pool:
			r.event.state = string(r.pools.resolve(r.pools.states[r.integer(f)]))
		case labels && (f.name == "objectClass" || f.name == "monitorClass" || f.name == "parkedClass"):
			r.event.class = typeName(r.pools.className(r.integer(f)))
		default:
			r.pass(f, 0)
		}
	}
}

// weight reads a weight; durations are ticks.
func (r *chunkReader) weight(f *field) int64 {
	n := r.integer(f)
	if f.name != "duration" {
		return n
	}
	const second = 1e9
	if n < 0 || r.header.ticksPerSecond <= 0 || r.header.ticksPerSecond == second {
		return n
	}
	high, low := bits.Mul64(uint64(n), second)
	ticks := uint64(r.header.ticksPerSecond)
	if high >= ticks {
		return math.MaxInt64
	}
	nanos, _ := bits.Div64(high, low, ticks)
	return int64(min(nanos, math.MaxInt64))
}

func (r *chunkReader) threadName(id int64) string {
	name, known := r.names[id]
	if !known {
		name = r.pools.threadName(id)
		r.names[id] = name
	}
	return name
}

// setStack gives the event the frames of a stack, whose symbols are looked up once.
func (r *chunkReader) setStack(id int64) {
	ref := r.pools.stacks[id]
	r.event.cut = ref.cut
	symbols, known := r.stacks[id]
	if !known {
		symbols = make([]collapse.Symbol, 0, ref.to-ref.from)
		for _, frame := range r.pools.frames[ref.from:ref.to] {
			if r.pools.methods[frame.method].hidden {
				continue
			}
			r.key = r.pools.appendKey(r.key[:0], frame, r.lines)
			symbols = append(symbols, r.events.b.Intern(r.key, newFrame))
		}
		r.stacks[id] = symbols
	}
	r.event.stack = symbols
}
