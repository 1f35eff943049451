package page

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"fold/collapse"
	"fold/flame/text"
	"fold/sources"
)

// readTimed returns the profile of a text with the times of what it holds.
func readTimed(t testing.TB, input string) *collapse.Profile {
	t.Helper()
	p, _, err := sources.Read(strings.NewReader(input), sources.Options{Times: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTimes: the page's sums of a range of time are those of what was added in it, for every metric.
func TestTimes(t *testing.T) {
	for _, file := range []string{
		"trace-events/05-processes-threads.json", "trace-events/12-hermes-samples.json", "speedscope/02-several-profiles.json",
		"cpuprofile/01-times-to-next.cpuprofile", "firefox/06-processes.json", "stackprof/01-wall-deltas.json",
	} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		p := readTimed(t, string(raw))
		page := write(t, p, Options{})
		if back := read(t, page); !slices.Equal(totals(back), totals(p)) {
			t.Errorf("%s: read back %v, want %v", file, totals(back), totals(p))
		}
		var got [][]float64
		node(t, `
import { parse } from "./data/codec.js";
import { Profile } from "./data/profile.js";
const profile = new Profile(parse(new Uint8Array(Buffer.from(input.data, "base64"))));
console.log(JSON.stringify(profile.metricKeys.map((m) => {
  profile.update({ chips: [], t: "", m, side: "", z: "", v: "chart" });
  if (!profile.hasTimes) return [];
  const { length } = profile.chart;
  const of = (z) => (profile.update({ chips: [], t: "", m, side: "", z, v: "chart" }), profile.tree.totals[0]);
  return [length, ...input.ranges.map(([from, to]) => of("@" + from + "-" + to))];
})));
`, map[string]any{"data": inflated(t, page), "ranges": timeRanges}, &got)
		want := [][]float64{}
		for m := range p.Metrics {
			sums := []float64{}
			if list := slices.Collect(p.Moments(m)); len(list) > 0 && list[0].Time != collapse.NoTime && len(got[m]) > 0 {
				sums = append(sums, got[m][0]) // how long the chart is
				for _, r := range timeRanges {
					sums = append(sums, sumIn(p, m, r[0]*got[m][0], r[1]*got[m][0]))
				}
			}
			want = append(want, sums)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", file, got, want)
		}
	}
}

// totals returns what all of each metric weighs.
func totals(p *collapse.Profile) (all []int64) {
	for m := range p.Metrics {
		all = append(all, p.Total(m))
	}
	return all
}

var timeRanges = [][2]float64{{0, 1}, {0, 0.5}, {0.5, 1}, {0.25, 0.75}}

// sumIn returns how much was added to a metric in a range of the time since the first moment of all metrics.
func sumIn(p *collapse.Profile, metric int, from, to float64) (sum float64) {
	first := int64(collapse.NoTime)
	for m := range p.Metrics {
		for moment := range p.Moments(m) {
			if moment.Time != collapse.NoTime && moment.Weight > 0 && moment.Node != collapse.Root && (first == collapse.NoTime || moment.Time < first) {
				first = moment.Time
			}
		}
	}
	kind, size := text.KindOf(p.Metrics[metric].Unit)
	scale := 1.0
	for range p.Metrics[metric].Scale {
		scale *= 10
	}
	for m := range p.Moments(metric) {
		if m.Node == collapse.Root {
			continue
		}
		start, length := float64(m.Time-first), 0.0
		if kind == text.Time {
			length = float64(m.Weight) * size / scale
		}
		switch {
		case length == 0 && start >= from && start < to, from == 0 && to > 0 && start+length <= to && start >= from:
			sum += float64(m.Weight)
		case length > 0:
			if part := (min(to, start+length) - max(from, start)) / length; part > 0 {
				sum += float64(int64(float64(m.Weight)*part + 0.5))
			}
		}
	}
	return sum
}

// events are spans of two threads, in microseconds: main calls work twice, and pool runs beside it.
const events = `{"traceEvents": [
{"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "ui"}},
{"name": "thread_name", "ph": "M", "pid": 1, "tid": 2, "args": {"name": "pool"}},
{"name": "main", "ph": "X", "ts": 0, "dur": 100, "pid": 1, "tid": 1},
{"name": "work", "ph": "X", "ts": 10, "dur": 20, "pid": 1, "tid": 1},
{"name": "work", "ph": "X", "ts": 60, "dur": 40, "pid": 1, "tid": 1},
{"name": "job", "ph": "X", "ts": 50, "dur": 30, "pid": 1, "tid": 2}
]}
`

// testTime: what ran when.
func testTime(p *tab) {
	page := write(p, readTimed(p, events), Options{})
	p.open(page, "")
	p.Is(true, `() => document.querySelector(".axis").hidden`)
	p.click(".seg button", "Time")
	p.Is("#v=chart", hash)
	p.Is([]string{"0 all 100000", "1 ui 100000", "2 main 100000", "3 work 20000", "3 work 40000", "4 pool 30000", "5 job 30000"}, `() => probe.frames().map((f) => f.row + " " + f.name + " " + f.weight)`)
	p.Is([]string{"0", "20µs", "40µs", "60µs", "80µs", ""}, `() => probe.texts(".axis i")`)
	p.Is([][]any{{"work", 60_000.0, 60_000.0}, {"main", 40_000.0, 100_000.0}, {"job", 30_000.0, 30_000.0}}, `() => probe.rows()`)
	p.press("g" + kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.ArrowRight)
	p.Is(true, `() => probe.text(".fh bdi") === null`)
	p.Is("work · 40us · 40.0% · from 60us", `() => probe.text(".det")`)
	// A click zooms into the time of the span, and numbers are of that time.
	p.clickFrame("job")
	p.Is(true, `() => /z=@0.5-0.8&/.test(decodeURIComponent(location.hash))`)
	p.Is([]string{"50us – 80us, 30us✕"}, `() => [probe.text(".crumbs")]`)
	p.Is([][]any{{"job", 30_000.0, 30_000.0}, {"work", 20_000.0, 20_000.0}, {"main", 10_000.0, 30_000.0}}, `() => probe.rows()`)
	p.Is("46.2% of 130us in this time", `() => probe.text(".kept")`)
	p.Is("job", `() => probe.text(".fh bdi")`)
	p.back()
	p.Is(7.0, `() => probe.frames().length`)
	// Chips and the thread change what ran.
	p.open(page, "#v=chart&hide=main")
	p.Is([]string{"0 all", "1 ui", "2 work", "2 work", "3 pool", "4 job"}, `() => probe.frames().map((f) => f.row + " " + f.name)`)
	p.open(p.page(app, Options{}), "#v=chart")
	p.Is("the profile does not say when: this metric has no times", `() => probe.text(".det")`)
	p.Is([]string{"Calls", "Callers", "Sandwich"}, `() => probe.texts("[aria-label=Stacks] button")`)
}
