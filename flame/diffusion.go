package flame

import (
	"math"

	"fold/flame/table"
)

// The palette diffusion, inferno's "color diffusion": a function is the redder the more it weighs, all its places
// together, so that what is worth looking at is seen wherever it stands.

const diffusionSteps = 32

var diffusionPalette = palette{
	name: "diffusion", tint: "grey", byWeight: true,
	groups: []group{{colors: ramp(diffusionSteps, rgb{252, 244, 240}, rgb{255, 92, 64})}},
}

// setDiffusion colours functions by the square root of their share of the whole, which keeps small shares distinguishable.
func (pic *picture) setDiffusion() {
	var numbered table.Numbering
	rowOf := numbered.Functions(pic.p)
	table.AddTotals(pic.p, [][]int64{pic.p.Totals(pic.column)}, rowOf, numbered.Rows)
	for f := range pic.hues {
		pic.hues[f] = diffusionHue(numbered.Rows[rowOf[f]].Total, pic.total)
	}
	pic.rootHue = diffusionHue(pic.total, pic.total)
}

func diffusionHue(weight, total int64) hue {
	share := min(1, float64(weight)/float64(total))
	step := int(math.Round((diffusionSteps - 1) * math.Sqrt(share)))
	return hue{step, diffusionPalette.groups[0].colors[step], 0}
}
