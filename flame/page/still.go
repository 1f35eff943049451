package page

import (
	"bytes"

	"fold/collapse"
	"fold/flame"
	"fold/flame/table"
)

// The still part of a page stays small beside the data: it is for readers whose scripts do not run.
const (
	stillRows  = 100
	stillWidth = 2.0   // of the narrowest frame, in pixels of 1200
	stillBytes = 16000 // of the picture: frames must be wider until it is no larger
)

// appendStill appends a still picture and a table, which the script replaces.
func appendStill(out []byte, p *collapse.Profile, o Options) ([]byte, error) {
	picture := flame.SVGOptions{
		Title: o.Title, NoScript: true, NoData: true, Fluid: true, Inverted: true, MinWidth: stillWidth,
	}
	if c := o.Compare; c != nil {
		first := c.Pairs[0]
		p = p.WithDefault(first.After)
		picture.Delta = &flame.Delta{Before: first.Before, After: first.After, By: table.ByTotal, Absolute: c.Absolute, Beyond: first.Beyond}
	}
	var svg bytes.Buffer
	for {
		svg.Reset()
		if _, err := flame.WriteSVG(&svg, p, picture); err != nil {
			return nil, err
		}
		if svg.Len() <= stillBytes || picture.MinWidth > 200 {
			break
		}
		picture.MinWidth *= 1.5
	}
	out = append(out, svg.Bytes()...)
	return table.Top(p, table.Options{N: stillRows}).AppendHTML(out), nil
}
