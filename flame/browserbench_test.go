package flame

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"fold/collapse"
	"fold/flame/browsertest"
)

// benchLimits are what may be measured at most, in milliseconds, elements and megabytes, of profiles of so
// many frames.
var benchLimits = []struct {
	frames int
	limits map[string]float64
}{
	{10_000, map[string]float64{"load": 60, "search": 25, "reverse": 350, "sandwich": 350, "MB": 150}},
	{100_000, map[string]float64{"load": 150, "search": 25, "reverse": 350, "sandwich": 350, "MB": 150, "file-MB": 0.44}},
	{1_000_000, map[string]float64{"load": 450, "search": 25, "reverse": 350, "sandwich": 350, "MB": 150, "file-MB": 3.5}},
	{5_000_000, map[string]float64{"load": 1800, "search": 60, "MB": 300, "file-MB": 16}},
}

// anyLimits are the limits for profiles of any size.
var anyLimits = map[string]float64{
	"zoom": 25, "zoom-painted": 40, "reset": 25, "reset-painted": 40, "hover": 2, "elements": 3000,
}

// BenchmarkBrowser measures the picture in a Chromium: each operation opens it in a new tab and uses it. It
// reports the medians of all operations. With FOLD_BENCH it measures large profiles too, and fails where one
// is above a limit: made up ones, and the files folded-*.txt in the folder that FOLD_BENCH names.
// docs/benchmarks.md has the results.
func BenchmarkBrowser(b *testing.B) {
	if browsertest.FindChromium() == "" {
		browsertest.StartChromium(b) // tells so
	}
	var over []string // what is above its limit; told at the end, since benchmarks that fail tell no results
	bench := func(name string, profile func() *collapse.Profile) {
		b.Run("profile="+name, func(b *testing.B) {
			p := profile()
			taken := benchPicture(b, svgOf(b, p, SVGOptions{}))
			b.ReportMetric(float64(p.Len()), "frames")
			if os.Getenv("FOLD_BENCH") != "" {
				over = append(over, overLimits(b.Name(), taken, p.Len())...)
			}
		})
	}
	bench("small", func() *collapse.Profile { return readFolded(manyFolded(150)) })
	folder := os.Getenv("FOLD_BENCH")
	if folder == "" {
		return
	}
	for _, stacks := range []int{50_000, 500_000, 2_500_000} {
		bench(fmt.Sprintf("made-%dk", stacks/1000), func() *collapse.Profile { return madeProfile(stacks) })
	}
	files, err := filepath.Glob(filepath.Join(folder, "folded-*.txt"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		bench(strings.TrimSuffix(filepath.Base(file), ".txt"), func() *collapse.Profile {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			return readFolded(string(text))
		})
	}
	for _, line := range over {
		b.Error(line)
	}
}

// madeProfile makes up the profile of a program of 4,000 functions, each of which calls eight others. Stacks
// are about 40 frames deep, and each has most of its frames in common with the one before.
func madeProfile(stacks int) *collapse.Profile {
	const functions, weightTail = 4000, 0.6
	r := rand.New(rand.NewPCG(7, 11))
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	var frames []collapse.FrameID
	for i := range functions {
		frames = append(frames, b.Frame(collapse.Frame{Name: fmt.Sprintf("package%d.(*Type%d).method%d", i%61, i%359, i)}))
	}
	called, path := []int{0}, []collapse.NodeID{b.Call(collapse.Root, frames[0])}
	for range stacks {
		keep := max(1, len(path)-int(math.Pow(1-r.Float64(), -0.6)))
		called, path = called[:keep], path[:keep]
		for more := true; more; more = r.IntN(80) > len(path) {
			at := len(path) - 1
			f := (called[at]*8 + r.IntN(8) + 1) % functions
			called, path = append(called, f), append(path, b.Call(path[at], frames[f]))
		}
		b.Add(path[len(path)-1], samples, int64(math.Pow(1-r.Float64(), -1/weightTail)))
	}
	return b.Profile()
}

// benchPicture measures a picture b.N times, each time and for an empty page in a new browser, and reports
// the medians.
func benchPicture(b *testing.B, svg []byte) map[string]float64 {
	const empty = `<svg xmlns="http://www.w3.org/2000/svg" class="fold-fg" data-state="ready"/>`
	taken := map[string][]float64{}
	for b.Loop() {
		base := measure(b, []byte(empty), benchSteps[:1])
		for what, v := range measure(b, svg, benchSteps) {
			if what == "load" {
				v -= base[what]
			}
			taken[what] = append(taken[what], v)
		}
		taken["empty"] = append(taken["empty"], base["load"])
		taken["empty-MB"] = append(taken["empty-MB"], base["MB"])
	}
	medians := map[string]float64{}
	for what, values := range taken {
		slices.Sort(values)
		medians[what] = values[len(values)/2]
		unit := what
		if !slices.Contains([]string{"elements", "MB", "MB-used", "empty-MB"}, what) {
			unit += "-ms"
		}
		b.ReportMetric(medians[what], unit)
	}
	b.ReportMetric(0, "ns/op") // it would be that of the tab
	medians["file-MB"] = float64(len(svg)) / 1e6
	b.ReportMetric(medians["file-MB"], "file-MB")
	return medians
}

// measure shows a page in a new browser and takes what steps measure there.
func measure(b *testing.B, svg []byte, steps []string) map[string]float64 {
	chromium := &browser{browsertest.StartChromium(b)}
	defer chromium.Stop()
	p := chromium.newTab(b)
	defer p.Close()
	browsertest.Send(p.Tab, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: stopwatch})
	p.Navigate(chromium.Put(b, "graph.svg", browsertest.Page{Content: svg}))
	taken := map[string]float64{"load": browsertest.Eval[float64](p.Tab, `() => probe.loaded`), "MB": p.memory()}
	for _, step := range steps {
		maps.Copy(taken, browsertest.Eval[map[string]float64](p.Tab, step))
	}
	taken["MB-used"] = p.memory()
	return taken
}

