package collapse

import "hash/maphash"

// The tables use open addressing with linear probing.

// hashSlot is free where id is 0; else it holds the number of a text or a frame plus one and part of its
// hash, so that a probe looks at the thing itself only when it is almost sure to be the right one.
type hashSlot struct{ hash, id uint32 }

// doubled returns a table of twice the size.
func doubled(slots []hashSlot) []hashSlot {
	larger := make([]hashSlot, 2*len(slots))
	mask := uint32(len(larger) - 1)
	for _, slot := range slots {
		if slot.id == 0 {
			continue
		}
		i := slot.hash & mask
		for larger[i].id != 0 {
			i = (i + 1) & mask
		}
		larger[i] = slot
	}
	return larger
}

// textTable numbers distinct texts from 0 in the order of their first sight.
type textTable struct {
	seed  maphash.Seed
	slots []hashSlot
	arena []byte     // all texts, one after the other
	texts []textInfo // the text with the number id is texts[id+1]; the first is none
	last  uint32     // the place in texts of the text that was asked for last
}

// textInfo says where in the arena a text is, and what was asked for after it. What calls a function is mostly what
// called it before, so most texts are found by one comparison, without hashing. All that a look-up needs to know of a
// text before it compares it lies side by side: texts are many, and each place in memory is one to wait for.
type textInfo struct {
	start  int
	length uint32
	after  uint32 // the place in texts of the text that was asked for after this one the last time
}

func (t *textTable) init() {
	t.seed = maphash.MakeSeed()
	t.slots = make([]hashSlot, 1<<8)
	t.texts = make([]textInfo, 1)
}

// intern returns the number of text, and whether it is new.
func (t *textTable) intern(text []byte) (id uint32, isNew bool) {
	guess := t.texts[t.last].after
	if guess == 0 || !t.is(guess, text) {
		guess, isNew = t.find(text)
		t.texts[t.last].after = guess
	}
	t.last = guess
	return guess - 1, isNew
}

// is says whether a text is the one at a place in texts.
func (t *textTable) is(place uint32, text []byte) bool {
	info := &t.texts[place]
	return int(info.length) == len(text) && string(t.arena[info.start:info.start+len(text)]) == string(text)
}

// find returns the place of a text by its hash, adding it if it is new.
func (t *textTable) find(text []byte) (place uint32, isNew bool) {
	hash := uint32(maphash.Bytes(t.seed, text))
	mask := uint32(len(t.slots) - 1)
	i := hash & mask
	for ; t.slots[i].id != 0; i = (i + 1) & mask {
		if t.slots[i].hash == hash && t.is(t.slots[i].id, text) {
			return t.slots[i].id, false
		}
	}
	place = uint32(len(t.texts))
	t.texts = append(t.texts, textInfo{start: len(t.arena), length: uint32(len(text))})
	t.arena = append(t.arena, text...)
	t.slots[i] = hashSlot{hash, place}
	if 2*len(t.texts) > len(t.slots) {
		t.slots = doubled(t.slots)
	}
	return place, true
}

// frameTable finds the number of a frame. A map with frames as keys would hash them all again, names and
// all, each time that it grows.
type frameTable struct {
	seed   maphash.Seed
	slots  []hashSlot
	wanted uint32 // the hash of the frame that find was asked for last
}

func (t *frameTable) init() {
	t.seed = maphash.MakeSeed()
	t.slots = make([]hashSlot, 1<<6)
}

// find returns the slot of a frame, or the free slot where it belongs.
func (t *frameTable) find(frames []Frame, f Frame) *hashSlot {
	t.wanted = t.hash(f)
	mask := uint32(len(t.slots) - 1)
	for i := t.wanted & mask; ; i = (i + 1) & mask {
		slot := &t.slots[i]
		if slot.id == 0 || slot.hash == t.wanted && frames[slot.id-1] == f {
			return slot
		}
	}
}

// hash is several times as fast as maphash.Comparable.
func (t *frameTable) hash(f Frame) uint32 {
	hash := maphash.String(t.seed, f.Name) + 3*maphash.String(t.seed, f.Module) + uint64(f.Line)<<8 + uint64(f.Kind)
	if f.File != "" {
		hash += 5 * maphash.String(t.seed, f.File)
	}
	return uint32(hash ^ hash>>32)
}

