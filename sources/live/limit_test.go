package live

import (
	"reflect"
	"testing"
	"time"

	"fold/collapse"
)

func TestCheckGoroutines(t *testing.T) {
	const refused = "the program has 20001 goroutines: looking at more than 20000 slows it down, which MaxGoroutines must allow"
	for _, tt := range []struct {
		most, goroutines int
		want             string
	}{
		{0, 20_000, ""},
		{0, 20_001, refused},
		{20_001, 20_001, ""},
		{-1, 10_000_000, ""},
	} {
		got := ""
		if err := (Recorder{MaxGoroutines: tt.most}).checkGoroutines(tt.goroutines); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%d of %d: got %q, want %q", tt.goroutines, tt.most, got, tt.want)
		}
	}
}

// TestStopSlow: fgprof divides by a rate below one half of a look a second, which it takes for zero.
func TestStopSlow(t *testing.T) {
	rate := 0
	if err := stopWall(func() error { _ = 1 / rate; return nil }); err != errTooSlow {
		t.Errorf("got %v, want %v", err, errTooSlow)
	}
}

// TestToTime: three looks in two seconds are a rate of 1.5, which fgprof takes for 2, so that each look counts for
// half a second and not for two thirds.
func TestToTime(t *testing.T) {
	const look = int64(500 * time.Millisecond)
	for _, tt := range []struct {
		standing, want int64 // looks that saw standStill; nanoseconds
	}{
		{3, int64(4 * time.Second)},
		{0, 6 * look},
		{6, 6 * look}, // a second recording's, too
	} {
		b := collapse.NewBuilder()
		samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
		times := b.Metric(collapse.Metric{Name: "time", Unit: "nanoseconds"})
		add := func(name string, looks int64) {
			n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: name}))
			b.Add(n, samples, looks)
			b.Add(n, times, looks*look)
		}
		add(reflect.TypeFor[Recorder]().PkgPath()+".standStill", tt.standing)
		add("main.wait", 6)
		p := withoutOwn(toTime(b.Profile(), 2*time.Second))
		if p.Total(samples) != 6 || p.Total(times) != tt.want {
			t.Errorf("%d: %d samples, %v, want 6 and %v", tt.standing, p.Total(samples), time.Duration(p.Total(times)), time.Duration(tt.want))
		}
	}
}
