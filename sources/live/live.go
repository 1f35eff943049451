// Package live records the running Go program itself as a [collapse.Profile].
//
//	p, err := live.Record(ctx, live.Wall, 5*time.Second)
//
// [Record] waits; [Start] and [Recording.Stop] record what happens between them. For a service, see
// web.Handler, which takes Record as it is.
package live

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"fold/collapse"
)

// The kinds of recordings. The first five tell what happens while they run; Heap and Goroutine tell how
// things stand at their end, and need no time.
const (
	Wall      = "wall"      // where all goroutines are, running or waiting, 99 times a second
	CPU       = "cpu"       // where processors are, 100 times a second
	Allocs    = "allocs"    // what is allocated
	Mutex     = "mutex"     // who lets others wait for a lock
	Block     = "block"     // where goroutines wait; the program must call runtime.SetBlockProfileRate
	Heap      = "heap"      // what memory is in use
	Goroutine = "goroutine" // where all goroutines are, once
)

// defaultMaxGoroutines is how many goroutines are looked at unless more are allowed. Looking at 20,000
// takes some 20 ms with the program standing still for a part of it, so 99 times a second cannot be kept.
const defaultMaxGoroutines = 20_000

// Recorder says how to record. The zero value is what [Record] and [Start] use.
type Recorder struct {
	// MaxGoroutines is with how many goroutines a program may be recorded as Wall or Goroutine, which
	// costs it time for each of them; 0: 20,000; below 0: any number.
	MaxGoroutines int
}

// Record records for a time. When ctx ends before, it gives up and returns the error of ctx.
func Record(ctx context.Context, kind string, d time.Duration) (*collapse.Profile, error) {
	return Recorder{}.Record(ctx, kind, d)
}

// Start begins a recording, which must be stopped.
func Start(kind string) (*Recording, error) { return Recorder{}.Start(kind) }

// Record is the function [Record] with r's limits.
func (r Recorder) Record(ctx context.Context, kind string, d time.Duration) (*collapse.Profile, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	recording, err := r.Start(kind)
	if err != nil {
		return nil, err
	}
	if kind != Heap && kind != Goroutine {
		err = wait(ctx, d)
	}
	p, stopErr := recording.Stop()
	if err != nil {
		return nil, err
	}
	return p, stopErr
}

// wait waits until the time is over or ctx ends.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Start is the function [Start] with r's limits.
func (r Recorder) Start(kind string) (*Recording, error) {
	if kind == Wall || kind == Goroutine {
		if err := r.checkGoroutines(runtime.NumGoroutine()); err != nil {
			return nil, err
		}
	}
	switch kind {
	case Wall:
		return startWall(), nil
	case CPU:
		return startCPU()
	case Allocs, Block:
		return startSince(kind)
	case Mutex:
		return startMutex()
	case Heap, Goroutine:
		return &Recording{finish: func() (*collapse.Profile, error) { return snapshot(kind) }}, nil
	}
	kinds := []string{Wall, CPU, Allocs, Mutex, Block, Heap, Goroutine}
	return nil, fmt.Errorf("no kind %q: it must be one of %s", kind, strings.Join(kinds, ", "))
}

// checkGoroutines says whether a program with n goroutines may be recorded.
func (r Recorder) checkGoroutines(n int) error {
	most := r.MaxGoroutines
	if most == 0 {
		most = defaultMaxGoroutines
	}
	if most > 0 && n > most {
		return fmt.Errorf("the program has %d goroutines: looking at more than %d slows it down, which MaxGoroutines must allow", n, most)
	}
	return nil
}
