package page

import (
	"bytes"

	"fold/collapse"
	"fold/flame"
	"fold/flame/table"
)

// The still part of a page stays small beside the data: it is for readers whose scripts do not run.
const (
	stillRows    = 100
	stillWidth   = 2.0    // of the narrowest frame, in pixels of 1200
	stillBytes   = 30_000 // of both: frames must be wider until the picture is no larger than what the table leaves it …
	pictureBytes = 8_000  // … or than this, where names are long
)

// appendStill appends a still picture and a table, which the script replaces.
func appendStill(out []byte, p *collapse.Profile, o Options) ([]byte, error) {
	picture := flame.SVGOptions{
		Title: o.Title, NoScript: true, NoData: true, Fluid: true, Inverted: true, MinWidth: stillWidth,
	}
	if c := o.Compare; c != nil {
		first := c.Pairs[0]
		p = p.WithDefault(first.After)
		picture.Delta = &flame.Delta{Before: first.Before, After: first.After, By: table.ByTotal, Absolute: first.Absolute, Beyond: first.Beyond}
	}
	top := table.Options{N: stillRows}
	if o.Compare == nil && len(o.Whole) > p.Default {
		top.Whole = o.Whole[p.Default]
	}
	rows := table.Top(p, top).AppendHTML(nil)
	most := max(pictureBytes, stillBytes-len(rows))
	var svg bytes.Buffer
	for {
		svg.Reset()
		if _, err := flame.WriteSVG(&svg, p, picture); err != nil {
			return nil, err
		}
		if svg.Len() <= most || picture.MinWidth > 200 {
			break
		}
		picture.MinWidth *= 1.5
	}
	return append(append(out, svg.Bytes()...), rows...), nil
}
