package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/compare"
	"fold/flame/text"
)

// categoryWeights adds up the weights of the stacks by their category, without idle processors.
func (e *examination) categoryWeights() map[category.Category]int64 {
	weights := make(map[category.Category]int64)
	e.leaves(func(n collapse.NodeID, self int64) {
		if !e.idle[n] {
			weights[e.category[n]] += self
		}
	})
	return weights
}

// mostlyWaiting is the share of waiting from which on a profile is more about waiting than about anything else.
const mostlyWaiting = 0.5

// idleLoops are functions of Linux in which a processor waits for work.
var idleLoops = []string{
	"do_idle", "cpu_startup_entry", "cpu_idle", "cpu_idle_loop", "cpu_bringup_and_idle", "default_idle", "intel_idle", "native_safe_halt",
	"cpuidle_enter", "cpuidle_enter_state", "cpuidle_idle_call", "acpi_idle_enter", "arch_cpu_idle", "pv_native_safe_halt",
}

// idleNodes says for each node whether it is the idle loop or what that calls.
func (e *examination) idleNodes() []bool {
	loops := e.matching(func(f collapse.Frame) bool { return slices.Contains(idleLoops, category.TrimClone(f.Name)) })
	idle := make([]bool, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		idle[n] = idle[e.p.Parent(n)] || loops[e.p.FrameOf(n)]
	}
	return idle
}

// idleProcessors finds recordings of a whole machine most of which had nothing to do.
func idleProcessors(e *examination) []Finding {
	const much = 0.2
	var weight int64
	e.leaves(func(n collapse.NodeID, self int64) {
		if e.idle[n] {
			weight += self
		}
	})
	if !e.isTime() || !e.exceeds(weight, much) {
		return nil
	}
	return []Finding{{
		Check: "idle-processors", Severity: Caution,
		Says:   e.percent(weight) + " of the weight is idle processors, which makes all other shares too small",
		Stacks: e.worst(func(n collapse.NodeID) bool { return e.idle[n] }),
		Remedy: []string{"hide them with --ignore '^(do_idle|cpu_startup_entry|cpu_bringup_and_idle)$', or record the program alone: perf record -p PID"},
	}}
}

// parked reports whether stacks that end at n are of threads that wait.
func (e *examination) parked(n collapse.NodeID) bool {
	return e.category[n] == category.Locks && !e.idle[n]
}

// waitCall returns the call with which the program began to wait: sync.(*Mutex).Lock, where the stack ends some calls
// below it in runtime.gopark.
func (e *examination) waitCall(n collapse.NodeID) collapse.NodeID {
	for parent := e.p.Parent(n); parent != collapse.Root && e.parked(parent) && !e.own[parent]; parent = e.p.Parent(n) {
		n = parent
	}
	return n
}

// waiting finds profiles that are mostly of threads that sleep.
func waiting(e *examination) []Finding {
	weight := e.categoryWeights()[category.Locks]
	if !e.isTime() || !e.exceeds(weight, mostlyWaiting) {
		return nil
	}
	functions := make(tally)
	e.leaves(func(n collapse.NodeID, self int64) {
		if e.parked(n) {
			functions[e.text(e.waitCall(n))] += self
		}
	})
	lines := e.lines(functions, 3)
	if e.recorded > 0 && !e.countsCPU() {
		lines = append(lines, fmt.Sprintf("%.1f goroutines or threads on average", float64(e.total)/float64(e.recorded)))
	}
	remedies := remedyWaiting
	if name := e.p.Metrics[e.metric].Name; name == "time" || name == "wall" { // it was recorded to see what waits
		remedies = remedyWall
	}
	return []Finding{{
		Check: "waiting", Severity: Caution,
		Says:     e.percent(weight) + " of the weight is waiting: this profile does not show what keeps the CPU busy",
		Evidence: lines,
		Stacks:   e.worst(e.parked),
		Remedy:   []string{e.remedy(remedies)},
	}}
}

// countsCPU reports whether the weights are the time of threads that run: of a clock on the wall they are not.
func (e *examination) countsCPU() bool {
	m := e.p.Metrics[e.metric]
	return m.Name == "cpu" || m.Name == "samples" && e.format == "sample"
}

// lowCPU finds recordings of programs that hardly ran meanwhile. Whatever takes their time, it is not in the profile.
func lowCPU(e *examination) []Finding {
	const little = 0.25
	if e.recorded <= 0 || !e.countsCPU() || e.mostRan() >= little {
		return nil
	}
	share := sharePercent(float64(max(0, e.total)) / float64(e.recorded))
	d := Diagnosis{Metric: e.p.Metrics[e.metric]}
	f := Finding{
		Check: "low-cpu", Severity: Caution,
		Says:     fmt.Sprintf("the program ran for only %s of the recording: most of its time is not in this profile", share),
		Evidence: []string{fmt.Sprintf("%s of CPU time in %s, all threads together", d.human(e.total), d.human(e.recorded))},
		Remedy:   []string{e.remedy(remedyWaiting)},
	}
	if e.format == "sample" {
		f.Evidence = []string{fmt.Sprintf("a thread was running in %s of %s", text.Count(int(e.total), "sample"), text.Count(int(e.recorded), "tick"))}
	}
	return []Finding{f}
}

// mostRan returns which share of the time a program ran at most: the upper end of the 95% interval of its samples,
// where these are known.
func (e *examination) mostRan() float64 {
	ran := float64(e.total) / float64(e.recorded)
	if e.samples <= 0 {
		return ran
	}
	_, most := compare.Poisson(e.samples)
	return ran * most / e.samples
}

