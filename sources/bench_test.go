package sources_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"fold/collapse"
	"fold/sources"
)

// benchInputs are texts of each format: the fixture repeated to a few megabytes or, where the variable
// FOLD_BENCH names a folder, the large files there.
var benchInputs = []struct{ format, fixture, large string }{
	{"perf", "../testdata/perf/20-many-runtimes-tidy.txt", "perf-real-100m.txt"},
	{"sample", "../testdata/sample/02-parens-in-names.txt", "sample-50m.txt"},
	{"folded", "../testdata/pprof/go-cpu.samples.folded", "folded-50k.txt"},
}

func benchInput(b *testing.B, fixture, large string) []byte {
	b.Helper()
	if dir := os.Getenv("FOLD_BENCH"); dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, large))
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	data, err := os.ReadFile(fixture)
	if err != nil {
		b.Fatal(err)
	}
	return bytes.Repeat(data, 4<<20/len(data))
}

func BenchmarkRead(b *testing.B) {
	for _, input := range benchInputs {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("format=%s/workers=%d", input.format, workers), func(b *testing.B) {
				data := benchInput(b, input.fixture, input.large)
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := sources.Read(bytes.NewReader(data), sources.Options{Workers: workers}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkWriteFolded writes what BenchmarkRead reads; its bytes are those of the output.
func BenchmarkWriteFolded(b *testing.B) {
	for _, input := range benchInputs {
		b.Run("format="+input.format, func(b *testing.B) {
			p, _, err := sources.Read(bytes.NewReader(benchInput(b, input.fixture, input.large)), sources.Options{})
			if err != nil {
				b.Fatal(err)
			}
			var out bytes.Buffer
			o := collapse.FoldedOptions{Columns: []int{p.Default}}
			if err := collapse.WriteFolded(&out, p, o); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(out.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if err := collapse.WriteFolded(io.Discard, p, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
