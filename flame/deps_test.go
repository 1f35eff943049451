package flame_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDependencies: who imports the picture does not get a web server, nor whatever reads profiles.
func TestDependencies(t *testing.T) {
	module := goList(t, "-m")
	for _, room := range []string{"", "/text", "/table", "/compare", "/doctor", "/page"} {
		for dependency := range strings.FieldsSeq(goList(t, "-deps", module+"/flame"+room)) {
			isReader := strings.HasPrefix(dependency, module+"/sources")
			if dependency == "net/http" || isReader || dependency == module+"/flame/web" {
				t.Errorf("flame%s depends on %s", room, dependency)
			}
		}
	}
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
