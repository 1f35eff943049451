package live

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/felixge/fgprof"

	"fold/collapse"
	"fold/sources"
)

// Recording is a recording that runs. Make one with [Start].
type Recording struct {
	once    sync.Once
	finish  func() (*collapse.Profile, error)
	profile *collapse.Profile
	err     error
}

// Stop ends the recording and returns what it holds, without the stacks of the recording itself. Further
// calls return the same.
func (r *Recording) Stop() (*collapse.Profile, error) {
	r.once.Do(func() { r.profile, r.err = r.finish() })
	return r.profile, r.err
}

// leastWall is how long a wall-clock recording takes at least. Before its first tick, 10 ms after the
// start, fgprof has no rate to divide by and panics.
const leastWall = 50 * time.Millisecond

var errTooSlow = errors.New("the program is too busy to be looked at twice a second: record its cpu instead")

// startWall records with fgprof. Of its formats only pprof is used: the folded one is leaf first.
func startWall() *Recording {
	started := time.Now()
	var out bytes.Buffer
	stop := fgprof.Start(&out, fgprof.FormatPprof)
	return &Recording{finish: func() (*collapse.Profile, error) {
		time.Sleep(leastWall - time.Since(started))
		if err := stopWall(stop); err != nil {
			return nil, err
		}
		return read(out.Bytes())
	}}
}

// stopWall must be called once: a second call of stop blocks for ever.
func stopWall(stop func() error) (err error) {
	defer func() {
		// A rate below one half of a tick a second is rounded to zero, by which fgprof divides. Its sampler
		// has ended by then.
		if recover() != nil {
			err = errTooSlow
		}
	}()
	return stop()
}

func startCPU() (*Recording, error) {
	var out bytes.Buffer
	if err := pprof.StartCPUProfile(&out); err != nil {
		return nil, fmt.Errorf("%w: wait until that is done", err)
	}
	return &Recording{finish: func() (*collapse.Profile, error) {
		pprof.StopCPUProfile()
		return read(out.Bytes())
	}}, nil
}

// own matches frames that the program would not have if it were not recorded, and the loop that waits for
// signals in most programs.
var own = regexp.MustCompile(`^(fold/sources/live\.|github\.com/felixge/fgprof\.|runtime/pprof\.profileWriter$|os/signal\.loop$)`)

// read reads a profile that Go wrote.
func read(data []byte) (*collapse.Profile, error) {
	p, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: "pprof"})
	if err != nil {
		return nil, err
	}
	return p.Filter(collapse.Filter{Ignore: own}).Compact(), nil
}
