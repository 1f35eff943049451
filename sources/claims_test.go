package sources_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// ownDumps are the formats of dumps with the paths of their files among those of other projects.
var ownDumps = map[string]*regexp.Regexp{
	"goroutine":    regexp.MustCompile(`/goroutine/|/go/|go-goroutine|panic`),
	"jstack":       regexp.MustCompile(`/jstack/|/java/|jstack`),
	"jthreads":     regexp.MustCompile(`/jthreads/`),
	"faulthandler": regexp.MustCompile(`faulthandler`),
	"pystack":      regexp.MustCompile(`/pystack/`),
	"pyspy":        regexp.MustCompile(`/pyspy/|py-spy`),
	"eustack":      regexp.MustCompile(`eu-?stack|elfutils`),
	"lldb":         regexp.MustCompile(`lldb`),
	"gdb":          regexp.MustCompile(`gdb`),
	"bpftrace":     regexp.MustCompile(`bpftrace`),
	"bcc":          regexp.MustCompile(`/bcc/|offcputime|profile-example|bcc`),
	"asprof":       regexp.MustCompile(`asprof|async-profiler`),
	"jfr":          regexp.MustCompile(`jfr`),
	"austin":       regexp.MustCompile(`austin`),
}

// TestClaims checks that the formats of dumps claim no file of another kind among those that lie beside the module.
func TestClaims(t *testing.T) {
	root, err := filepath.EvalSymlinks(sourcestest.Shared())
	if err != nil {
		t.Skip(err)
	}
	files := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return nil
		}
		defer file.Close()
		in, err := input.Open(file)
		if err != nil {
			return nil
		}
		files++
		for _, format := range sources.Formats() {
			own, isDump := ownDumps[format.Name]
			if isDump && format.Sniff(in.Head) && !own.MatchString(path) {
				t.Errorf("%s claims %s", format.Name, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files", files)
}
