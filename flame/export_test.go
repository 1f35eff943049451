package flame

import (
	"io"

	"fold/collapse"
)

// writeHTML writes the page around the picture. Its package imports this one, so its test hands it over.
var writeHTML func(io.Writer, *collapse.Profile, SVGOptions) (Drawing, error)

// SetWriteHTML sets writeHTML.
func SetWriteHTML(f func(io.Writer, *collapse.Profile, SVGOptions) (Drawing, error)) bool {
	writeHTML = f
	return true
}
