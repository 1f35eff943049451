package flame_test

import (
	"bytes"
	"fmt"

	"fold/collapse"
	"fold/flame"
)

func ExampleWriteSVG() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "parse"})), samples, 7)
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "write"})), samples, 3)

	var svg bytes.Buffer
	drawing, err := flame.WriteSVG(&svg, b.Profile(), flame.SVGOptions{Title: "export"})
	fmt.Println(drawing.Title, drawing.Frames, drawing.Total, err)
	// Output: export 4 10 <nil>
}
