package table

import (
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// Numbering numbers rows in the order of their first sight. The zero value holds none.
type Numbering struct {
	Rows  []Row // without weights
	known map[Row]uint32
}

func (r *Numbering) number(row Row) uint32 {
	n, seen := r.known[row]
	if !seen {
		if r.known == nil {
			r.known = make(map[Row]uint32)
		}
		n = uint32(len(r.Rows))
		r.known[row] = n
		r.Rows = append(r.Rows, row)
	}
	return n
}

// Functions returns for each frame of a profile the number of its function's row.
func (r *Numbering) Functions(p *collapse.Profile) []uint32 {
	return r.functions(p, func(collapse.Frame) bool { return p.Modules })
}

// inScripts is Functions with a row for each script in which a function of one name is defined: the module of a script
// is its file, and "get" of two files is two functions.
func (r *Numbering) inScripts(p *collapse.Profile) []uint32 {
	return r.functions(p, func(f collapse.Frame) bool { return p.Modules || strings.HasSuffix(f.File, f.Module) })
}

// functions numbers the rows of functions; apart says of which frames the module tells rows apart.
func (r *Numbering) functions(p *collapse.Profile, apart func(collapse.Frame) bool) []uint32 {
	rowOf := make([]uint32, p.Frames())
	for f := range rowOf {
		frame := p.Frame(collapse.FrameID(f))
		row := Row{Function: text.TrimAnnotation(frame.Name), Thread: frame.Kind == collapse.KindThread}
		if apart(frame) {
			row.Module = frame.Module
		}
		rowOf[f] = r.number(row)
	}
	return rowOf
}

// places is Functions with a row for each module and file in which a function of one name is defined.
func (r *Numbering) places(p *collapse.Profile) []uint32 {
	rowOf := make([]uint32, p.Frames())
	for f := range rowOf {
		frame := p.Frame(collapse.FrameID(f))
		rowOf[f] = r.number(Row{
			Function: text.TrimAnnotation(frame.Name), Module: frame.Module, File: frame.File,
			Thread: frame.Kind == collapse.KindThread,
		})
	}
	return rowOf
}

// TakeGiven puts the inclusive weights that the profiler recorded in the place of those that stacks add up to.
func TakeGiven(p *collapse.Profile, metric int, rowOf []uint32, rows []Row) {
	taken := make([]bool, len(rows))
	for f, row := range rowOf {
		given, known := p.Given(metric, collapse.FrameID(f))
		if !known {
			continue
		}
		if !taken[row] {
			taken[row], rows[row].Total = true, 0
		}
		rows[row].Total, _ = collapse.AddWeights(rows[row].Total, given)
	}
}

// Modules returns for each frame of a profile the number of its module's row. If they are not to be known, all
// are those of frames without one.
func (r *Numbering) Modules(p *collapse.Profile, known bool) []uint32 {
	rowOf := make([]uint32, p.Frames())
	for f := range rowOf {
		frame := p.Frame(collapse.FrameID(f))
		if !known {
			frame.Module = ""
		}
		rowOf[f] = r.number(Row{Module: ModuleRow(frame), Thread: frame.Kind == collapse.KindThread})
	}
	return rowOf
}

// FunctionRow returns the function of the row that a frame is part of in tables: its name without the annotation
// of its kind, "vfs_read_[k]".
func FunctionRow(f collapse.Frame) string { return text.TrimAnnotation(f.Name) }

// ModuleRow returns the module of the row that a frame is part of in a comparison of modules.
func ModuleRow(f collapse.Frame) string {
	switch {
	case f.Kind == collapse.KindThread:
		return "[thread]"
	case f.Module == "":
		return "(no module)" // as in a table of modules
	}
	return f.Module
}

// AddSelfs adds the self weight of each node to its row.
func AddSelfs(p *collapse.Profile, metric int, rowOf []uint32, rows []Row) {
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if self := p.Self(metric, n); self != 0 {
			r := &rows[rowOf[p.FrameOf(n)]]
			r.Self, _ = collapse.AddWeights(r.Self, self)
		}
	}
}

// AddTotals adds the total of each node to its row in each column, unless a caller of the node is of the same
// row and has it already.
func AddTotals(p *collapse.Profile, totals [][]int64, rowOf []uint32, columns ...[]Row) {
	Outermost(p, rowOf, len(columns[0]), func(n collapse.NodeID, row uint32) {
		for m, rows := range columns {
			rows[row].Total, _ = collapse.AddWeights(rows[row].Total, totals[m][n])
		}
	})
}

// Outermost calls visit with each node that has no caller of the same row, and its row. It walks the tree from the
// root down and back, and open counts for each row the calls that it is in.
func Outermost(p *collapse.Profile, rowOf []uint32, rows int, visit func(n collapse.NodeID, row uint32)) {
	first, next := callees(p)
	open := make([]uint32, rows)
	for n := first[collapse.Root]; n != collapse.Root; {
		row := rowOf[p.FrameOf(n)]
		if open[row] == 0 {
			visit(n, row)
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

// NameModules gives a row the module of its frames, where those that weigh something agree on it. Named says
// which rows have seen one so far.
func NameModules(p *collapse.Profile, totals []int64, rowOf []uint32, rows []Row, named []bool) {
	nameModules(p, weighing(p, totals), rowOf, rows, named)
}

// weighing returns for each frame whether a node of it weighs something.
func weighing(p *collapse.Profile, totals []int64) []bool {
	weighs := make([]bool, p.Frames())
	for n := 1; n < p.Len(); n++ {
		if totals[n] != 0 {
			weighs[p.FrameOf(collapse.NodeID(n))] = true
		}
	}
	return weighs
}

// nameModules is NameModules where it is known which frames weigh something.
func nameModules(p *collapse.Profile, weighs []bool, rowOf []uint32, rows []Row, named []bool) {
	for f, row := range rowOf {
		if !weighs[f] {
			continue
		}
		module := p.Frame(collapse.FrameID(f)).Module
		if named[row] && rows[row].Module != module {
			module = "" // and it stays so: from here on each other module differs
		}
		rows[row].Module, named[row] = module, true
	}
}
