package doctor

import (
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// finding returns what a check says about a profile: its severity and its text, or nothing.
func finding(p *collapse.Profile, check, format string) string {
	for _, f := range Diagnose(p, Options{Format: format}).Findings {
		if f.Check == check {
			return string(f.Severity) + ": " + f.Says
		}
	}
	return ""
}

// TestFewSamples: fewer than a thousand are few, and fewer than a hundred are a problem.
func TestFewSamples(t *testing.T) {
	for n, want := range map[int64]string{
		1: "problem: only 1 sample", 99: "problem: only 99 samples", 100: "caution: only 100 samples", 999: "caution: only 999 samples", 1000: "",
	} {
		if got := finding(profileOf(map[string]int64{"main": n}), "few-samples", ""); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

// periods returns a profile of perf with so many samples of weight 1,000 and one of another weight.
func periods(light int, heavy int64) *collapse.Profile {
	b := collapse.NewBuilder()
	count := b.Metric(collapse.Metric{Event: "cycles", Name: "samples", Unit: "count"})
	weight := b.Metric(collapse.Metric{Event: "cycles", Name: "cycles", Unit: "count"})
	b.SetDefault(weight)
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	add := func(name string, w int64) {
		n := b.Call(main, b.Frame(collapse.Frame{Name: name}))
		b.AddSample(n, count, 1)
		b.AddSample(n, weight, w)
	}
	for range light {
		add("light", 1000)
	}
	add("heavy", heavy)
	return b.Profile()
}

// TestHeavySample: one sample of a hundred that holds a tenth of the weight, and a problem where that is half of it.
func TestHeavySample(t *testing.T) {
	for _, tt := range []struct {
		light int
		heavy int64
		want  string
	}{
		{99, 10_999, ""},
		{99, 11_000, "caution: 1 sample of 100 holds 10.0% of the weight"},
		{99, 98_999, "caution: 1 sample of 100 holds 50.0% of the weight"},
		{99, 99_000, "problem: 1 sample of 100 holds 50.0% of the weight"},
		{98, 99_000, ""},
	} {
		if got := finding(periods(tt.light, tt.heavy), "heavy-sample", "perf"); got != tt.want {
			t.Errorf("%d and %d: got %q, want %q", tt.light, tt.heavy, got, tt.want)
		}
	}
}

// TestProfilerFrames: more than 2% of the weight is the profiler's own, and what stands in each other counts once.
func TestProfilerFrames(t *testing.T) {
	for weight, want := range map[int64]string{19_000: "", 25_000: "caution: 2.5% of the weight is the profiler's own work"} {
		p := profileOf(map[string]int64{
			"main;work":                 1_000_000 - weight,
			"main;runtime.asyncPreempt": weight / 2,
			"github.com/felixge/fgprof.Start;github.com/felixge/fgprof.(*profiler).GoroutineProfile": weight / 2,
		})
		if got := finding(p, "profiler", "pprof"); got != want {
			t.Errorf("%d: got %q, want %q", weight, got, want)
		}
	}
}

// TestUserOnlyShare: where 5% of the weight is in the kernel, the kernel was recorded.
func TestUserOnlyShare(t *testing.T) {
	for kernel, want := range map[int64]bool{49: true, 50: false} {
		b := collapse.NewBuilder()
		m := b.Metric(collapse.Metric{Event: "cycles:u", Name: "samples", Unit: "count"})
		main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
		b.AddSamples(main, m, 1000-kernel, 1000-kernel)
		b.AddSamples(b.Call(main, b.Frame(collapse.Frame{Name: "irq", Kind: collapse.KindKernel})), m, kernel, kernel)
		if got := finding(b.Profile(), "user-only", "perf") != ""; got != want {
			t.Errorf("%d of 1000: %t", kernel, got)
		}
	}
}

// TestNoCallers: ten stacks of one frame are no chance.
func TestNoCallers(t *testing.T) {
	for n, want := range map[int64]bool{9: false, 10: true} {
		if got := finding(profileOf(map[string]int64{"main": n}), "no-callers", "perf") != ""; got != want {
			t.Errorf("%d: %t", n, got)
		}
	}
}

// TestResolution: of a thousand samples, Wilson's interval of 10% is 8.3 to 12.0%, and the rule of three says 0.3%.
func TestResolution(t *testing.T) {
	var out strings.Builder
	if err := Diagnose(profileOf(map[string]int64{"main": 1000}), Options{}).WriteText(&out, table.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	const want = "at 95% confidence, a share of 10% lies between 8.3 and 12.0%, and functions never sampled take less than 0.3%"
	if lines := strings.Split(out.String(), "\n"); !slices.Contains(lines, want) {
		t.Errorf("got %q, want a line %q", lines, want)
	}
}
