package png_test

import (
	"bytes"
	"fmt"
	"image/png"

	"fold/collapse"
	"fold/flame"
	flamepng "fold/flame/png"
)

func Example() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), samples, 7)
	var out bytes.Buffer
	if _, err := flamepng.Write(&out, b.Profile(), flame.SVGOptions{Width: 600}); err != nil {
		fmt.Println(err)
	}
	header, err := png.DecodeConfig(&out)
	fmt.Println(header.Width, err)
	// Output: 1200 <nil>
}
