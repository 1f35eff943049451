// Package spindump reads the reports of macOS spindump, of hangs and of excessive use of the processor.
package spindump

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// Format is the text of spindump, of .hang, .spin and .diag files and of iOS's .ips files:
//
//	Date/Time:        2026-11-30 09:00:41.615 -0500
//	Steps:            10 (100ms sampling interval)
//
//	Heaviest stack for the main thread of the target process:
//	  10  start + 462 (dyld + 21806) [0x115b4652e]
//
//	Process:          Kettle [411]
//
//	  Thread 0x2ca9e    DispatchQueue "com.apple.main-thread"(1)    10 samples (1-10)    priority 47 (base 47)
//	  <process frontmost, thread QoS user interactive>
//	  10  start + 462 (dyld + 21806) [0x115b4652e] 1-10
//	    10  main + 9 (Kettle + 1746) [0x10772dbb9] 1-10
//	      6   boil + 1 (libtea.dylib + 174) [0x1] (running) 1-6
//	     *3   hndl_unix_scall64 + 22 (kernel + 39) [0xffffff80] 7-9
//
// The column of a count is the depth, "*" before it marks the kernel. Reports of microstackshots have "Powerstats for:"
// instead of a process and no threads.
var Format = input.Format{
	Name: "spindump", Title: "macOS spindump, hang and cpu_resource reports",
	Uses:   input.UsesLabels | input.UsesIdle,
	Sniff:  sniff,
	Stream: read,
	Facts:  factsOf,
}

func sniff(h *input.Head) bool {
	date, about := false, false
	for lines := h.Lines(); ; {
		line, ok := lines.Next()
		if !ok {
			return date && about
		}
		date = date || bytes.HasPrefix(line, []byte("Date/Time:"))
		if bytes.HasPrefix(line, []byte("Call graph:")) {
			return false // macOS sample
		}
		for _, word := range []string{"Steps:", "Data Source:", "Powerstats for:", "Heaviest stack for"} {
			about = about || bytes.HasPrefix(line, []byte(word))
		}
	}
}

// row is an open row of a tree.
type row struct {
	node    collapse.NodeID
	count   input.Share
	line    int
	running bool // since the last frame of the program a frame was running
	parked  bool // the last frame of the program is a call that waits
}

type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	samples int // the metric
	names   names
	tree    input.OpenRows[row]

	inTree  bool // rows count: a process was named and no summary has begun
	stacks  bool // rows stand under threads; microstackshots have none and show nobody parked
	process collapse.Symbol
	labels  []input.Label     // of the process
	leaf    []collapse.Symbol // the labels at the leaf
	dropped bool              // the options about labels leave the tree out
	root    collapse.NodeID   // where the rows of its thread begin
	hidden  int64
}

func read(s *input.Stream, b *collapse.Builder) error {
	b.SetModules(true)
	r := &reader{s: s, b: b, names: newNames(s.Options)}
	r.samples = s.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		r.line(line)
	}
	r.tree.Close(r.closed)
	s.Count(r.hidden, input.Note{Noun: "sample", Text: "hidden: threads parked in waiting calls (--idle shows them)"})
	return nil
}

// line takes one line of a report.
func (r *reader) line(line []byte) {
	if name, found := bytes.CutPrefix(line, []byte("Process:")); found {
		r.begin(name, true)
		return
	}
	if name, found := bytes.CutPrefix(line, []byte("Powerstats for:")); found {
		r.begin(name, false)
		return
	}
	if bytes.HasPrefix(line, []byte("Heaviest stack ")) {
		r.end()
		return
	}
	text := input.TrimBlanks(line)
	switch {
	case len(text) == 0 || !r.inTree:
	case bytes.HasPrefix(text, []byte("Binary Images:")):
		r.end()
	case bytes.HasPrefix(text, []byte("Thread 0x")):
		r.thread(text)
	default:
		r.row(line)
	}
}

// end ends a tree: what follows does not count.
func (r *reader) end() {
	r.tree.Close(r.closed)
	r.inTree = false
}

