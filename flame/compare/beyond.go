package compare

import (
	"slices"

	"fold/collapse"
	"fold/flame/table"
)

// Beyond says of which functions the change is more than noise, for views that show all of them in colours. The zero
// value knows nothing.
type Beyond struct {
	Self, Total func(f collapse.Frame) bool // by the weight that is compared; nil: not known
	Noise       string                      // what was tested against: "noise of sampling"; empty: nothing was
	Basis       string                      // what the tests rest on and cannot know, as tables say it; empty: not known
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
		b.Noise, b.Basis = self.noiseName(), self.basis()
	case self.Noise == NoNoise:
		b.Basis = counted
	}
	return b
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
