package main

import (
	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/text"
)

// merging is which names --merge makes one.
type merging struct{ numbered, tiers, clones bool }

// apply returns the profile in which frames that differ only by what --merge leaves out are one. Thread names are
// frames of that kind, and roots of stacks where the format does not tell threads from functions.
func (m merging) apply(p *collapse.Profile) *collapse.Profile {
	if m == (merging{}) {
		return p
	}
	return p.Rewrite(func(b *collapse.Builder, n collapse.NodeID, placed []collapse.NodeID) collapse.NodeID {
		f := p.Frame(p.FrameOf(n))
		isRoot := p.Parent(n) == collapse.Root && f.Kind == collapse.KindUnknown && f.Module == ""
		f.Name = m.name(f.Name, f.Kind == collapse.KindThread || isRoot)
		return b.Call(placed[p.Parent(n)], b.Frame(f))
	})
}

func (m merging) name(name string, isThread bool) string {
	if m.tiers {
		name = text.WithoutTier(name)
	}
	if m.clones && !isThread {
		bare, _ := collapse.Annotation(name)
		name = category.TrimClone(bare) + name[len(bare):]
	}
	switch {
	case m.numbered && isThread:
		return text.WithoutThreadNumber(name)
	case m.numbered:
		return text.WithoutNumber(name)
	}
	return name
}
