package live_test

import (
	"context"
	"errors"
	"maps"
	"path"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fold/collapse"
	"fold/sources/live"
)

// functions returns the functions of these tests that a profile holds, and those of the package itself,
// which it should not: "live_test.burn", "live.Record". Those that only call them do not count.
func functions(p *collapse.Profile) []string {
	names := make(map[string]bool)
	for f := range p.Frames() {
		name := path.Base(p.Frame(collapse.FrameID(f)).Name)
		if strings.HasPrefix(name, "live") && strings.Count(name, ".") == 1 && !strings.HasPrefix(name, "live_test.Test") {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func checkFunctions(t *testing.T, p *collapse.Profile, want ...string) {
	t.Helper()
	if got := functions(p); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// checkRecording checks which functions a recording holds. On a busy machine a short one may be empty, since the program
// did not get to run: then it records again, for longer.
func checkRecording(t *testing.T, kind string, d time.Duration, want ...string) {
	t.Helper()
	p := record(t, kind, d)
	for range 6 {
		if slices.Equal(functions(p), want) {
			return
		}
		d *= 2
		p = record(t, kind, d)
	}
	checkFunctions(t, p, want...)
}

// inBackground runs work until the test ends. Work must return when stop is closed.
func inBackground(t *testing.T, work func(stop <-chan struct{})) {
	stop := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() { work(stop) })
	t.Cleanup(func() {
		close(stop)
		running.Wait()
	})
}

//go:noinline
func wait(stop <-chan struct{}) { <-stop }

//go:noinline
func burn(stop <-chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return
		default:
		}
	}
}

func record(t *testing.T, kind string, d time.Duration) *collapse.Profile {
	t.Helper()
	p, err := live.Record(context.Background(), kind, d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWallAndCPU(t *testing.T) {
	inBackground(t, wait)
	inBackground(t, burn)
	checkRecording(t, live.Wall, 200*time.Millisecond, "live_test.burn", "live_test.wait")
	checkRecording(t, live.CPU, 400*time.Millisecond, "live_test.burn")
	checkFunctions(t, record(t, live.Goroutine, time.Hour), "live_test.burn", "live_test.wait")
}

// TestWallTime checks that a goroutine that is there all the time has the time of the recording, to the nanosecond.
func TestWallTime(t *testing.T) {
	inBackground(t, wait)
	started := time.Now()
	p := record(t, live.Wall, 200*time.Millisecond)
	most := time.Since(started)
	for column, m := range p.Metrics {
		if m.Name != "time" {
			continue
		}
		waited := time.Duration(p.Holding(func(f collapse.Frame) bool { return path.Base(f.Name) == "live_test.wait" }).Total(column))
		if waited < 200*time.Millisecond || waited > most {
			t.Errorf("%v, and the recording took 200ms to %v", waited, most)
		}
		return
	}
	t.Error("no column of times")
}

// TestRootFirst checks that stacks stand on their roots: one of fgprof's formats has them upside down.
func TestRootFirst(t *testing.T) {
	inBackground(t, wait)
	p := record(t, live.Wall, 0)
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		if name := p.Frame(p.FrameOf(n)).Name; p.Parent(n) == collapse.Root && name != "runtime.goexit" && name != "[truncated]" {
			t.Errorf("%s is a root", name)
		}
	}
	checkFunctions(t, p, "live_test.wait")
}

// TestTwoAtOnce checks that a recording does not show another one.
func TestTwoAtOnce(t *testing.T) {
	inBackground(t, wait)
	other, err := live.Start(live.Wall)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{live.Wall, live.Goroutine} {
		p := record(t, kind, 0)
		checkFunctions(t, p, "live_test.wait")
		for f := range p.Frames() {
			if name := p.Frame(collapse.FrameID(f)).Name; strings.Contains(name, "felixge/fgprof") {
				t.Errorf("%s shows %s", kind, name)
			}
		}
	}
	if _, err := other.Stop(); err != nil {
		t.Fatal(err)
	}
}

// TestStopAtOnce stops before the first tick and again.
func TestStopAtOnce(t *testing.T) {
	inBackground(t, wait)
	for _, kind := range []string{live.Wall, live.CPU, live.Allocs, live.Mutex, live.Heap, live.Goroutine} {
		recording, err := live.Start(kind)
		if err != nil {
			t.Fatal(err)
		}
		first, err := recording.Stop()
		if err != nil || len(first.Metrics) == 0 {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if kind == live.Wall {
			checkFunctions(t, first, "live_test.wait")
		}
		if again, err := recording.Stop(); again != first || err != nil {
			t.Errorf("%s: stopped again: %p and %v, want %p", kind, again, err, first)
		}
	}
}

// TestCancel checks that a recording ends with its context and leaves the CPU free for another one.
func TestCancel(t *testing.T) {
	for _, kind := range []string{live.Wall, live.CPU, live.Allocs} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		started := time.Now()
		p, err := live.Record(ctx, kind, time.Hour)
		if p != nil || !errors.Is(err, context.DeadlineExceeded) || time.Since(started) > time.Minute {
			t.Errorf("%s: got %v, %v after %v", kind, p, err, time.Since(started))
		}
		if _, err := live.Record(ctx, kind, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: started in a context that has ended: %v", kind, err)
		}
		cancel()
		record(t, kind, 0)
	}
}

const noBlock = "no goroutine is known to have been blocked: does the program call runtime.SetBlockProfileRate?"

func TestRefusals(t *testing.T) {
	busy, err := live.Start(live.CPU)
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Stop()
	_, twice := live.Start(live.CPU)
	_, unknown := live.Start("threads")
	_, block := live.Record(context.Background(), live.Block, 0)
	if pprof.Lookup(live.Block).Count() > 0 { // these tests run for the second time in one process
		block = errors.New(noBlock)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{twice, "cpu profiling already in use: wait until that is done"},
		{unknown, `no kind "threads": it must be one of wall, cpu, allocs, mutex, block, heap, goroutine`},
		{block, noBlock},
	} {
		if tt.err == nil || tt.err.Error() != tt.want {
			t.Errorf("got %v, want %s", tt.err, tt.want)
		}
	}
}

func TestMaxGoroutines(t *testing.T) {
	inBackground(t, wait)
	for _, kind := range []string{live.Wall, live.Goroutine} {
		if _, err := (live.Recorder{MaxGoroutines: 1}).Record(context.Background(), kind, 0); err == nil {
			t.Errorf("%s: more goroutines than are allowed", kind)
		}
		if _, err := (live.Recorder{MaxGoroutines: -1}).Record(context.Background(), kind, 0); err != nil {
			t.Errorf("%s: any number is allowed: %v", kind, err)
		}
	}
}

//go:noinline
func deep(n int, stop <-chan struct{}) int {
	if n == 0 {
		wait(stop)
		return 0
	}
	return 1 + deep(n-1, stop)
}

// TestDeep checks that a stack of which the root is lost says so.
func TestDeep(t *testing.T) {
	inBackground(t, func(stop <-chan struct{}) { deep(100, stop) })
	p := record(t, live.Wall, 0)
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		name := path.Base(p.Frame(p.FrameOf(n)).Name)
		if name == "live_test.deep" && p.Parent(n) == collapse.Root {
			t.Error("a function in the middle of a stack is shown as its root")
		}
		if name == "[truncated]" && p.Parent(n) != collapse.Root {
			t.Error("the mark is not at the root")
		}
	}
	checkFunctions(t, p, "live_test.deep", "live_test.wait")
}

var kept = make([][]byte, 0, 2)

//go:noinline
func allocateBefore() { kept = append(kept, make([]byte, 1<<20)) }

//go:noinline
func allocateWithin() { kept = append(kept, make([]byte, 1<<20)) }

// TestAllocs checks that allocations before the recording do not count, and that Heap shows them.
func TestAllocs(t *testing.T) {
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	runtime.MemProfileRate = 1
	allocateBefore()
	recording, err := live.Start(live.Allocs)
	if err != nil {
		t.Fatal(err)
	}
	allocateWithin()
	p, err := recording.Stop()
	if err != nil {
		t.Fatal(err)
	}
	p, _, _ = p.DropNegative(1) // the column alloc_space
	checkWeights(t, p, map[string]int64{"live_test.allocateWithin": 1 << 20})
	heap := record(t, live.Heap, time.Hour)
	heap, _, _ = heap.DropNegative(heap.Default)
	checkWeights(t, heap, map[string]int64{"live_test.allocateWithin": 1 << 20, "live_test.allocateBefore": 1 << 20})
	kept = kept[:0]
}

// checkWeights compares the own weights of the functions that allocate.
func checkWeights(t *testing.T, p *collapse.Profile, want map[string]int64) {
	t.Helper()
	got := make(map[string]int64)
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		name := path.Base(p.Frame(p.FrameOf(n)).Name)
		if weight := p.Self(0, n); weight != 0 && strings.HasPrefix(name, "live_test.allocate") {
			got[name] += weight
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

//go:noinline
func contend(lock *sync.Mutex, held chan<- struct{}) {
	lock.Lock()
	held <- struct{}{}
	time.Sleep(20 * time.Millisecond)
	lock.Unlock()
}

func contention() {
	var lock sync.Mutex
	held := make(chan struct{}, 1)
	var running sync.WaitGroup
	running.Go(func() { contend(&lock, held) })
	<-held
	lock.Lock()
	//lint:ignore SA2001 waiting for the lock is the point
	lock.Unlock()
	running.Wait()
}

// TestMutexAndBlock checks that contention shows, and that the program's choice of a rate stays.
func TestMutexAndBlock(t *testing.T) {
	runtime.SetBlockProfileRate(1)
	defer runtime.SetBlockProfileRate(0)
	mutex, err := live.Start(live.Mutex)
	if err != nil {
		t.Fatal(err)
	}
	block, err := live.Start(live.Block)
	if err != nil {
		t.Fatal(err)
	}
	contention()
	p, err := mutex.Stop()
	if err != nil {
		t.Fatal(err)
	}
	checkFunctions(t, p, "live_test.contend")
	if p, err = block.Stop(); err != nil {
		t.Fatal(err)
	}
	checkFunctions(t, p, "live_test.contention")
	if rate := runtime.SetMutexProfileFraction(-1); rate != 0 {
		t.Errorf("the rate for locks is now %d", rate)
	}
}
