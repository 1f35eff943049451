package sources

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
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

// Read reads one input: it decompresses, decodes and recognises it, and parses it with several workers.
// The result does not depend on their number or their timing, nor on how the input arrives.
//
// An error about a line begins with its number: "12: no weight". Lines that make no sense are in the
// report and are no error, unless o.Strict is set.
func Read(r io.Reader, o Options) (*collapse.Profile, *Report, error) {
	in, head, err := begin(r)
	if err != nil {
		return nil, nil, err
	}
	format, err := choose(head, o.Format)
	if err != nil {
		return nil, nil, err
	}
	if o.Sequence && !format.Ordered {
		return nil, nil, fmt.Errorf("%s does not tell the order of samples: perf script text does, and folded stacks may", format.Name)
	}
	return readFormat(in, head, format, o)
}

// Head returns the beginning of an input as a format's Sniff sees it: decompressed, decoded, at most
// [HeadSize] bytes.
func Head(r io.Reader) ([]byte, error) {
	_, head, err := begin(r)
	return head, err
}

// begin returns the text of an input, all of it still to be read, and a copy of its beginning.
func begin(r io.Reader) (in *bufio.Reader, head []byte, err error) {
	if in, err = decode(r); err != nil {
		return nil, nil, err
	}
	head, err = in.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, nil, readError(err)
	}
	return in, bytes.Clone(head), nil
}

// choose returns the format to read head with.
func choose(head []byte, name string) (Format, error) {
	format, found := detect(head)
	if found && format.Parse == nil {
		return Format{}, errors.New(format.Hint)
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return Format{}, errors.New("the input is empty: did the profiler record anything?")
	}
	if name != "" {
		named, known := FormatNamed(name)
		if !known || named.Parse == nil {
			return Format{}, fmt.Errorf("no format is called %q: see fold formats", name)
		}
		return named, nil
	}
	if !found {
		return Format{}, errors.New("not a profile that fold knows: see fold formats")
	}
	return format, nil
}

// readFormat has the input read and parsed in pieces: chunk i belongs to worker i modulo the number of workers.
//
// Who parses a chunk has also read it, so that it lies in the cache of its processor. The hands that do so
// take turns at reading. A worker that is alone has two, so that one reads while the other parses.
func readFormat(in *bufio.Reader, head []byte, format Format, o Options) (*collapse.Profile, *Report, error) {
	n := o.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if format.Split == nil || o.Sequence {
		n = 1
	}
	workers := make([]*worker, n)
	for i := range workers {
		workers[i] = &worker{format: format, builder: collapse.NewBuilder()}
	}
	if o.Sequence {
		workers[0].builder.RecordSequence()
	}
	d := newDealer(in, head, format, o)
	turns := make([]chan struct{}, max(2, n)) // one for each hand
	for i := range turns {
		turns[i] = make(chan struct{}, 1)
	}
	var running sync.WaitGroup
	for i, mine := range turns {
		running.Go(func() { workers[i%n].run(d, mine, turns[(i+1)%len(turns)]) })
	}
	turns[0] <- struct{}{}
	running.Wait()
	return join(workers, head, format, o, d.err)
}

// worker parses chunks into a builder of its own.
type worker struct {
	format  Format
	parsing sync.Mutex
	builder *collapse.Builder
	report  Report
	kept    any   // see Chunk
	lines   []int // lines[i]: number of lines in this worker's chunk i
	err     error // the first error; chunks after it are not parsed
}

// run is one hand of a worker. In each of its turns it takes a chunk, and the next hand has its turn while
// it parses.
func (w *worker) run(d *dealer, mine <-chan struct{}, next chan<- struct{}) {
	var buf []byte
	for range mine {
		c := d.deal(buf)
		w.parsing.Lock()
		if w.err != nil {
			d.over = true
		}
		next <- struct{}{} // at the end too: the others have to see it
		if c != nil {
			w.parse(c)
			buf = c.Data[:0]
		}
		w.parsing.Unlock()
		if c == nil {
			return
		}
	}
}

func (w *worker) parse(c *Chunk) {
	if w.err == nil {
		c.report, c.kept = &w.report, &w.kept
		w.err = w.format.Parse(c, w.builder)
	}
	w.lines = append(w.lines, c.line+bytes.Count(c.Data[c.pos:], newline))
}

var newline = []byte{'\n'}

// dealer reads an input chunk by chunk. Only the hand that has its turn may use it.
type dealer struct {
	cut  cutter
	next Chunk // without its data
	over bool  // the input is, or somebody has failed
	err  error
}

func newDealer(in *bufio.Reader, head []byte, format Format, o Options) *dealer {
	d := &dealer{cut: cutter{in: in, split: format.Split, size: o.ChunkSize}, next: Chunk{Head: head, First: true, Options: o}}
	if d.cut.size <= 0 {
		d.cut.size = defaultChunk
	}
	return d
}

// deal returns the next chunk, in buf if that is large enough, or nil if there is none.
func (d *dealer) deal(buf []byte) *Chunk {
	if d.over {
		return nil
	}
	c := d.next
	c.Data, c.Last, d.err = d.cut.next(buf)
	d.over = c.Last || d.err != nil
	if d.err != nil {
		return nil
	}
	d.next.First = false
	d.next.index++
	return &c
}

// join merges what the workers made, in their order.
func join(workers []*worker, head []byte, format Format, o Options, readErr error) (*collapse.Profile, *Report, error) {
	lines := lineNumbers(workers)
	if err := firstError(workers, lines); err != nil {
		return nil, nil, err
	}
	if readErr != nil {
		return nil, nil, readErr
	}
	b, report := workers[0].builder, &Report{Format: format}
	for i, w := range workers {
		if i > 0 {
			b.Merge(w.builder)
		}
		report.add(&w.report)
	}
	report.finish(lines)
	p := b.Profile()
	doubtful := p.Len() == 1 || report.Skips > lines[len(lines)-1]/2 && !format.Sniff(head)
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
		return fmt.Errorf("%d: %s: is this %s? see fold formats", first.Line, first.Why, report.Format.Name)
	}
	return fmt.Errorf("%d: %s", first.Line, first.Why)
}

// lineNumbers returns for each chunk of the input how many lines stand before it.
func lineNumbers(workers []*worker) []int {
	lines := []int{0}
	for i := 0; ; i++ {
		w := workers[i%len(workers)]
		own := i / len(workers)
		if own >= len(w.lines) {
			return lines
		}
		lines = append(lines, lines[i]+w.lines[own])
	}
}

// firstError returns the error that stands first in the input.
func firstError(workers []*worker, lines []int) error {
	var first error
	at := place{chunk: len(lines)}
	for _, w := range workers {
		var p *positioned
		if errors.As(w.err, &p) {
			if p.at.chunk < at.chunk {
				at, first = p.at, fmt.Errorf("%d: %s", lines[p.at.chunk]+p.at.line, p.why)
			}
		} else if w.err != nil && first == nil {
			first = w.err
		}
	}
	return first
}
