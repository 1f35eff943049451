package flame

import (
	"errors"
	"fmt"
	"math"

	"fold/collapse"
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
	// Beyond says of which functions the change is more than noise: the others get the palest colours. Nil: of all.
	// The BeyondNoise of a comparison is such a function.
	Beyond func(f collapse.Frame) bool
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
	},
}

// The groups of deltaPalette.
const (
	deltaMore = iota
	deltaLess
	deltaSame
	deltaNew
	deltaGone
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
	d, p := *pic.Delta, pic.p
	before, after := p.Totals(d.Before), p.Totals(d.After)
	pic.changes = [2][]int64{before, after}
	changes, most := make([]float64, p.Len()), 0.0
	for n := 1; n < p.Len(); n++ {
		earlier, later := before[n], after[n]
		if d.By == table.BySelf {
			earlier, later = p.Self(d.Before, collapse.NodeID(n)), p.Self(d.After, collapse.NodeID(n))
		}
		changes[n] = pic.deltaShare(later, after[collapse.Root]) - pic.deltaShare(earlier, before[collapse.Root])
		most = max(most, math.Abs(changes[n]))
	}
	pic.deltas = make([]nodeDelta, p.Len())
	pic.deltas[collapse.Root] = nodeDelta{hue: deltaHue(deltaSame, 0)}
	for n := 1; n < p.Len(); n++ {
		pic.deltas[n] = deltaOf(before[n], after[n], changes[n], most)
		if h := &pic.deltas[n].hue; (h.group == deltaMore || h.group == deltaLess) && !pic.isBeyond(p.FrameOf(collapse.NodeID(n))) {
			*h = deltaHue(h.group, 0)
		}
	}
}

// isBeyond reports whether the change of a frame's function is more than noise, as far as that is known.
func (pic *picture) isBeyond(f collapse.FrameID) bool {
	return pic.Delta.Beyond == nil || pic.Delta.Beyond(pic.p.Frame(f))
}

// deltaShare returns a weight as what is compared: a share of all, or the weight itself.
func (pic *picture) deltaShare(weight, total int64) float64 {
	if pic.Delta.Absolute || total == 0 {
		return float64(weight)
	}
	return float64(weight) / float64(total)
}

// deltaOf returns the colour and the mark of a node whose totals and whose change are given; most is the largest
// change.
func deltaOf(before, after int64, change, most float64) nodeDelta {
	// What rounding makes of equal shares is no change.
	if math.Abs(change) < 1e-12*most {
		change = 0
	}
	step := 0
	if most > 0 {
		step = int(math.Round((deltaSteps - 1) * math.Abs(change) / most))
	}
	switch {
	case before == 0 && after > 0:
		return nodeDelta{deltaHue(deltaNew, 0), "▲ "}
	case before > 0 && after == 0:
		return nodeDelta{deltaHue(deltaGone, 0), "▼ "}
	case change > 0:
		return nodeDelta{deltaHue(deltaMore, step), "▲ "}
	case change < 0:
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

// deltaSubtitle says what is compared, and whose widths frames have: "100 → 200 samples, as wide as after". The script
// removes what follows the comma, because there the reader can change it.
func (pic *picture) deltaSubtitle() string {
	width := "after"
	if pic.column != pic.Delta.After {
		width = "before"
	}
	return pic.number(pic.changes[0][collapse.Root]) + " → " + pic.weightText(pic.changes[1][collapse.Root]) + ", as wide as " + width
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
