package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchCommands are whole commands, each with its inputs: files of testdata repeated to a few megabytes or,
// where the variable FOLD_BENCH names a folder, the large files there.
var benchCommands = []struct {
	command string
	inputs  []benchFile
}{
	{"collapse", []benchFile{perfFile}},
	{"collapse", []benchFile{sampleFile}},
	{"collapse", []benchFile{foldedFile}},
	{"top", []benchFile{foldedFile}},
	{"svg", []benchFile{foldedFile}},
	{"diff", []benchFile{foldedFile, afterFile}},
	{"diff --format=folded", []benchFile{foldedFile, afterFile}},
}

// benchFile is an input and what stands for it where the large files are not there.
type benchFile struct{ format, large, small string }

var (
	perfFile   = benchFile{"perf", "perf-real-100m.txt", "perf/20-many-runtimes-tidy.txt"}
	sampleFile = benchFile{"sample", "sample-50m.txt", "sample/02-parens-in-names.txt"}
	foldedFile = benchFile{"folded", "folded-500k.txt", "pprof/go-cpu.samples.folded"}
	afterFile  = benchFile{"folded", "folded-500k-after.txt", "pprof/go-cpu.cpu.folded"}
)

// open returns the name of the file to read and its size.
func (f benchFile) open(b *testing.B) (name string, size int64) {
	b.Helper()
	if dir := os.Getenv("FOLD_BENCH"); dir != "" {
		name = filepath.Join(dir, f.large)
		info, err := os.Stat(name)
		if err != nil {
			b.Fatal(err)
		}
		return name, info.Size()
	}
	data, err := os.ReadFile(filepath.Join("../../testdata", f.small))
	if err != nil {
		b.Fatal(err)
	}
	data = bytes.Repeat(data, 4<<20/len(data))
	name = filepath.Join(b.TempDir(), f.large)
	if err := os.WriteFile(name, data, 0o600); err != nil {
		b.Fatal(err)
	}
	return name, int64(len(data))
}

// BenchmarkCommand runs commands from the file to the last byte of the output.
func BenchmarkCommand(b *testing.B) {
	for _, c := range benchCommands {
		b.Run("command="+c.command+"/format="+c.inputs[0].format, func(b *testing.B) {
			args, total := append(strings.Fields(c.command), "--quiet"), int64(0)
			for _, input := range c.inputs {
				name, size := input.open(b)
				args, total = append(args, name), total+size
			}
			b.SetBytes(total)
			b.ReportAllocs()
			for b.Loop() {
				var stderr strings.Builder
				if status := run(args, strings.NewReader(""), io.Discard, &stderr); status != statusDone {
					b.Fatalf("fold %v: %s", args, stderr.String())
				}
			}
		})
	}
}
