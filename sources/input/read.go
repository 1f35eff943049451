package input

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"

	"fold/collapse"
)

const (
	defaultChunk = 1 << 20
	// maxRecord bounds what is held in memory of an input that has no place to cut.
	maxRecord = 128 << 20
	// maxWhole bounds inputs that are parsed in one piece.
	maxWhole = 512 << 20
)

// Read reads an input of a known format: it decompresses and decodes it, and has it parsed by several workers where
// the format can be cut. The result does not depend on their number or their timing, nor on how the input arrives.
//
// What is wrong with the input is an [Error]. Lines that make no sense are in the report and are no error, unless
// o.Strict is set.
func Read(r io.Reader, format Format, o Options) (*collapse.Profile, *Report, error) {
	s, err := Open(r)
	if err != nil {
		return nil, nil, err
	}
	return s.Read(format, o)
}

// Read reads the input, once, in the given format.
func (s *Source) Read(format Format, o Options) (*collapse.Profile, *Report, error) {
	empty := s.Empty()
	switch {
	case !format.Reads():
		return nil, nil, Errorf("%s", format.Hint)
	case empty != nil:
		return nil, nil, empty
	case o.Sequence && !format.Ordered:
		return nil, nil, Errorf("%s does not tell the order of samples: perf script text does, and folded stacks may", format.Name)
	case format.Parse != nil:
		return readChunks(s, format, o)
	}
	return readOnce(s, format, o)
}

// Empty returns the error about an input in which there is nothing but white space, or nil.
func (s *Source) Empty() error {
	if len(bytes.TrimSpace(s.Head.Bytes)) == 0 {
		return Errorf("the input is empty: did the profiler record anything?")
	}
	return nil
}

// readOnce has the input read front to back, or through an index, by the one who asked.
func readOnce(s *Source, format Format, o Options) (*collapse.Profile, *Report, error) {
	labels, err := newLabeler(o)
	if err != nil {
		return nil, nil, err
	}
	w := newWorker(format, o, labels)
	task := Task{Options: o, Head: s.Head, report: &w.report, labels: labels}
	if format.Stream != nil {
		stream := &Stream{Task: task, in: s.in}
		w.err = format.Stream(stream, w.builder)
		_, _ = io.Copy(io.Discard, stream) // an input that is cut after what the format reads is cut all the same
		if stream.err != nil {
			w.err = stream.err // whatever the format made of an input that ended there
		}
		w.parsed = []parsed{{0, stream.lines()}}
	} else {
		w.err = readIndexed(s, task, format, w.builder)
		w.parsed = []parsed{{0, math.MaxInt}}
	}
	return join([]*worker{w}, s, format, o, nil)
}

func readIndexed(s *Source, task Task, format Format, b *collapse.Builder) error {
	whole, err := index(s.raw, s.in, s.plain, task.Options)
	if err != nil {
		return err
	}
	return readFile(&File{Task: task, ReaderAt: whole, Size: whole.Size()}, format, b)
}

// readChunks has the input read and parsed in pieces by several workers, each of which takes the next one when it is done
// with its last.
//
// Who parses a chunk has also read it, so that it lies in the cache of its processor. The workers read one at a time.
func readChunks(s *Source, format Format, o Options) (*collapse.Profile, *Report, error) {
	d := newDealer(s, format, o)
	n := o.workers()
	if format.Split == nil || s.isBelow(d.cut.size) {
		n = 1
	}
	if n == 1 && format.Resumes {
		d.resume()
	}
	workers := make([]*worker, n)
	for i := range workers {
		labels, err := newLabeler(o)
		if err != nil {
			return nil, nil, err
		}
		workers[i] = newWorker(format, o, labels)
	}
	var running sync.WaitGroup
	for _, w := range workers[1:] {
		running.Go(func() { w.run(d) })
	}
	workers[0].run(d) // here: a small input needs no second goroutine
	running.Wait()
	return join(workers, s, format, o, d.err)
}

