package flame

import (
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

var goPalette = palette{
	name: "go", tint: "yellow",
	groups: []group{{"own code", yellowRamp}, {"modules", aquaRamp}, {"standard library", greenRamp}, {"runtime", orangeRamp}, {"kernel", redRamp}, {"native", purpleRamp}},
	sort: func(name string, l look) int {
		path := text.GoPackage(functionOf(name))
		first, _, _ := strings.Cut(path, "/")
		switch {
		case l.kind == collapse.KindKernel:
			return 4
		case path == "":
			return 5
		case path == "runtime", strings.HasPrefix(path, "runtime/"), strings.HasPrefix(path, "internal/runtime/"):
			return 3
		case strings.Contains(first, "."):
			return 1
		case slices.Contains(goStandard, first):
			return 2
		}
		return 0
	},
}

// goStandard are the first parts of the paths of Go's standard library. Modules of one's own may have
// paths without a dot, too.
var goStandard = []string{
	"archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed",
	"encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter",
	"log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort",
	"strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique", "unsafe",
	"vendor", "weak",
}
