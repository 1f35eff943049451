package page

import (
	"fmt"
	"os"
	"path/filepath"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/browsertest"
	"fold/flame/table"
)

// taskTests are what people come to a page for, done with nothing but what they see on it.
var taskTests = []browserTest{
	{"task: the hottest function and who calls it", testTaskHottest},
	{"task: the share under an endpoint, and without the garbage collector", testTaskEndpoint},
	{"task: what changed between two heaps", testTaskHeaps},
	{"task: a link to what one sees", testTaskLink},
}

// recorded returns a profile of testdata.
func recorded(p *tab, file string) *collapse.Profile {
	p.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", file))
	if err != nil {
		p.Fatal(err)
	}
	return read(p, string(raw))
}

// shareText writes a share as the page does.
func shareText(part, whole int64) string {
	share := 100 * float64(part) / float64(whole)
	if share < 9.995 {
		return fmt.Sprintf("%.2f%%", share)
	}
	return fmt.Sprintf("%.1f%%", share)
}

// testTaskHottest: the first row of the table is the hottest function, and a click on it lists its callers.
func testTaskHottest(p *tab) {
	profile := read(p, demoProfile(p))
	hottest := table.Top(profile, table.Options{N: 1}).Rows[0]
	callers := table.Peek(profile, func(f collapse.Frame) bool { return f.Name == hottest.Function }, table.Options{}).Functions[0].Callers
	var want []string
	for _, c := range callers {
		want = append(want, c.Function+shareText(c.Weight, profile.Total(profile.Default)))
	}
	p.open(write(p, profile, Options{}), "")
	p.Is(hottest.Function, `() => document.querySelector(".tr .nm").title`)
	p.ClickAt(at(p, ".tr"))
	p.rest()
	p.Is(hottest.Function, `() => probe.text(".fh bdi")`)
	p.Is(shareText(hottest.Self, profile.Total(profile.Default)), `() => probe.text(".nums small")`)
	p.Is(want, `() => [...document.querySelectorAll(".two section:first-child .lr")].map((e) => e.querySelector(".nm").title + e.querySelector(".p").textContent)`)
}

// at returns the middle of an element that can be seen.
func at(p *tab, selector string) (x, y float64) {
	p.Helper()
	place := browsertest.Eval[[2]float64](p.Tab, `(selector) => probe.element(selector, "")`, selector)
	return place[0], place[1]
}

// testTaskEndpoint: a search says how much is under an endpoint; a chip leaves the garbage collector out of that.
func testTaskEndpoint(p *tab) {
	const endpoint, collector = `sources\.parsePerf`, "gcBgMarkWorker|gcAssistAlloc"
	profile := read(p, demoProfile(p))
	whole := profile.Total(profile.Default)
	under := func(f collapse.Filter) string {
		f.Focus = re(endpoint)
		return shareText(profile.Filter(f).Total(profile.Default), whole)
	}
	p.open(write(p, profile, Options{}), "")
	p.ClickAt(at(p, ".find input"))
	p.press(endpoint)
	p.Until(under(collapse.Filter{})+" matches", `() => probe.text(".mat")`)
	p.rest()
	p.click("button", "Refine")
	p.press(collector)
	p.click(".ro b", "Ignore")
	p.click(".rf button", "Add")
	p.Is("matches: "+under(collapse.Filter{Ignore: re(collector)})+" of all", `() => probe.text(".mat")`)
	if a, b := under(collapse.Filter{}), under(collapse.Filter{Ignore: re(collector)}); a == b {
		p.Errorf("the endpoint has %s with and without the collector: choose another one", a)
	}
	p.Is([]string{"Ignore " + collector}, `() => probe.texts(".chip").map((text) => text.replace("✕", ""))`)
	left := shareText(profile.Filter(collapse.Filter{Ignore: re(collector)}).Total(profile.Default), whole)
	p.Is(left, `() => probe.text(".kept b")`)

	// And without any function's name: what is found is focused on, and a category ignored.
	p.open(write(p, profile, Options{}), "")
	p.ClickAt(at(p, ".find input"))
	p.press(endpoint)
	p.Until(under(collapse.Filter{})+" matches", `() => probe.text(".mat")`)
	p.rest()
	p.click(".mch button", "Focus")
	p.click(".lr", "GC and runtime")
	p.click(".oc button", "Ignore")
	kept := category.Filter{Ignore: category.Of(category.Runtime)}.Filter(profile).Filter(collapse.Filter{Focus: re(endpoint)})
	p.Is(shareText(kept.Total(kept.Default), whole), `() => probe.text(".kept b")`)
}

// testTaskHeaps: the ledger says what the heaps differ by, and the table which function grew most.
func testTaskHeaps(p *tab) {
	before, after := recorded(p, "pprof/go-heap-before.pb.gz"), recorded(p, "pprof/go-heap.pb.gz")
	both := collapse.Beside(collapse.Column{Profile: before, Metric: before.Default}, collapse.Column{Profile: after, Metric: after.Default})
	p.open(write(p, both, Options{Compare: &Compare{Pairs: []Pair{{After: 1, Absolute: true}}}}), "")
	var name string
	var most int64
	of := map[string]int64{}
	for _, r := range table.Top(before.WithDefault(before.Default), table.Options{}).Rows {
		of[r.Function] -= r.Self
	}
	for _, r := range table.Top(after.WithDefault(after.Default), table.Options{}).Rows {
		of[r.Function] += r.Self
	}
	for f, change := range of {
		if max(change, -change) > most {
			name, most = f, max(change, -change)
		}
	}
	p.Is(name, `() => document.querySelector(".tr .nm").title`)
	p.Is([]any{float64(most), float64(after.Total(after.Default) - before.Total(before.Default))}, `() => {
		const { rows } = probe.page().table;
		const [was, is] = probe.page().view.profile.trees.map((tree) => tree.totals[0]);
		return [Math.abs(rows[0].change), is - was];
	}`)
	p.Is([]string{"Memory in use: 3.05MB → 4.06MB", "+520.04kB", "before3.05MB", "grew+520.04kB", "new+512.20kB", "after4.06MB +" + shareText(after.Total(after.Default)-before.Total(before.Default), before.Total(before.Default))}, `() => [probe.text(".tot"), probe.text(".tr .p"), ...probe.texts(".led tr")]`)
}

// testTaskLink: the address of the window shows the same in another one.
func testTaskLink(p *tab) {
	page := write(p, read(p, demoProfile(p)), Options{})
	p.open(page, "")
	p.click(".tr", "memmove")
	p.click(".acts button", "Focus")
	p.clickFrame("runtime.main")
	p.ClickAt(at(p, ".find input"))
	p.press("read")
	p.Until(true, `() => location.hash.includes("s=read")`)
	p.rest()
	const seen = `() => [location.hash, probe.frames(), probe.rows(), probe.texts("main, header, footer, nav")]`
	want := browsertest.Eval[[]any](p.Tab, seen)
	link := browsertest.Eval[string](p.Tab, `() => location.href`)
	p.Navigate("about:blank")
	p.Navigate(link)
	p.Until("ready", `() => document.getElementById("app")?.dataset.state`)
	p.rest()
	p.Is(want, seen)
}
