package calltree

import (
	"bufio"
	"io"

	"fold/collapse"
	"fold/sources/input"
)

// Write writes one column of a profile as the call tree that d3-flame-graph and others read. A value is
// the total weight of a node, an exact decimal number; nodes without weight are left out. A weight below
// zero is an error. Siblings with the same text are one node.
//
//	{"name":"root","value":7,"children":[
//	{"name":"main","value":7,"children":[
//	{"name":"work","value":4}]}]}
func Write(w io.Writer, p *collapse.Profile, metric int) error {
	if p.HasNegative(metric) {
		return input.ErrNegative
	}
	p = distinctTexts(p)
	names := make([][]byte, p.Frames())
	for f := range names {
		names[f] = input.JSONText(p.Frame(collapse.FrameID(f)).Text(p.Modules))
	}
	t := treeWriter{out: bufio.NewWriterSize(w, 1<<16), scale: p.Metrics[metric].Scale}
	walk := collapse.NewWalk(p)
	walk.Totals = p.Totals(metric)
	t.node(1, input.JSONText("root"), walk.Totals[collapse.Root])
	for walk.Next() {
		n := walk.Node()
		t.node(1+len(walk.Path), names[p.FrameOf(n)], walk.Totals[n])
	}
	t.end(1)
	t.out.WriteByte('\n')
	return t.out.Flush()
}

// distinctTexts returns the profile in which no two frames have the same text.
func distinctTexts(p *collapse.Profile) *collapse.Profile {
	texts := make(map[string]bool, p.Frames())
	for f := range p.Frames() {
		texts[p.Frame(collapse.FrameID(f)).Text(p.Modules)] = true
	}
	if len(texts) == p.Frames() {
		return p
	}
	return p.MapFrames(func(f collapse.Frame) collapse.Frame { return collapse.Frame{Name: f.Text(p.Modules)} })
}

// treeWriter writes nodes as they come, callers before callees. It keeps no more than the depth of the last.
type treeWriter struct {
	out   *bufio.Writer
	scale int
	depth int // of the last node, which is still open, from 1; 0: there was none
	text  []byte
}

// node writes a node at a depth, the root being at 1, and leaves it open.
func (t *treeWriter) node(depth int, name []byte, value int64) {
	switch {
	case t.depth == 0:
	case depth > t.depth:
		t.out.WriteString(",\"children\":[\n")
	default:
		t.end(depth)
		t.out.WriteString(",\n")
	}
	t.text = append(append(append(t.text[:0], `{"name":`...), name...), `,"value":`...)
	t.out.Write(collapse.AppendWeight(t.text, value, t.scale))
	t.depth = depth
}

// end closes the open nodes down to a depth.
func (t *treeWriter) end(depth int) {
	t.out.WriteByte('}')
	for ; t.depth > depth; t.depth-- {
		t.out.WriteString("]}")
	}
}
