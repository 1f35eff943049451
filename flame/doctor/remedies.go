package doctor

import "fold/collapse/category"

// remedyText is what to do where a profile was read from a format and is of a language. Empty means any.
type remedyText struct{ format, language, text string }

// In each table the first text that fits is shown.
var (
	remedyLonger = []remedyText{
		{"perf", "", "record longer or more often (perf record -F 999 -g -- sleep 30), or add up several runs: fold reads many files"},
		{"sample", "", "sample for longer (sample PID 30), or add up several reports: fold reads many files"},
		{"pprof", "Go", "profile for longer (/debug/pprof/profile?seconds=60, go test -benchtime 20s), or add up several profiles"},
		{"", "", "profile for longer, or add up several runs: fold reads many files"},
	}
	remedyHeap = []remedyText{
		{"", "", "set runtime.MemProfileRate lower, first of all in main, or add up the profiles of several runs: fold reads many files"},
	}
	remedySymbols = []remedyText{
		{"perf", "Java", "install the JDK's debug symbols (openjdk-17-dbg), and let a perf-map agent or async-profiler name compiled methods"},
		{"perf", "Rust", "build with [profile.release] debug = \"line-tables-only\" and strip = false; system libraries: install debug symbols or set DEBUGINFOD_URLS"},
		{"perf", "", "do not strip, build with -g, install the libraries' debug symbols or set DEBUGINFOD_URLS, and run perf script on the machine that recorded"},
		{"sample", "Rust", "build with [profile.release] debug = \"line-tables-only\" and strip = false"},
		{"sample", "", "do not strip (Xcode: Strip Linked Product; Go: no -ldflags=-s): sample cannot name code generated at run time"},
		{"pprof", "", "the profile holds addresses only: go tool pprof -proto BINARY PROFILE > NAMED.pb.gz adds the names"},
		{"", "", "do not strip the program, build it with -g, and resolve names on the machine that recorded"},
	}
	remedyJIT = []remedyText{
		{"", "Java", "java -XX:+PreserveFramePointer, and write the map before perf script: jcmd PID Compiler.perfmap (JDK 17), or use async-profiler"},
		{"", "Node.js", "node --perf-basic-prof --interpreted-frames-native-stack, and keep /tmp/perf-PID.map until perf script has run"},
		{"", "Python", "python -X perf (3.12), and keep /tmp/perf-PID.map until perf script has run"},
		{"", "", "code generated at run time: let the runtime write /tmp/perf-PID.map, and keep it until perf script has run"},
	}
	remedyDeeper = []remedyText{
		{"perf", "", "sudo sysctl kernel.perf_event_max_stack=1024 before perf record; in the picture, --inverted still shows where the time is"},
		{"pprof", "Go", "Go records no deeper stacks in a CPU profile; GODEBUG=profstackdepth=1024 helps heap, mutex and block profiles; read self times and callers, not totals"},
		{"", "", "let the profiler record deeper stacks; until then read self times, not totals"},
	}
	remedyUnwind = []remedyText{
		{"perf", "Java", "java -XX:+PreserveFramePointer, or async-profiler; for native libraries perf record --call-graph dwarf"},
		{"perf", "Rust", "perf record --call-graph dwarf; RUSTFLAGS=-Cforce-frame-pointers=yes helps for the program's own code, but not for a C library built without it"},
		{"perf", "", "perf record --call-graph dwarf (lbr on Intel); -fno-omit-frame-pointer helps for the program's own code, but not for a C library built without it"},
		{"sample", "", "build with -fno-omit-frame-pointer: sample follows frame pointers"},
		{"", "", "build with -fno-omit-frame-pointer, or let the profiler unwind by debug information"},
	}
	remedyOptimise = []remedyText{
		{"", "Rust", "cargo build --release, with debug = \"line-tables-only\" for names, and profile that"},
		{"", "Go", "build without -gcflags='-N -l', and profile that"},
		{"", "", "build with -O2 -g, and profile that"},
	}
	remedyGuises = []remedyText{
		{"pprof", "Go", "--generics short makes one row of them; --focus 'REGEXP' adds them up"},
		{"perf", "Node.js", "--merge tiers makes one row of them"},
		{"", "Java", "--merge numbered makes one row of them"},
		{"", "", "--focus 'REGEXP' adds them up; look at totals of what calls them"},
	}
	remedyWaiting = []remedyText{
		{"perf", "", "a CPU profile does not show where a program waits: perf trace -s, or offcputime-bpfcc -f PID | fold svg; perf record -p PID leaves out idle processors"},
		{"sample", "", "waiting threads use no CPU: the callers of a wait show what it is for (fold svg --idle)"},
		{"", "Go", "to see what it waits for: the wall clock (/debug/flame, see docs/live.md, or fgprof), or the block and mutex profiles; for CPU time: /debug/pprof/profile under load"},
		{"", "Java", "to see what it waits for: async-profiler -e wall or -e lock; for CPU time: -e cpu under load"},
		{"", "", "to see what it waits for: an off-CPU or wall-clock profile; for CPU time: profile under load"},
	}
	remedyWall = []remedyText{
		{"", "Go", "totals show what the program waits for (fold top --sort total); --ignore '^runtime\\.gopark$' hides the waits; for CPU time: /debug/pprof/profile under load"},
		{"", "", "totals show what the program waits for (fold top --sort total); for CPU time: a CPU profile under load"},
	}
	remedyRegexpCompile = []remedyText{
		{"", "Go", "compile once: a package variable, var re = regexp.MustCompile(…)"},
		{"", "Rust", "compile once: static RE: LazyLock<Regex>"},
		{"", "Java", "compile once: private static final Pattern; String.split, matches and replaceAll compile each time"},
		{"", "", "compile the expression once and keep it"},
	}
)

