package table_test

import (
	"os"

	"fold/collapse"
	"fold/flame/table"
)

func ExampleTop() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	walk := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "walk"}))
	b.Add(walk, samples, 210)
	b.Add(b.Call(walk, b.Frame(collapse.Frame{Name: "visit"})), samples, 430)

	top := table.Top(b.Profile(), table.Options{N: 20})
	top.WriteText(os.Stdout, table.TextOptions{})
	// Output:
	// samples: 640 in total, 2 functions
	// self   self%     sum%  total   total%  function
	//  430  67.19%   67.19%    430   67.19%  visit
	//  210  32.81%  100.00%    640  100.00%  walk
}
