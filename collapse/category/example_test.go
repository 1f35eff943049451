package category_test

import (
	"os"

	"fold/collapse"
	"fold/collapse/category"
)

func ExampleGroup() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main.main"}))
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "runtime.mallocgc"})), samples, 3)
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "sort.Slice"})), samples, 4) // works for its caller

	collapse.WriteFolded(os.Stdout, category.Group(b.Profile()), collapse.FoldedOptions{})
	// Output:
	// own code 4
	// own code;allocator 3
}
