package flame

import (
	"errors"
	"fmt"
	"math"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/table"
	"fold/flame/text"
)

// Delta makes a picture show what changed: frames are as wide as their weight in the profile's default column, which is
// one of the two, and coloured by the difference between them. With a script, readers can look at the other weight as
// well; without the data layer each frame has its numbers in a title.
type Delta struct {
	Before, After int         // columns of the profile
	By            table.Order // which difference gives the colour: that of the selfs, or of the totals
	Absolute      bool        // the difference of the weights, not of their shares of all
	ByFunction    bool        // colour a frame by the change of its function, all its places together
	// Beyond says of which functions the change is more than noise: the others get the palest colours, and the legend
	// says so. The zero value: of all.
	Beyond compare.Beyond
}

// deltaSteps is how many shades there are of more, and of less.
const deltaSteps = 10

// The titles of the groups of which the legend says more: see groupTitle.
const (
	titleMore = "more"
	titleLess = "less"
)

var deltaPalette = palette{
	name: "diff", tint: "grey",
	groups: []group{
		{titleMore, ramp(deltaSteps, rgb{255, 232, 232}, rgb{255, 100, 100})},
		{titleLess, ramp(deltaSteps, rgb{230, 238, 255}, rgb{110, 150, 255})},
		{"the same", []rgb{{230, 230, 230}}},
		{"new", []rgb{{214, 150, 240}}},
		{"gone", []rgb{{140, 170, 190}}},
		{"", []rgb{{243, 232, 250}}},
		{"", []rgb{{222, 230, 236}}},
	},
}

// The groups of deltaPalette.
const (
	deltaMore = iota
	deltaLess
	deltaSame
	deltaNew
	deltaGone
	deltaPaleNew // inside the noise
	deltaPaleGone
)

// nodeDelta is what a picture of changes shows of one node.
type nodeDelta struct {
	hue  hue
	mark string // before its label, because some people cannot tell the colours
}

var errDeltaChart = errors.New("no flame chart of two profiles")

// prepareDelta checks and fills in what a picture with a delta needs, before colours are chosen.
func (pic *picture) prepareDelta(p *collapse.Profile) error {
	if pic.Delta == nil {
		return nil
	}
	if pic.FlameChart {
		return errDeltaChart
	}
	for _, column := range []int{pic.Delta.Before, pic.Delta.After} {
		if column < 0 || column >= len(p.Metrics) {
			return fmt.Errorf("no column %d: the profile has %d", column, len(p.Metrics))
		}
		if p.HasNegative(column) {
			return errors.New("weights below zero: a picture of changes needs two profiles")
		}
	}
	if pic.column != pic.Delta.Before && pic.column != pic.Delta.After {
		return fmt.Errorf("frames as wide as column %d: choose one of those that are compared", pic.column)
	}
	if pic.PruneData && !pic.NoData {
		return errors.New("a picture of changes keeps the data of all frames: leave it out as a whole")
	}
	pic.Titles = pic.Titles || pic.NoData
	return nil
}

// setDeltas gives each node its colour and its mark.
func (pic *picture) setDeltas() {
	if pic.Delta == nil {
		return
	}
	pic.changes = [2][]int64{pic.p.Totals(pic.Delta.Before), pic.p.Totals(pic.Delta.After)}
	compared, most := pic.comparedPlaces(), 0.0
	if pic.Delta.ByFunction {
		compared = pic.comparedFunctions()
	}
	for n := range compared {
		c := &compared[n]
		c.change = pic.deltaShare(rowWeight(c.after, pic.Delta.By), pic.changes[1][collapse.Root]) -
			pic.deltaShare(rowWeight(c.before, pic.Delta.By), pic.changes[0][collapse.Root])
		if n > 0 {
			most = max(most, math.Abs(c.change))
		}
	}
	pic.deltas = make([]nodeDelta, pic.p.Len())
	pic.deltas[collapse.Root] = nodeDelta{hue: deltaHue(deltaSame, 0)}
	for n := 1; n < pic.p.Len(); n++ {
		pic.deltas[n] = compared[n].look(most, pic.isBeyond(pic.p.FrameOf(collapse.NodeID(n)), pic.Delta.By))
	}
}

// compared is what gives a node its colour: the weights of the node, or of its function.
type compared struct {
	before, after table.Row
	change        float64
}

func (pic *picture) comparedPlaces() []compared {
	places := make([]compared, pic.p.Len())
	for n := range places {
		places[n].before = table.Row{Self: pic.p.Self(pic.Delta.Before, collapse.NodeID(n)), Total: pic.changes[0][n]}
		places[n].after = table.Row{Self: pic.p.Self(pic.Delta.After, collapse.NodeID(n)), Total: pic.changes[1][n]}
	}
	return places
}

