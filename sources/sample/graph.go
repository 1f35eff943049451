package sample

import (
	"math"

	"fold/sources/input"

	"fold/collapse"
)

// sampleState says where in a report the parser is.
type sampleState uint8

const (
	// sampleOutside: header, footers, prose. Entered at the start, at "Analysis of sampling", at a footer
	// and at the first text behind a blank line; left at "Call graph:" and at a thread entry.
	sampleOutside sampleState = iota
	// sampleOpened: behind "Call graph:", before the first line of the graph.
	sampleOpened
	// sampleInside: in a call graph.
	sampleInside
	// samplePaused: at a blank line in or behind a call graph; the next line tells which.
	samplePaused
)

// sampleReader parses the lines of one chunk, or of chunks that go on where the one before ended.
type sampleReader struct {
	c       *input.Chunk
	b       *collapse.Builder
	names   *sampleNames
	key     []byte                             // room for the text of a symbol
	parse   func(text []byte) []collapse.Frame // of names
	intern  func(text []byte) collapse.FrameID
	samples int // the column of weights
	state   sampleState
	title   int // column of "Call graph:", in state sampleOpened
	base    int // column of the counts of thread entries; anyColumn: not known yet

	bars    []byte       // blanks and bars that a line before began with: see usual
	calls   []sampleCall // the stack of the line before, thread entry first
	leftOut int          // depth of the frame that is being left out, with all that it calls; or nothingOut
	first   bool         // the next frame is the first of its call graph

	root, leaf []collapse.Symbol // frames of labels around the stacks of the thread, outermost first
	keep       bool              // the labels of the thread do not leave it out

	hidden int64 // samples of parked threads
	header bool  // no call graph has followed the last header yet
	failed bool  // there was a message that sampling failed
	found  bool  // there was a call graph
}

const nothingOut = math.MaxInt

// sampleCall is a frame of the current stack.
type sampleCall struct {
	frame    collapse.FrameID
	node     collapse.NodeID // its place in the tree; Root: no samples needed it yet
	left     int64           // samples that none of its callees so far has
	thread   bool
	far      bool // it stands far behind the symbol that names it
	squeezed bool // a thread entry that has lost blanks, so that other lines may have lost theirs
}

// Notes that more than one place gives.
var (
	sampleCutShort = input.Note{Noun: "call graph", Text: "cut short: what is missing there is not counted, copy the whole report"}
	sampleUneven   = input.Note{Noun: "line", Text: "of a call graph with a blank too few or too many: placed where the sample counts fit"}
	sampleCropped  = input.Note{Noun: "line", Text: "cut off inside the module: written without it"}
	sampleHidden   = input.Note{Noun: "sample", Text: "hidden: threads parked in waiting calls (--idle shows them)"}
)

func parseSample(c *input.Chunk, b *collapse.Builder) error {
	r := readerOf(c, b)
	for {
		text, ok := c.Next()
		if !ok {
			return r.finish()
		}
		if r.usual(text) {
			continue
		}
		line := cutSampleLine(text)
		if line.ok && r.belongs(line) {
			if err := r.call(line); err != nil {
				return err
			}
			continue
		}
		r.text(text)
	}
}

// readerOf returns the reader of a chunk: the one of the chunk before, if that goes on, or a new one that knows its names.
func readerOf(c *input.Chunk, b *collapse.Builder) *sampleReader {
	before, known := c.Kept.(*sampleReader)
	if known && c.Resumed() {
		before.c, before.bars = c, nil
		return before
	}
	names := &sampleNames{simple: c.Options.Simple(input.DemangleFull), memo: newFrameMemo()}
	if known {
		names = before.names
	}
	r := &sampleReader{c: c, b: b, names: names, base: anyColumn, leftOut: nothingOut, keep: true}
	r.parse = names.parse
	r.intern = r.internFrame
	b.SetModules(true)
	r.samples = c.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
	c.Kept = r
	return r
}

