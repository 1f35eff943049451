// Package xctrace reads what xctrace exports of Instruments' traces.
package xctrace

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// Format is a table that "xctrace export --xpath" writes, of samples or of other events with a stack:
//
//	<trace-query-result>
//	<node xpath='//trace-toc[1]/run[1]/data[1]/table[2]'><schema name="time-profile">...</schema>
//	<row><sample-time id="1">1000000</sample-time>
//	 <thread id="2" fmt="Main Thread 0x1f (kettle, pid: 77)"><tid id="3">31</tid><process id="4" fmt="kettle (77)"/></thread>
//	 <process ref="4"/><weight id="6" fmt="1.00 ms">1000000</weight>
//	 <backtrace id="7"><frame id="8" name="boil" addr="0x11"><binary id="9" name="kettle"/></frame>
//	                   <frame id="10" name="main" addr="0x12"><binary ref="9"/></frame></backtrace></row>
//	<row><process ref="4"/><weight ref="6"/><backtrace ref="7"/></row>
//
// Any element may be a reference to an earlier one. Allocations and leaks have attributes instead:
//
//	<row size="80" live="true" responsible-caller="boil" responsible-library="libtea.dylib"><backtrace>...</backtrace></row>
var Format = input.Format{
	Name: "xctrace", Title: "xctrace export: tables of samples, allocations and leaks",
	Uses:   input.UsesLabels | input.UsesIDs,
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	const most = 4 << 10
	text := bytes.TrimSpace(h.Bytes)
	if len(text) == 0 || text[0] != '<' {
		return false
	}
	text = text[:min(len(text), most)]
	return bytes.Contains(text, []byte("<trace-query-result")) || bytes.Contains(text, []byte("<trace-toc"))
}

type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	x       *input.XML
	ids     map[int64]value
	stacks  trie
	names   names
	process []process

	schema string
	rows   int64
	bare   int64 // rows without a stack
	leaves []collapse.Symbol
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b, x: input.NewXML(s), ids: map[int64]value{}, stacks: newTrie(), names: newNames(s.Options)}
	for {
		tag, err := r.x.Next()
		if err != nil {
			return err
		}
		if tag == input.NoTag {
			break
		}
		if tag != input.StartTag {
			continue
		}
		if err := r.element(string(r.x.Name())); err != nil {
			return err
		}
	}
	if r.rows == 0 {
		return input.Errorf("no rows with a weight and a stack: export the table time-profile with xctrace export --xpath")
	}
	s.Count(r.bare, input.Note{Noun: "row", Text: "without a stack, counted under the process alone"})
	return nil
}

// element takes a start tag outside rows.
func (r *reader) element(name string) error {
	switch name {
	case "trace-toc":
		return r.errorf(`this is the table of contents: export a table of it, xctrace export --input FILE --xpath '/trace-toc/run[@number="1"]/data/table[@schema="time-profile"]'`)
	case "schema":
		r.schema = string(r.x.Attr("name"))
	case "row":
		if size := r.x.Attr("size"); size != nil {
			return r.allocation(size)
		}
		return r.row()
	}
	return nil
}

func (r *reader) errorf(format string, args ...any) error {
	return r.s.ErrorAt(r.x.Line(), format, args...)
}

func (r *reader) skip(format string, args ...any) { r.s.SkipAt(r.x.Line(), format, args...) }

// row reads a row of a table: which element holds its weight says what is measured.
func (r *reader) row() error {
	var (
		weight, stack, owner, thread value
		unknown                      bool
	)
	for {
		child, more, err := r.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		unknown = unknown || child.kind == missing
		switch child.kind {
		case measure:
			if weight.kind == none || measures[child.measure].rank < measures[weight.measure].rank {
				weight = child
			}
		case backtrace, sentinel:
			if stack.kind != backtrace {
				stack = child
			}
		case owned:
			owner = child
		case threaded:
			thread = child
		}
	}
	switch {
	case weight.kind == none || stack.kind == none && !unknown:
		return nil // a row about something else
	case unknown:
		r.skip("a row that refers to an element that the file does not hold")
		return nil
	}
	r.add(weight, stack, owner, thread)
	return nil
}

