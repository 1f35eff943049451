package live

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/felixge/fgprof"

	"fold/collapse"
	"fold/sources/input"
	gopprof "fold/sources/pprof"
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
	var out bytes.Buffer
	runs, stood := make(chan struct{}), make(chan struct{})
	var standing sync.WaitGroup
	standing.Go(func() { standStill(runs, stood) })
	<-runs
	started := time.Now()
	stop := fgprof.Start(&out, fgprof.FormatPprof)
	return &Recording{finish: func() (*collapse.Profile, error) {
		defer standing.Wait()
		defer close(stood)
		time.Sleep(leastWall - time.Since(started))
		if err := stopWall(stop); err != nil {
			return nil, err
		}
		p, elapsed, err := readAll(out.Bytes())
		if err != nil {
			return nil, err
		}
		return withoutOwn(toTime(p, elapsed)), nil
	}}
}

// standStill is a goroutine that every look at the program sees, so that the looks are counted.
//
//go:noinline
func standStill(runs chan<- struct{}, stood <-chan struct{}) {
	close(runs)
	<-stood
}

var stoodStill = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + here + `\.standStill$`) })

// here is the path of this package as it stands in names of functions, for a regular expression.
var here = regexp.QuoteMeta(reflect.TypeFor[Recorder]().PkgPath())

// toTime brings the times of a recording to what they were. Fgprof multiplies its looks by a rate in whole looks
// a second, which is far off where the program is so busy that there are only a few. The time of a goroutine that
// was there all the time is that of the recording. Two recordings at once are left as they are: each sees
// the goroutines of both.
func toTime(p *collapse.Profile, elapsed time.Duration) *collapse.Profile {
	const samples, times = 0, 1 // the columns of fgprof
	seen := p.Filter(collapse.Filter{Focus: stoodStill()})
	looks, took := float64(seen.Total(samples)), time.Duration(seen.Total(times))
	if looks <= 0 || took <= 0 || elapsed <= 0 {
		return p
	}
	rate := looks / took.Seconds()
	if off := math.Abs(took.Seconds()/elapsed.Seconds() - 1); off > 0.501/rate { // more than rounding the rate explains
		return p
	}
	p, _ = p.Proportional(times, int64(elapsed), int64(took))
	return p
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
var own = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(" + here + `\.|github\.com/felixge/fgprof\.|runtime/pprof\.profileWriter$|os/signal\.loop$)`)
})

// read reads a profile that Go wrote, without the stacks of the recording.
func read(data []byte) (*collapse.Profile, error) {
	p, _, err := readAll(data)
	if err != nil {
		return nil, err
	}
	return withoutOwn(p), nil
}

// readAll reads a profile that Go wrote and how long it took, 0 if it does not tell.
func readAll(data []byte) (*collapse.Profile, time.Duration, error) {
	p, report, err := input.Read(bytes.NewReader(data), gopprof.Format, input.Options{})
	if err != nil {
		return nil, 0, err
	}
	return p, time.Duration(report.Recorded.Weight), nil
}

func withoutOwn(p *collapse.Profile) *collapse.Profile {
	return p.Filter(collapse.Filter{Ignore: own()}).Compact()
}
