package perfdata_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fold/sources/input"
	"fold/sources/perfdata"
	"fold/sources/sourcestest"
)

// FuzzRead reads damaged recordings, with the programs that they name. The sums of what comes out are those of the
// samples, so the two columns of an event agree.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(sourcestest.Testdata(), "perfdata/*.data"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 16<<10 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, _, err := input.Read(bytes.NewReader(data), perfdata.Format, sourcestest.Options("perfdata"))
		if err == nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
