package compare

import (
	"math"

	"fold/collapse"
	"fold/flame/table"
)

// Noise says what the changes of a comparison were tested against.
type Noise uint8

// The kinds of noise, each of which includes those before it.
const (
	NoiseUnknown  Noise = iota // the samples are not known: nothing is tested
	NoNoise                    // everything was counted: every difference is one
	NoiseSampling              // the chance of sampling, as if each sample were taken by itself
	NoiseWithin                // and that neighbouring samples resemble each other: blocks of each run were compared
	NoiseBetween               // and that two runs of one program differ: several runs a side were compared
)

// String returns the word that JSON has for the noise.
func (n Noise) String() string {
	return [...]string{"unknown", "none", "sampling", "within-run", "between-runs"}[n]
}

// Tested reports whether changes were tested against noise.
func (n Noise) Tested() bool { return n >= NoiseSampling }

// Blocks are how many parts each run is cut into where its samples have an order and there is one run a side.
const (
	blocks      = 20
	leastBlocks = 5 * blocks // fewer samples are not cut
)

// column is one column of weights that rows are weighed in: a run's, or that of a block of a run.
type column struct {
	collapse.Column
	unchanged *collapse.Profile // see Run
	factor    int64             // brings weights into the unit of the comparison
	samples   Samples
}

// ground is what all tests of the same sides rest on.
type ground struct {
	absolute  bool
	noise     Noise
	saturated bool
	metric    collapse.Metric // of the comparison
	sides     []part          // the totals of each side
	totals    []int64         // their weights, exactly,
	kept      []int64         // and what filters kept of them, if there are any
	side      []int           // of each run
	runs      []column
	blocks    []column // where noise is within-run: those of the first run, then those of the second
	units     []unit
}

// newGround measures the sides as wholes, and finds out what noise can be measured.
func newGround(sides []Side, absolute bool) *ground {
	g := &ground{absolute: absolute, sides: make([]part, len(sides)), totals: make([]int64, len(sides)), kept: make([]int64, len(sides))}
	var runs []Run
	for i, s := range sides {
		runs = append(runs, s.Runs...)
		for range s.Runs {
			g.side = append(g.side, i)
		}
		g.sides[i].runs = float64(len(s.Runs))
	}
	g.alignUnits(runs)
	exact, known := 0, 0
	for i, r := range runs {
		total, saturated := wholeWeight(runs, i)
		g.saturated = g.saturated || saturated
		c := &g.runs[i]
		c.samples = r.Samples()
		if c.samples.Exact {
			exact++
		}
		if c.samples.Number > 0 && !r.Profile.HasNegative(r.Metric) {
			known++
		}
		side := &g.sides[g.side[i]]
		weight := float64(g.add(&g.totals[g.side[i]], total, c.factor))
		if r.Whole.Profile != nil {
			kept, _, _ := table.Measure(r.Profile, r.Metric)
			g.add(&g.kept[g.side[i]], kept, c.factor)
		}
		side.total += weight
		side.totalSquares += c.totalSquares(weight)
		g.units = append(g.units, unit{g.side[i], weight, c.samples.Number})
	}
	switch len(runs) {
	case exact:
		g.noise = NoNoise
	case known:
		g.noise = NoiseSampling
		g.chooseUnits(runs)
	}
	return g
}

// add adds a weight times a factor to a sum, and returns it. What does not fit is noted.
func (g *ground) add(sum *int64, weight, factor int64) int64 {
	weight, fits := collapse.MultiplyWeight(weight, factor)
	g.saturated = g.saturated || !fits
	*sum, fits = collapse.AddWeights(*sum, weight)
	g.saturated = g.saturated || !fits
	return weight
}

// alignUnits fills in the runs' columns, with the factors that bring them into one unit. Weights as they are count
// per run, with two more digits where there are several.
func (g *ground) alignUnits(runs []Run) {
	var metrics []collapse.Metric
	for _, r := range runs {
		metrics = append(metrics, r.metric())
	}
	metrics, factors := collapse.Align(metrics...)
	g.metric = metrics[0]
	for i, r := range runs {
		g.runs = append(g.runs, column{Column: collapse.Column{Profile: r.Profile, Metric: r.Metric}, unchanged: r.unchanged(), factor: factors[i]})
	}
	if g.absolute && len(runs) > len(g.sides) {
		g.metric.Scale += 2
		for i := range g.runs {
			g.runs[i].factor *= 100
		}
	}
}

