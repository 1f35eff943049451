package category

import (
	"fold/collapse"
)

// Category says what kind of work a function does. The zero value is the program's own code.
type Category uint8

// The categories of [Group].
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

var names = [...]string{
	"own code", "allocator", "memory copy and compare", "hashing", "locks and parking", "page faults",
	"system calls and I/O", "GC and runtime", "formatting and serialisation", "compression and crypto",
	"regular expressions", "unknown",
}

// String returns the name of the category as tables show it.
func (c Category) String() string {
	if int(c) < len(names) {
		return names[c]
	}
	return "unknown"
}

// Group returns the profile whose frames are categories. The weight of a stack goes to the category of
// its leaf-most frame that has one:
//
//	main;load;json.Unmarshal;runtime.mallocgc;runtime.nextFreeFast     allocator
//	main;sort.Slice;main.load.func1                                    own code: the callback is the program's
//	main;load;sort.Slice;sort.insertionSort                            own code: sort works for load
//
// Frames that work for their caller have none, and past the entry into the kernel all is the kernel's.
// Calls inside a category are one frame, so that the total of a category is the weight of the stacks that
// pass through it. No weight is lost.
func Group(p *collapse.Profile) *collapse.Profile {
	of, _ := OfNodes(p)
	return p.WithModules(false).Rewrite(func(b *collapse.Builder, n collapse.NodeID, placed []collapse.NodeID) collapse.NodeID {
		parent := p.Parent(n)
		if parent != collapse.Root && of[n] == of[parent] {
			return placed[parent]
		}
		return b.Call(placed[parent], b.Frame(collapse.Frame{Name: of[n].String()}))
	})
}

// OfNodes returns for each node the category to which [Group] gives the stacks that
// end at it, and whether its own frame is the program's: neither a helper that works for its caller, nor
// unresolved. The entries of the root mean nothing.
func OfNodes(p *collapse.Profile) (of []Category, own []bool) {
	m := newMatcher()
	frames := p.Frames()
	rules, kernelRules, kernel := make([]Category, frames), make([]Category, frames), make([]bool, frames)
	for f := range frames {
		frame := p.Frame(collapse.FrameID(f))
		rules[f] = m.user(frame)
		kernelRules[f] = m.kernel(frame)
		kernel[f] = m.isKernel(frame)
	}
	of, own = make([]Category, p.Len()), make([]bool, p.Len())
	inKernel := make([]bool, p.Len())
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		parent, f := p.Parent(n), p.FrameOf(n)
		inKernel[n] = inKernel[parent] || kernel[f]
		rule, otherwise := rules[f], of[parent]
		if inKernel[n] {
			rule = kernelRules[f]
			if !inKernel[parent] {
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
