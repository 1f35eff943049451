package compare

import "math"

// studentTails returns how probable a value so far from zero is, or farther, in Student's t distribution with df
// degrees of freedom; +Inf stands for the normal distribution.
func studentTails(t, df float64) float64 {
	if math.IsInf(df, 1) {
		return bothTails(t)
	}
	return incompleteBeta(df/2, 0.5, df/(df+t*t))
}

// student95 returns the quantile of Student's t distribution that leaves 2.5% on each side.
func student95(df float64) float64 {
	if math.IsInf(df, 1) {
		return normal95
	}
	low, high := normal95, 1e3
	for range 60 {
		middle := (low + high) / 2
		if studentTails(middle, df) > 0.05 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// incompleteBeta returns the regularised incomplete beta function I_x(a, b), by its continued fraction (NIST Digital
// Library of Mathematical Functions, 8.17.22) evaluated as Lentz does.
func incompleteBeta(a, b, x float64) float64 {
	if x <= 0 || x >= 1 {
		return min(1, max(0, x))
	}
	if x > (a+1)/(a+b+2) { // the fraction converges fast below that
		return 1 - incompleteBeta(b, a, 1-x)
	}
	logA, _ := math.Lgamma(a)
	logB, _ := math.Lgamma(b)
	logAB, _ := math.Lgamma(a + b)
	front := math.Exp(logAB - logA - logB + a*math.Log(x) + b*math.Log1p(-x))
	const tiny = 1e-300
	c, d := 1.0, 1-(a+b)*x/(a+1)
	d = 1 / away(d, tiny)
	value := d
	for m := 1.0; m < 300; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d, c = 1/away(1+even*d, tiny), away(1+even/c, tiny)
		value *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d, c = 1/away(1+odd*d, tiny), away(1+odd/c, tiny)
		value *= d * c
		if math.Abs(d*c-1) < 1e-14 {
			break
		}
	}
	return front * value / a
}

// away returns a value, or tiny if it is nearer to zero than that.
func away(value, tiny float64) float64 {
	if math.Abs(value) < tiny {
		return tiny
	}
	return value
}
