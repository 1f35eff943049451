package page_test

import (
	"bytes"
	"fmt"

	"fold/collapse"
	"fold/flame/page"
)

func ExampleWrite() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), samples, 7)

	var html bytes.Buffer
	err := page.Write(&html, b.Profile(), page.Options{Title: "export"})
	fmt.Println(bytes.HasPrefix(html.Bytes(), []byte("<!DOCTYPE html>")), err)
	// Output: true <nil>
}
