package flame

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fold/collapse"
)

// Row is one function of a [Table].
type Row struct {
	Function string // as the profiler named it, without an annotation such as "_[k]"; may hold any byte
	Module   string // the binary or library that holds it; empty where that is not known or not the same everywhere
	Self     int64  // weight of the stacks that end in the function, times 10^Metric.Scale
	Total    int64  // weight of the stacks that hold it, each counted once however often the function recurs
}

// Table says for each function how much of a profile it is, the heaviest first. [Top] makes one;
// [Table.WriteText], [Table.WriteMarkdown], [Table.WriteJSON] and [Table.WriteCSV] print it.
type Table struct {
	Of         string          // what a row is: "function" (or empty), "module" or "category"
	Metric     collapse.Metric // what was measured
	Total      int64           // the weight that is 100 %: all stacks together, each without its sign
	Signed     bool            // some stacks weigh less than zero, so Total is more than their plain sum
	Saturated  bool            // weights went beyond 64 bits and stand at the largest value instead
	Rows       []Row           // the rows asked for
	Hidden     int             // number of rows behind them, which TopOptions.N cut off
	HiddenSelf int64           // sum of the selfs of those
}

// TopOrder says by which number the rows of a table fall.
type TopOrder uint8

// The orders of a table. Signs do not count, and equal rows stand in byte order of their names.
const (
	TopBySelf  TopOrder = iota // by self, as "go tool pprof -top"
	TopByTotal                 // by total, then by self, as "go tool pprof -top -cum"
)

// TopOptions say what [Top] returns. The zero value is every row of the first metric, by self.
type TopOptions struct {
	Metric int      // the column of weights
	Of     string   // what the frames of the profile are, see Table
	By     TopOrder // the order of the rows
	N      int      // how many rows; 0: all
}

// Top returns the self-time table of a profile. Frames that differ in file, line, kind or annotation only
// are one row; so are those that differ in their module, unless the module is part of a frame's text.
//
// Threads and processes, which some profilers put at the root of a stack, have a row only where stacks
// end there. Rows whose self and total are zero are left out. So the selfs always add up to the profile.
func Top(p *collapse.Profile, o TopOptions) Table {
	if len(p.Metrics) == 0 {
		return Table{}
	}
	t := Table{Of: o.Of, Metric: p.Metrics[o.Metric]}
	t.measure(p, o.Metric)
	rows := weigh(p, o.Metric)
	sortRows(rows, o.By)
	shown := len(rows)
	if o.N > 0 {
		shown = min(shown, o.N)
	}
	for _, r := range rows[:shown] {
		t.Rows = append(t.Rows, r.Row)
	}
	for _, r := range rows[shown:] {
		t.Hidden++
		t.HiddenSelf, _ = collapse.AddWeights(t.HiddenSelf, r.Self)
	}
	return t
}

// Percent returns a weight as a share of the table's total, from -100 to 100.
func (t Table) Percent(weight int64) float64 {
	if t.Total == 0 {
		return 0
	}
	return float64(weight) / float64(t.Total) * 100
}

// measure adds up the table's total. Every other sum of the table is a sum of some of the same weights,
// so that none can go beyond 64 bits when this one does not.
func (t *Table) measure(p *collapse.Profile, metric int) {
	t.Saturated = p.Saturated
	for n := 1; n < p.Len(); n++ {
		w := p.Self(metric, collapse.NodeID(n))
		t.Signed = t.Signed || w < 0
		sum, exact := collapse.AddWeights(t.Total, int64(min(magnitude(w), math.MaxInt64)))
		t.Total = sum
		t.Saturated = t.Saturated || !exact || w == math.MinInt64
	}
}

// topRow is a row, and whether it is a thread's or a process's.
type topRow struct {
	Row
	thread bool
}

// weigh returns the rows of a profile that are not zero, in no useful order.
func weigh(p *collapse.Profile, metric int) []topRow {
	var numbers rowNumbers
	rowOf := numbers.functions(p)
	rows, totals := numbers.rows, p.Totals(metric)
	addSelfs(p, metric, rowOf, rows)
	addTotals(p, [][]int64{totals}, rowOf, rows)
	if !p.Modules {
		nameModules(p, totals, rowOf, rows, make([]bool, len(rows)))
	}
	return slices.DeleteFunc(rows, func(r topRow) bool { return r.Self == 0 && (r.Total == 0 || r.thread) })
}

// rowNumbers numbers rows, which have no weights yet, in the order of their first sight.
type rowNumbers struct {
	known map[topRow]uint32
	rows  []topRow
}

