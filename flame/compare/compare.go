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

// Options say how [Runs] compares. The zero value compares the self weights of functions as
// shares of each run.
type Options struct {
	By       table.Order // which weight of a row: self or total. A stack has one weight only
	Group    Group       // what a row is
	Absolute bool        // compare weights as they are, not shares
	SafeCSV  bool        // WriteCSV writes names so that spreadsheets take none for a formula
}

// Comparison says for each function, module or stack how much of two or more runs it is, the largest change
// first. [Runs] makes one.
type Comparison struct {
	Options
	Metric    collapse.Metric // what was measured, in the unit of all weights
	Runs      []RunTotal
	Tested    bool // the samples of all runs are known, so changes can be told from noise
	Saturated bool // weights went beyond 64 bits and stand at the largest value instead
	Rows      []Row

	profile *collapse.Profile // where rows are stacks: holds them
	stacks  []collapse.NodeID // where they end, in byte order of their texts
}

// RunTotal is a run as a whole.
type RunTotal struct {
	Name    string
	Total   int64 // the weight that is 100 %: all stacks together, each without its sign
	Kept    int64 // what filters kept of it; 0: it was not filtered
	Samples int64 // number of samples; -1: not known
}

// Row is one function, module or stack of a [Comparison].
type Row struct {
	Function string // empty for a stack: see [Comparison.Stack]
	Module   string
	Weights  []int64  // in each run, times 10^Metric.Scale
	Net      Change   // from the first run to the last
	Steps    []Change // from each run to the next; none where there are only two runs

	samples []int64
	stack   int     // place in Comparison.stacks
	span    float64 // how far the shares, or weights, of the runs are apart
}

// Change is what happened to a row from one run to another.
type Change struct {
	Weight int64   // the later weight minus the earlier
	Points float64 // the later share minus the earlier, in percentage points
	// Low and High are the 95 % interval of Points, or of Weight where weights are compared as they are.
	Low, High float64
	P         float64 // how probable so large a change is where nothing changed
	Q         float64 // P adjusted for the number of rows and steps
	Verdict   Verdict
}

// Verdict says whether a change is more than the noise of sampling.
type Verdict uint8

// The verdicts about a change.
const (
	NotTested   Verdict = iota // the samples are not known
	TooFew                     // no change of so few samples could be told from noise
	InsideNoise                // samples of one and the same program differ so
	BeyondNoise                // among all that are called so, at most 5 % are expected to be noise
)

// Runs compares runs in the order given: a program before and after, or at each step of a work. There must
// be two at least.
func Runs(runs []Run, o Options) Comparison {
	c := Comparison{Options: o, Tested: true}
	var metrics []collapse.Metric
	for _, r := range runs {
		metrics = append(metrics, r.Profile.Metrics[r.Metric])
		samples := r.samples()
		c.Runs = append(c.Runs, RunTotal{Name: r.Name, Samples: samples})
		c.Tested = c.Tested && samples >= 0
	}
	metrics, factors := collapse.Align(metrics...)
	c.Metric = metrics[0]
	for i := range runs {
		c.total(i, runs, factors[i])
	}
	c.weighRows(runs, factors)
	c.compareRows()
	c.sort()
	return c
}

// total measures a run as a whole.
func (c *Comparison) total(run int, runs []Run, factor int64) {
	total, signed, saturated := table.Measure(runs[run].Profile, runs[run].Metric)
	if signed { // the weights of stacks that differ in what is not compared cancel each other
		var weights []collapse.Column
		for _, r := range runs {
			weights = append(weights, collapse.Column{Profile: r.Profile, Metric: r.Metric})
		}
		total, _, saturated = table.Measure(collapse.Beside(weights...), run)
	}
	if whole := runs[run].Whole; whole != 0 && whole != total {
		c.Runs[run].Kept, _ = collapse.MultiplyWeight(total, factor)
		total = whole
	}
	total, exact := collapse.MultiplyWeight(total, factor)
	c.Runs[run].Total = total
	c.Saturated = c.Saturated || saturated || !exact
}

// compareRows fills in what changed, and tests all changes together.
func (c *Comparison) compareRows() {
	var tested []*Change
	last := len(c.Runs) - 1
	for i := range c.Rows {
		r := &c.Rows[i]
		r.Net = c.change(r, 0, last)
		tested = append(tested, &r.Net)
		for run := 1; run <= last && last > 1; run++ {
			r.Steps = append(r.Steps, c.change(r, run-1, run))
		}
		for step := range r.Steps {
			tested = append(tested, &r.Steps[step])
		}
	}
	tested = slices.DeleteFunc(tested, func(change *Change) bool { return change.Verdict != InsideNoise })
	p := make([]float64, len(tested))
	for i, change := range tested {
		p[i] = change.P
	}
	for i, q := range Adjust(p) {
		tested[i].Q = q
		if q <= FalseDiscoveries {
			tested[i].Verdict = BeyondNoise
		}
	}
}

// change compares a row in two runs. The verdict is still that of the row alone.
func (c *Comparison) change(r *Row, before, after int) Change {
	change := Change{
		Weight: subtractWeights(r.Weights[after], r.Weights[before]),
		Points: c.Percent(after, r.Weights[after]) - c.Percent(before, r.Weights[before]),
		P:      1, Q: 1,
	}
	if !c.Tested {
		return change
	}
	b, a := c.Runs[before], c.Runs[after]
	counts := Counts{Before: r.samples[before], After: r.samples[after], BeforeTotal: b.Samples, AfterTotal: a.Samples}
	factor := 100.0
	evidence := counts.Shares()
	if c.Absolute {
		factor = 1
		evidence = counts.Weights(b.SamplesPerUnit(), a.SamplesPerUnit())
	}
	change.P, change.Low, change.High = evidence.P, factor*evidence.Low, factor*evidence.High
	change.Verdict = InsideNoise
	if evidence.TooFew {
		change.Verdict = TooFew
	}
	return change
}

// SamplesPerUnit returns how many samples of a run stand for one unit of its weight.
func (r RunTotal) SamplesPerUnit() float64 { return float64(r.Samples) / float64(r.Total) }

// Percent returns a weight of a run as a share of the run's total, from -100 to 100.
func (c *Comparison) Percent(run int, weight int64) float64 {
	return table.Percent(weight, c.Runs[run].Total)
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

// sort puts the rows that change most first: by the span of the shares, or weights, in all runs.
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
	for run, w := range r.Weights {
		value := float64(w)
		if !c.Absolute {
			value = c.Percent(run, w)
		}
		least, most = min(least, value), max(most, value)
	}
	return most - least
}

// Beyond says whether any change of the row is beyond the noise.
func (r Row) Beyond() bool {
	beyond := func(change Change) bool { return change.Verdict == BeyondNoise }
	return beyond(r.Net) || slices.ContainsFunc(r.Steps, beyond)
}