// add fills the free slot that find returned; count is the number of frames with the new one.
func (t *frameTable) add(slot *hashSlot, count int) {
	*slot = hashSlot{t.wanted, uint32(count)}
	if 2*count > len(t.slots) {
		t.slots = doubled(t.slots)
	}
}

// callTable finds the node of a (parent, frame) pair. Most nodes have a few callees, which lie side by side
// in memory: these are a list. Only the callees of a node that has more than fewCallees are hashed.
type callTable struct {
	links []link // one for each node
	slots []callSlot
	used  int  // slots that are not free
	shift uint // 64 minus the binary logarithm of len(slots)
}

// link makes the callees of a node a list. What was asked for last stands in front.
type link struct {
	frame   FrameID
	callee  NodeID // the first callee, or 0
	sibling NodeID // the next callee of the same node, or 0
}

// callSlot is free where id is 0, the root, which nothing calls.
type callSlot struct {
	node
	id NodeID
}

// fewCallees is how many callees of a node are looked at one by one. BenchmarkCalls.
const fewCallees = 8

func (t *callTable) init() {
	t.slots, t.shift, t.links = make([]callSlot, 1<<8), 64-8, []link{{}}
}

// find returns the node of want, or 0 if there is none, and how many callees of its parent it looked at:
// fewCallees+1 stands for all that are more. Add must know.
func (t *callTable) find(want node) (id NodeID, seen int) {
	before := NodeID(0)
	id = t.links[want.parent].callee
	for seen = range fewCallees {
		if id == 0 {
			return 0, seen
		}
		if t.links[id].frame == want.frame {
			t.toFront(want.parent, before, id)
			return id, seen
		}
		before, id = id, t.links[id].sibling
	}
	if id == 0 {
		return 0, fewCallees
	}
	return t.slot(want).id, fewCallees + 1
}

// toFront moves id, which stands behind before, to the front of its parent's callees.
func (t *callTable) toFront(parent, before, id NodeID) {
	if before == 0 {
		return
	}
	t.links[before].sibling = t.links[id].sibling
	t.links[id].sibling = t.links[parent].callee
	t.links[parent].callee = id
}

// add adds the newest node, whose number is the highest. Seen is what find returned for it.
func (t *callTable) add(want node, id NodeID, seen int) {
	first := t.links[want.parent].callee
	t.links = append(withRoom(t.links), link{frame: want.frame, sibling: first})
	t.links[want.parent].callee = id
	switch {
	case seen > fewCallees:
		t.hash(callSlot{want, id})
	case seen == fewCallees:
		for at := id; at != 0; at = t.links[at].sibling {
			t.hash(callSlot{node{want.parent, t.links[at].frame}, at})
		}
	}
}

// index adds the nodes that are not in the table yet: see NewCall.
func (t *callTable) index(nodes []node) {
	if cap(t.links) < len(nodes) {
		t.links = withCap(t.links, cap(nodes))
	}
	for id := len(t.links); id < len(nodes); id++ {
		_, seen := t.find(nodes[id])
		t.add(nodes[id], NodeID(id), seen)
	}
}

// slot returns the slot of want, or the free slot where it belongs.
func (t *callTable) slot(want node) *callSlot {
	key := uint64(want.parent)<<32 | uint64(want.frame)
	i := int(key * 0x9E3779B97F4A7C15 >> t.shift) // Fibonacci hashing: the top bits are well mixed
	for {
		slot := &t.slots[i]
		if slot.id == 0 || slot.node == want {
			return slot
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
}

func (t *callTable) hash(entry callSlot) {
	*t.slot(entry.node) = entry
	t.used++
	if 2*t.used > len(t.slots) {
		t.double()
	}
}

func (t *callTable) double() {
	old := t.slots
	t.slots = make([]callSlot, 2*len(old))
	t.shift--
	for _, entry := range old {
		if entry.id != 0 {
			*t.slot(entry.node) = entry
		}
	}
}
