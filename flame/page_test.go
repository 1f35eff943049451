package flame_test

import (
	"fold/flame"
	"fold/flame/page"
)

// The page goes through the tests in a browser with the picture.
var _ = flame.SetWriteHTML(page.WriteHTML)
