package doctor

import (
	"slices"
	"strings"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/text"
)

// unresolvedFrames finds code without a name. A few stacks of every profile end in such code; what matters is
// how much time it takes. Without harm are unresolved frames in the middle of a stack, such as a stripped
// wrapper of a system call; stacks that begin with one are the business of lostRoots.
func unresolvedFrames(e *examination) []Finding {
	const some, much = 0.05, 0.2
	var weight int64
	modules := make(tally)
	e.leaves(func(n collapse.NodeID, self int64) {
		if f := e.frame(n); f.IsUnresolved() {
			weight += self
			modules[unresolvedModule(f)] += self
		}
	})
	if !e.exceeds(weight, some) || e.p.Metrics[e.metric].Name == "threadcreate" {
		return nil // Go does not record where threads are created
	}
	f := Finding{
		Check: "unresolved", Severity: Caution,
		Says:     e.percent(weight) + " of the weight is in code without a name",
		Evidence: e.lines(modules, 3),
		Stacks:   e.worst(func(n collapse.NodeID) bool { return e.frame(n).IsUnresolved() }),
		Remedy:   e.unresolvedRemedies(modules),
	}
	if e.exceeds(weight, much) {
		f.Severity = Problem
	}
	return []Finding{f}
}

// unresolvedModule names the module of a frame without a name: "libz.so.1", "[kernel.kallsyms]", "[unknown]".
func unresolvedModule(f collapse.Frame) string {
	switch {
	case f.Module != "":
		return f.Module
	case len(f.Name) > 2 && f.Name[0] == '[' && f.Name != "[unknown]":
		return f.Name[1 : len(f.Name)-1]
	}
	return "no module known"
}

// manyGuises finds functions that compilers made several of: instances of generics and templates, and parts
// that were split off. Each is a small row, and together they may be the largest.
func manyGuises(e *examination) []Finding {
	type guise struct {
		names tally
		sum   int64
	}
	groups := make(map[string]*guise)
	for name, self := range e.selfByName() {
		base := baseName(name)
		if groups[base] == nil {
			groups[base] = &guise{names: make(tally)}
		}
		groups[base].names[name] = self
		groups[base].sum += self
	}
	together := make(tally)
	for base, g := range groups {
		var largest int64
		for _, w := range g.names {
			largest = max(largest, w)
		}
		fewest := 3
		if isTiered(base) {
			fewest = 2
		}
		if len(g.names) >= fewest && e.exceeds(g.sum, 0.05) && 3*largest <= 2*g.sum && !strings.HasSuffix(base, "::operator()") && !strings.HasSuffix(base, "::call_once") {
			together[base+" ("+text.Count(len(g.names), "function")+", the largest "+sharePercent(e.share(largest))+")"] = g.sum
		}
	}
	if len(together) == 0 {
		return nil
	}
	return []Finding{{
		Check: "many-guises", Severity: Caution,
		Says:     text.Count(len(together), "function") + " split into variants: rows that belong together are scattered",
		Evidence: e.lines(together, 5),
		Remedy:   []string{e.remedy(remedyGuises)},
	}}
}

// selfByName adds up the weight of the stacks that end in each function that has a name.
func (e *examination) selfByName() tally {
	functions := make(tally)
	e.leaves(func(n collapse.NodeID, self int64) {
		if f := e.frame(n); f.Kind != collapse.KindThread && !f.IsUnresolved() {
			functions[f.Name] += self
		}
	})
	return functions
}

// baseName returns a function's name without type arguments and without what compilers append:
//
//	main.Best[go.shape.int]            main.Best
//	app::Cache<std::string, int>::get  app::Cache::get
//	<Vec<T> as Clone>::clone           <Vec as Clone>::clone
//	sum_rows.constprop.0               sum_rows
//	LazyCompile:*fib x.js:1            JS:fib x.js:1
//	app/Main$$Lambda$14/0x800c03.run   app/Main$$Lambda*.run
func baseName(name string) string {
	name = text.WithoutNumber(text.WithoutTier(category.TrimClone(name)))
	if strings.Contains(name, "operator") || !strings.ContainsAny(name, "<[") {
		return name
	}
	var base strings.Builder
	depth := 0
	for at := 0; at < len(name); at++ {
		c := name[at]
		switch {
		case depth > 0 && (c == '<' || c == '['), depth == 0 && (c == '<' || c == '[') && at > 0 && endsWord(name[at-1]):
			depth++
		case depth > 0 && (c == ']' || c == '>' && name[at-1] != '-'):
			depth--
		case depth == 0:
			base.WriteByte(c)
		}
	}
	return base.String()
}

// isTiered reports whether a base name is that of a JavaScript function, of which V8 has one version for each tier.
func isTiered(base string) bool { return strings.HasPrefix(base, "JS:") }