// wholeWeight returns what is 100% for a run: all of its stacks, each without its sign.
func wholeWeight(runs []Run, i int) (total int64, saturated bool) {
	whole := runs[i].whole()
	total, signed, saturated := table.Measure(whole.Profile, whole.Metric)
	if signed { // the weights of stacks that differ in what is not compared cancel each other
		var weights []collapse.Column
		for _, r := range runs {
			weights = append(weights, r.whole())
		}
		total, _, saturated = table.Measure(collapse.Beside(weights...), i)
	}
	return total, saturated
}

// totalSquares returns the squares that go with the weight of a whole run.
func (c column) totalSquares(weight float64) float64 {
	if c.samples.Number <= 0 {
		return 0
	}
	return weight * weight / c.samples.Number
}

// squares returns the squares of a row in the unit of the comparison: of samples of one weight those that go with
// the row's.
func (c column) squares(weight float64, squares collapse.Square) float64 {
	if c.samples.each > 0 {
		return weight * float64(c.factor) * c.samples.each * float64(c.factor) * c.samples.inflate
	}
	return squares.Float() * float64(c.factor) * float64(c.factor) * c.samples.inflate
}

// chooseUnits finds out what can be measured beyond the chance of sampling: between several runs of a side, or else
// between blocks of each run.
func (g *ground) chooseUnits(runs []Run) {
	if len(runs) > len(g.sides) && len(runs) >= 3 {
		g.noise = NoiseBetween
		return
	}
	var units []unit
	for i, r := range runs {
		if !r.Profile.HasMoments(r.Metric) || g.runs[i].samples.Number < leastBlocks {
			g.blocks = nil
			return
		}
		cut, unchanged := r.Profile.Blocks(r.Metric, blocks), r.unchanged().Blocks(r.Metric, blocks)
		for block := range blocks {
			c := g.runs[i]
			c.Column, c.unchanged = collapse.Column{Profile: cut, Metric: block}, unchanged
			g.blocks = append(g.blocks, c)
			weight := float64(cut.Total(block)) * float64(c.factor)
			if r.Whole.Profile == nil {
				weight -= float64(cut.Self(block, collapse.Root)) * float64(c.factor)
			}
			units = append(units, unit{g.side[i], weight, weight * g.runs[i].samples.Number / g.units[i].total})
		}
	}
	g.noise, g.units = NoiseWithin, units
}

// columns returns the columns of all runs, and those of blocks if there are any.
func (g *ground) columns() []column { return append(g.runs[:len(g.runs):len(g.runs)], g.blocks...) }

// weighed are the weights of rows: in each column, for each row.
type weighed struct {
	weights [][]int64
	squares [][]float64 // of the runs alone
}

// parts returns a row of each side.
func (g *ground) parts(w weighed, row int) []part {
	parts := append([]part(nil), g.sides...)
	for run, side := range g.side {
		parts[side].weight += float64(w.weights[run][row])
		parts[side].squares += w.squares[run][row]
	}
	return parts
}

// spreads returns how much each row varies between the units beyond the chance of sampling.
func (g *ground) spreads(w weighed, rows int) []spread {
	spreads := make([]spread, rows)
	if g.noise < NoiseWithin {
		for row := range spreads {
			spreads[row] = sampling
		}
		return spreads
	}
	dispersions, weights := make([]float64, rows), make([]float64, len(g.units))
	first := len(w.weights) - len(g.units) // the columns of units are the last ones
	for row := range dispersions {
		parts := g.parts(w, row)
		if dispersions[row] = math.NaN(); !enough(parts, g.absolute) {
			continue
		}
		for i := range weights {
			weights[i] = float64(w.weights[first+i][row])
		}
		if g.absolute {
			dispersions[row] = weightDispersion(parts, g.units, weights)
		} else {
			dispersions[row] = shareDispersion(parts, g.units, weights)
		}
	}
	return moderate(dispersions, degrees(g.units, len(g.sides)))
}

// enough reports whether a row has samples enough for its dispersion to mean anything.
func enough(parts []part, absolute bool) bool {
	rare := 0.0
	for _, p := range parts {
		switch {
		case p.weight <= 0:
		case absolute:
			rare += p.weight * p.weight / p.squares
		default:
			n := p.samples() / relativeUnit(p.share(), p.squares/p.totalSquares)
			rare += min(p.share(), 1-p.share()) * n
		}
	}
	return rare >= leastMeasured
}

// evidence compares a row in two sides.
func (g *ground) evidence(before, after part, s spread) Evidence {
	if g.absolute {
		return weightEvidence(before, after, s)
	}
	return shareEvidence(before, after, s)
}
