package flame

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/browsertest"
)

// benchLimits are what may be measured at most, in milliseconds, elements and megabytes, of profiles of so
// many frames.
var benchLimits = []struct {
	frames int
	limits map[string]float64
}{
	{10_000, map[string]float64{"load": 60, "search": 25, "reverse": 350, "sandwich": 350, "table": 100, "MB": 150}},
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
			picture := browsertest.Bench{
				Name: "graph.svg", Content: svgOf(b, p, SVGOptions{}), Empty: []byte(emptyPicture), Probe: probe + benchProbe, Steps: benchSteps,
			}
			taken := picture.Run(b, browsertest.StartChromium)
			b.ReportMetric(float64(p.Len()), "frames")
			if os.Getenv("FOLD_BENCH") != "" {
				over = append(over, browsertest.Over(b.Name(), taken, limitsOf(p.Len()))...)
			}
		})
	}
	bench("small", func() *collapse.Profile { return readFolded(manyFolded(150)) })
	folder := os.Getenv("FOLD_BENCH")
	if folder == "" {
		return
	}
	for _, stacks := range []int{50_000, 500_000, 2_500_000} {
		bench(fmt.Sprintf("made-%dk", stacks/1000), func() *collapse.Profile { return browsertest.MadeProfile(stacks) })
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

// limitsOf returns the limits of a profile of so many frames.
func limitsOf(frames int) map[string]float64 {
	limits := maps.Clone(anyLimits)
	for _, size := range benchLimits {
		if frames <= size.frames {
			maps.Copy(limits, size.limits)
			break
		}
	}
	return limits
}

const emptyPicture = `<svg xmlns="http://www.w3.org/2000/svg" class="fold-fg" data-state="ready"/>`

// benchProbe is what measuring needs of a picture.
const benchProbe = `
probe.isReady = () => probe.svg()?.dataset.state === "ready";
probe.point = (type, f) => {
	const { left, top } = probe.svg().getBoundingClientRect();
	probe.svg().dispatchEvent(new PointerEvent(type, { clientX: left + f.x + f.width / 2, clientY: top + f.y + f.height / 2, pointerType: "mouse", bubbles: true }));
};
probe.press = (act) => probe.find("[data-act=" + act + "]").click();
`

// benchSteps are what is measured of a picture, one after the other. Of several events the slowest counts.
var benchSteps = []browsertest.Step{
	{Do: `async () => {
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
	}`},
	{Do: `async () => {
		const times = [], box = probe.find(".search"), timeout = window.setTimeout;
		for (const term of ["m", "ma", "mal", "mall", "a", "a.*b", "^s"]) {
			box.value = term;
			window.setTimeout = (act) => act(); // there is a pause after each key
			times.push(await probe.time(() => box.dispatchEvent(new Event("input", { bubbles: true }))));
			window.setTimeout = timeout;
		}
		probe.press("clear");
		return { search: probe.slowest(times, 0), "search-painted": probe.slowest(times, 1) };
	}`},
	{Do: `async () => {
		const times = [], frames = probe.frames();
		for (let i = 0; i < 100; i++) times.push(await probe.time(() => probe.point("pointermove", frames[i * 7919 % frames.length])));
		const script = times.slice(1).map((t) => t[0]).sort((a, b) => a - b);
		return { "hover-first": times[0][0], hover: script[95], elements: document.querySelectorAll("*").length };
	}`},
	{Do: `async () => {
		const [there] = [await probe.time(() => probe.press("reverse"))];
		const back = await probe.time(() => probe.press("reverse"));
		const places = {};
		for (const f of probe.frames()) if (f.name !== "…" && f.depth > 0) places[f.name] = (places[f.name] ?? 0) + 1;
		const [name] = Object.entries(places).sort((a, b) => b[1] - a[1])[0];
		probe.point("pointermove", probe.svg().fold.frames(name)[0]);
		const sandwich = await probe.time(() => probe.press("sandwich"));
		probe.press("sandwich");
		const [, table] = await probe.time(() => probe.press("top"));
		return { reverse: there[0], sandwich: sandwich[0], "reverse-back": back[0], table };
	}`, Memory: "MB-used"},
}
