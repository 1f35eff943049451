package doctor

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/table"
)

// profileOf builds a profile of samples from stacks. A frame that begins with "@" is a thread.
func profileOf(stacks map[string]int64) *collapse.Profile {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	texts := make([]string, 0, len(stacks))
	for text := range stacks {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	for _, text := range texts {
		node := collapse.Root
		for name := range strings.SplitSeq(text, ";") {
			f := collapse.Frame{Name: name}
			if thread, found := strings.CutPrefix(name, "@"); found {
				f = collapse.Frame{Name: thread, Kind: collapse.KindThread}
			}
			node = b.Call(node, b.Frame(f))
		}
		b.AddSamples(node, m, stacks[text], stacks[text])
	}
	return b.Profile()
}

// TestLeastCount: at leastCount samples of many a share's interval is as wide as the share, and just below it
// wider.
func TestLeastCount(t *testing.T) {
	const n = 1_000_000
	for count, wider := range map[float64]bool{leastCount - 1: true, leastCount: false} {
		least, most := compare.Wilson(count/n, n)
		if (most-least > count/n) != wider {
			t.Errorf("%v samples: %v to %v", count, least*n, most*n)
		}
	}
}

func TestBaseName(t *testing.T) {
	for name, want := range map[string]string{
		"main":                                  "main",
		"main.Best[go.shape.int]":               "main.Best",
		"main.Map[K,[]V].Get":                   "main.Map.Get",
		"app::Cache<std::map<int, long> >::get": "app::Cache::get",
		"<Vec<T> as Clone>::clone":              "<Vec as Clone>::clone",
		"core::mem::swap::<u8>":                 "core::mem::swap::",
		"f<a->b>":                               "f",
		"operator<":                             "operator<",
		"std::ostream::operator<< <char>":       "std::ostream::operator<< <char>",
		"sum.constprop.0":                       "sum",
		"f<":                                    "f",
		"f>":                                    "f>",
		"[unknown]":                             "[unknown]",
		"":                                      "",
	} {
		if got := baseName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// TestUserOnly: which modifiers of an event leave out the kernel.
func TestUserOnly(t *testing.T) {
	for modifiers, want := range map[string]bool{
		"u": true, "uppp": true, "uH": true, "Pu": true, "uhpppH": true,
		"uk": false, "ku": false, "ppp": false, "": false, "umask=1": false,
	} {
		if got := isUserOnly(modifiers); got != want {
			t.Errorf("%s: got %v", modifiers, got)
		}
	}
}

// findings returns the first line of each finding.
func findings(d Diagnosis) string {
	var out strings.Builder
	for _, f := range d.Findings {
		fmt.Fprintf(&out, "%s %s: %s\n", f.Severity, f.Check, f.Says)
	}
	return out.String()
}

// calls returns a stack of n calls of two functions that call each other.
func calls(n int) string { return strings.TrimSuffix(strings.Repeat("a;b;", n/2+1)[:2*n], ";") }

func TestDiagnose(t *testing.T) {
	flat := make(map[string]int64)
	for i := range 50 {
		flat[fmt.Sprintf("main;f%02d", i)] = 40
	}
	tests := []struct {
		name, format string
		stacks       map[string]int64
		want         string
	}{
		{"flat", "perf", flat, "lead flat: no function stands out: the heaviest has 2%, the top ten together 20.0%, of 50 functions\n"},
		{
			"as deep as perf records, and an unusual root", "perf",
			map[string]int64{"@app;main;work": 1800, "@app;" + calls(127): 200},
			"problem truncated: 10.0% (95%: 9 to 11%) of the weight is in stacks cut off at the root, so totals are too small\n",
		},
		{"as deep, but deeper ones exist", "perf", map[string]int64{"@app;main;work": 1800, "@app;main;" + calls(127): 100, "@app;main;" + calls(140): 100}, ""},
		{"as deep, but with a usual root", "perf", map[string]int64{"@app;main;work": 1800, "@app;main;" + calls(126): 200}, ""},
		{
			"stacks that begin in the C library", "perf",
			map[string]int64{"@app;main;parse": 1600, "@app;malloc": 100, "@app;memcpy": 100, "@app;parse": 200},
			"problem lost-roots: 20.0% (95%: 18 to 22%) of the weight is in stacks that start in the middle: callers are missing, and totals are too small\n",
		},
		{"one function that is called and begins a thread", "sample", map[string]int64{"@1;main;parse": 1600, "@2;parse": 400}, ""},
		{"folded stacks may begin with the name of a process", "folded", map[string]int64{"main;main;parse": 1600, "parse;malloc": 100, "malloc;x": 200, "x": 100}, ""},
		{
			"addresses", "perf",
			map[string]int64{"@app;main": 1500, "@app;main;0x7f12": 500},
			"problem unresolved: 25.0% (95%: 23 to 27%) of the weight is in code without a name\n",
		},
		{
			"no call graphs", "perf",
			map[string]int64{"@app;main": 1000, "@app;work": 1000},
			"problem no-callers: no stack has more than one frame: the recording has no call graphs, so totals and pictures say nothing\n",
		},
		{"a profiler that knows leaves only", "pprof", map[string]int64{"main": 1000, "work": 1000}, ""},
		{"a few addresses are usual", "perf", map[string]int64{"@app;main": 1950, "@app;main;0x7f12": 50}, ""},
		{
			"idle processors", "perf",
			map[string]int64{"@app;main": 1000, "@swapper;start_secondary;do_idle;intel_idle": 1000},
			"caution idle-processors: 50.0% (95%: 48 to 52%) of the weight is idle processors, which makes all other shares too small\n",
		},
		{
			"waiting", "sample",
			map[string]int64{"@1;main": 500, "@2;worker;pthread_cond_wait": 1500},
			"caution waiting: 75.0% (95%: 73 to 77%) of the weight is waiting: this profile does not show what keeps the CPU busy\n",
		},
		{
			"compiling expressions", "pprof",
			map[string]int64{"main.main;main.work": 1700, "main.main;main.valid;regexp.MustCompile;regexp.compile;regexp/syntax.Parse": 300},
			"lead regexp-compilation: 15.0% (95%: 14 to 17%) of the weight is spent compiling regular expressions\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := findings(Diagnose(profileOf(tt.stacks), Options{Format: tt.format})); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestLowCPU: an alarm is raised where the upper end of the interval is below a quarter of the time. For 40 of 200 that
// is 27.2%, for 400 of 2,000 22.1%.
func TestLowCPU(t *testing.T) {
	const alarm = "caution low-cpu: the program ran for only %s of the recording: most of its time is not in this profile\n"
	for _, tt := range []struct {
		format        string
		ran, recorded int64
		want          string
	}{
		{"sample", 400, 2000, fmt.Sprintf(alarm, "20.0%")},
		{"sample", 40, 200, ""},
		{"sample", 6000, 2000, ""},
		{"sample", 400, 0, ""},
		{"folded", 400, 2000, ""}, // samples of what?
		{"sample", 0, 2000, fmt.Sprintf(alarm, "0.0%")},
	} {
		got := findings(Diagnose(profileOf(map[string]int64{"main": tt.ran}), Options{Format: tt.format, Recorded: tt.recorded}))
		for _, other := range []string{"caution few-samples", "problem few-samples", "problem empty"} {
			for line := range strings.Lines(got) {
				if strings.HasPrefix(line, other) {
					got = strings.Replace(got, line, "", 1)
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s, %d of %d: got %q, want %q", tt.format, tt.ran, tt.recorded, got, tt.want)
		}
	}
}

// TestDiagnosisText: names come from anywhere and must not reach a terminal as commands; lines that are too
// long for it lose their middle.
func TestDiagnosisText(t *testing.T) {
	d := Diagnosis{
		Metric: collapse.Metric{Name: "cpu", Unit: "nanoseconds"}, Total: 4e9, Samples: 400, Language: "Go",
		Findings: []Finding{{
			Check: "unresolved", Severity: Problem, Says: "much", Evidence: []string{"one"},
			Stacks: []Stack{{Frames: strings.Split("a,b,c,d,e,f,g,h", ","), Weight: 1e9, Percent: 25}, {Frames: []string{strings.Repeat("x", 100)}, Weight: 1e6, Percent: 0.025}},
			Remedy: []string{"do this"},
		}},
	}
	const want = `cpu: 4s in 400 samples, Go
at 95% confidence, a share of 10% lies between 7.4 and 13.3%, and functions never sampled take less than 0.75%

problem  unresolved: much
           one
           1s (25.0%)  a;b;c;… 2 frames …;f;g;h
           1ms (0.025%)  xxxxxxx…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
         → do this
`
	var out bytes.Buffer
	if err := d.WriteText(&out, table.TextOptions{Width: 64}); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestDiagnosisHostileNames(t *testing.T) {
	p := profileOf(map[string]int64{"main;\x1b[2Jmalloc": 1000, "main;?\u202e;free": 1000})
	var out bytes.Buffer
	if err := Diagnose(p, Options{Format: "perf"}).WriteText(&out, table.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if at := strings.IndexFunc(out.String(), func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }); at >= 0 {
		t.Errorf("%q does not print", out.String()[at:])
	}
}
