package stacks

import (
	"fold/collapse"
	"fold/sources/input"
)

// Thread is a thread that stacks are of. The options about labels know it by its labels process and thread, whether it
// is shown as frames or not.
type Thread struct {
	Process, Name         string // empty: not known
	ShowProcess, ShowName bool   // these are the first frames of the stacks
}

// Place is where the stacks of a thread hang in the call tree, and what stands at their leaves. The zero value is the
// root, and nothing.
type Place struct {
	Base collapse.NodeID
	leaf []collapse.Symbol
}

// Place returns where the stacks of the thread hang: below its frames, and those below the labels that are asked for
// at the root. Not kept: the options about labels leave out all of its samples.
func (t Thread) Place(task *input.Task, b *collapse.Builder) (p Place, kept bool) {
	if task.WantsLabels() {
		root, leaf, kept := task.Tags(b, t.labels())
		if !kept {
			return Place{}, false
		}
		for _, label := range root {
			p.Base = b.CallSymbol(p.Base, label)
		}
		p.leaf = append(p.leaf, leaf...)
	}
	if t.ShowProcess {
		p.Base = b.Call(p.Base, threadFrame(b, t.Process))
	}
	if t.ShowName {
		p.Base = b.Call(p.Base, threadFrame(b, t.Name))
	}
	return p, true
}

func (t Thread) labels() (labels []input.Label) {
	if t.Process != "" {
		labels = append(labels, input.Label{Key: "process", Text: t.Process})
	}
	if t.Name != "" {
		labels = append(labels, input.Label{Key: "thread", Text: t.Name})
	}
	return labels
}

func threadFrame(b *collapse.Builder, name string) collapse.FrameID {
	return b.Frame(collapse.Frame{Name: name, Kind: collapse.KindThread})
}

// Leaf returns the node of a stack of the thread that ends at n in the file: n, but for labels at the leaf.
func (p Place) Leaf(b *collapse.Builder, n collapse.NodeID) collapse.NodeID {
	for _, label := range p.leaf {
		n = b.CallSymbol(n, label)
	}
	return n
}
