package compare

import (
	"cmp"
	"math"
	"slices"

	"fold/collapse"
	"fold/flame/table"
)

// Group says what a row of a comparison is.
type Group uint8

// The rows of a comparison.
const (
	GroupFunction Group = iota
	GroupModule
	GroupStack
)

// String returns what a row is: "function", "module" or "stack".
func (g Group) String() string { return [...]string{"function", "module", "stack"}[g] }

// Options say how [Sides] and [Runs] compare. The zero value compares the self weights of functions as
// shares of each side.
type Options struct {
	By       table.Order // which weight of a row: self or total. A stack has one weight only
	Group    Group       // what a row is
	Absolute bool        // compare weights as they are, not shares
	SafeCSV  bool        // WriteCSV writes names so that spreadsheets take none for a formula
}

// Comparison says for each function, module or stack how much of two or more sides it is, the largest change
// first. [Sides] and [Runs] make one.
type Comparison struct {
	Options
	Metric    collapse.Metric // what was measured, in the unit of all weights
	Sides     []SideTotal
	Noise     Noise // what changes were tested against
	Saturated bool  // weights went beyond 64 bits and stand at the largest value instead
	Rows      []Row

	ground  *ground
	profile *collapse.Profile // where rows are stacks: holds them
	stacks  []collapse.NodeID // where they end, in byte order of their texts
}

// SideTotal is a side as a whole.
type SideTotal struct {
	Name    string
	Runs    int     // how many there are
	Total   int64   // the weight that is 100%: all stacks together, each without its sign
	Kept    int64   // what filters kept of it; 0: it was not filtered
	Samples float64 // as many samples of equal weight would tell as much; 0: not known
	Ticks   bool    // samples were taken of all threads at once, and moments are what counts
}

// Row is one function, module or stack of a [Comparison].
type Row struct {
	Function string // empty for a stack: see [Comparison.Stack]
	Module   string
	Weights  []int64  // in each side, times 10^Metric.Scale; as they are per run: see [SideTotal]
	Net      Change   // from the first side to the last
	Steps    []Change // from each side to the next; none where there are only two

	stack int     // place in Comparison.stacks
	span  float64 // how far the shares, or weights, of the sides are apart
}

// Change is what happened to a row from one side to another.
type Change struct {
	Weight int64   // the later weight minus the earlier
	Points float64 // the later share minus the earlier, in percentage points
	// Low and High are the 95% interval of Points, or of Weight where weights are compared as they are.
	Low, High float64
	P         float64 // how probable so large a change is where nothing changed
	Q         float64 // P adjusted for the number of rows and steps
	Verdict   Verdict
}

// Verdict reports whether a change is more than noise.
type Verdict uint8

// The verdicts about a change.
const (
	NotTested   Verdict = iota // the samples are not known
	TooFew                     // no change of so few samples could be distinguished from noise
	InsideNoise                // one and the same program differs so
	BeyondNoise                // of all changes with this verdict, at most 5% are expected to be noise
	Counted                    // there is no noise: everything was counted
)

// String returns the word that JSON has for the verdict.
func (v Verdict) String() string {
	return [...]string{"not tested", "too few", "inside", "beyond", "exact"}[v]
}

// Runs compares runs in the order given: a program before and after, or at each step of a work. There must
// be two at least.
func Runs(runs []Run, o Options) Comparison {
	sides := make([]Side, len(runs))
	for i, r := range runs {
		sides[i] = Side{r.Name, []Run{r}}
	}
	return Sides(sides, o)
}

// Sides compares sides of one or more runs each, in the order given. There must be two at least. Weights as they are
// are compared per run.
func Sides(sides []Side, o Options) Comparison {
	g := newGround(sides, o.Absolute)
	c := Comparison{Options: o, Metric: g.metric, ground: g}
	for i, s := range sides {
		c.Sides = append(c.Sides, SideTotal{Name: s.Name, Runs: len(s.Runs)})
		c.Sides[i].Total, c.Sides[i].Kept = c.perRun(g.totals[i], i), c.perRun(g.kept[i], i)
		if c.Sides[i].Kept == c.Sides[i].Total {
			c.Sides[i].Kept = 0
		}
		if g.noise.Tested() {
			c.Sides[i].Samples = g.sides[i].samples()
		}
	}
	for run, side := range g.side {
		c.Sides[side].Ticks = c.Sides[side].Ticks || g.runs[run].samples.Ticks > 0
	}
	w := c.weighRows()
	if c.Saturated, c.Noise = g.saturated, g.noise; c.Saturated {
		c.Noise = NoiseUnknown
	}
	c.compareRows(w)
	c.sort()
	return c
}

