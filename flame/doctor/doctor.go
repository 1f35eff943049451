package doctor

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/compare"
	"fold/flame/text"
)

// Severity says what a [Finding] means for the reader of a profile.
type Severity string

// The severities, the worst first.
const (
	Problem Severity = "problem" // the numbers or the stacks are not what they seem
	Caution Severity = "caution" // they are right, but easily read wrong
	Lead    Severity = "lead"    // nothing is wrong: this is where to look
)

// Finding is something that one should know before trusting a profile.
type Finding struct {
	Check    string // which check found it: "unresolved", "truncated"; see docs/doctor.md
	Severity Severity
	Says     string   // one line, with the share
	Evidence []string // what it rests on, one line each
	Stacks   []Stack  // the heaviest stacks that it is about
	Remedy   []string // what to do, for this profiler and this language
}

// Stack is one stack of a profile.
type Stack struct {
	Frames  []string // root first, as the profile shows them
	Weight  int64
	Percent float64
}

// Diagnosis reports whether a profile can be trusted. [Diagnose] makes one; [Diagnosis.WriteText] and
// [Diagnosis.WriteJSON] print it.
type Diagnosis struct {
	Metric   collapse.Metric // what was measured
	Total    int64           // the weight of all stacks
	Samples  float64         // how many samples of equal weight would tell as much; 0: the profile does not say
	InEffect bool            // there are more samples than that, but they weigh unequally or share their moments
	Language string          // what most of the code is written in: "Go", "Rust", "C++", "Java", …; empty: not clear
	Findings []Finding       // the worst first
	Census   bool            // it is about a snapshot of threads
	Dumps    int             // or about the last of so many
}

// Options say what is known of a profile besides. The zero value is right where nothing is.
type Options struct {
	Format string // the name of the format that the profile was read from; empty: several
	// Recorded is how long the recording took, as the weight of a thread that runs all the time; 0: not known.
	Recorded int64
	// Far counts the samples that end far behind the symbol that names their leaf, by its name; nil: not known.
	Far map[string]int64

	// Census says that the profile is a snapshot of threads and holds no samples, so that what is
	// looked for is why they hang. The frames at the root named "created by F" say who created goroutines.
	Census    bool
	Deadlocks []string // the deadlocks that the dump itself reports
	Locks     []Lock   // the locks that its threads want, those first that most want; those that the dump tells of
	// Where the profile is the last of several dumps: these, or some of them. One more may stand for those of one file: it
	// holds what stands in all of them.
	Dumps     []*collapse.Profile
	DumpCount int // how many there are; 0: one
}

// Diagnose checks the default column of a profile, none of whose weights is below zero. What it reports is beyond
// doubt as far as the number of samples allows: a share counts with the lower end of its 95% interval.
func Diagnose(p *collapse.Profile, o Options) Diagnosis {
	e := examine(p, o)
	d := Diagnosis{Metric: p.Metrics[p.Default], Total: e.total, Samples: e.samples, InEffect: e.count.InEffect() || e.isHeap(), Language: e.language}
	if e.total <= 0 {
		empty := Finding{Check: "empty", Severity: Problem, Says: "the profile holds no samples", Remedy: []string{e.remedy(remedyLonger)}}
		d.Findings = append([]Finding{empty}, lowCPU(e)...)
		return d
	}
	if o.Census {
		d.Census, d.Dumps, d.Findings = true, o.DumpCount, hangFindings(e)
		return d
	}
	for _, check := range []func(*examination) []Finding{
		fewSamples, heavySample, profilerFrames, mixedEvents, userOnly, noCallers, unresolvedFrames, doubtfulNames, truncatedStacks, lostRoots, debugBuild,
		idleProcessors, lowCPU, waiting, manyGuises, heavyCategories, allocations, flatProfile,
	} {
		d.Findings = append(d.Findings, check(e)...)
		e.leads = d.Findings
	}
	sortFindings(d.Findings)
	return d
}

// sortFindings puts the worst first.
func sortFindings(findings []Finding) {
	rank := map[Severity]int{Problem: 0, Caution: 1, Lead: 2}
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(rank[a.Severity], rank[b.Severity]) })
}

// examination is what the checks share.
type examination struct {
	p        *collapse.Profile
	metric   int
	format   string
	recorded int64 // weight of a thread that runs all the time; 0: not known
	total    int64
	totals   []int64 // of each node
	count    compare.Samples
	samples  float64 // in effect; 0: not known
	language string
	depths   []int // how many calls stand above each node, itself included; threads and inlined calls do not count
	category []category.Category
	doubtful []bool // the frame's name is a guess
	own      []bool // the node's frame is the program's own
	idle     []bool // the node belongs to a processor that has nothing to do
	leads    []Finding

	// of a dump
	states    states
	piled     map[collapse.NodeID]bool // the creators whose goroutines pile up, as found
	deadlocks []string
	locks     []Lock
	dumps     []*collapse.Profile
	dumpCount int
}

