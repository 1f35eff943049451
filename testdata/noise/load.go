package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/felixge/fgprof"
)

// record runs a load for a while and writes its profile.
func record(load string, length time.Duration, name string) (err error) {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if closed := out.Close(); err == nil {
			err = closed
		}
	}()
	stop := func() error { pprof.StopCPUProfile(); return nil }
	if load == "fgprof" {
		stop = fgprof.Start(out, fgprof.FormatPprof)
	} else if err := pprof.StartCPUProfile(out); err != nil {
		return err
	}
	end := time.Now().Add(length)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() { work(load, end) })
	}
	workers.Wait()
	return stop()
}

// work does operations until the end, in the order and at the times that the load has them.
func work(load string, end time.Time) {
	for n := 0; time.Now().Before(end); n++ {
		switch load {
		case "steady":
			operations[n%len(operations)]()
		case "slower": // one of the five operations takes half as long again: 10% of all
			operations[n%len(operations)]()
			if n%(2*len(operations)) == 0 {
				checksum()
			}
		case "bursty": // requests of one kind come in batches
			operation := operations[rand.IntN(len(operations))]
			for until := time.Now().Add(time.Duration(100+rand.IntN(900)) * time.Millisecond); time.Now().Before(until) && time.Now().Before(end); {
				operation()
			}
		default: // requests come at random, now and then many of one kind
			time.Sleep(time.Duration(rand.ExpFloat64() * 3e6))
			operation, times := operations[rand.IntN(len(operations))], 1
			if rand.IntN(20) == 0 {
				times = 20
			}
			for range times {
				operation()
			}
		}
	}
}

// operations take about as long as each other. The first is the one that gets slower.
var operations = []func(){checksum, encode, sortWords, match, compress}

//go:noinline
func checksum() {
	block := bytes.Repeat([]byte("fold"), 50_000)
	for range 7 {
		keep(int(crc32.Checksum(block, crc32.MakeTable(crc32.Koopman))))
	}
}

//go:noinline
func encode() {
	tree := map[string]any{"name": "root"}
	for i := range 120 {
		tree[fmt.Sprint("key", i)] = []any{i, float64(i) / 3, fmt.Sprint("value", i)}
	}
	for range 20 {
		text, _ := json.Marshal(tree)
		var again map[string]any
		_ = json.Unmarshal(text, &again)
		keep(len(again))
	}
}

//go:noinline
func sortWords() {
	words := make([]string, 17_000)
	for i := range words {
		words[i] = fmt.Sprintf("%08x", rand.Uint32())
	}
	slices.Sort(words)
	keep(len(strings.Join(words, ",")))
}

var pattern = regexp.MustCompile(`(a|b)+c[0-9]*x`)

//go:noinline
func match() {
	var text strings.Builder
	for range 60_000 {
		text.WriteByte("abcx0123"[rand.IntN(8)])
	}
	keep(len(pattern.FindAllString(text.String(), -1)))
}

//go:noinline
func compress() {
	block := make([]byte, 90_000)
	for i := range block {
		block[i] = byte(rand.IntN(20))
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(block)
	_ = w.Close()
	keep(out.Len())
}

var kept atomic.Int64

// keep uses a result, so that the compiler does not leave out the work.
func keep(result int) { kept.Add(int64(result)) }
