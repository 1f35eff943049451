package doctor

import (
	"slices"
	"strings"

	"fold/collapse"
	"fold/collapse/category"
)

// allocations finds where the blocks of a profile of the heap come from: DHAT's, pprof's allocs, Instruments'.
func allocations(e *examination) []Finding {
	objects, space := e.column("alloc_objects"), e.column("alloc_space")
	if objects < 0 || space < 0 || e.p.Total(objects) < leastBlocks || e.p.Total(space) <= 0 {
		return nil
	}
	sites := e.allocationSites()
	var findings []Finding
	findings = append(findings, busiestSite(e, objects, sites)...)
	findings = append(findings, growing(e, objects, sites)...)
	return append(findings, neverRead(e, space, sites)...)
}

// leastBlocks is how many blocks a program allocates before it matters where.
const leastBlocks = 1000

// column returns the number of a metric, or -1.
func (e *examination) column(name string) int {
	return slices.IndexFunc(e.p.Metrics, func(m collapse.Metric) bool { return m.Name == name })
}

// allocationSites returns for each node at which stacks end the innermost call that is no part of an allocator: who
// asked for the memory; the root where everything is one.
func (e *examination) allocationSites() []collapse.NodeID {
	sites := make([]collapse.NodeID, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		sites[n] = sites[e.p.Parent(n)]
		if !isGrowth(e.frame(n).Name) && e.category[n] != category.Allocator {
			sites[n] = n
		}
	}
	return sites
}

// growthWords are in the names of functions that move a buffer to a larger one.
var growthWords = []string{
	"realloc", "grow_amortized", "finish_grow", "reserve_for_push", "do_reserve_and_handle", "_M_realloc_insert", "_M_realloc_append",
	"runtime.growslice", "_M_default_append", "__push_back_slow_path", "__emplace_back_slow_path",
}

func isGrowth(name string) bool {
	return slices.ContainsFunc(growthWords, func(word string) bool { return strings.Contains(name, word) })
}

// blocks adds up a column by site, over chosen nodes.
func (e *examination) blocks(metric int, sites []collapse.NodeID, chosen func(n collapse.NodeID) bool) (t tally, total int64) {
	t = make(tally)
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		weight := e.p.Self(metric, n)
		if weight <= 0 || !chosen(n) {
			continue
		}
		total += weight
		if sites[n] != collapse.Root {
			t[e.text(sites[n])] += weight
		}
	}
	return t, total
}

// shares returns the heaviest names of a tally as shares of a column.
func (e *examination) shares(t tally, metric int) []string {
	of := *e
	of.total = e.p.Total(metric)
	return of.lines(t, 3)
}

// busiestSite finds a function that asks for most of the blocks.
func busiestSite(e *examination, objects int, sites []collapse.NodeID) []Finding {
	t, _ := e.blocks(objects, sites, func(collapse.NodeID) bool { return true })
	name, most := "", int64(0)
	for site, weight := range t {
		if weight > most || weight == most && site < name {
			name, most = site, weight
		}
	}
	share := float64(most) / float64(e.p.Total(objects))
	if share < 0.5 {
		return nil
	}
	return []Finding{{
		Check: "one-site", Severity: Lead,
		Says:     sharePercent(share) + " of all blocks are allocated by " + name,
		Evidence: e.shares(t, objects),
		Remedy:   []string{"see who calls it: fold svg --reverse --metric alloc_objects; reuse the block, or allocate once for many"},
	}}
}

// growing finds buffers that are moved again and again while they grow.
func growing(e *examination, objects int, sites []collapse.NodeID) []Finding {
	grown := make([]bool, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		grown[n] = grown[e.p.Parent(n)] || isGrowth(e.frame(n).Name)
	}
	t, weight := e.blocks(objects, sites, func(n collapse.NodeID) bool { return grown[n] })
	share := float64(weight) / float64(e.p.Total(objects))
	if share < 0.2 {
		return nil
	}
	return []Finding{{
		Check: "growing", Severity: Lead,
		Says:     sharePercent(share) + " of all blocks are buffers that were moved to grow",
		Evidence: e.shares(t, objects),
		Remedy:   []string{"reserve the room in advance: Vec::with_capacity, vector::reserve, make with a capacity"},
	}}
}

// neverRead finds memory that is written and never read, where accesses were recorded.
func neverRead(e *examination, space int, sites []collapse.NodeID) []Finding {
	reads, writes := e.column("read_bytes"), e.column("write_bytes")
	if reads < 0 || writes < 0 {
		return nil
	}
	t, weight := e.blocks(space, sites, func(n collapse.NodeID) bool {
		return e.p.Self(reads, n) == 0 && e.p.Self(writes, n) > 0
	})
	share := float64(weight) / float64(e.p.Total(space))
	if share < 0.05 {
		return nil
	}
	return []Finding{{
		Check: "never-read", Severity: Lead,
		Says:     sharePercent(share) + " of all bytes are allocated where blocks are written and never read",
		Evidence: e.shares(t, space),
		Remedy:   []string{"is the memory needed? memory that only the kernel or a device reads counts as never read, too"},
	}}
}
