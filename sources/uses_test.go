package sources_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// uses are the options that some formats use, each with the bit by which a format says so.
var uses = []struct {
	name string
	bit  input.Uses
	set  func(o *sources.Options)
}{
	{"labels", input.UsesLabels, func(o *sources.Options) { o.TagRoot = []string{"no such label"} }},
	{"lines", input.UsesLines, func(o *sources.Options) { o.Lines = true }},
	{"idle", input.UsesIdle, func(o *sources.Options) { o.Idle = true }},
	{"ids", input.UsesIDs, func(o *sources.Options) { o.PID, o.TID = true, true }},
	{"addresses", input.UsesAddresses, func(o *sources.Options) { o.Addresses = true }},
	{"annotate", input.UsesAnnotate, func(o *sources.Options) { o.Annotate = input.Annotate{Kernel: true, JIT: true, Inlined: true} }},
	{"inlines", input.UsesInlines, func(o *sources.Options) { o.Inlines = input.InlinesNone }},
	{"inline split", input.UsesInlineSplit, func(o *sources.Options) { o.NoInlineSplit = true }},
	{"generics", input.UsesGenerics, func(o *sources.Options) { o.Generics = input.GenericsShort }},
	{"all frames", input.UsesAllFrames, func(o *sources.Options) { o.AllFrames = true }},
	{"profile", input.UsesProfile, func(o *sources.Options) { o.Profile = regexp.MustCompile("no such profile") }},
}

// TestUses checks that a format says that it uses an option if, and only if, the option changes what is read of one of
// its fixtures.
func TestUses(t *testing.T) {
	for _, format := range sources.Formats() {
		if !format.Reads() {
			continue
		}
		var changed input.Uses
		for _, data := range readable(t, format.Name) {
			plain, ok := stacksOf(t, format.Name, data, func(*sources.Options) {})
			if !ok {
				continue
			}
			for _, use := range uses {
				if changed&use.bit != 0 {
					continue
				}
				if got, ok := stacksOf(t, format.Name, data, use.set); !ok || got != plain {
					changed |= use.bit
				}
			}
		}
		for _, use := range uses {
			if says, does := format.Uses&use.bit != 0, changed&use.bit != 0; says != does {
				t.Errorf("%s: %s: it says that it uses it: %v; a fixture shows that it does: %v", format.Name, use.name, says, does)
			}
		}
	}
}

// readable returns the fixtures of a format that are not refused. Those of pprof stand in JSON, too.
func readable(t *testing.T, format string) (inputs [][]byte) {
	t.Helper()
	dir := filepath.Join("../testdata", format)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !sourcestest.IsFixture(entry.Name()) {
			continue
		}
		data := sourcestest.ReadFile(t, filepath.Join(dir, entry.Name()))
		if _, ok := stacksOf(t, format, data, func(*sources.Options) {}); ok {
			inputs = append(inputs, data)
		}
	}
	if format == "pprof-json" {
		for _, data := range readable(t, "pprof") {
			inputs = append(inputs, []byte(`{"pprof":"`+base64.StdEncoding.EncodeToString(data)+`"}`))
		}
	}
	return inputs
}

// stacksOf returns the folded stacks of all columns of an input; not ok: it cannot be read.
func stacksOf(t *testing.T, format string, data []byte, set func(o *sources.Options)) (text string, ok bool) {
	t.Helper()
	o := sourcestest.Options(format)
	set(&o)
	o.Format = format
	p, _, err := sources.Read(bytes.NewReader(data), o)
	if err != nil {
		return "", false
	}
	return sourcestest.AllColumns(t, p), true
}