// add adds a sample.
func (r *reader) add(weight, stack, owner, thread value) {
	column := r.s.MetricAt(r.b, measures[weight.measure].metric, r.x.Line())
	samples := r.s.MetricAt(r.b, collapse.Metric{Name: "samples", Unit: "count"}, r.x.Line())
	r.rows++
	root, leaf, keep := r.s.Tags(r.b, r.labels(owner, thread))
	if !keep {
		return
	}
	node := r.b.CallSymbols(collapse.Root, root)
	if text := r.root(owner, thread); text != nil {
		node = r.b.CallSymbol(node, r.b.Intern(text, r.names.root))
	}
	node = r.b.CallSymbols(r.call(node, stack), leaf)
	if measures[weight.measure].metric.Sampling == collapse.Measured {
		r.b.Add(node, column, weight.number)
		r.b.Add(node, samples, 1)
		return
	}
	r.b.AddSample(node, column, weight.number)
	r.b.AddSample(node, samples, 1)
}

// labels returns what a row says of its process and thread.
func (r *reader) labels(owner, thread value) (labels []input.Label) {
	if !r.s.WantsLabels() {
		return nil
	}
	var p process
	if thread.kind == threaded {
		p = r.process[thread.number]
	}
	if owner.kind == owned {
		p.name, p.pid = r.process[owner.number].name, r.process[owner.number].pid
	}
	for _, l := range []input.Label{{Key: "process", Text: p.name}, {Key: "thread", Text: p.thread}, {Key: "tid", Text: p.tid}} {
		if l.Text != "" {
			labels = append(labels, l)
		}
	}
	if p.pid != "" {
		labels = append(labels, input.IDLabel("pid", p.pid))
	}
	return labels
}

// call returns the node of a stack that is called from node. A row without a stack counts under its process.
func (r *reader) call(node collapse.NodeID, stack value) collapse.NodeID {
	r.leaves = r.stacks.symbols(r.leaves[:0], stack.number)
	if stack.kind != backtrace || len(r.leaves) == 0 {
		r.bare++
		if node == collapse.Root {
			node = r.b.CallSymbol(node, r.b.Intern([]byte(nobody), r.names.frame))
		}
		return node
	}
	for i := len(r.leaves) - 1; i >= 0; i-- {
		node = r.b.CallSymbol(node, r.leaves[i])
	}
	return node
}

// root returns the text of the frame at the root: the process of a row, or of its thread; nil: neither is known.
func (r *reader) root(owner, thread value) []byte {
	at := owner
	if at.kind != owned {
		at = thread
	}
	if at.kind == none {
		return nil
	}
	p := r.process[at.number]
	if p.name == "" {
		return nil
	}
	text := append(r.names.key[:0], rootMark)
	text = append(text, p.name...)
	if r.s.Options.PID || r.s.Options.TID {
		text = append(append(text, '-'), p.pid...)
	}
	if tid := r.tid(thread); r.s.Options.TID && tid != "" {
		text = append(append(text, '/'), tid...)
	}
	r.names.key = text
	return text
}

func (r *reader) tid(thread value) string {
	if thread.kind != threaded {
		return ""
	}
	return r.process[thread.number].tid
}

// allocation reads a row of Allocations List or Leaks.
func (r *reader) allocation(text []byte) error {
	size, ok := input.ParseCount(text)
	live := string(r.x.Attr("live")) != "false"
	key := r.names.responsible(r.x)
	symbol := r.b.Intern(key, r.names.frame)
	stack := value{}
	for {
		child, more, err := r.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if child.kind == backtrace {
			stack = child
		}
	}
	if !ok {
		r.skip("not a size: %q", input.Shorten(text))
		return nil
	}
	r.rows++
	root, leaf, keep := r.s.Tags(r.b, nil)
	if !keep {
		return nil
	}
	node := r.b.CallSymbols(collapse.Root, root)
	if stack.kind == backtrace {
		node = r.call(node, stack)
	} else {
		node = r.b.CallSymbol(node, symbol)
	}
	node = r.b.CallSymbols(node, leaf)
	weights := [...]int64{0, 0, size, 1}
	if live {
		weights[0], weights[1] = size, 1
	}
	for i, m := range allocationMetrics {
		column := r.s.MetricAt(r.b, m, r.x.Line())
		if weights[i] != 0 {
			r.b.Add(node, column, weights[i])
		}
	}
	return nil
}

var allocationMetrics = [...]collapse.Metric{
	{Name: "inuse_space", Unit: "bytes", Sampling: collapse.Exact},
	{Name: "inuse_objects", Unit: "count", Sampling: collapse.Exact},
	{Name: "alloc_space", Unit: "bytes", Sampling: collapse.Exact},
	{Name: "alloc_objects", Unit: "count", Sampling: collapse.Exact},
}