// begin begins the trees of a process: "Kettle (Tea) [411]".
func (r *reader) begin(name []byte, stacks bool) {
	r.end()
	name = input.TrimBlanks(name)
	r.labels = r.labels[:0]
	if at := bytes.LastIndex(name, []byte(" [")); at > 0 && name[len(name)-1] == ']' {
		r.labels = append(r.labels, input.IDLabel("pid", string(name[at+2:len(name)-1])))
		name = input.TrimBlanks(name[:at])
	}
	r.labels = append(r.labels, input.Label{Key: "process", Text: string(name)})
	r.process = r.b.Intern(marked(name), r.names.root)
	r.stacks, r.inTree = stacks, true
	r.label(r.labels)
}

// label begins a tree below what the options about labels put at its root.
func (r *reader) label(labels []input.Label) {
	root, leaf, keep := r.s.Tags(r.b, labels)
	r.leaf, r.dropped = append(r.leaf[:0], leaf...), !keep
	r.root = r.b.CallSymbol(r.b.CallSymbols(collapse.Root, root), r.process)
}

// thread begins the tree of a thread. Its text up to the number of samples is its name.
func (r *reader) thread(text []byte) {
	r.tree.Close(r.closed)
	name := threadName(text)
	if r.s.WantsLabels() {
		r.label(append(threadLabels(name), r.labels...))
	} else {
		r.label(nil)
	}
	r.root = r.b.CallSymbol(r.root, r.b.Intern(marked(name), r.names.root))
}

// threadLabels reads
//
//	Thread 0x2ca9e DispatchQueue "com.apple.main-thread"(1)
//	Thread 0x2cb00 DispatchQueue 1 Thread name "stove; left"
func threadLabels(text []byte) []input.Label {
	text = bytes.TrimPrefix(text, []byte("Thread "))
	tid, _, _ := bytes.Cut(text, []byte{' '})
	labels := []input.Label{{Key: "tid", Text: string(tid)}}
	for _, of := range []struct{ word, key string }{{"DispatchQueue \"", "queue"}, {"Thread name \"", "thread"}} {
		if _, rest, found := bytes.Cut(text, []byte(of.word)); found {
			if name, _, closed := bytes.Cut(rest, []byte{'"'}); closed {
				labels = append(labels, input.Label{Key: of.key, Text: string(name)})
			}
		}
	}
	return labels
}

// row reads a row of the tree. Other lines between rows say something about the thread.
func (r *reader) row(line []byte) {
	column, kernel, count, text, ok := parseRow(line)
	if !ok {
		return
	}
	f := cutFrame(text)
	if f.state {
		return // its samples are the caller's own
	}
	next := row{node: r.root, count: input.Share{Total: count}, line: r.s.LineNumber()}
	if above := r.tree.Parent(column); above != nil {
		next.node = above.node
		if kernel {
			next.running, next.parked = above.running, above.parked
		}
	}
	symbol := r.b.Intern(f.key(kernel), r.names.frame)
	next.node = r.b.CallSymbol(next.node, symbol)
	next.running = next.running || f.running
	if !kernel {
		next.parked = r.names.parked(r.b, symbol)
	}
	if r.stacks && len(r.tree.Rows()) == 0 {
		r.b.SetTicks(count) // all threads at each tick
		r.s.Recorded(count, "count")
	}
	r.tree.Add(column, next, r.closed)
}

// closed adds what the callees of a row do not account for.
func (r *reader) closed(done *row) {
	if above := r.tree.Rows(); len(above) > 1 {
		above[len(above)-2].count.Take(done.count)
	}
	self, missing := done.count.Self()
	switch {
	case missing > 0:
		r.s.SkipAt(done.line, "the callees exceed their caller by %d: its own weight is taken as 0", missing)
	case self == 0, r.dropped:
	case r.stacks && done.parked && !done.running && !r.s.Options.Idle:
		r.hidden += self
	default:
		r.b.AddSamples(r.b.CallSymbols(done.node, r.leaf), r.samples, self, self)
	}
}
