package compare

import (
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// TestBeyond: views that show frames ask by the frame, whose module counts where it is part of names.
func TestBeyond(t *testing.T) {
	hot, cold := collapse.Frame{Name: "get", Module: "hot"}, collapse.Frame{Name: "get", Module: "cold"}
	rest := collapse.Frame{Name: "rest"}
	thread, namesake := collapse.Frame{Name: "net", Kind: collapse.KindThread}, collapse.Frame{Name: "net"}
	record := func(modules bool, counts map[collapse.Frame]int64) Run {
		b := collapse.NewBuilder()
		m := b.Metric(cycles)
		for _, f := range []collapse.Frame{hot, cold, rest, thread, namesake} {
			b.AddSamples(b.Call(collapse.Root, b.Frame(f)), m, counts[f], counts[f])
		}
		p := *b.Profile()
		p.Modules = modules
		return Run{Profile: &p}
	}
	before := map[collapse.Frame]int64{hot: 100, cold: 100, rest: 400, thread: 300, namesake: 100}
	after := map[collapse.Frame]int64{hot: 300, cold: 100, rest: 400, thread: 100, namesake: 100}
	for _, modules := range []bool{false, true} {
		b := BeyondOf([]Side{{Runs: []Run{record(modules, before)}}, {Runs: []Run{record(modules, after)}}}, false)
		for f, want := range map[collapse.Frame]bool{hot: true, cold: !modules, rest: false, thread: true, namesake: true} {
			if got := b.Self(f); got != want {
				t.Errorf("modules %t: %+v: %t", modules, f, got)
			}
		}
		if b.Noise != "noise of sampling" || b.Basis != "1,000 and 1,000 samples" || b.Caveat != ofOneRun {
			t.Errorf("%q, %q, %q", b.Noise, b.Basis, b.Caveat)
		}
	}
	// A caller whose own work is the same, and whose callee's is not.
	calling := func(callee int64) Run {
		b := collapse.NewBuilder()
		m := b.Metric(cycles)
		main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
		b.AddSamples(main, m, 100, 100)
		b.AddSamples(b.Call(main, b.Frame(hot)), m, callee, callee)
		b.AddSamples(b.Call(collapse.Root, b.Frame(rest)), m, 900-callee, 900-callee)
		return Run{Profile: b.Profile()}
	}
	b := BeyondOf([]Side{{Runs: []Run{calling(100)}}, {Runs: []Run{calling(400)}}}, false)
	main := collapse.Frame{Name: "main"}
	if b.By(table.BySelf)(main) || !b.By(table.ByTotal)(main) {
		t.Errorf("main: self %t, total %t", b.By(table.BySelf)(main), b.By(table.ByTotal)(main))
	}
	exact := runOfExact(t)
	if b := BeyondOf([]Side{{Runs: []Run{exact}}, {Runs: []Run{exact}}}, false); b.Noise != "" || b.Basis != "" || b.Caveat != "Everything was counted, so there is no noise." || b.Self(main) {
		t.Errorf("counts: %q, %q, %q", b.Noise, b.Basis, b.Caveat)
	}
}

// runOfExact returns a run in which everything was counted.
func runOfExact(t *testing.T) Run {
	t.Helper()
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "instructions", Unit: "count", Sampling: collapse.Exact})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"})), m, 10)
	return Run{Profile: b.Profile()}
}