func (r *rowNumbers) number(row topRow) uint32 {
	n, seen := r.known[row]
	if !seen {
		if r.known == nil {
			r.known = make(map[topRow]uint32)
		}
		n = uint32(len(r.rows))
		r.known[row] = n
		r.rows = append(r.rows, row)
	}
	return n
}

// functions returns for each frame of a profile the number of its function's row.
func (r *rowNumbers) functions(p *collapse.Profile) []uint32 {
	rowOf := make([]uint32, p.Frames())
	for f := range rowOf {
		frame := p.Frame(collapse.FrameID(f))
		row := topRow{Row{Function: trimAnnotation(frame.Name)}, frame.Kind == collapse.KindThread}
		if p.Modules {
			row.Module = frame.Module
		}
		rowOf[f] = r.number(row)
	}
	return rowOf
}

// trimAnnotation takes FlameGraph's and async-profiler's annotation off a name: "vfs_read_[k]". They are
// kernel, JIT, inlined, waker, interpreted and compiled by C1.
func trimAnnotation(name string) string {
	n := len(name)
	if n > 4 && name[n-4:n-2] == "_[" && name[n-1] == ']' && strings.IndexByte("kjiw01", name[n-2]) >= 0 {
		return name[:n-4]
	}
	return name
}

// addSelfs adds the self weight of each node to its row.
func addSelfs(p *collapse.Profile, metric int, rowOf []uint32, rows []topRow) {
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if self := p.Self(metric, n); self != 0 {
			r := &rows[rowOf[p.FrameOf(n)]]
			r.Self, _ = collapse.AddWeights(r.Self, self)
		}
	}
}

// addTotals adds the total of each node to its row in each column, unless a caller of the node is of the same
// row and has it already. It walks the tree from the root down and back, and open counts for each row the
// calls that it stands in.
func addTotals(p *collapse.Profile, totals [][]int64, rowOf []uint32, columns ...[]topRow) {
	first, next := callees(p)
	open := make([]uint32, len(columns[0]))
	for n := first[collapse.Root]; n != collapse.Root; {
		row := rowOf[p.FrameOf(n)]
		if open[row] == 0 {
			for m, rows := range columns {
				rows[row].Total, _ = collapse.AddWeights(rows[row].Total, totals[m][n])
			}
		}
		open[row]++
		if first[n] != collapse.Root {
			n = first[n]
			continue
		}
		for n != collapse.Root { // leave n, and its callers as long as n is their last callee
			open[rowOf[p.FrameOf(n)]]--
			if next[n] != collapse.Root {
				n = next[n]
				break
			}
			n = p.Parent(n)
		}
	}
}

// callees returns for each node the first that it calls, and the next that its caller calls; the root
// stands for none.
func callees(p *collapse.Profile) (first, next []collapse.NodeID) {
	first, next = make([]collapse.NodeID, p.Len()), make([]collapse.NodeID, p.Len())
	for n := collapse.NodeID(p.Len() - 1); n > 0; n-- {
		caller := p.Parent(n)
		next[n] = first[caller]
		first[caller] = n
	}
	return first, next
}

// nameModules gives a row the module of its frames, where those that weigh something agree on it. Named says
// which rows have seen one so far.
func nameModules(p *collapse.Profile, totals []int64, rowOf []uint32, rows []topRow, named []bool) {
	for n := 1; n < p.Len(); n++ {
		if totals[n] == 0 {
			continue
		}
		f := p.FrameOf(collapse.NodeID(n))
		row, module := rowOf[f], p.Frame(f).Module
		if named[row] && rows[row].Module != module {
			module = "" // and it stays so: from here on each other module differs
		}
		rows[row].Module, named[row] = module, true
	}
}

func sortRows(rows []topRow, by TopOrder) {
	slices.SortFunc(rows, func(a, b topRow) int {
		bySelf := cmp.Compare(magnitude(b.Self), magnitude(a.Self))
		byTotal := cmp.Compare(magnitude(b.Total), magnitude(a.Total))
		if by == TopByTotal {
			bySelf = cmp.Or(byTotal, bySelf)
		}
		return cmp.Or(bySelf, cmp.Compare(a.Function, b.Function), cmp.Compare(a.Module, b.Module), byTotal)
	})
}

// magnitude returns a weight without its sign.
func magnitude(w int64) uint64 {
	if w < 0 {
		return -uint64(w)
	}
	return uint64(w)
}
