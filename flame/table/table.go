package table

import (
	"cmp"
	"math"
	"slices"

	"fold/collapse"
)

// Row is one function of a [Table].
type Row struct {
	Function string // as the profiler named it, without an annotation such as "_[k]"; may hold any byte
	Module   string // the binary or library that holds it; empty where that is not known or not the same everywhere
	File     string // its source file, where the profiler distinguishes functions of one name by it
	Self     int64  // weight of the stacks that end in the function, times 10^Metric.Scale
	Total    int64  // weight of the stacks that hold it, each once however often the function recurs, or as the profiler gave it
	Thread   bool   // it is no function but a thread's or a process's name
}

// Beside is a column whose totals stand beside those of a table's own: the states of threads, say.
type Beside struct {
	Metric collapse.Metric
	Totals []int64 // of each row
}

// Table says for each function how much of a profile it is, the heaviest first. [Top] makes one;
// [Table.WriteText], [Table.WriteMarkdown], [Table.WriteJSON] and [Table.WriteCSV] print it.
type Table struct {
	Of         string          // what a row is: "function" (or empty), "module" or "category"
	Metric     collapse.Metric // what was measured
	Total      int64           // the weight of all stacks together, each without its sign
	Whole      int64           // the weight that is 100%, where that is more: of a profile before filters; 0: Total
	Signed     bool            // some stacks weigh less than zero, so Total is more than their plain sum
	Saturated  bool            // weights went beyond 64 bits and stand at the largest value instead
	Rows       []Row           // the rows asked for
	Hidden     int             // number of rows after them, which Options.N cut off
	HiddenSelf int64           // sum of the selfs of those

	Beside []Beside // further columns

	SafeCSV bool // WriteCSV writes names so that spreadsheets take none for a formula
}

// Order says by which number the rows of a table fall.
type Order uint8

// The orders of a table. Signs do not count, and equal rows stand in byte order of their names.
const (
	BySelf  Order = iota // by self, as "go tool pprof -top"
	ByTotal              // by total, then by self, as "go tool pprof -top -cum"
)

// Options say what [Top] returns. The zero value is every row, by self.
type Options struct {
	Of     string // what the frames of the profile are, see Table
	By     Order  // the order of the rows
	N      int    // how many rows; 0: all
	Whole  int64  // see Table
	Beside []int  // columns whose totals stand beside
}

// Top returns the self-time table of the default column of a profile. Frames that differ in file, line, kind or annotation only
// are one row; so are those that differ in their module, unless the module is part of a frame's text. Where the
// profiler recorded inclusive weights, see [collapse.Builder.Given], a row is what it calls a function, one of a module
// and file, and its total is what was recorded.
//
// Threads and processes, which some profilers put at the root of a stack, have a row only where stacks
// end there. Rows whose self and total are zero are left out. So the selfs always add up to the profile.
func Top(p *collapse.Profile, o Options) Table {
	if len(p.Metrics) == 0 {
		return Table{}
	}
	t := Table{Of: o.Of, Metric: p.Metrics[p.Default], Whole: o.Whole}
	t.Total, t.Signed, t.Saturated = Measure(p, p.Default)
	if t.Whole == t.Total {
		t.Whole = 0
	}
	rows, beside := weigh(p, p.Default, o.Beside, !t.Signed && !t.Saturated)
	order := sortedRows(rows, o.By)
	shown := len(order)
	if o.N > 0 {
		shown = min(shown, o.N)
	}
	for _, row := range order[:shown] {
		t.Rows = append(t.Rows, rows[row])
	}
	for b, column := range o.Beside {
		t.Beside = append(t.Beside, Beside{Metric: p.Metrics[column]})
		for _, row := range order[:shown] {
			t.Beside[b].Totals = append(t.Beside[b].Totals, beside[b][row].Total)
		}
	}
	for _, row := range order[shown:] {
		t.Hidden++
		t.HiddenSelf, _ = collapse.AddWeights(t.HiddenSelf, rows[row].Self)
	}
	return t
}

// Percent returns a weight as a share of the whole, from -100 to 100.
func (t Table) Percent(weight int64) float64 { return Percent(weight, t.whole()) }

func (t Table) whole() int64 { return cmp.Or(t.Whole, t.Total) }

// Percent returns a weight in percent of a total, 0 where that is 0.
func Percent(weight, total int64) float64 {
	if total == 0 {
		return 0
	}
	return float64(weight) / float64(total) * 100
}

// Measure adds up a column, each weight without its sign: that is 100% in a table. Every other sum of a table is a
// sum of some of the same weights, so that none can go beyond 64 bits when this one does not.
func Measure(p *collapse.Profile, metric int) (total int64, signed, saturated bool) {
	saturated = p.Saturated
	for n := 1; n < p.Len(); n++ {
		w := p.Self(metric, collapse.NodeID(n))
		signed = signed || w < 0
		sum, exact := collapse.AddWeights(total, int64(min(magnitude(w), math.MaxInt64)))
		total = sum
		saturated = saturated || !exact || w == math.MinInt64
	}
	return total, signed, saturated
}

// weigh returns the rows of a profile, in no useful order, and the same rows with the totals of other columns. Plain
// says that no weight is below zero, and that their sum fits into 64 bits.
func weigh(p *collapse.Profile, metric int, others []int, plain bool) (rows []Row, beside [][]Row) {
	var numbered Numbering
	number := numbered.inScripts
	if p.HasGiven(metric) {
		number = numbered.places
	}
	rowOf := number(p)
	rows = numbered.Rows
	var weighs []bool
	if plain {
		weighs = addInOrder(p, metric, rowOf, rows)
	}
	if weighs == nil {
		weighs = addAnyOrder(p, metric, rowOf, rows)
	}
	TakeGiven(p, metric, rowOf, rows)
	if !p.Modules {
		nameModules(p, weighs, rowOf, rows, make([]bool, len(rows)))
	}
	for _, column := range others {
		other := make([]Row, len(rows))
		AddTotals(p, [][]int64{p.Totals(column)}, rowOf, other)
		beside = append(beside, other)
	}
	return rows, beside
}

// addAnyOrder is addInOrder for all profiles.
func addAnyOrder(p *collapse.Profile, metric int, rowOf []uint32, rows []Row) (weighs []bool) {
	totals := p.Totals(metric)
	AddSelfs(p, metric, rowOf, rows)
	AddTotals(p, [][]int64{totals}, rowOf, rows)
	return weighing(p, totals)
}

// sortedRows returns the numbers of the rows that are not zero, the heaviest first.
func sortedRows(rows []Row, by Order) []int {
	var order []int
	for i, r := range rows {
		if r.Self != 0 || r.Total != 0 && !r.Thread {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &rows[i], &rows[j]
		bySelf := cmp.Compare(magnitude(b.Self), magnitude(a.Self))
		byTotal := cmp.Compare(magnitude(b.Total), magnitude(a.Total))
		if by == ByTotal {
			bySelf = cmp.Or(byTotal, bySelf)
		}
		return cmp.Or(bySelf, cmp.Compare(a.Function, b.Function), cmp.Compare(a.Module, b.Module), byTotal, cmp.Compare(a.File, b.File))
	})
	return order
}

// magnitude returns a weight without its sign.
func magnitude(w int64) uint64 {
	if w < 0 {
		return -uint64(w)
	}
	return uint64(w)
}
