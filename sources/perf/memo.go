package perf

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"fold/collapse"
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
// Another process has the same callers at other addresses. Its lines are others, and so is their tail, but the symbols
// of the lines are the same: stacks holds the node that these lead to, and texts the symbol of what stands behind the
// address.
//
// Only lines that are a frame and nothing else are kept, and only tails of such lines that a blank line ends.
type memo struct {
	seed                        maphash.Seed
	lines, tails, stacks, texts memoTable

	// Room for what is known of the sample at hand.
	ends    []int
	ids     []textID
	symbols []collapse.Symbol
	key     []byte
}

// keptMemo returns the memo of the chunk's worker, or nil where labels and lines of the source are looked at too.
func keptMemo(c *input.Chunk) *memo {
	if c.WantsLabels() || c.Options.Lines {
		return nil
	}
	kept, ok := c.Kept.(*memo)
	if !ok {
		kept = &memo{seed: maphash.MakeSeed()}
		for _, table := range []*memoTable{&kept.lines, &kept.tails, &kept.stacks, &kept.texts} {
			table.grow()
		}
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
	shift uint // 64 minus the binary logarithm of their number
	puts  int  // since it has grown
}

type memoSlot struct {
	hash, part    uint64 // of the text, as is its length: see textID
	length, value uint32
}

// textID is what a text is known by. Its zero value is none.
type textID struct {
	hash   uint64
	part   uint64 // the last digits of the first address
	length uint32
}

// unknown is the value of a text that is not in a table. No symbol and no node has that number.
const unknown = 1<<32 - 1

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

func (t *memoTable) slot(hash uint64) *memoSlot { return &t.slots[hash>>(t.shift&63)] }

// get returns the value of a text, or unknown.
func (t *memoTable) get(id *textID) uint32 {
	s := t.slot(id.hash)
	if s.hash == id.hash && s.part == id.part && s.length == id.length && id.length > 0 {
		return s.value
	}
	return unknown
}

func (t *memoTable) put(id *textID, value uint32) {
	*t.slot(id.hash) = memoSlot{id.hash, id.part, id.length, value}
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
		if s.length > 0 {
			*t.slot(s.hash) = s
		}
	}
}

// lineEnds returns where each of the lines at the start of text that begin with a TAB ends, behind its line end.
func (m *memo) lineEnds(text []byte) []int {
	ends := m.ends[:0]
	for at := 0; at < len(text) && text[at] == '\t'; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		ends = append(ends, at)
	}
	m.ends = ends
	return ends
}

// lookUp returns what the lines that end at the given places, the first of which begins at start, are known by, and
// their symbols. Most slots are not in the processor's cache, and because no look-up depends on another, it waits for
// many of them at the same time:
//
//	one by one   hash ─ slot ········ symbol ─ hash ─ slot ········ symbol ─ …
//	together     hash ─ hash ─ … ─ slot ········ symbol
//	                               slot ········ symbol
func (m *memo) lookUp(text []byte, start int, ends []int, salt uint64) (ids []textID, symbols []collapse.Symbol) {
	n := len(ends)
	if n > len(m.ids) {
		m.ids, m.symbols = make([]textID, 2*n), make([]collapse.Symbol, 2*n)
	}
	ids, symbols = m.ids[:n], m.symbols[:n]
	for i, end := range ends {
		line := text[start:end]
		start = end
		if len(line) < leastText {
			ids[i] = textID{}
		} else {
			ids[i] = m.id(line, salt)
		}
	}
	for i := range ids {
		symbols[i] = collapse.Symbol(m.lines.get(&ids[i]))
	}
	return ids, symbols
}

// node returns the node that a stack leads to, which is given leaf first.
func (m *memo) node(b *collapse.Builder, stack []collapse.Symbol) collapse.NodeID {
	key := m.key[:0]
	for _, symbol := range stack {
		key = binary.LittleEndian.AppendUint32(key, uint32(symbol))
	}
	m.key = key
	if len(key) < leastText {
		return b.Stack(stack)
	}
	id := m.id(key, 0)
	node := m.stacks.get(&id)
	if node == unknown {
		node = uint32(b.Stack(stack))
		m.stacks.put(&id, node)
	}
	return collapse.NodeID(node)
}
