package browsertest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// Bench is a page that is measured in a browser.
type Bench struct {
	Name    string // the file's, whose ending says what kind of page it is
	Content []byte
	Empty   []byte // a page of that kind with nothing on it: what it takes to load is not the page's own time
	Probe   string // a script in each page; its probe.isReady() says whether the page has drawn itself
	Steps   []Step
}

// Step is something that is done with a page, and measured there.
type Step struct {
	Do     string // a function of the page's language, which returns what it measured by names
	Memory string // the name of what memory the page has after that; "": nobody asks
}

// plainUnits are the units of what is measured and is no time.
var plainUnits = []string{"elements", "MB"}

// Run opens the page b.N times, each time in a new browser, as the empty page is, and returns the medians of what the
// steps measured, which it reports. "load" is the time of the page without that of the empty one.
func (bench *Bench) Run(b *testing.B, start func(testing.TB) *Browser) map[string]float64 {
	taken := map[string][]float64{}
	for b.Loop() {
		base := bench.measure(b, start, bench.Empty, nil)
		for what, v := range bench.measure(b, start, bench.Content, bench.Steps) {
			if what == "load" {
				v -= base[what]
			}
			taken[what] = append(taken[what], v)
		}
		taken["empty"] = append(taken["empty"], base["load"])
		if mb, known := base["MB"]; known {
			taken["empty-MB"] = append(taken["empty-MB"], mb)
		}
	}
	medians := map[string]float64{}
	for what, values := range taken {
		slices.Sort(values)
		medians[what] = values[len(values)/2]
		unit := what
		if !slices.ContainsFunc(plainUnits, func(plain string) bool { return strings.Contains(what, plain) }) {
			unit += "-ms"
		}
		b.ReportMetric(medians[what], unit)
	}
	b.ReportMetric(0, "ns/op") // it would be that of the tab
	medians["file-MB"] = float64(len(bench.Content)) / 1e6
	b.ReportMetric(medians["file-MB"], "file-MB")
	return medians
}

// measure shows a page in a new browser and takes what steps measure there.
func (bench *Bench) measure(b *testing.B, start func(testing.TB) *Browser, content []byte, steps []Step) map[string]float64 {
	browser := start(b)
	defer browser.Stop()
	p := browser.NewTab(b, bench.Probe+Stopwatch)
	defer p.Close()
	p.Navigate(browser.Put(b, bench.Name, Page{Content: content}))
	taken := map[string]float64{"load": Eval[float64](p, `() => probe.loaded`)}
	p.takeMemory(taken, "MB")
	maps.Copy(taken, Eval[map[string]float64](p, yardstick))
	for _, step := range steps {
		maps.Copy(taken, Eval[map[string]float64](p, step.Do))
		if step.Memory != "" {
			p.takeMemory(taken, step.Memory)
		}
	}
	return taken
}

// yardstick is always the same work, which tells how fast the machine is just now.
const yardstick = `() => {
	const start = performance.now();
	let sum = 0;
	for (let i = 0; i < 2e7; i++) sum = (Math.imul(sum, 31) + i) | 0;
	return { yardstick: performance.now() - start + (sum & 1) / 1e9 };
}`

// Stopwatch is a script in each page that takes the time, in milliseconds.
const Stopwatch = `
// When what was done before is on the screen.
probe.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => resolve(performance.now());
	port2.postMessage(0);
}));
probe.loaded = new Promise((resolve) => {
	const observer = new MutationObserver(async () => {
		if (!probe.isReady()) return;
		observer.disconnect();
		let now = await probe.painted();
		while (probe.isWaiting?.()) now = await probe.painted();
		resolve(now);
	});
	observer.observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
});

// How long an event takes: until its script has ended, and until one sees what it did, without what it left for later.
probe.time = async (act) => {
	await probe.painted();
	const painted = probe.painted();
	const start = performance.now();
	act();
	const end = performance.now();
	return [end - start, await painted - start];
};
probe.slowest = (times, i) => Math.max(...times.map((t) => t[i]));
probe.median = (times, i) => times.map((t) => t[i]).sort((a, b) => a - b)[times.length >> 1];
`

// takeMemory takes the share of the machine's memory that the largest renderer has for itself, in megabytes, as far as it
// is known: of Chromium, on Linux.
func (p *Tab) takeMemory(taken map[string]float64, name string) {
	p.Helper()
	if p.Chromium == nil {
		return
	}
	info, err := chromedp.CallBrowser(p.Chromium, systeminfo.GetProcessInfo, struct{}{})
	p.check(err)
	for _, process := range info.ProcessInfo {
		if process.Type != "renderer" {
			continue
		}
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", process.ID))
		if err != nil {
			continue // not Linux, or the process has ended
		}
		for line := range strings.Lines(string(rollup)) {
			if rest, is := strings.CutPrefix(line, "Pss:"); is {
				kB, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
				taken[name] = max(taken[name], kB*1024/1e6)
			}
		}
	}
}

// Over returns what is above its limit, as sentences.
func Over(name string, taken, limits map[string]float64) (over []string) {
	for _, what := range slices.Sorted(maps.Keys(limits)) {
		if taken[what] > limits[what] {
			over = append(over, fmt.Sprintf("%s: %s: %.2f, want %v at most", name, what, taken[what], limits[what]))
		}
	}
	return over
}
