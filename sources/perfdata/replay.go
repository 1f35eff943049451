package perfdata

import (
	"bytes"
	"math"
	"strconv"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
	"fold/sources/symbolize"
)

// replay goes through a recording in the order of time and adds its samples to the tree.
type replay struct {
	*index
	b       *collapse.Builder
	machine *machine
	stored  blocks // the file
	packed  blocks // what was compressed in it

	sample    sample
	stack     []collapse.Symbol // of the sample, leaf first
	process   *process          // of the sample
	frames    []symbolize.Frame
	addresses []uint64
	find      symbolize.Finder
	key       []byte
	pending   pendingFrame
	makeFrame func([]byte) []collapse.Frame
	last      map[counter]uint64 // the last values of counters
	labels    []input.Label

	samples, noEvent, damaged, noUserPart, guest int64
}

// eventColumns are the columns of one event.
type eventColumns struct{ weight, samples int }

// counter names a counter whose value is read with samples.
type counter struct {
	id  uint64
	tid int32
}

func newReplay(x *index, b *collapse.Builder, symbols *symbolize.Symbolizer) *replay {
	r := &replay{index: x, b: b, machine: newMachine(x.recording, symbols), last: map[counter]uint64{}}
	r.stored.file = x.file
	if x.unpacked != nil {
		r.packed.file = x.unpacked
	}
	r.find = r.findModule
	r.makeFrame = r.makeFrames
	return r
}

// run goes through all records.
func (r *replay) run() error {
	return r.inOrder(r.record, func(record []byte) error {
		if le.Uint32(record) == recordSample {
			return r.addSample(record)
		}
		r.machine.apply(record)
		return nil
	})
}

// record returns the record at a place of the index, which is valid until the next call.
func (r *replay) record(at uint64) ([]byte, error) {
	if at&unpackedBit != 0 {
		return r.packed.record(at &^ unpackedBit)
	}
	return r.stored.record(at)
}

// addSample adds a sample to the tree.
func (r *replay) addSample(record []byte) error {
	r.samples++
	a := r.sampleAttr(record)
	if a == nil {
		r.noEvent++
		return nil
	}
	s := &r.sample
	if !s.parse(a, record) {
		r.damaged++
		return nil
	}
	if err := r.canUnwind(a); err != nil {
		return err
	}
	r.process = r.machine.process(s.pid)
	if s.mode == modeUser {
		r.process.before = nil // the program runs, so the kernel is done with the one before
	}
	r.stack = r.stack[:0]
	if err := r.walk(a); err != nil {
		return err
	}
	noStack := len(r.stack) == 0
	thread := r.machine.thread(s.pid, s.tid)
	if root, ok := r.root(thread); ok {
		r.stack = append(r.stack, root)
	}
	node, keep := r.node(thread)
	if !keep {
		return nil
	}
	switch {
	case len(r.stack) == 0:
		r.file.Count(1, perfevent.NoteNothing)
		return nil
	case noStack:
		r.file.Count(1, perfevent.NoteNoStack)
	}
	r.weigh(a, node)
	return nil
}

// node returns the node of the sample's stack, and whether the sample is to be kept.
func (r *replay) node(t *thread) (node collapse.NodeID, keep bool) {
	if !r.file.WantsLabels() {
		return r.b.Stack(r.stack), true
	}
	s := &r.sample
	r.labels = append(r.labels[:0],
		input.Label{Key: "comm", Text: string(t.command)},
		input.Label{Key: "pid", Number: int64(s.pid), Numeric: true},
		input.Label{Key: "tid", Number: int64(s.tid), Numeric: true},
		input.Label{Key: "cpu", Number: int64(s.cpu), Numeric: true},
	)
	root, leaf, keep := r.file.Tags(r.b, r.labels)
	if !keep {
		return 0, false
	}
	whole := make([]collapse.Symbol, 0, len(root)+len(r.stack)+len(leaf))
	for i := len(leaf) - 1; i >= 0; i-- {
		whole = append(whole, leaf[i])
	}
	whole = append(whole, r.stack...)
	for i := len(root) - 1; i >= 0; i-- {
		whole = append(whole, root[i])
	}
	return r.b.Stack(whole), true
}

// weigh adds the weights of the sample. Where samples hold the values of counters, each counter that has
// moved on since the last sample gives a weight to its own event.
func (r *replay) weigh(a *attr, node collapse.NodeID) {
	if !a.countsReads() {
		r.add(a, node, r.sample.period)
		return
	}
	for _, read := range r.sample.reads {
		event := r.byID[read.id]
		if event == nil {
			continue
		}
		c := counter{id: read.id}
		if a.flags&flagInherit != 0 && a.has(hasTID) {
			c.tid = r.sample.tid // each thread has a counter of its own
		}
		moved := read.value - r.last[c]
		r.last[c] = read.value
		if moved != 0 {
			r.add(event, node, moved)
		}
	}
}

// add adds a sample of an event.
func (r *replay) add(a *attr, node collapse.NodeID, weight uint64) {
	if a.columns == nil {
		weighed := a.kind != kindTracepoint
		if weighed {
			r.file.Weighed()
		}
		period, samples := perfevent.Metrics(a.eventName(), weighed)
		a.columns = &eventColumns{r.file.Metric(r.b, period), r.file.Metric(r.b, samples)}
	}
	if weight > math.MaxInt64 {
		r.file.Count(1, perfevent.NoteTooLong)
		weight = math.MaxInt64
	}
	r.b.AddSample(node, a.columns.weight, int64(weight))
	r.b.AddSample(node, a.columns.samples, 1)
	if r.file.Options.Samples {
		r.seen()
	}
}

// root returns the frame of a thread's command, or false if it has none. With Options.PID or TID the numbers
// stand behind it.
func (r *replay) root(t *thread) (root collapse.Symbol, ok bool) {
	o, s := r.file.Options, &r.sample
	if t.hasRoot && !o.PID && !o.TID {
		return t.symbol, true
	}
	command := t.command
	if command == nil {
		command = strconv.AppendInt([]byte{':'}, int64(s.tid), 10)
	}
	if len(command) == 0 {
		return 0, false
	}
	r.key = append(append(r.key[:0], commandMark...), command...)
	if o.PID || o.TID {
		r.key = strconv.AppendInt(append(r.key, '-'), int64(s.pid), 10)
	}
	if o.TID {
		r.key = strconv.AppendInt(append(r.key, '/'), int64(s.tid), 10)
	}
	t.symbol, t.hasRoot = r.b.Intern(r.key, commandFrame), true
	return t.symbol, true
}

// commandMark stands in front of a command's text, so that it is no function's text.
const commandMark = "\x00command\x00"

func commandFrame(key []byte) []collapse.Frame {
	return []collapse.Frame{perfevent.Command(bytes.TrimPrefix(key, []byte(commandMark)))}
}