// categoryLead says when a category is heavy, and what often helps.
type categoryLead struct {
	category category.Category
	check    string
	least    float64 // the share from which on it is worth a line
	remedies []remedyText
}

// categoryLeads are the categories that are worth a line. Shares below the limits are usual in programs that
// nobody would call slow for it.
var categoryLeads = []categoryLead{
	{category.Allocator, "allocator", 0.15, []remedyText{
		{"", "Go", "find the call sites with the allocs profile (/debug/pprof/allocs); reuse buffers, give make its capacity, keep strings as []byte"},
		{"", "Rust", "reuse buffers (clear instead of new), borrow instead of clone, with_capacity; then try another allocator"},
		{"", "", "reuse buffers, reserve, keep small objects inline; then try jemalloc, mimalloc or tcmalloc"},
	}},
	{category.MemoryCopy, "memory-copy", 0.2, []remedyText{
		{"", "Go", "pass slices instead of copying, grow once, avoid string and []byte conversions"},
		{"", "Rust", "borrow instead of clone, move boxes instead of large values, reserve before pushing"},
		{"", "", "pass references, move instead of copy, grow buffers once; for comparisons sort or hash by something shorter"},
	}},
	{category.Hashing, "hashing", 0.15, []remedyText{
		{"", "Rust", "the standard hasher is SipHash: try rustc-hash or ahash, look up once with entry(), or number the keys"},
		{"", "Go", "look up once, shorten keys, number them and index a slice, give make its size"},
		{"", "", "look up once, shorten keys, number them and index an array, reserve the table"},
	}},
	{category.Locks, "locks", 0.1, []remedyText{
		{"", "Go", "see who waits for whom in the mutex and block profiles; hand over more work at a time, and let fewer goroutines wake each other"},
		{"", "", "hold locks for less time, split them, hand over more work at a time"},
	}},
	{category.PageFaults, "page-faults", 0.1, []remedyText{
		{"", "Java", "-XX:+AlwaysPreTouch, and large pages"},
		{"", "", "memory is touched for the first time again and again: reuse it, keep the allocator from giving it back (MALLOC_TRIM_THRESHOLD_), use huge pages"},
	}},
	{category.Syscalls, "system-calls", 0.3, []remedyText{
		{"", "", "fewer and larger calls: buffer reads and writes, batch, map files; count them with strace -c -f"},
	}},
	{category.Runtime, "runtime", 0.15, []remedyText{
		{"", "Go", "garbage collection follows allocation: allocate less (/debug/pprof/allocs), or let it collect less often with GOGC or GOMEMLIMIT"},
		{"", "Java", "look at the collector's log (-Xlog:gc) and at allocation (async-profiler -e alloc); compilers take their share only while the program warms up"},
		{"", "Node.js", "garbage collection follows allocation: node --heap-prof shows who allocates"},
		{"", "", "allocate less; if it is loading and starting, profile for longer"},
	}},
	{category.Formatting, "formatting", 0.2, []remedyText{
		{"", "Go", "strconv.Append functions instead of fmt, no formatting for messages that are not logged, a generated or streaming decoder for large JSON"},
		{"", "", "format only what is read, reuse the buffer, use a binary or a streaming codec for large data"},
	}},
}
