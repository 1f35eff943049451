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
	stillWidth = 3 // of the narrowest frame, in pixels of 1200
)

// appendStill appends a still picture and a table, which the script replaces.
func appendStill(out []byte, p *collapse.Profile, o Options) ([]byte, error) {
	picture := flame.SVGOptions{
		Title: o.Title, NoScript: true, NoData: true, Fluid: true, Inverted: true, MinWidth: stillWidth,
	}
	if c := o.Compare; c != nil {
		p = p.WithDefault(c.After)
		picture.Delta = &flame.Delta{Before: c.Before, After: c.After, By: table.ByTotal, Absolute: c.Absolute}
	}
	var svg bytes.Buffer
	if _, err := flame.WriteSVG(&svg, p, picture); err != nil {
		return nil, err
	}
	out = append(out, svg.Bytes()...)
	return table.Top(p, table.Options{N: stillRows}).AppendHTML(out), nil
}
