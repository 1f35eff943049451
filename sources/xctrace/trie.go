package xctrace

import "fold/collapse"

// trie holds the stacks that references may name. What they share from the root on is held once, so that it is no
// larger than the call tree, whatever the number of references. Place 0 is the empty stack.
type trie struct {
	places  []tuple
	callees map[tuple]int64
}

type tuple struct {
	parent int64
	symbol collapse.Symbol
}

func newTrie() trie { return trie{places: []tuple{{}}, callees: map[tuple]int64{}} }

// call returns the place of a symbol that is called from parent.
func (t *trie) call(parent int64, s collapse.Symbol) int64 {
	want := tuple{parent, s}
	if at, known := t.callees[want]; known {
		return at
	}
	at := int64(len(t.places))
	t.places = append(t.places, want)
	t.callees[want] = at
	return at
}

// symbols appends the stack of a place, leaf first.
func (t *trie) symbols(to []collapse.Symbol, at int64) []collapse.Symbol {
	for ; at != 0; at = t.places[at].parent {
		to = append(to, t.places[at].symbol)
	}
	return to
}
