package timeline_test

import (
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/sourcestest"
	"fold/sources/stacks"
	"fold/sources/timeline"
)

// letters are names of intervals: name n is the letter with that number.
type letters struct{ b *collapse.Builder }

func (l letters) Match(name uint32) uint32 { return name }
func (l letters) Len() int                 { return 26 }
func (l letters) Frame(name uint32) collapse.FrameID {
	return l.b.Frame(collapse.Frame{Name: string(rune('a' + name))})
}

// event is a span from at to end, or, where end is below 0, a begin (-1), an end (-2) or an end without a name (-3).
type event struct {
	name    rune
	at, end int64
}

func swept(t *testing.T, thread uint32, events []event) string {
	t.Helper()
	b := collapse.NewBuilder()
	metric := b.Metric(collapse.Metric{Name: "time", Unit: "nanoseconds"})
	line := timeline.New(letters{b})
	for _, e := range events {
		name := uint32(e.name - 'a')
		switch e.end {
		case -1:
			line.Begin(thread, name, e.at)
		case -2:
			line.End(thread, name, e.at)
		case -3:
			line.End(thread, timeline.NoName, e.at)
		default:
			line.Span(thread, name, e.at, e.end)
		}
	}
	if err := line.Prepare(); err != nil {
		t.Fatal(err)
	}
	for n := range int(thread) + 1 {
		if err := line.Sweep(b, n, timeline.Column{Place: stacks.Place{}, Metric: metric, Factor: 1, Times: true}); err != nil {
			t.Fatal(err)
		}
	}
	return sourcestest.ColumnText(t, b.Profile(), "")
}

// TestSweep has a case for each rule: who calls whom among intervals that begin together, what ends what, and that
// intervals which overlap keep all of their time.
func TestSweep(t *testing.T) {
	for _, tt := range []struct {
		name   string
		events []event
		want   string
	}{
		{"nested", []event{{'a', 0, 10}, {'b', 2, 5}}, "a 7\na;b 3\n"},
		{"in any order of the file", []event{{'b', 2, 5}, {'a', 0, 10}}, "a 7\na;b 3\n"},
		{"apart", []event{{'a', 0, 3}, {'a', 5, 9}}, "a 7\n"},
		{"one begins as the other ends", []event{{'a', 0, 3}, {'b', 3, 5}}, "a 3\nb 2\n"},
		{"the longer one calls", []event{{'b', 0, 4}, {'a', 0, 9}}, "a 5\na;b 4\n"},
		{"equal: the first calls", []event{{'a', 0, 4}, {'b', 0, 4}}, "a;b 4\n"},
		{"equal, written as they end: the last calls", []event{{'c', 2, 3}, {'b', 0, 4}, {'a', 0, 4}}, "a;b 3\na;b;c 1\n"},
		{"overlap: both keep their time", []event{{'a', 0, 6}, {'b', 4, 9}}, "a 4\na;b 2\nb 3\n"},
		{"three that cross", []event{{'a', 0, 6}, {'b', 2, 8}, {'c', 4, 10}}, "a 2\na;b 2\na;b;c 2\nb;c 2\nc 2\n"},
		{"no length", []event{{'a', 0, 0}, {'b', 0, 1}}, "b 1\n"},
		{"begin and end", []event{{'a', 1, -1}, {'b', 2, -1}, {'b', 4, -2}, {'a', 7, -2}}, "a 4\na;b 2\n"},
		{"an end without a name closes the last", []event{{'a', 1, -1}, {'b', 2, -1}, {'z', 4, -3}, {'z', 7, -3}}, "a 4\na;b 2\n"},
		{"crossed ends", []event{{'a', 0, -1}, {'b', 1, -1}, {'a', 3, -2}, {'b', 5, -2}}, "a 1\na;b 2\nb 2\n"},
		{"the last of its name ends", []event{{'a', 0, -1}, {'a', 1, -1}, {'a', 3, -2}, {'a', 9, -2}}, "a 7\na;a 2\n"},
		{"an end before its begin, at one time", []event{{'a', 2, -2}, {'a', 2, -1}, {'b', 2, 5}}, "b 3\n"},
		{"an end of nothing", []event{{'a', 1, -2}, {'b', 2, 5}}, "b 3\n"},
		{"never closed: as long as its caller", []event{{'a', 0, -1}, {'b', 2, -1}, {'a', 6, -2}, {'c', 7, 9}}, "a 2\na;b 4\nc 2\n"},
		{"never closed: to the end", []event{{'a', 0, -1}, {'b', 2, 5}}, "a 2\na;b 3\n"},
		{"begins before zero", []event{{'a', -5, 5}, {'b', -2, 0}}, "a 8\na;b 2\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sourcestest.Same(t, swept(t, 0, tt.events), tt.want)
			sourcestest.Same(t, swept(t, 3, tt.events), tt.want)
		})
	}
}

func TestBeyond(t *testing.T) {
	line := timeline.New(letters{collapse.NewBuilder()})
	line.Span(0, 0, 0, 1<<62+1)
	if err := line.Prepare(); err == nil || !strings.Contains(err.Error(), "beyond 62 bits") {
		t.Errorf("got %v", err)
	}
}

// TestOrder checks that what is recorded in order says when each stretch began.
func TestOrder(t *testing.T) {
	b := collapse.NewBuilder()
	b.RecordSequence()
	metric := b.Metric(collapse.Metric{Name: "time", Unit: "nanoseconds"})
	line := timeline.New(letters{b})
	line.Span(0, 0, 10, 20)
	line.Span(0, 1, 12, 15)
	if err := line.Prepare(); err != nil {
		t.Fatal(err)
	}
	if err := line.Sweep(b, 0, timeline.Column{Metric: metric, Factor: 2, Times: true}); err != nil {
		t.Fatal(err)
	}
	p := b.Profile()
	var got [][2]int64
	for m := range p.Moments(metric) {
		got = append(got, [2]int64{m.Time, m.Weight})
	}
	if want := [][2]int64{{10, 4}, {12, 6}, {15, 10}}; len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %v, want %v", got, want)
	}
	if p.Metrics[metric].Sampling != collapse.Measured {
		t.Error("intervals are taken for samples")
	}
}
