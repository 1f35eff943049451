package collapse

import "strings"

// Category says what kind of work a function does. The zero value is the program's own code.
type Category uint8

// The categories of [Profile.ByCategory].
const (
	OwnCode     Category = iota // what the program was written for, and whatever no rule knows
	Allocator                   // malloc and free, Go's mallocgc, "operator new", Rust's __rust_alloc
	MemoryCopy                  // memcpy, memset, memcmp, strlen and what they are called elsewhere
	Hashing                     // hash functions, and the tables that are made of them
	Locks                       // mutexes, channels, futexes, and threads that go to sleep or wait
	PageFaults                  // memory that is touched for the first time
	Syscalls                    // the kernel's work for the program, and the wrappers that call it
	Runtime                     // garbage collectors, schedulers, class loading, compilers at run time
	Formatting                  // printf, fmt, JSON, XML, protobuf, numbers from and to text
	Compression                 // deflate, zstd, TLS, SHA-2
	Regexp                      // regular expressions: matching them and compiling them
	Unknown                     // code whose name the profiler did not find out
)

// The answers of rules for functions that have no category of their own.
const (
	caller Category = 0xff - iota // works for its caller: sort, iterators, plumbing
	helper                        // works for its caller, too, but is the runtime's if that is own code
)

var categoryNames = [...]string{
	"own code", "allocator", "memory copy and compare", "hashing", "locks and parking", "page faults",
	"system calls and I/O", "GC and runtime", "formatting and serialisation", "compression and crypto",
	"regular expressions", "unknown",
}

// String returns the name of the category as tables show it.
func (c Category) String() string {
	if int(c) < len(categoryNames) {
		return categoryNames[c]
	}
	return "unknown"
}

// ByCategory returns the profile whose frames are categories. The weight of a stack goes to the category of
// its leaf-most frame that has one:
//
//	main;load;json.Unmarshal;runtime.mallocgc;runtime.nextFreeFast     allocator
//	main;sort.Slice;main.load.func1                                    own code: the callback is the program's
//	main;load;sort.Slice;sort.insertionSort                            own code: sort works for load
//
// Frames that work for their caller have none, and behind the entry into the kernel all is the kernel's.
// Calls inside a category are one frame, so that the total of a category is the weight of the stacks that
// pass through it. No weight is lost.
func (p *Profile) ByCategory() *Profile {
	of, _ := p.CategoryOfNodes()
	b := p.rebuild()
	b.profile.Modules = false
	frames := make([]FrameID, len(categoryNames))
	for c, name := range categoryNames {
		frames[c] = b.Frame(Frame{Name: name})
	}
	nodes := make([]NodeID, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		parent := p.nodes[n].parent
		nodes[n] = nodes[parent]
		if parent == Root || of[n] != of[parent] {
			nodes[n] = b.Call(nodes[parent], frames[of[n]])
		}
	}
	return p.addUp(b, nodes)
}

// CategoryOfNodes returns for each node the category to which [Profile.ByCategory] gives the stacks that
// end at it, and whether its own frame is the program's: neither a helper that works for its caller, nor
// unresolved. The entries of the root mean nothing.
func (p *Profile) CategoryOfNodes() (of []Category, own []bool) {
	m := newCategoryMatcher()
	rules, kernelRules, kernel := make([]Category, len(p.frames)), make([]Category, len(p.frames)), make([]bool, len(p.frames))
	for f, frame := range p.frames {
		rules[f] = m.user(frame)
		kernelRules[f] = m.kernel(frame)
		kernel[f] = m.isKernel(frame)
	}
	of, own = make([]Category, len(p.nodes)), make([]bool, len(p.nodes))
	inKernel := make([]bool, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		at := p.nodes[n]
		inKernel[n] = inKernel[at.parent] || kernel[at.frame]
		rule, otherwise := rules[at.frame], of[at.parent]
		if inKernel[n] {
			rule = kernelRules[at.frame]
			if !inKernel[at.parent] {
				otherwise = Syscalls
			}
		}
		of[n], own[n] = rule, rule == OwnCode
		switch {
		case rule == helper && otherwise == OwnCode:
			of[n] = Runtime
		case rule == caller || rule == helper:
			of[n] = otherwise
		}
	}
	return of, own
}

// ByModule returns the profile whose frames are modules: binaries, libraries, the kernel. Calls inside a
// module are one frame. What the profiler gave no module is "(no module)", and threads stay what they are.
func (p *Profile) ByModule() *Profile {
	grouped := p.MapFrames(func(f Frame) Frame {
		switch {
		case f.Kind == KindThread:
			return f
		case f.Module == "":
			return Frame{Name: "(no module)"}
		}
		return Frame{Name: f.Module}
	}).CollapseRecursion()
	grouped.Modules = false
	return grouped
}

// IsUnresolved says whether the frame stands for code whose name the profiler did not find out: "[unknown]",
// "???", "0x7f3a10", or the module alone as in "[libz.so.1]".
func (f Frame) IsUnresolved() bool {
	name := f.Name
	switch {
	case f.Kind == KindThread:
		return false
	case name == "", name == "[unknown]", name == "<unknown>", name == "unknown", strings.HasPrefix(name, "???"):
		return true
	case f.Module != "" && strings.HasPrefix(name, "["+f.Module) && strings.HasSuffix(name, "]"):
		return true
	case name[0] == '[' && name[len(name)-1] == ']':
		return isModuleName(name[1 : len(name)-1])
	}
	digits, hex := strings.CutPrefix(name, "0x")
	return hex && digits != "" && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

// isModuleName says whether the text between brackets is a file or a part of the kernel, as in
// "[libz.so.1]", "[perf-12.map]", "[[kernel.kallsyms]]" and "[libz.so.1 <7f21aa02b0c4>]".
func isModuleName(text string) bool {
	return text == "anon" || text == "heap" || text == "stack" || strings.HasPrefix(text, "[") ||
		strings.HasPrefix(text, "perf-") || strings.Contains(text, ".so") || strings.Contains(text, ".dylib") ||
		strings.HasPrefix(text, "kernel.")
}
