package main

import (
	"fmt"
	"io"

	"fold/collapse"
	"fold/flame"
	"fold/flame/compare"
	"fold/flame/text"
)

// writeDiffSVG draws the second profile, or the first with --negate, in the colours of what changed.
func (s streams) writeDiffSVG(sides []compare.Side, r *request, d *diffFlags) error {
	p, err := pair(sides)
	if err != nil {
		return err
	}
	o, shown := &pictureFlags{}, 1
	if d.negate {
		shown = 0
	}
	if compare.IsPair(sides[0].Runs[0].Profile) {
		o.CountName = "samples"
	}
	o.Title = "Differential Flame Graph"
	o.Subtitle = fmt.Sprintf("%s → %s, %s, as wide as %s", sides[0].Name, sides[1].Name, totals(p), sides[shown].Name)
	o.Delta = &flame.Delta{Before: 0, After: 1, By: d.By, Absolute: d.Absolute, ByFunction: d.byFunction, Beyond: compare.BeyondOf(sides, d.Absolute)}
	return s.drawDelta(p.WithDefault(shown), r, o)
}

// totals says what became of the whole: "11.07s → 7.27s (−34%)".
func totals(p *collapse.Profile) string {
	before, after := p.Total(0), p.Total(1)
	return weight(before, p.Metrics[0]) + " → " + weight(after, p.Metrics[1]) + text.ChangeInBrackets(before, after)
}

// drawPair draws a folded file with two weights. As in flamegraph.pl, frames are as wide as the second weight,
// and red where that is more; negate is for files that have the two the other way round.
func (s streams) drawPair(l *loaded, r *request, o *pictureFlags) error {
	if o.factor.value > 0 || o.total.value > 0 {
		return usageError("--factor and --total are for pictures of one profile: --metric after picks one")
	}
	p, err := o.reshape(l.profile, s.messages(r))
	if err != nil {
		return err
	}
	if !hasWeights(p, 1) {
		return s.noPicture(r, o, errEmpty(l.name))
	}
	sides := []compare.Side{{Runs: []compare.Run{{Profile: l.profile}}}, {Runs: []compare.Run{{Profile: l.profile, Metric: 1}}}}
	o.Delta = &flame.Delta{Before: 0, After: 1, By: o.deltaBy, ByFunction: o.byFunction, Beyond: compare.BeyondOf(sides, false)}
	if o.negate {
		o.Delta.Before, o.Delta.After = 1, 0
	}
	if o.CountName == "" {
		o.CountName = "samples"
	}
	return s.drawDelta(p.WithDefault(1), r, o)
}

func (s streams) drawDelta(p *collapse.Profile, r *request, o *pictureFlags) error {
	m := s.messages(r)
	if err := o.readFiles(m); err != nil {
		return err
	}
	if o.format == "html" {
		return s.reportPair(p, r, o)
	}
	return s.write(r.output, func(w io.Writer) error {
		drawing, err := o.render()(w, p, o.SVGOptions)
		if drawing.Raised {
			m.note("to keep the picture small, frames narrower than %.2f pixels are drawn together", drawing.MinWidth)
		}
		return err
	})
}
