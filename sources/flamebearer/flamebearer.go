// Package flamebearer reads the JSON of which Pyroscope draws its flame graphs.
package flamebearer

import (
	"math"
	"slices"

	"fold/collapse"
	"fold/sources/input"
)

// Format is what Pyroscope's /pyroscope/render answers, and what it writes as "Export JSON":
//
//	{"version":1,"flamebearer":{
//	"names":["total","main","work","wait"],
//	"levels":[[0,9,0,0],[0,9,1,1],[0,5,5,2,1,3,3,3]],"numTicks":9,"maxSelf":5},
//	"metadata":{"format":"single","sampleRate":100,"units":"samples"}}
//
// A level holds four numbers for each of its nodes: how far behind the end of the node before it begins, what it weighs
// in total, what itself, and which name it has. Who calls it is the node of the level above that is as far to the left. The
// first level is no function. In the comparison of two profiles ("format":"double") a node has seven numbers: the first
// three of each, and the name. See https://github.com/grafana/pyroscope, pkg/og/structs/flamebearer.
var Format = input.Format{
	Name: "flamebearer", Title: "flame graphs of Pyroscope as JSON: /pyroscope/render, Export JSON",
	Sniff: func(h *input.Head) bool {
		top := h.JSON()
		return top.Kind("flamebearer") == input.JSONObject
	},
	Stream: read,
}

// reader keeps the levels until it knows what they mean, which may stand behind them.
type reader struct {
	s      *input.Stream
	j      *input.JSON
	names  []string
	levels [][]int64
	double bool
	units  string
	rate   int64
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, j: input.NewJSON(s)}
	for in := r.j.Object(); in && r.j.Member(); {
		switch string(r.j.Name()) {
		case "flamebearer":
			r.flamebearer()
		case "metadata":
			r.metadata()
		}
	}
	if err := s.JSONEnd(r.j); err != nil {
		return err
	}
	if r.double {
		return r.build(b, 7, collapse.Metric{Name: "before", Side: collapse.Before}, collapse.Metric{Name: "after", Side: collapse.After})
	}
	return r.build(b, 4, r.metric())
}

func (r *reader) flamebearer() {
	for in := r.j.Object(); in && r.j.Member(); {
		switch string(r.j.Name()) {
		case "names":
			for in := r.j.Array(); in && r.j.Element(); {
				name, _ := r.j.Text()
				r.names = append(r.names, string(name))
			}
		case "levels":
			for in := r.j.Array(); in && r.j.Element(); {
				r.level()
			}
		}
	}
}

func (r *reader) level() {
	var level []int64
	for in := r.j.Array(); in && r.j.Element(); {
		number, ok := r.j.Int()
		if !ok {
			number = -1
		}
		level = append(level, number)
	}
	r.levels = append(r.levels, level)
}

func (r *reader) metadata() {
	for in := r.j.Object(); in && r.j.Member(); {
		switch string(r.j.Name()) {
		case "format":
			text, _ := r.j.Text()
			r.double = string(text) == "double"
		case "units":
			text, _ := r.j.Text()
			r.units = string(text)
		case "sampleRate":
			r.rate, _ = r.j.Int()
		}
	}
}

// metric returns what Pyroscope's units are called here. At a rate of a billion a second, samples are nanoseconds.
func (r *reader) metric() collapse.Metric {
	const nanoseconds = 1_000_000_000
	switch {
	case r.units == "samples" && r.rate == nanoseconds:
		return collapse.Metric{Name: "cpu", Unit: "nanoseconds"}
	case r.units == "bytes":
		return collapse.Metric{Name: "space", Unit: "bytes"}
	case r.units == "lock_nanoseconds":
		return collapse.Metric{Name: "delay", Unit: "nanoseconds"}
	case r.units == "lock_samples":
		return collapse.Metric{Name: "contentions", Unit: "count"}
	case r.units == "objects" || r.units == "goroutines":
		return collapse.Metric{Name: r.units, Unit: "count"}
	}
	return collapse.Metric{Name: "samples", Unit: "count"}
}

// bar is a node of a level: how far to the left it begins and ends.
type bar struct {
	from, to int64
	node     collapse.NodeID
}

var errDamaged = input.Errorf("the levels of the flame graph make no sense: is the file whole?")

// build makes a tree of the levels, whose nodes have so many numbers.
func (r *reader) build(b *collapse.Builder, width int, metrics ...collapse.Metric) error {
	if len(r.levels) > input.MaxDepth {
		return input.Errorf("a stack of over %d frames", input.MaxDepth)
	}
	var columns []int
	for _, m := range metrics {
		columns = append(columns, r.s.Metric(b, m))
	}
	if len(columns) == 2 {
		b.SetDefault(columns[1])
	}
	var above []bar
	for depth, level := range r.levels {
		if len(level)%width != 0 {
			return errDamaged
		}
		var bars []bar
		end, at := int64(0), 0 // of the bar before; which bar above is reached
		for len(level) > 0 {
			numbers := level[:width]
			level = level[width:]
			from, total := end, int64(0)
			for side := 0; side+1 < width; side += 3 {
				offset, all, self := numbers[side], numbers[side+1], numbers[side+2]
				if offset < 0 || all < 0 || self < 0 || self > all || from > math.MaxInt64/4-offset || total > math.MaxInt64/4-all {
					return errDamaged
				}
				from, total = from+offset, total+all
			}
			end = from + total
			if end > math.MaxInt64/4 {
				return errDamaged
			}
			node, err := r.node(b, depth, above, &at, from, end, numbers[width-1])
			if err != nil {
				return err
			}
			bars = append(bars, bar{from, end, node})
			if depth == 0 {
				continue
			}
			for side, column := range columns {
				b.Add(node, column, numbers[3*side+2])
			}
		}
		above = bars
	}
	r.tellOther()
	return nil
}

// node returns the place of a bar below the one that it stands on.
func (r *reader) node(b *collapse.Builder, depth int, above []bar, at *int, from, to, name int64) (collapse.NodeID, error) {
	if name < 0 || name >= int64(len(r.names)) {
		return 0, errDamaged
	}
	if depth == 0 {
		return collapse.Root, nil
	}
	for *at < len(above) && (above[*at].to < to || above[*at].to == from && from < to) {
		*at++
	}
	if *at == len(above) || above[*at].from > from {
		return 0, errDamaged
	}
	return b.Call(above[*at].node, b.Frame(collapse.Frame{Name: r.names[name]})), nil
}

// tellOther says that the server left out small stacks, if it did.
func (r *reader) tellOther() {
	if slices.Contains(r.names, "other") {
		r.s.Count(1, input.Note{Text: "the server shows small stacks together, as \"other\": ask for more nodes, as in &maxNodes=100000"})
		return
	}
}
