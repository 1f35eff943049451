package compare

import (
	"slices"
	"strconv"

	"fold/collapse"
	"fold/flame/table"
)

// Beyond says of which functions the change is more than noise, for views that show all of them in colours. The zero
// value knows nothing.
type Beyond struct {
	Self, Total func(f collapse.Frame) bool // by the weight that is compared; nil: not known
	Noise       string                      // what was tested against: "noise of sampling"; empty: nothing was
	Basis       string                      // what the tests rest on: "effectively 167 and 1,798 samples"; empty: nothing was
	Caveat      string                      // what they rest on cannot tell, as a sentence; empty: nothing to say
}

// By returns the function for a weight.
func (b Beyond) By(order table.Order) func(f collapse.Frame) bool {
	if order == table.ByTotal {
		return b.Total
	}
	return b.Self
}

// BeyondOf compares the functions of sides, by their selfs and by their totals.
func BeyondOf(sides []Side, absolute bool) Beyond {
	self := Sides(sides, Options{Absolute: absolute})
	total := Sides(sides, Options{Absolute: absolute, By: table.ByTotal})
	b := Beyond{Self: self.beyondNoise(), Total: total.beyondNoise()}
	switch {
	case self.Noise.Tested():
		b.Noise, b.Basis = self.noiseName(), self.basisInShort()
		if self.Noise != NoiseBetween {
			b.Caveat = ofOneRun
		}
	case self.Noise == NoNoise:
		b.Caveat = "Everything was counted, so there is no noise."
	}
	return b
}

// ofOneRun says of one run a side what a table says in a line.
const ofOneRun = "With one run per side, variation from run to run is unknown; pass several runs per side to measure it."

// basisInShort says what the tests rest on, to stand in brackets: "effectively 167 and 1,798 samples, 3 and 3 runs".
func (c *Comparison) basisInShort() string {
	samples, kind := c.samples()
	switch kind {
	case samplesOfTicks:
		samples += " at different moments"
	case samplesUneven:
		samples = "effectively " + samples
	}
	switch {
	case c.Noise == NoiseWithin:
		return samples + ", each run in " + strconv.Itoa(blocks) + " parts"
	case c.Noise == NoiseBetween && c.Absolute:
		return samples + ", the means of " + c.runs()
	case c.Noise == NoiseBetween:
		return samples + ", " + c.runs()
	}
	return samples
}

// beyondNoise returns a function that reports whether the change of a frame's function is more than noise, or nil where
// that is not known. The rows of the comparison must be functions.
func (c *Comparison) beyondNoise() func(f collapse.Frame) bool {
	if c.Noise == NoiseUnknown {
		return nil
	}
	modules := slices.ContainsFunc(c.ground.runs, func(r column) bool { return r.Profile.Modules })
	type function struct{ name, module string }
	keyOf := func(name, module string) function {
		if !modules {
			module = ""
		}
		return function{name, module}
	}
	beyond := make(map[function]bool)
	for _, r := range c.Rows {
		key := keyOf(r.Function, r.Module)
		beyond[key] = beyond[key] || r.Beyond()
	}
	return func(f collapse.Frame) bool { return beyond[keyOf(table.FunctionRow(f), f.Module)] }
}
