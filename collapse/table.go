package collapse

import (
	"bytes"
	"hash/maphash"
)

// Both tables use open addressing with linear probing.

// textTable numbers distinct texts from 0 in the order of their first sight.
type textTable struct {
	seed  maphash.Seed
	slots []textSlot
	arena []byte // all texts, one after the other
	ends  []int  // ends[id]: where text id ends in arena
}

// textSlot is free where id is 0; else it holds the number of a text plus one and part of its hash, so
// that a probe looks at the text itself only when it is almost sure to be the right one.
type textSlot struct{ hash, id uint32 }

func (t *textTable) init() {
	t.seed = maphash.MakeSeed()
	t.slots = make([]textSlot, 1<<8)
}

func (t *textTable) intern(text []byte) (id uint32, isNew bool) {
	hash := uint32(maphash.Bytes(t.seed, text))
	mask := uint32(len(t.slots) - 1)
	i := hash & mask
	for ; t.slots[i].id != 0; i = (i + 1) & mask {
		if t.slots[i].hash == hash && bytes.Equal(t.text(t.slots[i].id-1), text) {
			return t.slots[i].id - 1, false
		}
	}
	t.arena = append(t.arena, text...)
	t.ends = append(t.ends, len(t.arena))
	t.slots[i] = textSlot{hash, uint32(len(t.ends))}
	if 2*len(t.ends) > len(t.slots) {
		t.double()
	}
	return uint32(len(t.ends) - 1), true
}

func (t *textTable) text(id uint32) []byte {
	start := 0
	if id > 0 {
		start = t.ends[id-1]
	}
	return t.arena[start:t.ends[id]]
}

func (t *textTable) double() {
	old := t.slots
	t.slots = make([]textSlot, 2*len(old))
	mask := uint32(len(t.slots) - 1)
	for _, slot := range old {
		if slot.id == 0 {
			continue
		}
		i := slot.hash & mask
		for t.slots[i].id != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

// callTable finds the node of a (parent, frame) pair. A slot is free where id is 0, the root, which
// nothing calls. It holds the pair itself, so that a probe touches one place in memory.
type callTable struct {
	slots []callSlot
	shift uint // 64 minus the binary logarithm of len(slots)

	// last[n] is the callee of n that was asked for last, or 0. Most nodes have one callee, and those of
	// a stack lie side by side, so most calls are found here without a look into the slots.
	last []NodeID
}

type callSlot struct {
	node
	id NodeID
}

func (t *callTable) init() {
	t.slots, t.shift, t.last = make([]callSlot, 1<<8), 64-8, []NodeID{0}
}

// find returns the slot of want, or the free slot where it belongs.
func (t *callTable) find(want node) *callSlot {
	key := uint64(want.parent)<<32 | uint64(want.frame)
	i := int(key * 0x9E3779B97F4A7C15 >> t.shift) // Fibonacci hashing: the top bits are well mixed
	for {
		slot := &t.slots[i]
		if slot.node == want && slot.id != 0 || slot.id == 0 {
			return slot
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
}

// put fills the free slot that find returned with the newest node, whose number is the highest.
func (t *callTable) put(slot *callSlot, want node, id NodeID) {
	*slot = callSlot{want, id}
	t.last = append(t.last, 0)
	if 3*int(id) > 2*len(t.slots) {
		t.double()
	}
}

func (t *callTable) double() {
	old := t.slots
	t.slots = make([]callSlot, 2*len(old))
	t.shift--
	for _, slot := range old {
		if slot.id != 0 {
			*t.find(slot.node) = slot
		}
	}
}
