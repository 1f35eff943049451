package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/text"
)

// interval returns between which shares the true share of a weight lies with a confidence of 95%. Both are the share
// where the samples are not known.
func (e *examination) interval(weight int64) (least, most float64) {
	return compare.Wilson(e.share(weight), e.samples)
}

// Below leastCount samples a share's 95% interval is wider than the share.
const leastCount = 17

// resolution says what the number of samples can tell apart.
func (d Diagnosis) resolution() string {
	if d.Samples <= 0 {
		return ""
	}
	n := d.Samples
	least, most := compare.Wilson(0.1, n)
	digits := 1
	if most-least < 0.005 {
		digits = 2
	}
	return fmt.Sprintf("at 95%% confidence, a share of 10%% lies between %.*f and %.*f%%, and functions never sampled take less than %s",
		digits, 100*least, digits, 100*most, sharePercent(min(1, 3/n)))
}

func fewSamples(e *examination) []Finding {
	const few, tooFew = 1000, 100
	if e.samples == 0 || e.samples >= few {
		return nil
	}
	f := Finding{
		Check: "few-samples", Severity: Caution,
		Says:     "only " + compare.CountText(e.samples),
		Evidence: e.inEffect(),
		Remedy:   []string{e.longer()},
	}
	if e.samples < tooFew {
		f.Severity = Problem
	}
	if len(f.Evidence) > 0 {
		f.Says += " in effect"
	}
	if e.samples <= leastCount {
		f.Evidence = append(f.Evidence, "no share can be trusted: its 95% interval is wider than the share itself")
		return []Finding{f}
	}
	f.Evidence = append(f.Evidence, fmt.Sprintf("shares below %s mean nothing: with fewer than %d samples the 95%% interval is wider than the share",
		sharePercent(leastCount/e.samples), leastCount))
	return []Finding{f}
}

// longer returns what makes more samples.
func (e *examination) longer() string {
	if e.isHeap() {
		return e.remedy(remedyHeap)
	}
	return e.remedy(remedyLonger)
}

// inEffect says why samples count as fewer than were taken; nothing if they do not.
func (e *examination) inEffect() []string {
	switch {
	case e.count.Ticks > 0:
		return []string{"they were taken of all threads at " + text.Count(int(e.count.Ticks), "moment") + ": those of one moment count as one"}
	case e.isHeap():
		return []string{"Go records few of all allocations, one for each 512 kB unless the program says otherwise: so many it did record"}
	case e.count.InEffect() && e.count.Taken > 0:
		return []string{text.Count(int(e.count.Taken), "sample") + " of unequal weight tell as much as these of equal weight would"}
	}
	return nil
}

// isHeap reports whether the weights are those of a heap of which some allocations were sampled, as Go's are.
func (e *examination) isHeap() bool {
	m := e.p.Metrics[e.metric]
	return m.Sampling == collapse.Sampled && e.format == "pprof" && (strings.HasSuffix(m.Name, "_space") || strings.HasSuffix(m.Name, "_objects"))
}

// heavySample finds a sample that weighs more than all the others together may tell. Of the samples that end at one
// node, the heaviest weighs at least their squares over their sum.
func heavySample(e *examination) []Finding {
	const much, half, few = 0.1, 0.5, 100
	if e.p.Metrics[e.metric].Sampling != collapse.Sampled || e.p.SampleWeight(e.metric) > 0 || e.count.Taken < few {
		return nil
	}
	heaviest, at := 0.0, collapse.Root
	e.leaves(func(n collapse.NodeID, self int64) {
		w := e.p.Square(e.metric, n).Float() / float64(self)
		if w > heaviest || w == heaviest && e.compareStacks(n, at) < 0 {
			heaviest, at = w, n
		}
	})
	share := heaviest / float64(e.total)
	if share < much {
		return nil
	}
	f := Finding{
		Check: "heavy-sample", Severity: Caution,
		Says:   fmt.Sprintf("1 sample of %s holds %s of the weight", text.GroupDigits(strconv.FormatInt(e.count.Taken, 10)), closePercent(share)),
		Stacks: e.worst(func(n collapse.NodeID) bool { return n == at }),
		Remedy: []string{"--metric samples counts each sample once: a broken period outweighs all others"},
	}
	if share >= half {
		f.Severity = Problem
	}
	return []Finding{f}
}

// closePercent is sharePercent for shares that are nearly all: "99.9997%".
func closePercent(share float64) string {
	for digits := 1; digits < 8 && share < 1; digits++ {
		if text := strconv.FormatFloat(100*share, 'f', digits, 64); !strings.HasPrefix(text, "100") {
			return text + "%"
		}
	}
	return sharePercent(share)
}

