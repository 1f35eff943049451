package live

import (
	"bytes"
	"errors"
	"runtime"
	"runtime/pprof"

	"fold/collapse"
)

// snapshot returns one of the profiles that Go keeps, as it is now.
func snapshot(kind string) (*collapse.Profile, error) {
	if kind == Heap || kind == Allocs {
		runtime.GC() // what was allocated since the last collection is not in the profile yet
	}
	var out bytes.Buffer
	if err := pprof.Lookup(kind).WriteTo(&out, 0); err != nil {
		return nil, err
	}
	return read(out.Bytes())
}

// startSince records what is added to one of the profiles that Go keeps from its start.
func startSince(kind string) (*Recording, error) {
	before, err := snapshot(kind)
	if err != nil {
		return nil, err
	}
	return &Recording{finish: func() (*collapse.Profile, error) {
		after, err := snapshot(kind)
		if err != nil {
			return nil, err
		}
		if kind == Block && after.Len() == 1 {
			return nil, errNoBlock
		}
		return since(before, after), nil
	}}, nil
}

var errNoBlock = errors.New("no goroutine is known to have been blocked: does the program call runtime.SetBlockProfileRate?")

// startMutex records every contention of a lock if the program has not chosen to record some of them. The
// rate for blocking cannot be treated like this: Go does not tell what it is.
func startMutex() (*Recording, error) {
	chosen := runtime.SetMutexProfileFraction(-1)
	if chosen == 0 {
		runtime.SetMutexProfileFraction(1)
	}
	recording, err := startSince(Mutex)
	restore := func() {
		if chosen == 0 {
			runtime.SetMutexProfileFraction(0)
		}
	}
	if err != nil {
		restore()
		return nil, err
	}
	finish := recording.finish
	recording.finish = func() (*collapse.Profile, error) {
		defer restore()
		return finish()
	}
	return recording, nil
}

// since returns what after has more than before. Go's counts only grow.
func since(before, after *collapse.Profile) *collapse.Profile {
	b := collapse.NewBuilder()
	columns := make([]int, len(after.Metrics))
	for i, m := range after.Metrics {
		columns[i] = b.Metric(m)
	}
	b.SetDefault(columns[after.Default])
	addTimes(b, after, columns, 1)
	addTimes(b, before, columns, -1)
	return b.Profile().Compact()
}

// addTimes adds the stacks of p, which has the same columns, with their weights times a factor.
func addTimes(b *collapse.Builder, p *collapse.Profile, columns []int, factor int64) {
	nodes := make([]collapse.NodeID, p.Len())
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		nodes[n] = b.Call(nodes[p.Parent(n)], b.Frame(p.Frame(p.FrameOf(n))))
		for metric, column := range columns {
			if weight := p.Self(metric, n); weight != 0 {
				b.Add(nodes[n], column, factor*weight)
			}
		}
	}
}
