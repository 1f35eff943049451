package pprof_test

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestPprofErrors compares whole messages. Each says what to do.
func TestPprofErrors(t *testing.T) {
	raw := sourcestest.ReadFile(t, filepath.Join(pprofCases, "go-cpu-uncompressed.pb"))
	const damaged = `: record or copy it again`
	badRegexp := newPprof("samples/count")
	badRegexp.DropFrames = "malloc("
	badRegexp.stack("main.go", "main", 1)
	for _, c := range []struct {
		name    string
		data    []byte
		options sources.Options
		want    string
	}{
		{"empty", nil, sources.Options{Format: "pprof"}, "the input is empty: did the profiler record anything?"},
		{"concatenated", bytes.Repeat(raw, 2), sources.Options{}, "several profiles one behind the other: give fold the files separately, it adds them up"},
		{"concatenated gzip", bytes.Repeat(sourcestest.Gzip(t, raw), 2), sources.Options{}, "several profiles one behind the other: give fold the files separately, it adds them up"},
		{"cut", raw[:len(raw)-1000], sources.Options{}, `damaged or cut short ("too much data")` + damaged},
		{"cut gzip", sourcestest.Gzip(t, raw)[:1000], sources.Options{}, "the compressed data ends too early: the file is cut short, record or copy it again"},
		{"random", []byte("\x91\x07\xf3\x88\xff\xff\xff\xff\xff\xff\xff\xff\xff"), sources.Options{Format: "pprof"}, "not a pprof profile: let fold collapse find the format, or see fold formats"},
		{"folded", []byte("main;work 3\n"), sources.Options{Format: "pprof"}, "not a pprof profile: let fold collapse find the format, or see fold formats"},
		{"no types", []byte("2\x00"), sources.Options{Format: "pprof"}, "not a pprof profile: let fold collapse find the format, or see fold formats"},
		{"bad text", []byte("goroutine profile: total 1\nwho?\n"), sources.Options{}, `damaged or cut short ("malformed profile format")` + damaged},
		{"types", append([]byte("2\x00"), bytes.Repeat([]byte("\x0a\x00"), 1001)...), sources.Options{}, "damaged profile: it names 1001 types of values"},
		{"jemalloc", []byte("heap_v2/524288\n  t*: 1: 8 [0: 0]\n"), sources.Options{}, "this is a heap profile of jemalloc, which has addresses only: run `jeprof --collapsed PROGRAM FILE` and give fold its output"},
		{"drop_frames", pprofBytes(t, badRegexp.Profile), sources.Options{}, `drop_frames or keep_frames of the profile is no regular expression ("malloc( "): use --all-frames`},
		{"tagfocus", raw, sources.Options{TagFocus: "("}, "--tagfocus: error parsing regexp: missing closing ): `(`"},
		{"tagignore", raw, sources.Options{TagIgnore: "a=*"}, "--tagignore: error parsing regexp: missing argument to repetition operator: `*`"},
		{"variables in text", []byte("threadcreate profile: total 1\n1 @ 0x1\n--- Memory map: ---\n" + strings.Repeat("a=b\n", 1001)), sources.Options{}, `damaged or cut short ("a memory map that is too long to be that of a program")` + damaged},
		{"variables in words", append(cpuWords(0, 3, 0, 10000, 0, 1, 1, 0x400000, 0, 1, 0), strings.Repeat("a=b\n", 1001)...), sources.Options{}, `damaged or cut short ("a memory map that is too long to be that of a program")` + damaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := sources.Read(bytes.NewReader(c.data), c.options)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// cpuWords returns words as gperftools writes them on a 64-bit machine.
func cpuWords(words ...uint64) []byte {
	var data []byte
	for _, w := range words {
		data = binary.LittleEndian.AppendUint64(data, w)
	}
	return data
}

// TestTooManyRecords checks that a file of empty records, which would fill the memory, is refused.
func TestTooManyRecords(t *testing.T) {
	data := append([]byte{0x0a, 0x00}, bytes.Repeat([]byte{0x12, 0x00}, 20_000_000)...)
	_, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: "pprof"})
	if want := "the profile holds over 20 million records: give fold several smaller ones"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
