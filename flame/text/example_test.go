package text_test

import (
	"fmt"

	"fold/flame/text"
)

func Example() {
	fmt.Println(text.Weight(4_510_000_000, 0, "nanoseconds"))
	fmt.Println(text.Count(1200, "row"))
	fmt.Println(text.Visible("a\x1b[2J"))
	// Output:
	// 4.51s
	// 1,200 rows
	// a\x1b[2J
}
