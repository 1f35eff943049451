package dump

import (
	"hash/maphash"

	"fold/collapse"
	"fold/sources/input"
)

// A dump is what all threads did at one moment. A file often holds several: a log in which someone has asked a
// program five times, three runs of gdb into one file.
//
// A thread cannot stand in a dump twice, so one that returns begins another dump. Where exactly that begins is
// better known from titles, because new threads come first in most dumps:
//
//	Full thread dump …     a mark
//	"till-1" tid=0x1
//	"main" tid=0x2
//	Full thread dump …     a mark: what follows is a part of its own
//	"till-2" tid=0x3
//	"main" tid=0x2         returns: the part that holds it is another dump, and till-2 is in that
//
// So threads are collected in parts, which end at marks. A part that holds a thread of the dump so far begins another
// dump; one that does not goes on with it, as where eu-stack was run for three processes. Without marks, each
// thread is a part.

// thread is a thread that was read.
type thread struct {
	id      uint64 // 0: not known
	node    collapse.NodeID
	state   State
	minutes int64
	kept    bool // the options about labels keep it
}

// group is a set of threads that were taken at one moment.
type group struct {
	threads []thread
	ids     map[uint64]bool
}

func (g *group) add(x thread) {
	g.threads = append(g.threads, x)
	if x.id != 0 {
		if g.ids == nil {
			g.ids = make(map[uint64]bool)
		}
		g.ids[x.id] = true
	}
}

// clear makes the group empty. The table of ids is made anew: to empty one takes as long as it once was large.
func (g *group) clear() { g.threads, g.ids = g.threads[:0], nil }

// moments tells apart the dumps of an input.
type moments struct {
	t      *Threads
	seed   maphash.Seed
	marked bool // the text has marks
	atOnce bool // a thread that returns without a mark was printed twice
	part   group
	dump   group
	count  int                       // the dumps that are over
	still  map[collapse.NodeID]int64 // the threads that stand at a node in each of them at least
}

const (
	keptDumps = 7       // how many dumps are kept besides the last
	maxGroup  = 1 << 22 // bounds the memory for the threads of a dump
)

func newMoments(t *Threads) *moments { return &moments{t: t, seed: maphash.MakeSeed()} }

// hash returns a number for an id that is not 0.
func (m *moments) hash(id []byte) uint64 {
	if len(id) == 0 {
		return 0
	}
	return maphash.Bytes(m.seed, id) | 1
}

// NewMoment says that what follows was taken at another moment than what was read, or in another process, as far as
// the text shows: by a title, or by the program having gone on. Where it is never called, each thread that
// returns begins a dump.
func (t *Threads) NewMoment() {
	if t.moments != nil {
		t.moments.join()
		t.moments.marked = true
	}
}

// NewStop is NewMoment for debuggers: the program stands still until the next call, so that a thread that is
// printed again is no sign of another dump.
func (t *Threads) NewStop() {
	if t.moments != nil {
		t.NewMoment()
		t.moments.atOnce = true
	}
}

// add takes a thread in.
func (m *moments) add(x thread) {
	if m.marked && !m.atOnce && m.part.ids[x.id] {
		m.join()
	}
	m.part.add(x)
	if !m.marked {
		m.join()
	}
	if len(m.part.threads)+len(m.dump.threads) > maxGroup {
		m.t.in.Count(1, input.Note{Text: "too many threads to tell several dumps of them apart"})
		m.t.moments = nil
	}
}

// join adds the part to the dump, or begins another with it.
func (m *moments) join() {
	for _, x := range m.part.threads {
		if m.dump.ids[x.id] {
			m.close()
			break
		}
	}
	if len(m.dump.threads) == 0 {
		m.part, m.dump = m.dump, m.part
	} else {
		for _, x := range m.part.threads {
			m.dump.add(x)
		}
	}
	m.part.clear()
}

// close ends a dump.
func (m *moments) close() {
	counts := make(map[collapse.NodeID]int64)
	for _, x := range m.dump.threads {
		if x.kept {
			counts[x.node]++
		}
	}
	if m.count++; m.count == 1 {
		m.still = counts
	} else {
		still := make(map[collapse.NodeID]int64)
		for node, n := range counts {
			if least := min(n, m.still[node]); least > 0 {
				still[node] = least
			}
		}
		m.still = still
	}
	if m.count <= keptDumps {
		m.t.writeCounts(counts, m.count)
	}
	m.dump.clear()
}

// writeCounts adds the column of a dump.
func (t *Threads) writeCounts(counts map[collapse.NodeID]int64, dump int) {
	column := t.in.DumpMetric(t.b, t.metrics[Unknown], dump)
	for node, n := range counts {
		t.b.Add(node, column, n)
	}
}

// finish reports the dumps, if there are several.
func (m *moments) finish() {
	m.join()
	if m.count == 0 {
		return
	}
	last := m.dump.threads
	m.close()
	m.t.in.CountDumps(m.count)
	m.t.writeCounts(m.still, 0)
	m.writeLast(last)
}

// writeLast adds the columns of the last dump: those that the input has.
func (m *moments) writeLast(threads []thread) {
	t := m.t
	columns := make([]int, len(t.metrics))
	for c, metric := range t.metrics {
		isState := c > int(Unknown) && c < minutesColumn
		if isState && t.states || c == minutesColumn && t.waits || c == int(Unknown) && m.count > keptDumps {
			columns[c] = t.in.DumpMetric(t.b, metric, m.count)
		}
	}
	for _, x := range threads {
		if !x.kept {
			continue
		}
		if m.count > keptDumps {
			t.b.Add(x.node, columns[Unknown], 1)
		}
		if x.state != Unknown {
			t.b.Add(x.node, columns[x.state], 1)
		}
		if x.minutes > 0 {
			t.b.Add(x.node, columns[minutesColumn], x.minutes)
		}
	}
}