func (pic *picture) comparedFunctions() []compared {
	p := pic.p
	rowOf := make([]uint32, p.Frames()) // frames of a picture differ in their texts
	for f := range rowOf {
		rowOf[f] = uint32(f)
	}
	before, after := make([]table.Row, p.Frames()), make([]table.Row, p.Frames())
	table.AddSelfs(p, pic.Delta.Before, rowOf, before)
	table.AddSelfs(p, pic.Delta.After, rowOf, after)
	table.AddTotals(p, pic.changes[:], rowOf, before, after)
	functions := make([]compared, p.Len())
	for n := 1; n < p.Len(); n++ {
		f := p.FrameOf(collapse.NodeID(n))
		functions[n] = compared{before: before[f], after: after[f]}
	}
	return functions
}

func rowWeight(r table.Row, by table.Order) int64 {
	if by == table.ByTotal {
		return r.Total
	}
	return r.Self
}

// isBeyond reports whether the change of a frame's function is more than noise, as far as that is known.
func (pic *picture) isBeyond(f collapse.FrameID, by table.Order) bool {
	beyond := pic.Delta.Beyond.By(by)
	return beyond == nil || beyond(pic.p.Frame(f))
}

// deltaShare returns a weight as what is compared: a share of all, or the weight itself.
func (pic *picture) deltaShare(weight, total int64) float64 {
	if pic.Delta.Absolute || total == 0 {
		return float64(weight)
	}
	return float64(weight) / float64(total)
}

// look returns the colour and the mark of what changed; most is the largest change. What is inside the noise is pale.
func (c compared) look(most float64, isBeyond bool) nodeDelta {
	// What rounding makes of equal shares is no change.
	if math.Abs(c.change) < 1e-12*most {
		c.change = 0
	}
	step := 0
	if most > 0 && isBeyond {
		step = int(math.Round((deltaSteps - 1) * math.Abs(c.change) / most))
	}
	pick := func(full, pale int) int {
		if isBeyond {
			return full
		}
		return pale
	}
	switch {
	case c.before.Total == 0 && c.after.Total > 0:
		return nodeDelta{deltaHue(pick(deltaNew, deltaPaleNew), 0), "▲ "}
	case c.before.Total > 0 && c.after.Total == 0:
		return nodeDelta{deltaHue(pick(deltaGone, deltaPaleGone), 0), "▼ "}
	case c.change > 0:
		return nodeDelta{deltaHue(deltaMore, step), "▲ "}
	case c.change < 0:
		return nodeDelta{deltaHue(deltaLess, step), "▼ "}
	}
	return nodeDelta{hue: deltaHue(deltaSame, 0)}
}

func deltaHue(chosen, step int) hue {
	number := step
	for _, g := range deltaPalette.groups[:chosen] {
		number += len(g.colors)
	}
	return hue{number, deltaPalette.groups[chosen].colors[step], chosen}
}

// deltaHues returns all colours of pictures with a delta.
func deltaHues() (hues []hue) {
	for chosen, g := range deltaPalette.groups {
		for step := range g.colors {
			hues = append(hues, deltaHue(chosen, step))
		}
	}
	return hues
}

// markOf returns what stands before a frame's label.
func (pic *picture) markOf(box Box) string {
	if pic.deltas == nil {
		return ""
	}
	return pic.deltas[box.Node].mark
}

// deltaSubtitle says what is compared, and whose widths frames have: "100 → 200 samples (+100%), as wide as after". The script
// removes what follows the comma, because there the reader can change it.
func (pic *picture) deltaSubtitle() string {
	width := "after"
	if pic.column != pic.Delta.After {
		width = "before"
	}
	before, after := pic.changes[0][collapse.Root], pic.changes[1][collapse.Root]
	return pic.number(before) + " → " + pic.weightText(after) + text.ChangeInBrackets(before, after) + ", as wide as " + width
}

// deltaTitle returns the title of a frame in a picture of changes:
//
//	parse: total 12.00% → 19.50%, +7.50 points (120 → 195 samples); self 2.00% → 9.50%, +7.50 points
func (pic *picture) deltaTitle(box Box) string {
	n, d := box.Node, pic.Delta
	before, after := pic.changes[0], pic.changes[1]
	all, allAfter := before[collapse.Root], after[collapse.Root]
	number := func(w int64) string { return text.Weight(w, pic.metric.Scale, pic.metric.Unit) }
	return fmt.Sprintf("%s: total %s (%s → %s %s); self %s", pic.textOf(box),
		fromTo(before[n], all, after[n], allAfter), number(before[n]), number(after[n]), pic.noun(),
		fromTo(pic.p.Self(d.Before, n), all, pic.p.Self(d.After, n), allAfter))
}

// fromTo returns "12.00% → 19.50%, +7.50 points".
func fromTo(before, all, after, allAfter int64) string {
	earlier, later := table.Percent(before, all), table.Percent(after, allAfter)
	return fmt.Sprintf("%.2f%% → %.2f%%, %s points", earlier, later, text.Points(later-earlier))
}