// isBelow reports whether the input is known to have less than so many bytes, so that there is work for one only.
func (s *Source) isBelow(size int) bool {
	whole, known := s.raw.(Indexed)
	return known && s.plain && whole.Size() < int64(size)
}

// workers returns how many parsers may be at work at the same time.
func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// SideBySide reports whether n inputs are read at the same time, each by one worker: there are two of them for each
// worker at least. Fewer are read one after the other, each by all workers.
func (o Options) SideBySide(n int) bool { return o.workers() > 1 && n >= 2*o.workers() }

// Each reads n inputs: it calls read with their numbers, from 0, and the options to read them with, and take with what
// read returned, in the order of the numbers and one at a time. An error of take ends it. See [Options.SideBySide].
//
// What was read waits until its turn comes, and no more than two for each worker do:
//
//	worker 0   read 0 ─► read 2 ───────► read 3 ─► …
//	worker 1   read 1 ───────► read 4 ─► …              5 is not begun before 1 is taken
//	caller            take 0 ─► take 1 ─► take 2 ─► …
func Each[T any](n int, o Options, read func(i int, o Options) T, take func(i int, result T) error) error {
	if !o.SideBySide(n) {
		for i := range n {
			if err := take(i, read(i, o)); err != nil {
				return err
			}
		}
		return nil
	}
	workers := o.workers()
	o.Workers = 1
	begin := make(chan int, 2*workers)
	results := make([]chan T, 2*workers) // results[i%len(results)] is where input i waits
	for i := range results {
		results[i] = make(chan T, 1)
		begin <- i
	}
	var running sync.WaitGroup
	defer running.Wait()
	defer close(begin)
	for range workers {
		running.Go(func() {
			for i := range begin {
				results[i%len(results)] <- read(i, o)
			}
		})
	}
	for i := range n {
		if err := take(i, <-results[i%len(results)]); err != nil {
			for len(begin) > 0 {
				select {
				case <-begin:
				default:
				}
			}
			return err
		}
		if next := i + len(results); next < n {
			begin <- next
		}
	}
	return nil
}

// worker parses chunks into a builder of its own.
type worker struct {
	format  Format
	builder *collapse.Builder
	report  Report
	labels  *labeler
	kept    any      // see Task
	parsed  []parsed // its chunks
	err     error    // the first error; chunks after it are not parsed
	failed  int      // the chunk that err is about
}

// parsed is the number of a chunk, and of the lines in it.
type parsed struct{ chunk, lines int }

func newWorker(format Format, o Options, labels *labeler) *worker {
	w := &worker{format: format, builder: collapse.NewBuilder(), labels: labels}
	switch {
	case o.Sequence, o.Times && format.Timed:
		w.builder.RecordSequence()
	case o.Samples && format.Ordered:
		w.builder.RecordSamples()
	}
	return w
}

// run is what a worker does: it reads a chunk, and while it parses it, another worker may read the next.
func (w *worker) run(d *dealer) {
	for c := d.deal(nil, false); c != nil; c = d.deal(c.Data[:0], w.err != nil) {
		w.parse(c)
	}
}

func (w *worker) parse(c *Chunk) {
	if w.err == nil {
		w.builder.SetPosition(int64(c.index))
		c.report, c.labels, c.Kept = &w.report, w.labels, w.kept
		w.err, w.failed = w.format.Parse(c, w.builder), c.index
		w.kept = c.Kept
	}
	w.parsed = append(w.parsed, parsed{c.index, c.line + bytes.Count(c.Data[c.pos:], newline)})
}

var newline = []byte{'\n'}

// dealer reads an input chunk by chunk, for one worker at a time.
type dealer struct {
	sync.Mutex
	cut  cutter
	next Chunk // without its data
	over bool  // the input is, or somebody has failed
	err  error
}

func newDealer(s *Source, format Format, o Options) *dealer {
	d := &dealer{
		cut:  cutter{in: s.in, split: format.Split, size: o.ChunkSize},
		next: Chunk{Task: Task{Options: o, Head: s.Head}, First: true},
	}
	if d.cut.size <= 0 {
		d.cut.size = chunkFor(s.raw)
	}
	return d
}

