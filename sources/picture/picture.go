// Package picture reads the flame graphs that fold draws, from the data in them.
package picture

import (
	"errors"

	"fold/collapse"
	"fold/collapse/packed"
	"fold/sources/input"
)

// Format is a flame graph of fold svg, or an HTML report. Both hold all of their frames, packed: see [packed.ReadPicture]
// and [packed.ReadPage].
//
//	<svg xmlns="http://www.w3.org/2000/svg" … class="fold-fg fold-hot" …>
//	…
//	<metadata class="d"><d>JMhbCsIwFIRh3cr…</d><d>…</d></metadata>
var Format = input.Format{
	Name: "picture", Title: "flame graphs and reports of fold svg, with all of their data",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	return h.HasPrefix("<svg") && h.Contains(` class="fold-fg`) || isPage(h)
}

func isPage(h *input.Head) bool {
	return h.HasPrefix("<!DOCTYPE html>") && h.Contains(`<div id="app" class="still">`)
}

// decode returns the profile in a file, and how much was left out of it.
func decode(s *input.Stream) (p *collapse.Profile, left int, note input.Note, err error) {
	if isPage(s.Head) {
		p, left, err = packed.ReadPage(s)
		return p, left, input.Note{Noun: "further metric", Text: "of the comparison left out: one is read, before and after"}, err
	}
	p, left, err = packed.ReadPicture(s)
	return p, left, input.Note{Noun: "frame", Text: "without names: the picture was made with --prune-data"}, err
}

func read(s *input.Stream, b *collapse.Builder) error {
	p, left, note, err := decode(s)
	switch {
	case errors.Is(err, packed.ErrNoData):
		return input.Errorf("this picture has no data in it, as fold svg draws it with --no-data: read what it was drawn from")
	case err != nil:
		return input.Errorf("%v", err)
	}
	s.Count(int64(left), note)
	columns := make([]int, len(p.Metrics))
	for m, metric := range p.Metrics {
		columns[m] = s.Metric(b, metric)
		if metric.Side == collapse.After {
			b.SetDefault(columns[m])
		}
	}
	if p.Metrics[p.Default].Side == collapse.NoSide {
		b.SetDefault(columns[p.Default])
	}
	add(p, b, columns)
	return nil
}

// add adds the stacks of p, whose column m is b's column columns[m].
func add(p *collapse.Profile, b *collapse.Builder, columns []int) {
	frames := make([]collapse.FrameID, p.Frames())
	for f := range frames {
		frames[f] = b.Frame(p.Frame(collapse.FrameID(f)))
	}
	nodes := make([]collapse.NodeID, p.Len())
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		nodes[n] = b.Call(nodes[p.Parent(n)], frames[p.FrameOf(n)])
	}
	for m, column := range columns {
		if p.Self(m, collapse.Root) > 0 && nodes[0] == collapse.Root { // the picture is wider than its stacks: --total
			nodes[0] = b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "(no stack)"}))
		}
		for n, node := range nodes {
			if self := p.Self(m, collapse.NodeID(n)); self != 0 {
				b.AddDecimal(node, column, self, p.Metrics[m].Scale)
			}
		}
	}
}
