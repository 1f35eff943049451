package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"fold/collapse"
)

// spareMemory is how much garbage may pile up before it is collected, but at least leastGC and at most mostGC
// percent of what is in use. A small heap is collected half as often as Go would do it by itself, which saves a
// tenth of the time of a large perf file. In a large one, the next table can have the memory of the last.
const (
	spareMemory = 32 << 20
	leastGC     = 25
	mostGC      = 200
)

// paceCollector keeps spareMemory. GOGC, where it is set, says otherwise.
func paceCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(mostGC)
	paceAfterCollection()
}

// paceAfterCollection waits for the next collection, and sets the pace for the one behind it.
func paceAfterCollection() {
	type garbage struct{ _ [64]byte }
	runtime.AddCleanup(new(garbage), func(struct{}) {
		heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"}}
		metrics.Read(heap)
		debug.SetGCPercent(gcPercent(heap[0].Value.Uint64(), heap[1].Value.Uint64()))
		paceAfterCollection()
	}, struct{}{})
}

// gcPercent returns how much garbage may pile up, as a percentage of what is in use. A collection looks at what may
// hold pointers. The tables of a tree hold none, and cost nothing to collect; what a decoder that makes objects leaves,
// as that of old formats of pprof does, is all pointers, and collecting it twice would cost half as much as reading it.
func gcPercent(inUse, scanned uint64) int {
	if scanned >= inUse/8 {
		return mostGC
	}
	return int(min(max(100*spareMemory/inUse, leastGC), mostGC))
}

// collectAfter collects what reading a large profile left: the readers' tables are larger than the tree, and what
// is made next can have their memory.
func collectAfter(p *collapse.Profile) {
	const large = 1 << 20 // nodes: some 16 MB
	if p.Len() > large {
		runtime.GC()
	}
}
