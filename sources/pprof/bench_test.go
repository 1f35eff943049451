package pprof_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/google/pprof/profile"

	"fold/sources"
)

// BenchmarkPprof reads a made up profile of 50,000 samples. Where the variable FOLD_PPROF names a file, it has a
// million samples, and is written to that file first: 50 MB, to measure other programs with.
func BenchmarkPprof(b *testing.B) {
	samples, file := 50_000, os.Getenv("FOLD_PPROF")
	if file != "" {
		samples = 1_000_000
	}
	b.Run(fmt.Sprintf("format=pprof/samples=%d", samples), func(b *testing.B) {
		data := pprofBytes(b, benchPprof(samples).Profile)
		if file != "" {
			if err := os.WriteFile(file, data, 0o666); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := sources.Read(bytes.NewReader(data), sources.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// benchPprof returns a profile with so many samples, each of another stack of 16 to 32 frames, that call
// 2,000 functions in 6,000 places. Neighbours share their frames near the root, as in a recorded profile.
func benchPprof(samples int) madePprof {
	const functions, places, fanDepth = 2000, 6000, 24
	p := newPprof("samples/count", "cpu/nanoseconds")
	binary := p.mapping("/usr/local/bin/server")
	for i := range functions {
		p.Function = append(p.Function, &profile.Function{
			ID: uint64(i + 1), Name: fmt.Sprintf("example.org/server/part%d.(*Worker).step%d", i%50, i), Filename: fmt.Sprintf("part%d.go", i%50),
		})
	}
	for i := range places {
		p.location(&profile.Location{
			Mapping: binary, Address: uint64(0x400000 + 16*i),
			Line: []profile.Line{{Function: p.Function[i%functions], Line: int64(1 + i%900)}},
		})
	}
	for i := range samples {
		depth := 16 + i%17
		stack := make([]*profile.Location, depth)
		for d := range stack {
			turn := uint32(i>>max(0, fanDepth-d)+31*d) * 2654435761 // as multiplicative hashing: well spread
			stack[depth-1-d] = p.Location[turn>>8%places]
		}
		p.add(stack, int64(1+i%7), int64(1+i%7)*10_000_000)
	}
	return p
}