// profilerFrames finds what the profiler itself costs.
func profilerFrames(e *examination) []Finding {
	const much = 0.02
	if !e.isTime() {
		return nil
	}
	own := e.matching(func(f collapse.Frame) bool { return compare.IsProfiler(f.Name) })
	below := make([]bool, e.p.Len())
	functions, weight := make(tally), int64(0)
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		below[n] = below[e.p.Parent(n)] || own[e.p.FrameOf(n)]
		if below[n] && !below[e.p.Parent(n)] {
			weight += e.totals[n]
			functions[e.text(n)] += e.totals[n]
		}
	}
	if !e.exceeds(weight, much) {
		return nil
	}
	return []Finding{{
		Check: "profiler", Severity: Caution,
		Says:     e.percent(weight) + " of the weight is the profiler's own work",
		Evidence: e.lines(functions, 3),
		Remedy:   []string{"--hide gives it to what it interrupted, --ignore leaves it out: it takes nothing where nobody records, and fold check lets it grow"},
	}}
}

// isTime reports whether a column shows where time was spent: on a CPU, or by the wall clock.
func (e *examination) isTime() bool {
	m := e.p.Metrics[e.metric]
	name := strings.ToLower(m.Name)
	if m.Event != "" {
		name = strings.ToLower(m.Event)
	}
	switch {
	case m.Side != collapse.NoSide: // folded stacks, which are of time as a rule
		return true
	case name == "delay", name == "contentions":
		return false
	}
	if kind, _ := text.KindOf(m.Unit); kind != text.Plain {
		return kind == text.Time
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "cpu_core/"), "cpu_atom/")
	for _, start := range []string{"sample", "cycles", "cpu", "task-clock", "ref-cycles", "wall", "time", "instructions", "weight"} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

func mixedEvents(e *examination) []Finding {
	shown := e.p.Metrics[e.metric].Event
	var others []string
	for c, m := range e.p.Metrics {
		if m.Event != "" && m.Event != shown && m.Name == "samples" {
			others = append(others, text.Visible(m.Event)+": "+text.Count(int(e.p.Total(c)), "sample"))
		}
	}
	if len(others) == 0 {
		return nil
	}
	return []Finding{{
		Check: "mixed-events", Severity: Caution,
		Says:     fmt.Sprintf("the profile holds %d events; only %s is examined", len(others)+1, text.Visible(shown)),
		Evidence: others, Remedy: []string{"--event NAME picks another; shares of different events do not add up"},
	}}
}

// userOnly finds recordings of user space alone: that is what perf makes where it is not allowed to see more.
func userOnly(e *examination) []Finding {
	event := e.p.Metrics[e.metric].Event
	at := strings.LastIndexAny(event, ":/") // cycles:u, cpu/cycles/u
	if at < 0 || !isUserOnly(event[at+1:]) || !e.isTime() {
		return nil
	}
	var kernel int64
	e.leaves(func(n collapse.NodeID, self int64) {
		if e.frame(n).Kind == collapse.KindKernel {
			kernel += self
		}
	})
	if e.share(kernel) >= 0.05 { // some samples of every such recording slip into the kernel
		return nil
	}
	return []Finding{{
		Check: "user-only", Severity: Caution,
		Says:   "only user space was recorded (" + text.Visible(event) + "): time in the kernel is missing",
		Remedy: []string{"to record the kernel too: sudo sysctl kernel.perf_event_paranoid=1, or run perf record as root"},
	}}
}

// isUserOnly reports whether a perf event's modifiers ask for user space, and not for the kernel: "u", "uppp", and
// "uhpppH", which perf chooses in a virtual machine.
func isUserOnly(modifiers string) bool {
	return strings.Contains(modifiers, "u") && strings.Trim(modifiers, "uhpPGHSDWbe") == ""
}

// noCallers finds recordings without call graphs: perf record makes these unless it is asked for more.
func noCallers(e *examination) []Finding {
	const few = 10 // so few may all be in functions that nothing calls
	if e.format != "perf" && e.format != "perfdata" || e.samples < few || slices.Max(e.depths) > 1 {
		return nil
	}
	return []Finding{{
		Check: "no-callers", Severity: Problem,
		Says:   "no stack has more than one frame: the recording has no call graphs, so totals and pictures say nothing",
		Remedy: []string{"perf record -g, or perf record --call-graph dwarf where the program was built without frame pointers"},
	}}
}
