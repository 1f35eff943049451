package parquet_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fold/sources/input"
	"fold/sources/parquet"
	"fold/sources/sourcestest"
)

// FuzzRead reads damaged files. What comes out adds up.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(sourcestest.Testdata(), "parquet/*.parquet"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, _, err := input.Read(bytes.NewReader(data), parquet.Format, input.Options{})
		if err == nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
