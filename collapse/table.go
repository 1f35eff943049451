package collapse

import (
	"bytes"
	"hash/maphash"
)

// Both tables use open addressing with linear probing and are at most half full.

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

// callTable finds the node of a (parent, frame) pair. A slot holds the node's number; 0, the root, which
// nothing calls, marks a free slot.
type callTable struct {
	slots []NodeID
	shift uint // 64 minus the binary logarithm of len(slots)
}

func (t *callTable) init() {
	t.slots, t.shift = make([]NodeID, 1<<8), 64-8
}

// find returns the slot of want, or the free slot where it belongs.
func (t *callTable) find(nodes []node, want node) int {
	key := uint64(want.parent)<<32 | uint64(want.frame)
	i := int(key * 0x9E3779B97F4A7C15 >> t.shift) // Fibonacci hashing: the top bits are well mixed
	for t.slots[i] != 0 && nodes[t.slots[i]] != want {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return i
}

// put fills the free slot that find returned with the newest node.
func (t *callTable) put(slot int, id NodeID, nodes []node) {
	t.slots[slot] = id
	if 2*len(nodes) <= len(t.slots) {
		return
	}
	t.slots = make([]NodeID, 2*len(t.slots))
	t.shift--
	for id := 1; id < len(nodes); id++ {
		t.slots[t.find(nodes, nodes[id])] = NodeID(id)
	}
}