func examine(p *collapse.Profile, o Options) *examination {
	e := &examination{p: p, metric: p.Default, format: o.Format, recorded: o.Recorded, totals: p.Totals(p.Default)}
	e.deadlocks, e.locks, e.dumps, e.dumpCount = o.Deadlocks, o.Locks, o.Dumps, o.DumpCount
	e.readStates()
	e.total = e.totals[collapse.Root]
	e.count = compare.SamplesOf(p, e.metric)
	e.samples = e.count.Number
	if whole := math.Round(e.samples); math.Abs(e.samples-whole) < 1e-6 { // what sums of squares lose
		e.samples = whole
	}
	e.category, e.own = category.OfNodes(p)
	e.findDoubtful(o.Far)
	e.language = languageOf(p)
	e.idle = e.idleNodes()
	e.depths = make([]int, p.Len())
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		e.depths[n] = e.depths[p.Parent(n)]
		if kind := e.frame(n).Kind; kind != collapse.KindThread && kind != collapse.KindInlined {
			e.depths[n]++
		}
	}
	return e
}

func (e *examination) frame(n collapse.NodeID) collapse.Frame { return e.p.Frame(e.p.FrameOf(n)) }

func (e *examination) self(n collapse.NodeID) int64 { return e.p.Self(e.metric, n) }

// matching says for each frame whether it matches.
func (e *examination) matching(match func(f collapse.Frame) bool) []bool {
	matches := make([]bool, e.p.Frames())
	for f := range matches {
		matches[f] = match(e.p.Frame(collapse.FrameID(f)))
	}
	return matches
}

// text returns a frame as the profile shows it.
func (e *examination) text(n collapse.NodeID) string {
	return text.Visible(e.frame(n).Text(e.p.Modules))
}

// leaves calls f with each node at which stacks end.
func (e *examination) leaves(f func(n collapse.NodeID, self int64)) {
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		if self := e.self(n); self > 0 {
			f(n, self)
		}
	}
}

func (e *examination) share(weight int64) float64 { return float64(weight) / float64(e.total) }

// exceeds reports whether a weight is surely at least a share of the total: the lower end of its interval is. Of
// too few samples nothing is sure.
func (e *examination) exceeds(weight int64, share float64) bool {
	least, _ := e.interval(weight)
	return least >= share && (e.samples == 0 || e.samples > leastCount)
}

// percent returns "12.3%", with the interval where the number of samples is known and small enough to matter.
func (e *examination) percent(weight int64) string {
	text := sharePercent(e.share(weight))
	if least, most := e.interval(weight); e.samples > 0 && most-least >= 0.01 {
		text += fmt.Sprintf(" (95%%: %.0f to %.0f%%)", 100*least, 100*most)
	}
	return text
}

func sharePercent(share float64) string {
	if share > 0 && share < 0.0995 {
		return fmt.Sprintf("%.2g%%", 100*share)
	}
	return fmt.Sprintf("%.1f%%", 100*share)
}

// tally adds up weights by name.
type tally map[string]int64

// lines returns the n heaviest names: "12.3%  libjvm.so".
func (e *examination) lines(t tally, n int) []string {
	names := make([]string, 0, len(t))
	for name := range t {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(t[b], t[a]), cmp.Compare(a, b)) })
	var lines []string
	for _, name := range names[:min(n, len(names))] {
		lines = append(lines, fmt.Sprintf("%5s  %s", sharePercent(e.share(t[name])), text.Visible(name)))
	}
	return lines
}

// languageOf returns the language of most functions of a profile, or "" if it is not clear.
func languageOf(p *collapse.Profile) string {
	votes := make(map[string]int)
	goRuntime := false
	for f := range p.Frames() {
		goRuntime = goRuntime || strings.HasPrefix(p.Frame(collapse.FrameID(f)).Name, "runtime.")
		if language := languageOfFrame(p.Frame(collapse.FrameID(f))); language != "" {
			votes[language]++
		}
	}
	if votes["Rust"] > 0 && 10*votes["Rust"] >= votes["C++"] { // names of crates are also names of namespaces
		votes["Rust"] += votes["C++"]
		delete(votes, "C++")
	}
	if !goRuntime {
		delete(votes, "Go") // other languages have names with a point, too
	}
	best := ""
	for _, language := range []string{"Java", "Node.js", "Python", "Go", "Rust", "C++"} {
		if votes[language] > votes[best] {
			best = language
		}
	}
	return best
}

func languageOfFrame(f collapse.Frame) string {
	name := strings.TrimLeft(f.Name, "<&*")
	hasPrefix := func(prefixes ...string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	switch {
	case f.Kind == collapse.KindThread || f.IsUnresolved():
		return ""
	case hasPrefix("java/", "Ljava/", "java.", "jdk/", "sun/", "JavaCalls::"), strings.HasPrefix(f.Module, "libjvm."):
		return "Java"
	case hasPrefix("LazyCompile:", "JS:", "v8::", "node::", "Builtins_", "node:internal/"):
		return "Node.js"
	case hasPrefix("_PyEval_", "py::"), strings.Contains(name, ".py:"), strings.HasPrefix(f.Module, "libpython"):
		return "Python"
	case hasPrefix("core::", "alloc::", "std::rt::", "std::sys", "std::io::", "std::panicking::", "__rust_"), strings.Contains(name, "{{closure}}"):
		return "Rust"
	case strings.Contains(name, "::"):
		return "C++"
	case text.GoPackage(name) != "" && f.Kind != collapse.KindKernel && !strings.Contains(name, ".part.") && !strings.Contains(name, ".isra."):
		return "Go"
	}
	return ""
}
