package compare

import "math"

// unit is one of the pieces whose differences are measured: a run of several, or a block of one run.
type unit struct {
	side    int
	total   float64 // weight
	samples float64 // in effect
}

// priorWeight is how many degrees of freedom the rows' common dispersion counts for beside those of a row itself.
const priorWeight = 6

// degrees returns the degrees of freedom of differences between units of the same side.
func degrees(units []unit, sides int) int { return len(units) - sides }

// shareDispersion returns how many times as much a row's share varies between units of a side as sampling explains.
func shareDispersion(sides []part, units []unit, weights []float64) float64 {
	sum := 0.0
	for i, u := range units {
		side := sides[u.side]
		p := side.share()
		if !(p > 0 && p < 1) || u.samples <= 0 {
			continue
		}
		variance := p * (1 - p) * relativeUnit(p, side.squares/side.totalSquares) / u.samples
		sum += square(weights[i]/u.total-p) / variance
	}
	return sum / float64(degrees(units, len(sides)))
}

// weightDispersion is shareDispersion for weights as they are.
func weightDispersion(sides []part, units []unit, weights []float64) float64 {
	count := make([]float64, len(sides))
	for _, u := range units {
		count[u.side]++
	}
	sum := 0.0
	for i, u := range units {
		side := sides[u.side]
		if side.squares > 0 {
			sum += square(weights[i]-side.weight/count[u.side]) / (side.squares / count[u.side])
		}
	}
	return sum / float64(degrees(units, len(sides)))
}

func square(x float64) float64 { return x * x }

// moderate returns the spread of each row, given its dispersion of df degrees of freedom: a mean of its own and the
// one common to all rows, and never less than sampling alone. NaN stands for rows that are too small to count.
// The idea is G. K. Smyth's, "Linear models and empirical Bayes methods", Statistical Applications in Genetics and
// Molecular Biology 3 (2004).
func moderate(dispersions []float64, df int) []spread {
	sum, rows := 0.0, 0.0
	for _, phi := range dispersions {
		if !math.IsNaN(phi) {
			sum, rows = sum+phi, rows+1
		}
	}
	common := max(1, sum/max(1, rows))
	spreads, quantile := make([]spread, len(dispersions)), student95(float64(df+priorWeight))
	for i, phi := range dispersions {
		if math.IsNaN(phi) {
			phi = common
		}
		factor := (priorWeight*common + float64(df)*phi) / float64(priorWeight+df)
		spreads[i] = spread{max(1, factor), float64(df + priorWeight), quantile}
	}
	return spreads
}