// resume makes the dealer cut before the last line of what was read, whatever it is: the parser may look ahead to it.
func (d *dealer) resume() {
	d.cut.split, d.next.running = lastLineStart, true
}

// chunkFor returns how much of an input to read at a time. A small file needs no large buffer, which takes longer to
// clear than the file to read; what is compressed may be several times as large.
func chunkFor(raw io.Reader) int {
	const least, unpacked = 4 << 10, 4
	if whole, ok := raw.(Indexed); ok {
		return int(min(max(unpacked*whole.Size(), least), defaultChunk))
	}
	return defaultChunk
}

// deal returns the next chunk, in buf if that is large enough, or nil if there is none. Failed says that the worker who
// asks cannot go on, and then nobody does.
func (d *dealer) deal(buf []byte, failed bool) *Chunk {
	d.Lock()
	defer d.Unlock()
	d.over = d.over || failed
	if d.over {
		return nil
	}
	c := d.next
	c.Data, c.Last, d.err = d.cut.next(buf)
	d.over = c.Last || d.err != nil
	if d.err != nil {
		return nil
	}
	c.data = c.Data
	if c.Continues() {
		c.ahead = d.cut.rest
	}
	d.next.First = false
	d.next.index++
	return &c
}

// join merges what the workers made, in their order.
func join(workers []*worker, s *Source, format Format, o Options, readErr error) (*collapse.Profile, *Report, error) {
	lines := lineNumbers(workers)
	if err := firstError(workers, lines); err != nil {
		return nil, nil, err
	}
	if readErr != nil {
		return nil, nil, readErr
	}
	b, report := workers[0].builder, &Report{Format: format}
	if o.Samples && format.Facts != nil {
		for _, f := range format.Facts(s.Head) {
			report.fact(f)
		}
	}
	for i, w := range workers {
		if i > 0 {
			b.Merge(w.builder)
		}
		report.add(&w.report)
	}
	p := b.Profile()
	if format.Finish != nil {
		p = format.Finish(p, &Task{Options: o, Head: s.Head, report: report})
	}
	p = splitDumps(p, report)
	samples := p.Len() > 1 || report.untagged > 0
	if format.Uses&UsesLabels == 0 {
		p = (&Task{report: report, labels: workers[0].labels}).labelled(p)
	}
	s.garbageNotes(report)
	report.finish(lines)
	if report.untagged > 0 && p.Len() == 1 {
		report.Notes = append(report.Notes, tagNote(o))
	}
	doubtful := !samples || report.Skips > lines[len(lines)-1]/2
	if report.Skips > 0 && (o.Strict || doubtful) {
		return nil, nil, skippedError(report, doubtful)
	}
	return p, report, nil
}

// skippedError is the error where lines that make no sense are not to be left out, or hardly anything else
// is there, so that the whole is doubtful.
func skippedError(report *Report, doubtful bool) error {
	first := report.Skipped[0]
	if doubtful {
		return &Error{first.Line, fmt.Sprintf("%s: is this %s? see fold formats", first.Why, report.Format.Name)}
	}
	return &Error{first.Line, first.Why}
}

// lineNumbers returns for each chunk of the input how many lines stand before it, and behind the last one how many there are.
func lineNumbers(workers []*worker) []int {
	chunks := 0
	for _, w := range workers {
		chunks += len(w.parsed)
	}
	lines := make([]int, chunks+1)
	for _, w := range workers {
		for _, p := range w.parsed {
			lines[p.chunk+1] = p.lines
		}
	}
	for i := range chunks {
		lines[i+1] += lines[i]
	}
	return lines
}

// firstError returns the error that stands first in the input.
func firstError(workers []*worker, lines []int) error {
	var first *worker
	for _, w := range workers {
		if w.err != nil && (first == nil || w.failed < first.failed) {
			first = w
		}
	}
	if first == nil {
		return nil
	}
	return inInput(first.err, lines[first.failed])
}
