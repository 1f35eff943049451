package sources_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"fold/sources/sourcestest"
)

// TestRooms checks that formats do not know each other, and that nothing below the list of formats knows the list: a
// format can be read, moved and taken away by itself.
func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		imports[words[0]] = words[1:]
	}
	var root string // the path of package sources
	for name := range imports {
		if root == "" || len(name) < len(root) {
			root = name
		}
	}
	isFormat := make(map[string]bool)
	for _, match := range regexp.MustCompile(`\b(\w+)\.Format\b`).FindAllStringSubmatch(string(sourcestest.ReadFile(t, "formats.go")), -1) {
		isFormat[root+"/"+match[1]] = true
	}
	if len(isFormat) < 20 {
		t.Fatalf("found only %d formats", len(isFormat))
	}
	for name := range isFormat {
		for _, imported := range imports[name] {
			if imported == root || isFormat[imported] {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
}
