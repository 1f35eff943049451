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
	t.texts = append(withRoom(t.texts), textInfo{start: len(t.arena), length: uint32(len(text))})
	if len(t.arena)+len(text) > cap(t.arena) {
		t.arena = withCap(t.arena, grown(len(t.arena)+len(text)))
	}
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
	base  NodeID // the first node that is in the table: see forget
	links []link // links[i] is that of node base+i
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
	t.base, t.links = Root, []link{{}}
	t.clearSlots()
}

func (t *callTable) clearSlots() {
	const few = 1 << 8
	if len(t.slots) == few {
		clear(t.slots)
	} else {
		t.slots = make([]callSlot, few)
	}
	t.shift, t.used = 64-8, 0
}

// find returns the node of want, or 0 if there is none, and how many callees of its parent it looked at:
// fewCallees+1 stands for all that are more. Add must know.
func (t *callTable) find(want node) (id NodeID, seen int) {
	before := NodeID(0)
	id = t.link(want.parent).callee
	for seen = range fewCallees {
		if id == 0 {
			return 0, seen
		}
		at := t.link(id)
		if at.frame == want.frame {
			t.toFront(want.parent, before, id)
			return id, seen
		}
		before, id = id, at.sibling
	}
	if id == 0 {
		return 0, fewCallees
	}
	return t.slot(want).id, fewCallees + 1
}

// link returns the link of a node that is in the table.
func (t *callTable) link(n NodeID) *link { return &t.links[n-t.base] }

// toFront moves id, which stands behind before, to the front of its parent's callees.
func (t *callTable) toFront(parent, before, id NodeID) {
	if before == 0 {
		return
	}
	t.link(before).sibling = t.link(id).sibling
	t.link(id).sibling = t.link(parent).callee
	t.link(parent).callee = id
}

// add adds the newest node, whose number is the highest. Seen is what find returned for it.
func (t *callTable) add(want node, id NodeID, seen int) {
	first := t.link(want.parent).callee
	t.links = append(withRoom(t.links), link{frame: want.frame, sibling: first})
	t.link(want.parent).callee = id
	switch {
	case seen > fewCallees:
		t.hash(callSlot{want, id})
	case seen == fewCallees:
		for at := id; at != 0; at = t.link(at).sibling {
			t.hash(callSlot{node{want.parent, t.link(at).frame}, at})
		}
	}
}

// holds says whether all that a node calls is in the table, of so many nodes.
func (t *callTable) holds(caller NodeID, nodes int) bool {
	return caller >= t.base && int(t.base)+len(t.links) == nodes
}

// hold makes the table hold all that a node calls: see NewCall and NewTree.
func (t *callTable) hold(caller NodeID, nodes []node) {
	if caller < t.base {
		t.init()
	}
	if n := len(nodes) - int(t.base); cap(t.links) < n {
		t.links = withCap(t.links, max(n, min(cap(nodes), grown(n))))
	}
	for id := t.base + NodeID(len(t.links)); int(id) < len(nodes); id++ {
		if nodes[id].parent < t.base {
			t.links = append(t.links, link{frame: nodes[id].frame})
			continue
		}
		_, seen := t.find(nodes[id])
		t.add(nodes[id], id, seen)
	}
}

// forget empties the table, of so many nodes: only what is called from those after them will be asked for.
func (t *callTable) forget(nodes int) {
	t.base, t.links = NodeID(nodes), t.links[:0]
	if t.used > 0 {
		t.clearSlots()
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
