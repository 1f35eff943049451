package input

import (
	"io"
	"regexp"
)

// Options say how to read. The zero value reads as the profiler's own report would show it.
type Options struct {
	Format    string // name of the format; empty: find it out from the content
	Workers   int    // parsers at work at the same time; 0: one for each processor
	ChunkSize int    // bytes read at a time; 0: 1 MiB
	Strict    bool   // a line that makes no sense is an error
	Sequence  bool   // keep the order of all weights, for Profile.Unmerged; an error where the format has none
	Times     bool   // keep when weights were added, for Profile.Moments, where the format says so
	Samples   bool   // keep the order of samples where the format has one, for Profile.Moments

	// Spool keeps an input that a format must read at any place, and that is no file or is compressed. Nil: in memory,
	// up to 512 MB.
	Spool func(r io.Reader) (Indexed, error)

	// Labels: pprof's, a thread's name and state, a queue.
	TagRoot   []string // labels that become frames at the root, the first outermost
	TagLeaf   []string // labels that become frames at the leaf, the first outermost
	TagFocus  string   // keep only samples whose labels match: "key=regexp", "regexp" or "1kb:4mb"
	TagIgnore string   // leave out samples whose labels match; wins over TagFocus
	// FileLabels are labels of the whole input, which its samples have beside their own. Where a sample has one of the same
	// key, its own counts. Nil: inputs have none, and those of formats that know no labels are read as if nobody asked.
	FileLabels []Label
	// KeepLabels puts the labels of each sample behind the leaf of its stack, as a frame of collapse.KindLabels that
	// LabelsOf reads.
	KeepLabels bool

	// Open opens a file of a program, to find names of functions in it: the one called name in the directory dir,
	// which it must not leave, or in the whole file system if dir is empty. Nil: no such file is opened.
	Open     func(dir, name string) (ProgramFile, error)
	Symfs    string  // the directory that is the root of the recorded machine; empty: it was this machine
	DebugDir string  // perf's cache of programs by build id; empty: none
	Kallsyms string  // a copy of /proc/kallsyms of the recorded machine; empty: see Symfs and DebugDir
	Inlines  Inlines // which inlined calls are frames of their own

	// Firefox.
	Syms string // a file of symbols as samply writes it beside a profile, opened with Open; empty: none

	// Trace events.
	Event string // what to show of a trace: "profile", "samples" or "timeline"; empty: the first there is

	// Speedscope.
	Profile *regexp.Regexp // only the profiles whose names match; nil: all

	// Perf.
	PID           bool     // write the process id behind the command's name
	TID           bool     // write process and thread id behind the command's name
	Addresses     bool     // perf, pprof: write the address of frames without a symbol
	Annotate      Annotate // suffixes that tell what kind of code a frame is
	NoInlineSplit bool     // keep "a->b" of a JIT map as one frame

	// Dumps of threads.
	Dumps bool // tell apart the dumps of an input that holds several, for [Report]
	// Creators: who created a thread becomes the root of its stack, "created by main.serve" in Go; elsewhere the pool that its
	// name tells of, "till" of "till-1".
	Creators bool

	// Sample.
	Idle bool // count threads that are parked in waiting calls

	// Pprof.
	Lines     bool     // one frame for each source line: "name:line"
	KeepLines bool     // pprof: one frame for each source line, with the function's name alone
	AllFrames bool     // do not apply the profile's own drop_frames
	Generics  Generics // how to write Go's type arguments
	Demangle  Demangle // how to write C++ and Rust names
}

// ProgramFile is an open file of a program. [os.File] is one.
type ProgramFile = interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// Inlines says which inlined calls become frames.
type Inlines uint8

// Which inlined calls become frames.
const (
	InlinesAuto Inlines = iota // those that the profiler's own report shows
	InlinesAll                 // those that can be found out, too
	InlinesNone                // none
)

// Simple reports whether C++ arguments are to be left out; usual says so for the format where the user does not.
func (o Options) Simple(usual Demangle) bool { return o.Demangle.Or(usual) == DemangleSimple }

// Annotate chooses the suffixes that perf frames carry, as the peers write them.
type Annotate struct {
	Kernel  bool // "_[k]" on kernel frames
	JIT     bool // "_[j]" on frames compiled at run time
	Inlined bool // "_[i]" on inlined frames
}

// Generics says how Go's type arguments are written.
type Generics uint8

// The ways to write a Go function with type arguments.
const (
	GenericsFull  Generics = iota // as in the profile: "Map[go.shape.int]"
	GenericsShort                 // as in a panic: "Map[...]"
)

// Demangle says how C++ and Rust names are written, whether the profiler demangled them or not.
type Demangle uint8

// The ways to write a C++ or Rust name.
const (
	DemangleDefault Demangle = iota // as users of the format know it: perf, DTrace and pprof simple, others full
	DemangleSimple                  // without parameters: "ns::f"
	DemangleFull                    // with parameters: "ns::f(int)"
	DemangleNone                    // as in the profile: "_ZN2ns1fEi"
)

// Or returns d, or what is usual for the format where d is the default.
func (d Demangle) Or(usual Demangle) Demangle {
	if d == DemangleDefault {
		return usual
	}
	return d
}
