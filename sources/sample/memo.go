package sample

import (
	"encoding/binary"
	"hash/maphash"

	"fold/collapse"
)

// frameMemo remembers the frames that usual lines name, by the text of function and module:
//
//	1397 tide_step  (in tidepool) + 88  [0x1022b5a10]
//	     └─────────────────────┘
//
// A text is known by a hash of 64 bits whose seed is drawn at random in each run, by its length and by its first eight
// bytes, as in "Repeated text of perf" in docs/architecture.md. So a look-up waits for one place in memory; to find the
// text itself and compare it, as [collapse.Builder.Intern] does, it waits for three or four. What stands in a slot gives
// way to what comes later.
type frameMemo struct {
	seed  maphash.Seed
	slots []memoSlot
	shift uint // 64 minus the binary logarithm of their number
	puts  int  // since it has grown
}

// memoSlot is free where length is 0.
type memoSlot struct {
	hash   uint64
	start  uint64 // the first leastText bytes
	length uint32
	frame  collapse.FrameID
}

// leastText is how long a text must be to be remembered.
const leastText = 8

// The numbers of slots, as binary logarithms. BenchmarkRead/format=sample.
const (
	fewestSlots = 9
	mostSlots   = 15
)

func newFrameMemo() frameMemo {
	m := frameMemo{seed: maphash.MakeSeed(), shift: 64 - fewestSlots}
	m.slots = make([]memoSlot, 1<<fewestSlots)
	return m
}

// frame returns the frame of a text, which intern finds out if it is not known.
func (m *frameMemo) frame(text []byte, intern func(text []byte) collapse.FrameID) collapse.FrameID {
	if len(text) < leastText {
		return intern(text)
	}
	hash, start := maphash.Bytes(m.seed, text), binary.LittleEndian.Uint64(text)
	slot := m.slot(hash)
	if slot.hash != hash || slot.start != start || int(slot.length) != len(text) {
		*slot = memoSlot{hash, start, uint32(len(text)), intern(text)}
		frame := slot.frame
		m.grow()
		return frame
	}
	return slot.frame
}

func (m *frameMemo) slot(hash uint64) *memoSlot { return &m.slots[hash>>(m.shift&63)] }

// grow counts what is put into a slot, and makes room for four times as much if that is more than there are.
func (m *frameMemo) grow() {
	if m.puts++; m.puts <= len(m.slots) || len(m.slots) == 1<<mostSlots {
		return
	}
	old := m.slots
	m.shift, m.puts = m.shift-2, 0
	m.slots = make([]memoSlot, 4*len(old))
	for _, s := range old {
		if s.length > 0 {
			*m.slot(s.hash) = s
		}
	}
}
