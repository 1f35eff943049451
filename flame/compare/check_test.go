package compare

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"fold/collapse"
)

// samplesOf returns a run of samples of one weight: so many of each function.
func samplesOf(functions map[string]int) Run {
	var stacks []samplesAt
	for _, name := range []string{"work", "rest", "runtime.asyncPreempt"} {
		stacks = append(stacks, samplesAt{[]string{name}, repeat(1, functions[name])})
	}
	return runOfSamples(cycles, 1, stacks...)
}

func limit(pattern string, allowed float64, grow bool) Limit {
	return Limit{Text: pattern, Pattern: regexp.MustCompile(pattern), Allowed: allowed, Grow: grow}
}

// TestGuard checks what breaks, one line a finding.
func TestGuard(t *testing.T) {
	const work, rest, preempt = "work", "rest", "runtime.asyncPreempt"
	plain := func(n, m int) Run { return samplesOf(map[string]int{work: n, rest: m}) }
	one := func(r Run) []Run { return []Run{r} }
	for _, tt := range []struct {
		name          string
		guard         Guard
		before, after []Run
		want          string
	}{
		{
			"exactly what is allowed",
			Guard{Limits: []Limit{limit(work, 7, false), limit(work, 6.99, false)}},
			nil, one(plain(7, 93)),
			"max work 7.00 false\nmax work 7.00 true\n",
		},
		{
			"what grew beyond the noise and the tolerance",
			Guard{Tolerance: 20},
			one(plain(200, 800)), one(plain(450, 550)),
			"function work 20.00 45.00 true\n",
		},
		{"no more than the tolerance", Guard{Tolerance: 25}, one(plain(200, 800)), one(plain(450, 550)), "function  0.00 0.00 false\n"},
		{"inside the noise", Guard{Tolerance: 1}, one(plain(200, 800)), one(plain(220, 780)), "function  0.00 0.00 false\n"},
		{
			"too few to tell",
			Guard{Tolerance: 1, Limits: []Limit{limit(work, 1, true)}},
			one(plain(1, 8)), one(plain(5, 4)),
			"grow work 11.11 55.56 false\nfunction  0.00 0.00 false\n",
		},
		{
			"the profiler's own",
			Guard{Tolerance: 1},
			one(plain(500, 500)), one(samplesOf(map[string]int{work: 250, rest: 250, preempt: 500})),
			"function  0.00 0.00 false\n",
		},
		{
			"what may grow by so much, as a group",
			Guard{Tolerance: 90, Limits: []Limit{limit(work, 24, true), limit(work, 25, true)}},
			one(plain(200, 800)), one(plain(450, 550)),
			"grow work 20.00 45.00 true\ngrow work 20.00 45.00 false\nfunction  0.00 0.00 false\n",
		},
		{ // twice the work: 900 is 90% of the 1,000 before
			"weights in percent of the baseline",
			Guard{Options: Options{Absolute: true}, Tolerance: 60, Limits: []Limit{limit(work, 69, true)}},
			one(plain(200, 800)), one(plain(900, 800)),
			"grow work 20.00 90.00 true\nfunction work 20.00 90.00 true\n",
		},
		{
			"weights per run",
			Guard{Options: Options{Absolute: true}, Tolerance: 1, Limits: []Limit{limit(work, 1, true)}},
			[]Run{plain(200, 800), plain(200, 800)},
			one(plain(200, 800)),
			"grow work 20.00 20.00 false\nfunction  0.00 0.00 false\n",
		},
	} {
		var findings Findings
		if tt.before == nil {
			findings = tt.guard.Check(Side{Runs: tt.after})
		} else {
			findings = tt.guard.Against(Side{Runs: tt.before}, Side{Runs: tt.after})
		}
		var got strings.Builder
		for _, f := range findings {
			shares := fmt.Sprintf("%.2f %.2f", f.Before, f.Share)
			if f.Kind == "max" {
				shares = fmt.Sprintf("%.2f", f.Share)
			}
			fmt.Fprintf(&got, "%s %s %s %t\n", f.Kind, f.What, shares, f.Broken)
		}
		if got.String() != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got.String(), tt.want)
		}
	}
}

// TestNeeds: ten samples of a function that grew from nothing to the tolerance.
func TestNeeds(t *testing.T) {
	for tolerance, want := range map[float64]float64{0: 0, 0.5: 2000, 1: 1000, 3: 334, 5: 200} {
		if got := (Guard{Tolerance: tolerance}).Needs(); got != want {
			t.Errorf("%g points need %g samples, want %g", tolerance, got, want)
		}
	}
}

// TestOneRunASide: the last line says what one run a side cannot tell, whether its noise was measured in parts or not.
func TestOneRunASide(t *testing.T) {
	ordered := func() Run {
		b := collapse.NewBuilder()
		b.RecordSamples()
		m := b.Metric(cycles)
		for range 200 {
			b.AddSample(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "work"})), m, 1)
		}
		return Run{Profile: b.Profile()}
	}
	plain := samplesOf(map[string]int{"work": 200})
	const note = "note: how much runs differ is not known: give several runs a side\n"
	for _, tt := range []struct {
		name          string
		before, after []Run
		noise, note   string
	}{
		{"sampling", []Run{plain}, []Run{plain}, "the noise of sampling", note},
		{"in parts", []Run{ordered()}, []Run{ordered()}, "the noise within the runs", note},
		{"several", []Run{plain, plain}, []Run{plain}, "the noise between runs", ""},
	} {
		var out strings.Builder
		if err := (Guard{Tolerance: 1}).Against(Side{Runs: tt.before}, Side{Runs: tt.after}).WriteText(&out); err != nil {
			t.Fatal(err)
		}
		if want := "ok: no function grew by more than 1.00 points and " + tt.noise + "\n" + tt.note; out.String() != want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, out.String(), want)
		}
	}
}
