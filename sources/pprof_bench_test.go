package sources_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fold/sources"
)

// BenchmarkPprof reads a profile of 100,000 samples with stacks of 20 to 30 frames of 2,000 functions.
func BenchmarkPprof(b *testing.B) {
	made := newPprof("samples/count", "cpu/nanoseconds")
	var stacks []string
	for i := range 5000 {
		var stack []string
		for depth := range 20 + i%11 {
			stack = append(stack, fmt.Sprintf("pkg%d.function%d", depth, (i*depth)%100))
		}
		stacks = append(stacks, strings.Join(stack, ";"))
	}
	for _, stack := range stacks {
		made.stack("main.go", stack, 1, 10000000)
	}
	distinct := made.Sample
	for i := range 95_000 {
		made.add(distinct[i*7919%len(distinct)].Location, 1, 10000000)
	}
	data := pprofBytes(b, made.Profile)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := sources.Read(bytes.NewReader(data), sources.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
