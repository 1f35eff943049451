package perf

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"fold/sources/input"
)

// memo remembers what texts came to, for a worker. Most lines of frames stand in the input many times, and so do the
// callers of most samples:
//
//	compile 22851 [001] 1000.001433:    2004008 cpu-clock:
//		ffffffff8168a1b5 memcg1_commit_charge+0x95 ([kernel.kallsyms])    lines: its symbol
//		ffffffff81692478 charge_memcg+0x48 ([kernel.kallsyms])          ┐
//		        3091c770 cmd/compile/internal/gc.Main+0xf70 (compile)   │ tails: with the command,
//		        31252079 main.main+0xf9 (compile)                       ┘ the node that they lead to
//
// Only lines that are a frame and nothing else are kept, and only tails of such lines that a blank line ends.
type memo struct {
	seed  maphash.Seed
	lines memoTable
	tails memoTable
	ends  []int // see lineEnds
}

// keptMemo returns the memo of the chunk's worker, or nil where labels and lines of the source are looked at too.
func keptMemo(c *input.Chunk) *memo {
	if c.WantsLabels() || c.Options.Lines {
		return nil
	}
	kept, ok := c.Kept.(*memo)
	if !ok {
		kept = &memo{seed: maphash.MakeSeed()}
		kept.lines.grow()
		kept.tails.grow()
		c.Kept = kept
	}
	return kept
}

// memoTable finds values of texts. What stands in a slot gives way to what comes later.
//
// A text is known by a hash of 64 bits whose seed is drawn at random in each run, by its length and by eight of its
// bytes: all of the text would be as slow to compare as it is to parse. See docs/architecture.md.
type memoTable struct {
	slots []memoSlot
	shift int // 64 minus the binary logarithm of their number
	puts  int // since it has grown
}

type memoSlot struct {
	textID
	value uint32
}

// textID is what a text is known by. Its zero value is none.
type textID struct {
	hash   uint64
	part   uint64 // the last digits of the first address
	length uint32
}

// The numbers of slots, as binary logarithms. BenchmarkRead.
const (
	fewestSlots = 10
	mostSlots   = 18
)

// leastText is how long a text must be to be remembered: what stands before the symbol in the first line.
const leastText = 17

// id returns what a text of at least leastText bytes is known by. Texts with another salt are others.
func (m *memo) id(text []byte, salt uint64) textID {
	return textID{
		hash:   maphash.Bytes(m.seed, text) ^ salt*0x9E3779B97F4A7C15,
		part:   binary.LittleEndian.Uint64(text[leastText-8:]),
		length: uint32(len(text)),
	}
}

func (t *memoTable) slot(id *textID) *memoSlot { return &t.slots[id.hash>>t.shift] }

func (t *memoTable) get(id *textID) (value uint32, known bool) {
	s := t.slot(id)
	return s.value, s.textID == *id
}

func (t *memoTable) put(id *textID, value uint32) {
	*t.slot(id) = memoSlot{*id, value}
	if t.puts++; t.puts > len(t.slots) && len(t.slots) < 1<<mostSlots {
		t.grow()
	}
}

// grow makes room for four times as much, or for little at first.
func (t *memoTable) grow() {
	old := t.slots
	if t.shift -= 2; old == nil {
		t.shift = 64 - fewestSlots
	}
	t.puts = 0
	t.slots = make([]memoSlot, 1<<(64-t.shift))
	for _, s := range old {
		if s.textID != (textID{}) {
			*t.slot(&s.textID) = s
		}
	}
}

// lineEnds returns where each of the lines at the start of text that begin with a TAB ends, behind its line end.
func (m *memo) lineEnds(text []byte) []int {
	m.ends = m.ends[:0]
	for at := 0; at < len(text) && text[at] == '\t'; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		m.ends = append(m.ends, at)
	}
	return m.ends
}
