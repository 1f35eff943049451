package doctor

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/text"
)

// countSamples returns how many samples a column holds, and the weight of one where that had to be guessed.
// 0 means that the profile does not tell: weights of bytes or goroutines are no samples.
func countSamples(p *collapse.Profile, metric int, format string) (samples, period int64) {
	m := p.Metrics[metric]
	for c, other := range p.Metrics {
		if other.Event == m.Event && (other.Name == "samples" || other.Name == "sample") && other.Scale == 0 && other.Unit != "bytes" {
			if format == "folded" {
				return guessPeriod(p, c)
			}
			return p.Total(c), 0
		}
	}
	if kind, _ := text.KindOf(m.Unit); kind == text.Time && m.Name != "delay" {
		if samples, period = guessPeriod(p, metric); period > 0 {
			return samples, period
		}
	}
	return 0, 0
}

// guessPeriod is countSamples for times, and for folded stacks, whose weights may be times or cycles. Weights
// that are all multiples of a large number are samples at a fixed rate; large ones that are not are no samples.
func guessPeriod(p *collapse.Profile, metric int) (samples, period int64) {
	const large = 1000
	least := int64(math.MaxInt64)
	for n := 1; n < p.Len(); n++ {
		if w := p.Self(metric, collapse.NodeID(n)); w > 0 {
			period, least = gcd(period, w), min(least, w)
		}
	}
	switch {
	case period >= large:
		return p.Total(metric) / period, period
	case least >= large && least != math.MaxInt64:
		return 0, 0
	}
	return p.Total(metric), 0
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// interval returns between which shares the true share of a weight lies with a confidence of 95 % (Wilson's
// score interval, as if each sample were drawn by itself). Both are the share where the samples are not known.
func (e *examination) interval(weight int64) (least, most float64) {
	return compare.Wilson(e.share(weight), float64(e.samples))
}

// Below leastCount samples a share's 95 % interval is wider than the share.
const leastCount = 17

// resolution says what the number of samples can tell apart.
func (d Diagnosis) resolution() string {
	if d.Samples <= 0 {
		return ""
	}
	n := float64(d.Samples)
	least, most := compare.Wilson(0.1, n)
	digits := 1
	if most-least < 0.005 {
		digits = 2
	}
	return fmt.Sprintf("a share of 10 %% is between %.*f and %.*f %%, and what was never seen takes less than %s, with 95 %% confidence",
		digits, 100*least, digits, 100*most, sharePercent(min(1, 3/n)))
}

func fewSamples(e *examination) []Finding {
	const few, tooFew = 1000, 100
	if e.samples == 0 || e.samples >= few {
		return nil
	}
	f := Finding{
		Check: "few-samples", Severity: Caution,
		Says:   "only " + text.Count(int(e.samples), "sample"),
		Remedy: []string{e.remedy(remedyLonger)},
	}
	if e.samples < tooFew {
		f.Severity = Problem
	}
	if e.period > 0 {
		f.Evidence = append(f.Evidence, "all weights are multiples of "+text.GroupDigits(strconv.FormatInt(e.period, 10))+", so that is taken for one sample")
	}
	if e.samples <= leastCount {
		f.Evidence = append(f.Evidence, "no share is worth comparing: a 95 % interval is wider than the share it is about")
		return []Finding{f}
	}
	f.Evidence = append(f.Evidence, fmt.Sprintf("the smallest share that means anything is %s: below %d samples the 95 %% interval is wider than the share",
		sharePercent(leastCount/float64(e.samples)), leastCount))
	return []Finding{f}
}

// isTime says whether a column tells where time was spent: on a processor, or by the clock on the wall.
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
		Says:     fmt.Sprintf("it holds %d events, and this is about %s only", len(others)+1, text.Visible(shown)),
		Evidence: others, Remedy: []string{"--event NAME picks another: shares of different events do not add up"},
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
		Remedy: []string{"sudo sysctl kernel.perf_event_paranoid=1, or perf record as root, records the kernel, too"},
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
