package packed_test

import (
	"bytes"
	"fmt"
	"os"

	"fold/collapse"
	"fold/collapse/packed"
	"fold/flame"
)

func ExampleReadPicture() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "parse"})), samples, 7)
	var svg bytes.Buffer
	if _, err := flame.WriteSVG(&svg, b.Profile(), flame.SVGOptions{}); err != nil {
		fmt.Println(err)
	}

	p, _, err := packed.ReadPicture(&svg)
	if err != nil {
		fmt.Println(err)
		return
	}
	collapse.WriteFolded(os.Stdout, p, collapse.FoldedOptions{})
	// Output: main;parse 7
}
