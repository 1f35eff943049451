package page

import (
	"os"
	"testing"

	"fold/collapse"
	"fold/flame/browsertest"
)

// benchLimits are what may be measured at most of a profile, in milliseconds and megabytes: until the script has ended,
// of what is done most often, and else until one sees it.
var benchLimits = map[string]float64{
	"load": 900, "zoom": 25, "reset": 25, "pan-painted": 17, "search": 25, "select-painted": 50, "sort-all": 50,
	"focus-painted": 120, "ignore-painted": 120, "show-from-painted": 120,
	"hide-painted": 250, "recursion-painted": 250, "five-chips-painted": 250,
	"callers-painted": 250, "metric-painted": 100, "MB-chip": 200,
}

// BenchmarkBrowser measures the page in a Chromium and in a Firefox: each operation opens it in a new browser and uses it.
// It reports the medians of all operations. With FOLD_BENCH it measures large profiles too, which are made up, and fails
// where one is above a limit. docs/benchmarks.md has the results.
func BenchmarkBrowser(b *testing.B) {
	var over []string // what is above its limit; told at the end, since benchmarks that fail tell no results
	bench := func(name string, profile func() *collapse.Profile) {
		var p *collapse.Profile
		page := browsertest.Bench{Name: "page.html", Empty: []byte(emptyPage), Probe: probe + benchProbe, Steps: benchSteps}
		in := func(browser string, start func(testing.TB) *browsertest.Browser) {
			b.Run("profile="+name+"/browser="+browser, func(b *testing.B) {
				if p == nil {
					p = profile()
					page.Content = []byte(write(b, p, Options{Title: name}))
				}
				taken := page.Run(b, start)
				b.ReportMetric(float64(p.Len()), "frames")
				if os.Getenv("FOLD_BENCH") != "" {
					over = append(over, browsertest.Over(b.Name(), taken, benchLimits)...)
				}
			})
		}
		in("chromium", browsertest.StartChromium)
		in("firefox", browsertest.StartFirefox)
	}
	bench("small", func() *collapse.Profile { return browsertest.MadeProfile(500) })
	if os.Getenv("FOLD_BENCH") != "" {
		bench("heap-191k", func() *collapse.Profile { return browsertest.MadeHeap(110_000) })
		bench("made-866k", func() *collapse.Profile { return browsertest.MadeProfile(500_000) })
	}
	for _, line := range over {
		b.Error(line)
	}
}

const emptyPage = `<!DOCTYPE html><title>empty</title><div id="app" data-state="ready"></div>`

// benchProbe is what measuring needs of a page. Nothing moves: a zoom is there at once.
const benchProbe = `
probe.isReady = () => document.getElementById("app")?.dataset.state === "ready";
probe.isWaiting = () => !!probe.page()?.waiting;
probe.matchMedia = globalThis.matchMedia.bind(globalThis);
globalThis.matchMedia = (query) => /reduced-motion/.test(query) ? { matches: true } : probe.matchMedia(query);

// How long something takes of which the page shows the picture first, and all else after it. Back undoes it.
probe.measure = async (name, n, act, back) => {
	const times = [];
	for (let i = 0; i < n; i++) {
		const [script, painted] = await probe.time(() => act(i));
		const start = performance.now();
		let now = start;
		while (probe.isWaiting()) now = await probe.painted();
		times.push([script, painted, painted + now - start]);
		back?.(i);
		while (probe.isWaiting()) await probe.painted();
	}
	return Object.fromEntries(["", "-painted", "-all"].map((kind, i) => [name + kind, probe.median(times, i)]));
};
probe.set = (change) => probe.page().store.set(change);
probe.chips = (name, chips) => probe.measure(name, 5, () => probe.set({ chips }), () => probe.set({ chips: [] }));
// Functions, the one with the largest total first, and the pattern of one of which about a fifth is.
probe.functions = () => {
	const { profile } = probe.page().view;
	const { total } = profile.tree.measure();
	const sorted = [...profile.names.keys()].sort((a, b) => total[b] - total[a]);
	const middle = sorted.find((name) => total[name] < 0.3 * profile.tree.totals[0]);
	const pattern = (name) => "^" + profile.names[name].replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") + "$";
	return { sorted, middle: pattern(middle), wide: pattern(sorted[3]) };
};
`

// benchSteps are what is measured of a page, one after the other.
var benchSteps = []browsertest.Step{
	{Do: `async () => {
		probe.set({ chips: [["focus", probe.functions().middle]] });
		while (probe.isWaiting()) await probe.painted();
		return {};
	}`, Memory: "MB-chip"},
	{Do: `async () => {
		probe.set({ chips: [] });
		while (probe.isWaiting()) await probe.painted();
		return probe.chips("focus", [["focus", probe.functions().middle]]);
	}`},
	{Do: `() => probe.chips("ignore", [["ignore", probe.functions().middle]])`},
	{Do: `() => probe.chips("show-from", [["show-from", probe.functions().middle]])`},
	{Do: `() => probe.chips("hide", [["hide", "e.*e"]])`},
	{Do: `() => probe.chips("recursion", [["recursion", ""]])`},
	{Do: `() => {
		const { middle, wide } = probe.functions();
		return probe.chips("five-chips", [["focus", wide], ["ignore", middle], ["hide", "x"], ["show-from", "a"], ["recursion", ""]]);
	}`},
	{Do: `async () => {
		const { pane } = probe.page().picture;
		const boxes = probe.frames().filter((f) => f.name !== "…" && f.row > 1 && f.w > 60 && f.w < 700 && f.y < innerHeight - 60);
		const click = ({ x, y, w }) => pane.dispatchEvent(new MouseEvent("click", { clientX: x + w / 2, clientY: y + 9, bubbles: true }));
		const reset = () => document.querySelector(".crumbs .x").click();
		const n = Math.min(7, boxes.length);
		const box = (i) => boxes[Math.floor((i * boxes.length) / n)];
		const zooms = await probe.measure("zoom", n, (i) => click(box(i)), reset);
		click(box(0));
		return { ...zooms, ...await probe.measure("reset", n, reset, (i) => click(box(i))) };
	}`},
	{Do: `async () => {
		probe.set({ z: "", f: "" });
		const { picture, view } = probe.page();
		const pan = (i) => picture.show(view.total * (0.3 + 0.001 * i), view.total * (0.6 + 0.001 * i), true);
		const { pan: script, "pan-painted": painted } = await probe.measure("pan", 15, pan);
		picture.show(view.from, view.to);
		return { pan: script, "pan-painted": painted };
	}`},
	{Do: `() => probe.measure("search", 5, (i) => probe.set({ s: ["m", "e.*e", "thod1", "^package7", "al+oc"][i] }), () => probe.set({ s: "" }))`},
	{Do: `() => probe.measure("sort", 5, () => probe.set({ k: "total" }), () => probe.set({ k: "" }))`},
	{Do: `() => {
		const { sorted } = probe.functions();
		return probe.measure("select", 7, (i) => probe.set({ f: probe.page().view.profile.hashOf(sorted[20 + i]) }), () => probe.set({ f: "" }));
	}`},
	{Do: `() => probe.measure("callers", 3, () => probe.set({ v: "callers" }), () => probe.set({ v: "" }))`},
	{Do: `() => {
		const { metricKeys } = probe.page().view.profile;
		return metricKeys.length < 2 ? {} : probe.measure("metric", 5, (i) => probe.set({ m: metricKeys[1 + (i % 3)] }), () => probe.set({ m: "" }));
	}`},
}