func endsWord(c byte) bool {
	return c == '_' || c == ':' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// trivial are beginnings and ends of functions that every optimising compiler inlines, and so never stand by
// themselves in a profile of a program that was built for speed.
var trivial = map[string][2]string{
	"Rust": {
		`core::ptr::write core::ptr::read core::ptr::mut_ptr::* core::ptr::const_ptr::* core::ptr::_<impl~*
		core::cmp::impls::* core::iter::range::* core::mem::swap core::mem::replace core::mem::take core::slice::index::* core::clone::impls::*
		core::ub_checks::* core::intrinsics::* core::ops::range::*`,
		`core::ops::Deref>::deref core::ops::deref::Deref>::deref core::ops::DerefMut>::deref_mut core::ops::deref::DerefMut>::deref_mut
		Vec<T>>::set_len Vec<T>>::as_ptr Vec<T>>::as_mut_ptr Vec<T>>::len Option<T>>::map
		::precondition_check ::wrapping_add ::wrapping_sub ::wrapping_mul ::overflowing_add ::overflowing_sub ::overflowing_mul
		::checked_add ::checked_sub ::checked_mul ::offset ::is_aligned_to`,
	},
	"C++": {
		`std::move<* std::forward<* std::__addressof<* std::addressof<* std::__niter_base<* std::__miter_base<* std::get<* std::max<* std::min<*
		std::swap<* __gnu_cxx::__normal_iterator<* __gnu_cxx::operator* std::__get_helper<* std::__exchange<*`,
		`::operator[] ::size ::begin ::end ::_M_get_Tp_allocator ::capacity ::empty ::cbegin ::cend`,
	},
	"Go": {
		`runtime.add runtime.(*mspan).base runtime.getMCache runtime.acquirem runtime.releasem runtime.divRoundUp runtime.bool2int
		runtime.alignUp runtime.nextFreeFast runtime.makeSpanClass runtime.spanOf runtime.lockRankMayQueueFinalizer runtime.heapArenaOf
		runtime.gcUsesSpanInlineMarkBits runtime.pageIndexOf runtime.getGCMask sync.(*Mutex).Lock strings.HasPrefix strings.HasSuffix strings.(*Builder).WriteByte strings.(*Builder).Len strings.(*Builder).String
		bytes.(*Buffer).Len bytes.(*Buffer).empty math.Abs math.Max math.Min utf8.RuneLen unicode/utf8.ValidRune sync/atomic.(*Int32).Load
		sync/atomic.(*Int64).Load sync/atomic.(*Bool).Load sort.IntSlice.Less sort.IntSlice.Swap container/list.(*List).Len`,
		``,
	},
}

// debugBuild finds programs that were built without optimisation, whose profiles say little about the ones
// that are.
func debugBuild(e *examination) []Finding {
	rules, known := trivial[e.language]
	if !known || !e.isTime() || e.format == "folded" || e.format == "" {
		return nil // folded stacks do not tell inlined calls from real ones
	}
	if e.language == "Go" && e.format != "pprof" {
		return nil
	}
	starts, ends := strings.Fields(rules[0]), strings.Fields(rules[1])
	vanish := e.matching(func(f collapse.Frame) bool {
		return f.Kind != collapse.KindInlined && f.Kind != collapse.KindKernel && isTrivial(f.Name, starts, ends)
	})
	functions := make(tally)
	var weight int64
	e.leaves(func(n collapse.NodeID, self int64) {
		if vanish[e.p.FrameOf(n)] {
			weight += self
			functions[e.frame(n).Name] += self
		}
	})
	if len(functions) < 3 || !e.exceeds(weight, 0.03) {
		return nil
	}
	return []Finding{{
		Check: "debug-build", Severity: Problem,
		Says:     "this looks like a debug build: " + e.percent(weight) + " of the weight is in functions that an optimising compiler inlines",
		Evidence: e.lines(functions, 3),
		Remedy:   []string{e.remedy(remedyOptimise)},
	}}
}

func isTrivial(name string, starts, ends []string) bool {
	fits := func(word string) bool {
		word = strings.ReplaceAll(word, "~", " ")
		if start, found := strings.CutSuffix(word, "*"); found {
			return strings.HasPrefix(name, start)
		}
		return name == word
	}
	if at := strings.IndexByte(name, '('); at > 0 && name[at-1] != '.' {
		name = name[:at]
	}
	return slices.ContainsFunc(starts, fits) || slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) && isLibrary(name) })
}

// isLibrary reports whether a name of Rust or C++ is of the standard library.
func isLibrary(name string) bool {
	name = strings.TrimLeft(name, "<&*'a ")
	for _, start := range []string{"std::", "core::", "alloc::", "collections::", "mut ", "T as", "__gnu_cxx::"} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// remedy returns a text for the profiler and the language at hand.
func (e *examination) remedy(texts []remedyText) string {
	for _, t := range texts {
		if (t.format == "" || t.format == e.format) && (t.language == "" || t.language == e.language) {
			return t.text
		}
	}
	return ""
}

// unresolvedRemedies returns what helps against unresolved frames of the given modules.
func (e *examination) unresolvedRemedies(modules tally) []string {
	var texts []string
	add := func(text string) {
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	for _, line := range e.lines(modules, 3) {
		module := line[strings.Index(line, "  ")+2:]
		switch {
		case strings.HasPrefix(module, "[kernel.") || strings.HasPrefix(module, "vmlinux"):
			add("kernel: sudo sysctl kernel.kptr_restrict=0 before perf record, and run perf script as root")
		case strings.HasPrefix(module, "perf-"), module == "anon", strings.HasPrefix(module, "jitted-"), strings.HasPrefix(module, "[JIT]"):
			add(e.remedy(remedyJIT))
		default:
			add(e.remedy(remedySymbols))
		}
	}
	return texts
}
