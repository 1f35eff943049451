package live

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// TestDependencies: who records a program does not get readers of other formats than pprof, which names addresses with
// the rooms symbol and symbolize.
func TestDependencies(t *testing.T) {
	here := reflect.TypeFor[Recorder]().PkgPath()
	sources := strings.TrimSuffix(here, "live")
	out, err := exec.Command("go", "list", "-deps", here).Output()
	if err != nil {
		t.Fatal(err)
	}
	for dependency := range strings.FieldsSeq(string(out)) {
		switch room, found := strings.CutPrefix(dependency, sources); {
		case !found, room == "live", room == "input", room == "symbol", room == "symbolize", room == "pprof":
		default:
			t.Errorf("it depends on %s", dependency)
		}
	}
}
