package pprof_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/pprof/profile"

	"fold/sources"
	"fold/sources/sourcestest"
)

// FuzzPprof checks that no input makes the reader panic, and that what it reads adds up: the sum of a
// column is the sum of the values of its type.
func FuzzPprof(f *testing.F) {
	for _, name := range []string{"go-threadcreate.debug1.txt", "go-block.debug1.txt", "go-heap.debug1.txt", "go-goroutine.debug1.txt"} {
		data, err := os.ReadFile(filepath.Join(pprofCases, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(labelledPprof(f))
	f.Add(cpuWords(0, 3, 0, 10000, 0, 2, 2, 0x400000, 0x400100, 0, 1, 0))
	f.Add([]byte("--- heapz 1 ---\nformat = java\nresolution = bytes\n   7048     1 @ 0x00000003 0x00000004\n\n 0x00000003 com.example.f (F.java:3)\n"))
	f.Add([]byte("--- threadz 1 ---\n\n--- Thread 7f (name: main/1) stack: ---\n  PC: 0xbc8f1c 0xbcae55\n--- Memory map: ---\n  00400000-00fcb000: /bin/server\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: "pprof", TagRoot: []string{"user"}})
		if err != nil {
			return
		}
		plain, err := profile.ParseData(data)
		if err != nil {
			return // it was compressed more than once
		}
		want := make([]int64, len(plain.SampleType))
		for _, s := range plain.Sample {
			for i, value := range s.Value {
				if value < math.MinInt32 || value > math.MaxInt32 {
					return // sums beyond 64 bits are not exact
				}
				want[i] += value
			}
		}
		if len(p.Metrics) != len(want) {
			t.Fatalf("%d metrics for %d types", len(p.Metrics), len(want))
		}
		for i := range want {
			if got := p.Total(i); got != want[i] {
				t.Errorf("%s: total %d, want %d", p.Metrics[i].Name, got, want[i])
			}
		}
	})
}

// FuzzWrapped reads damaged answers of servers.
func FuzzWrapped(f *testing.F) {
	sourcestest.AddFixtures(f, "pprof-json")
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "pprof-json", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
