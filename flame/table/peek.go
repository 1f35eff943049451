package table

import (
	"cmp"
	"slices"

	"fold/collapse"
)

// Peeked is a function with what calls it and what it calls. [Peek] finds them.
type Peeked struct {
	Row
	Callers []Neighbour // the heaviest first
	Callees []Neighbour
	Starts  int64 // weight of the stacks that begin with the function, which nothing calls
}

// Neighbour is a caller or a callee of a function.
type Neighbour struct {
	Row
	Weight int64 // of the stacks in which the one calls the other, each once however often it does
}

// Neighbourhood says what calls some functions of a profile and what they call, the heaviest function first.
// [Neighbourhood.WriteText] and [Neighbourhood.WriteJSON] print it.
type Neighbourhood struct {
	Table     // without rows
	Functions []Peeked
}

// Peek looks up the functions with a frame that matches, in the default column of a profile. Of the options, Whole and N
// count.
func Peek(p *collapse.Profile, match func(collapse.Frame) bool, o Options) Neighbourhood {
	o.By = ByTotal
	all := Top(p, Options{Whole: o.Whole, By: ByTotal})
	found := Neighbourhood{Table: all}
	found.Rows = nil
	if len(p.Metrics) == 0 {
		return found
	}
	e := newEdges(p, match)
	e.walk()
	for _, r := range all.Rows {
		if f := e.peeked(r); f != nil {
			found.Functions = append(found.Functions, *f)
		}
	}
	if o.N > 0 && len(found.Functions) > o.N {
		found.Hidden = len(found.Functions) - o.N
		found.Functions = found.Functions[:o.N]
	}
	return found
}

// edge is a call from one row to another. The root of the tree calls with the number noRow.
type edge struct{ caller, callee uint32 }

const noRow = ^uint32(0)

// edges adds up the calls from and to the rows that match.
type edges struct {
	p       *collapse.Profile
	totals  []int64
	rowOf   []uint32 // of each frame
	rows    []Row
	matches []bool // for each row
	weights map[edge]int64
	open    map[edge]int // how often a call stands on the path from the root to the current node
}

func newEdges(p *collapse.Profile, match func(collapse.Frame) bool) *edges {
	var numbered Numbering
	e := &edges{p: p, totals: p.Totals(p.Default), weights: map[edge]int64{}, open: map[edge]int{}}
	e.rowOf = numbered.Functions(p)
	e.rows = numbered.Rows
	e.matches = make([]bool, len(e.rows))
	for f, row := range e.rowOf {
		e.matches[row] = e.matches[row] || match(p.Frame(collapse.FrameID(f)))
	}
	if !p.Modules {
		NameModules(p, e.totals, e.rowOf, e.rows, make([]bool, len(e.rows)))
	}
	return e
}

// at returns the call that a node is, and whether anybody asked for it.
func (e *edges) at(n collapse.NodeID) (call edge, asked bool) {
	call = edge{noRow, e.rowOf[e.p.FrameOf(n)]}
	asked = e.matches[call.callee]
	if parent := e.p.Parent(n); parent != collapse.Root {
		call.caller = e.rowOf[e.p.FrameOf(parent)]
		asked = asked || e.matches[call.caller]
	}
	return call, asked
}

// walk walks over the tree from the root down and back.
func (e *edges) walk() {
	first, next := callees(e.p)
	for n := first[collapse.Root]; n != collapse.Root; {
		e.enter(n)
		if first[n] != collapse.Root {
			n = first[n]
			continue
		}
		for n != collapse.Root {
			e.leave(n)
			if next[n] != collapse.Root {
				n = next[n]
				break
			}
			n = e.p.Parent(n)
		}
	}
}

func (e *edges) enter(n collapse.NodeID) {
	call, asked := e.at(n)
	if !asked {
		return
	}
	if e.open[call] == 0 {
		e.weights[call], _ = collapse.AddWeights(e.weights[call], e.totals[n])
	}
	e.open[call]++
}

func (e *edges) leave(n collapse.NodeID) {
	if call, asked := e.at(n); asked {
		e.open[call]--
	}
}

// peeked returns what is known of a row of the table, or nil if it does not match.
func (e *edges) peeked(r Row) *Peeked {
	row := slices.IndexFunc(e.rows, func(have Row) bool {
		return have.Function == r.Function && have.Module == r.Module && have.File == r.File && have.Thread == r.Thread
	})
	if row < 0 || !e.matches[row] {
		return nil
	}
	f := &Peeked{Row: r}
	for call, weight := range e.weights {
		switch {
		case weight == 0:
		case call.callee == uint32(row) && call.caller == noRow:
			f.Starts = weight
		case call.callee == uint32(row):
			f.Callers = append(f.Callers, Neighbour{e.rows[call.caller], weight})
		}
		if call.caller == uint32(row) && weight != 0 {
			f.Callees = append(f.Callees, Neighbour{e.rows[call.callee], weight})
		}
	}
	sortNeighbours(f.Callers)
	sortNeighbours(f.Callees)
	return f
}

func sortNeighbours(all []Neighbour) {
	slices.SortFunc(all, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(magnitude(b.Weight), magnitude(a.Weight)),
			cmp.Compare(a.Function, b.Function), cmp.Compare(a.Module, b.Module), cmp.Compare(a.File, b.File))
	})
}