// stopwatch is a script in each page that takes the time, in milliseconds.
const stopwatch = `
// When what was done before is on the screen.
probe.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => resolve(performance.now());
	port2.postMessage(0);
}));
probe.loaded = new Promise((resolve) => {
	const observer = new MutationObserver(async () => {
		if (probe.svg()?.dataset.state !== "ready") return;
		observer.disconnect();
		resolve(await probe.painted());
	});
	observer.observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
});

// How long an event takes: until its script has ended, and until one sees what it did.
probe.time = async (act) => {
	await probe.painted();
	const start = performance.now();
	act();
	const end = performance.now();
	return [end - start, await probe.painted() - start];
};
probe.slowest = (times, i) => Math.max(...times.map((t) => t[i]));
probe.point = (type, f) => {
	const { left, top } = probe.svg().getBoundingClientRect();
	probe.svg().dispatchEvent(new PointerEvent(type, { clientX: left + f.x + f.width / 2, clientY: top + f.y + f.height / 2, pointerType: "mouse", bubbles: true }));
};
probe.press = (act) => probe.find("[data-act=" + act + "]").click();
`

// benchSteps are what is measured of a picture, one after the other. Of several events the slowest counts.
var benchSteps = []string{
	`() => { // always the same work, which tells how fast the machine is just now
		const start = performance.now();
		let sum = 0;
		for (let i = 0; i < 2e7; i++) sum = (Math.imul(sum, 31) + i) | 0;
		return { yardstick: performance.now() - start + (sum & 1) / 1e9 };
	}`,
	`async () => {
		const zooms = [], resets = [];
		for (const depth of [1, 2, 4, 8, 12, 16]) {
			const row = probe.frames().filter((f) => f.depth === depth && f.name !== "…").sort((a, b) => b.width - a.width);
			if (!row.length) break;
			zooms.push(await probe.time(() => probe.point("click", row[0])));
			resets.push(await probe.time(() => probe.press("reset")));
		}
		return {
			zoom: probe.slowest(zooms, 0), "zoom-painted": probe.slowest(zooms, 1),
			reset: probe.slowest(resets, 0), "reset-painted": probe.slowest(resets, 1),
		};
	}`,
	`async () => {
		const times = [], box = probe.find(".search"), timeout = window.setTimeout;
		for (const term of ["m", "ma", "mal", "mall", "a", "a.*b", "^s"]) {
			box.value = term;
			window.setTimeout = (act) => act(); // there is a pause after each key
			times.push(await probe.time(() => box.dispatchEvent(new Event("input", { bubbles: true }))));
			window.setTimeout = timeout;
		}
		probe.press("clear");
		return { search: probe.slowest(times, 0), "search-painted": probe.slowest(times, 1) };
	}`,
	`async () => {
		const times = [], frames = probe.frames();
		for (let i = 0; i < 100; i++) times.push(await probe.time(() => probe.point("pointermove", frames[i * 7919 % frames.length])));
		const script = times.slice(1).map((t) => t[0]).sort((a, b) => a - b);
		return { "hover-first": times[0][0], hover: script[95], elements: document.querySelectorAll("*").length };
	}`,
	`async () => {
		const [there] = [await probe.time(() => probe.press("reverse"))];
		const back = await probe.time(() => probe.press("reverse"));
		const places = {};
		for (const f of probe.frames()) if (f.name !== "…" && f.depth > 0) places[f.name] = (places[f.name] ?? 0) + 1;
		const [name] = Object.entries(places).sort((a, b) => b[1] - a[1])[0];
		probe.point("pointermove", probe.svg().fold.frames(name)[0]);
		const sandwich = await probe.time(() => probe.press("sandwich"));
		probe.press("sandwich");
		return { reverse: there[0], sandwich: sandwich[0], "reverse-back": back[0] };
	}`,
}

// memory returns the share of the machine's memory that the largest renderer has for itself, in megabytes.
func (p *tab) memory() (largest float64) {
	p.Helper()
	info, err := chromedp.CallBrowser(p.Chromium, systeminfo.GetProcessInfo, struct{}{})
	if err != nil {
		p.Fatal(err)
	}
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
				largest = max(largest, kB*1024/1e6)
			}
		}
	}
	return largest
}

// overLimits returns what is above the limits of a profile of so many frames.
func overLimits(name string, taken map[string]float64, frames int) (over []string) {
	for _, size := range benchLimits {
		if frames > size.frames {
			continue
		}
		limits := maps.Clone(anyLimits)
		maps.Copy(limits, size.limits)
		for _, what := range slices.Sorted(maps.Keys(limits)) {
			if taken[what] > limits[what] {
				over = append(over, fmt.Sprintf("%s: %s: %.2f, want %v at most", name, what, taken[what], limits[what]))
			}
		}
		break
	}
	return over
}