// heavyCategories finds work that is not the program's own and takes more than its usual share.
func heavyCategories(e *examination) []Finding {
	const enough, allOfIt = 100, 0.95
	if !e.isTime() || e.samples > 0 && e.samples < enough {
		return nil
	}
	findings := regexpCompilation(e)
	weights := e.categoryWeights()
	leads := slices.Clone(categoryLeads)
	slices.SortStableFunc(leads, func(a, b categoryLead) int { return cmp.Compare(weights[b.category], weights[a.category]) })
	for _, lead := range leads {
		weight := weights[lead.category]
		switch {
		case !e.exceeds(weight, lead.least):
			continue
		case lead.category == category.Locks && e.exceeds(weight, mostlyWaiting): // reported already
			continue
		case lead.category == category.Allocator && e.share(weight) > allOfIt: // a profile of allocations
			continue
		}
		findings = append(findings, Finding{
			Check: lead.check, Severity: Lead,
			Says:     fmt.Sprintf("%s of the weight: %s", e.percent(weight), lead.category),
			Evidence: e.categoryEvidence(lead.category),
			Remedy:   []string{e.remedy(lead.remedies)},
		})
	}
	return findings
}

// categoryEvidence returns the heaviest functions of a category, and for whom of the program they work.
func (e *examination) categoryEvidence(c category.Category) []string {
	functions, callers := make(tally), make(tally)
	caller := e.ownCallers()
	e.leaves(func(n collapse.NodeID, self int64) {
		if e.category[n] != c || e.idle[n] {
			return
		}
		functions[e.text(n)] += self
		if caller[n] != collapse.Root {
			callers[e.text(caller[n])] += self
		}
	})
	lines := e.lines(functions, 3)
	if len(callers) > 0 {
		lines = append(lines, "mostly called by:")
	}
	return append(lines, e.lines(callers, 3)...)
}

// ownCallers returns for each node the nearest function of the program above it, or the root.
func (e *examination) ownCallers() []collapse.NodeID {
	callers := make([]collapse.NodeID, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		callers[n] = callers[e.p.Parent(n)]
		if e.own[n] {
			callers[n] = n
		}
	}
	return callers
}

// regexpCompilers are functions that turn the text of a regular expression into a machine.
var regexpCompilers = []string{
	"regexp.Compile", "regexp.MustCompile", "regexp.CompilePOSIX", "regexp.compile", "regexp.MatchString", "regexp/syntax.Parse",
	"java/util/regex/Pattern.compile", "java/util/regex/Pattern:.compile", "java.util.regex.Pattern.compile", "regcomp", "__regcomp", "pcre_compile", "pcre2_compile_8",
	"regex::regex::string::Regex::new", "regex::re_unicode::Regex::new", "regex::builders::Builder::build", "regex_automata::meta::regex::Builder::build",
	"RE2::Init", "re2::RE2::Init", "re2::RE2::RE2", "onig_new",
}

func regexpCompilation(e *examination) []Finding {
	var weight int64
	callers := make(tally)
	caller := e.ownCallers()
	compilers := e.matching(func(f collapse.Frame) bool { return isRegexpCompiler(f.Name) })
	below := make([]bool, e.p.Len())
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		below[n] = below[e.p.Parent(n)]
		if !below[n] && compilers[e.p.FrameOf(n)] {
			below[n] = true
			weight += e.totals[n]
			if caller[n] != collapse.Root {
				callers[e.text(caller[n])] += e.totals[n]
			}
		}
	}
	if !e.exceeds(weight, 0.03) {
		return nil
	}
	return []Finding{{
		Check: "regexp-compilation", Severity: Lead,
		Says:     e.percent(weight) + " of the weight is spent compiling regular expressions",
		Evidence: e.lines(callers, 3),
		Stacks:   e.worst(func(n collapse.NodeID) bool { return below[n] }),
		Remedy:   []string{e.remedy(remedyRegexpCompile)},
	}}
}

func isRegexpCompiler(name string) bool {
	if at := strings.IndexByte(name, '('); at > 0 && name[at-1] != '.' {
		name = strings.TrimSpace(name[:at])
	}
	return slices.Contains(regexpCompilers, name) || strings.HasPrefix(name, "std::__detail::_Compiler<")
}

// flatProfile finds profiles in which no function stands out. Many samples are needed to say so.
func flatProfile(e *examination) []Finding {
	const many, largest, firstTen = 1000, 0.05, 0.25
	if !e.isTime() || e.samples < many || len(e.leads) > 0 {
		return nil
	}
	functions := make(tally)
	e.leaves(func(n collapse.NodeID, self int64) { functions[e.text(n)] += self })
	weights := make([]int64, 0, len(functions))
	for _, w := range functions {
		weights = append(weights, w)
	}
	slices.SortFunc(weights, func(a, b int64) int { return cmp.Compare(b, a) })
	var ten int64
	for _, w := range weights[:min(10, len(weights))] {
		ten += w
	}
	if e.share(weights[0]) > largest || e.share(ten) > firstTen {
		return nil
	}
	return []Finding{{
		Check: "flat", Severity: Lead,
		Says: fmt.Sprintf("no function stands out: the heaviest has %s, the top ten together %s, of %s",
			sharePercent(e.share(weights[0])), sharePercent(e.share(ten)), text.Count(len(functions), "function")),
		Evidence: e.lines(functions, 3),
		Remedy:   []string{"no single function is worth tuning: look for unnecessary work in totals (fold top --sort total) and categories (fold top --by category), or stop here"},
	}}
}