// belongs says whether a line that looks like a frame or a thread entry is part of a call graph.
func (r *sampleReader) belongs(line sampleLine) bool {
	switch r.state {
	case sampleInside:
		return true
	case sampleOpened:
		r.enter(sampleBase(r.title, line, cutSampleLine(r.c.Peek())))
		r.first = true
		return true
	case samplePaused:
		if r.goesOn(line) {
			r.state = sampleInside
			return true
		}
		r.leave()
	}
	if !line.isThread() {
		if lastMarker(line.text, 2) >= 0 {
			r.c.Skip("a frame outside of a call graph, so its callers are not known: left out")
		}
		return false
	}
	base := r.base
	if d := line.column - base; base == anyColumn || d < -1 || d > 1 {
		base = line.column
	}
	r.enter(base)
	return true
}

// goesOn says whether a line behind a blank one continues the call graph: it must stand where a frame can
// stand, and its caller must have that many samples left.
func (r *sampleReader) goesOn(line sampleLine) bool {
	depth, _ := r.depth(line)
	if depth == 0 {
		return line.isThread()
	}
	return depth > r.leftOut || depth > 0 && depth <= len(r.calls) && r.calls[depth-1].left >= line.count
}

func (r *sampleReader) enter(base int) {
	r.unwind(0)
	r.state, r.base, r.leftOut, r.first = sampleInside, base, nothingOut, false
	r.header, r.found = false, true
}

func (r *sampleReader) leave() {
	r.unwind(0)
	r.state = sampleOutside
}

// text reads a line that is not part of a call graph, though it may stand in one.
func (r *sampleReader) text(text []byte) {
	kind := kindOfSampleText(text)
	inGraph := r.state == sampleInside || r.state == sampleOpened
	switch kind {
	case sampleReport, sampleChatter, sampleGraph, sampleFailure:
		if inGraph {
			r.c.Count(1, sampleCutShort)
		}
		r.leave()
		r.begin(kind, text)
	case sampleFooter, sampleFence:
		r.leave()
	case sampleBlank:
		if r.state == sampleInside {
			r.state = samplePaused
		}
	case sampleElision:
		if inGraph || r.state == samplePaused {
			r.c.Skip("lines were taken out of the call graph here: their samples count for their caller")
		}
	default:
		if inGraph {
			r.stray(text)
		} else {
			r.leave()
		}
	}
}

// begin reads the first line of a report or the title of its call graph.
func (r *sampleReader) begin(kind sampleKind, text []byte) {
	switch kind {
	case sampleReport:
		r.noGraph()
		r.header, r.base = true, anyColumn
	case sampleGraph:
		r.title = sampleTitleColumn(text)
		r.state, r.header, r.found = sampleOpened, false, true
	case sampleFailure:
		r.c.Skip("no report: sample could not examine the process")
		r.failed = true
	}
}

// stray leaves out a line in a call graph that has no count or no text, with what it calls if it shows
// where it stands. Bars alone say nothing.
func (r *sampleReader) stray(text []byte) {
	column := sampleIndent(text)
	if column == len(text) {
		return
	}
	depth := (column - r.base + 1) / 2
	if r.state == sampleInside && column > r.base && depth <= min(len(r.calls), r.leftOut) {
		r.skip(depth, "not a line of a call graph, left out with what it calls: %q", input.Shorten(text))
	} else {
		r.c.Skip("not a line of a call graph, left out: %q", input.Shorten(text))
	}
}

// noGraph reports that no call graph followed the last header.
func (r *sampleReader) noGraph() {
	if r.header {
		r.c.Skip("the report that ends here has no call graph: it is cut short, copy the whole of it")
		r.header = false
	}
}

func (r *sampleReader) finish() error {
	if !r.c.Continues() {
		r.unwind(0)
	}
	r.c.Count(r.hidden, sampleHidden)
	r.hidden = 0
	if !r.c.Last {
		return nil
	}
	switch {
	case !r.found && r.failed:
		return r.c.Errorf("sample could not examine the process, so there is no report: see that it runs, and try again with sudo")
	case !r.found && r.header:
		return r.c.Errorf("the report ends before its call graph: it is cut short, copy the whole of it")
	case !r.found:
		return r.c.Errorf("no call graph: this is not a report of macOS sample")
	case r.state == sampleInside, r.state == sampleOpened:
		r.c.Count(1, sampleCutShort)
	}
	r.noGraph()
	return nil
}