// compareRows fills in what changed, and tests all changes together.
func (c *Comparison) compareRows(w weighed) {
	var tested []*Change
	last := len(c.Sides) - 1
	var spreads []spread
	if c.Noise.Tested() {
		spreads = c.ground.spreads(w, len(c.Rows))
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		change := func(before, after int) Change {
			change := c.change(r, before, after)
			if spreads != nil {
				parts := c.ground.parts(w, i)
				change.test(c.ground.evidence(parts[before], parts[after], spreads[i]), c.Absolute)
			}
			return change
		}
		r.Net = change(0, last)
		for side := 1; side <= last && last > 1; side++ {
			r.Steps = append(r.Steps, change(side-1, side))
		}
	}
	for i := range c.Rows {
		tested = append(tested, &c.Rows[i].Net)
		for step := range c.Rows[i].Steps {
			tested = append(tested, &c.Rows[i].Steps[step])
		}
	}
	judge(tested)
}

// judge adjusts the chances of all changes that were tested together, and says which are beyond the noise.
func judge(changes []*Change) {
	changes = slices.DeleteFunc(slices.Clone(changes), func(change *Change) bool { return change.Verdict != InsideNoise })
	p := make([]float64, len(changes))
	for i, change := range changes {
		p[i] = change.P
	}
	for i, q := range Adjust(p) {
		changes[i].Q = q
		if q <= FalseDiscoveries {
			changes[i].Verdict = BeyondNoise
		}
	}
}

// change returns the change of a row between two sides, which is not tested yet.
func (c *Comparison) change(r *Row, before, after int) Change {
	change := Change{
		Weight: subtractWeights(r.Weights[after], r.Weights[before]),
		Points: c.Percent(after, r.Weights[after]) - c.Percent(before, r.Weights[before]),
		P:      1, Q: 1,
	}
	if c.Noise == NoNoise {
		change.Verdict = Counted
	}
	return change
}

// test adds what samples say about a change. The verdict is still that of the row alone.
func (change *Change) test(e Evidence, absolute bool) {
	factor := 100.0
	if absolute {
		factor = 1
	}
	change.P, change.Low, change.High = e.P, factor*e.Low, factor*e.High
	change.Verdict = InsideNoise
	if e.TooFew {
		change.Verdict = TooFew
	}
}

// Percent returns a weight of a side as a share of the side's total, from -100 to 100.
func (c *Comparison) Percent(side int, weight int64) float64 {
	return table.Percent(weight, c.Sides[side].Total)
}

// subtractWeights returns a-b, or the nearest value that fits.
func subtractWeights(a, b int64) int64 {
	if b == math.MinInt64 {
		a, _ = collapse.AddWeights(a, 1)
		b++
	}
	difference, _ := collapse.AddWeights(a, -b)
	return difference
}

// sort puts the rows that change most first: by the span of the shares, or weights, in all sides.
func (c *Comparison) sort() {
	for i := range c.Rows {
		c.Rows[i].span = c.spanOf(c.Rows[i])
	}
	slices.SortFunc(c.Rows, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(b.span, a.span), cmp.Compare(a.stack, b.stack), cmp.Compare(a.Function, b.Function), cmp.Compare(a.Module, b.Module),
		)
	})
}

func (c *Comparison) spanOf(r Row) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for side, w := range r.Weights {
		value := float64(w)
		if !c.Absolute {
			value = c.Percent(side, w)
		}
		least, most = min(least, value), max(most, value)
	}
	return most - least
}

// Beyond reports whether any change of the row is beyond the noise. Where everything was counted, every change is.
func (r Row) Beyond() bool {
	beyond := func(change Change) bool {
		return change.Verdict == BeyondNoise || change.Verdict == Counted && change.Weight != 0
	}
	return beyond(r.Net) || slices.ContainsFunc(r.Steps, beyond)
}
