// Package speedscope reads and writes the JSON of https://www.speedscope.app.
package speedscope

import (
	"strings"

	"fold/sources/input"
)

// Format is the JSON of https://www.speedscope.app, which py-spy, rbspy, dotnet-trace and others write.
var Format = input.Format{
	Name: "speedscope", Title: "JSON of www.speedscope.app: py-spy, rbspy, dotnet-trace and others",
	Uses:  input.UsesLabels | input.UsesLines | input.UsesProfile,
	Sniff: sniff, Stream: read, Write: Write, AllColumns: true, Ordered: true, Timed: true,
}

func sniff(h *input.Head) bool {
	o := h.JSON()
	if strings.Contains(o.Text("$schema"), "speedscope.app/file-format-schema") || o.Has("shared.frames") {
		return true
	}
	kind := o.Text("profiles[].type")
	return kind == "evented" || kind == "sampled"
}
