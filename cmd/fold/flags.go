package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"fold/sources"
	"fold/sources/input"
)

// The headings under which the help lists flags, in this order.
const (
	aboutLimits  = "Limits"
	aboutTable   = "Table"
	aboutPicture = "Picture"
	aboutInput   = "Input"
	aboutFilters = "Filters"
	aboutFrames  = "Frames"
	aboutSymbols = "Symbols"
	aboutOutput  = "Output"
	aboutHelp    = "Help"
)

var headings = []string{
	aboutRecord, aboutLimits, aboutTable, aboutPicture, aboutInput, aboutFilters, aboutFrames, aboutSymbols, aboutOutput, aboutHelp,
}

// More workers than this only cost memory, larger pieces are no pieces, and no server records for longer.
const (
	mostWorkers = 1024
	mostChunk   = 1 << 30
	mostSeconds = 24 * 60 * 60
)

// request is what the flags say that every command takes which reads profiles.
type request struct {
	read      sources.Options
	event     string // the event to show; empty: that of the default column
	metric    string // the column to show; empty: the default
	filter    filters
	relative  bool // shares are of what filters keep
	merge     merging
	renames   []renaming
	noThreads bool     // leave out process and thread names
	modules   bool     // write modules
	noModules bool     // write no modules
	output    string   // the file to write; empty: standard output
	quiet     bool     // no notes, warnings and progress
	seconds   int      // for how long servers are to record; 0: what the URL or the server says
	headers   []string // of requests: "Name: value"
	post      string   // the file that is posted to URLs; empty: nothing is
	timeout   int      // how many seconds to wait for a server; 0: as long as it records, and a half more
	labels    []pathLabel
	weigh     string // what is to weigh the same: weighByFile, or a label; empty: nothing is
	filesFrom string // the list of files to read; empty: none

	allColumns bool // not a flag: the output holds all columns, so none is missing from it
	pairs      bool // not a flag: of a folded file with two weights a line the output shows both

	shownAs string // not a flag: what messages call the only file; empty: by its name

	fromList []string // what the list of files names, once it is read

	learned
}

// learned is what the files turned out to be, once they are read.
type learned struct {
	formats   []string
	census    bool // all are snapshots of threads, which hold no samples
	recorded  []input.Recorded
	deadlocks []string     // those that dumps report
	locks     []input.Lock // those that threads of the last dump want
	dumps     input.Dumps  // those of threads that the files hold, if somebody asked
	mixed     mixture      // what they differ in
	weighed   bool         // some sample of perf has a period
	far       map[string]int64
}

// flags returns the flags that fill in r. Any command reads any format, so all of them take all flags.
func (r *request) flags() []cli.Flag {
	return slices.Concat(r.inputFlags(), r.filterFlags(), r.frameFlags(), r.labelFlags(), r.symbolFlags(), r.outputFlags())
}

func (r *request) inputFlags() []cli.Flag {
	in := aboutInput
	return []cli.Flag{
		setting(in, "metric", "show the column with this `NAME` or number; top and collapse also take all", filled{&r.metric}),
		setting(in, "files-from", "read the files and folders that stand in `FILE`, one a line; - is standard input", filled{&r.filesFrom}),
		setting(in, "label", "give samples the labels that the named groups of `REGEXP` find in the path of their file; may be repeated", pathLabels{&r.labels}),
		setting(in, "weigh", "let each of several files weigh the same: `WHAT` is file, or a label that --label names", filled{&r.weigh}),
		setting(in, "event", "show the event `NAME`, all that match a glob (perf: syscalls:*), or all; of a trace: profile, samples or timeline", filled{&r.event}),
		setting(in, "syms", "firefox: symbols from `FILE`, which samply writes beside a profile", filled{&r.read.Syms}),
		setting(in, "profile", "speedscope: only profiles whose name matches `REGEXP`", pattern{&r.read.Profile}),
		toggle(in, "idle", "count idle threads too (macOS sample, V8)", &r.read.Idle),
		toggle(in, "strict", "fail where fold would only warn that it skips a line or a file, or cannot apply a flag", &r.read.Strict),
		short("j", setting(in, "jobs", "parse with `N` workers; default 0: one per processor", number{&r.read.Workers, 0, mostWorkers})),
		setting(in, "seconds", "URLs: ask the server to record for `N` seconds", number{&r.seconds, 1, mostSeconds}),
		setting(in, "header", "URLs: send `NAME: VALUE`, or NAME: @FILE for a value in a file, to that server alone; repeats", texts{&r.headers}),
		setting(in, "post", "URLs: POST what `FILE` holds", filled{&r.post}),
		setting(in, "timeout", "URLs: give up after `N` seconds; default: half as long again as the recording", number{&r.timeout, 1, mostSeconds}),
		hidden("chunk-size", number{&r.read.ChunkSize, 0, mostChunk}), // how many bytes to read at a time, for tests
	}
}

func (r *request) frameFlags() []cli.Flag {
	o, in := &r.read, aboutFrames
	annotations := switches{
		[]string{"kernel", "jit", "inlined"},
		[]*bool{&o.Annotate.Kernel, &o.Annotate.JIT, &o.Annotate.Inlined},
	}
	generics := choice[input.Generics]{
		&o.Generics,
		[]string{"full", "short"},
		[]input.Generics{input.GenericsFull, input.GenericsShort},
	}
	demangle := choice[input.Demangle]{
		&o.Demangle,
		[]string{"none", "simple", "full"},
		[]input.Demangle{input.DemangleNone, input.DemangleSimple, input.DemangleFull},
	}
	return []cli.Flag{
		toggle(in, "lines", "one frame per source line: name:line", &o.Lines),
		setting(in, "demangle", "`HOW`: C++ names simple, full with arguments, or none (as mangled); default as the format's own tools", demangle),
		setting(in, "merge", "make one of numbered threads and lambdas, V8's tiers, or compilers' copies (.cold, .isra.0): `WHAT` is numbered, tiers, clones, or several", switches{
			[]string{"numbered", "tiers", "clones"}, []*bool{&r.merge.numbered, &r.merge.tiers, &r.merge.clones},
		}),
		setting(in, "rename", "write NAME for what REGEXP matches in names, before filters: `REGEXP=NAME`; may be repeated", renamings{&r.renames}),
		setting(in, "generics", "`HOW`: write Go's type arguments full, or short as [...]; default full", generics),
		toggle(in, "modules", "write frames as module`function", &r.modules),
		toggle(in, "no-modules", "write frames without their modules", &r.noModules),
		also("no-comm", toggle(in, "no-threads", "leave out the names of processes and threads", &r.noThreads)),
		toggle(in, "pid", "perf: add the process id to the command name", &o.PID),
		toggle(in, "tid", "perf: add the process and thread id to the command name", &o.TID),
		setting(in, "annotate", "perf: mark `KINDS` of frames: kernel _[k], jit _[j], inlined _[i], or all", annotations),
		toggle(in, "addresses", "write the address of frames without a symbol", &o.Addresses),
		toggle(in, "no-inline-split", "perf: keep \"a->b\" of a JIT map as one frame", &o.NoInlineSplit),
		toggle(in, "all-frames", "pprof: keep the frames that the profile asks to drop", &o.AllFrames),
	}
}

func (r *request) labelFlags() []cli.Flag {
	return []cli.Flag{
		setting(aboutFrames, "tagroot", "add the labels `KEYS` as frames at the root", words{&r.read.TagRoot}),
		setting(aboutFrames, "tagleaf", "add the labels `KEYS` as frames at the leaf", words{&r.read.TagLeaf}),
	}
}

func (r *request) outputFlags() []cli.Flag {
	return []cli.Flag{
		short("o", setting(aboutOutput, "output", "write to `FILE`, which is replaced once all is written", filled{&r.output})),
		also("q", toggle(aboutOutput, "quiet", "print errors only: no notes, warnings or progress", &r.quiet)),
	}
}

// toggle returns a flag without a value.
func toggle(about, name, usage string, to *bool) bare {
	return bare{setting(about, name, usage, on{to})}
}

// also gives a flag without a value a second name.
func also(name string, f bare) bare {
	f.Aliases = append(f.Aliases, name)
	return f
}

// setting returns a flag with a value.
func setting(about, name, usage string, value cli.Generic) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Usage: usage, Category: about, Value: value}
}

// hidden returns a flag that is taken because other tools have it, and stands in no list: it says what a flag of
// another name says.
func hidden(name string, value cli.Generic) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Hidden: true, Value: value}
}

// hiddenToggle returns a flag without a value that is taken because other tools have it.
func hiddenToggle(name string, to *bool) cli.Flag { return bare{hidden(name, on{to})} }

// short gives a flag a name of one letter beside its long one.
func short(letter string, f *cli.GenericFlag) *cli.GenericFlag {
	f.Aliases = []string{letter}
	return f
}

// helpFlag returns the flag that asks for help. Arrange looks for it; the framework gets to see none.
func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print everything; -h prints the essentials", Category: aboutHelp, DisableDefaultText: true}
}

// check says what in the flags contradicts itself.
func (r *request) check() error {
	if r.modules && r.noModules {
		return usageError("--modules and --no-modules contradict each other")
	}
	return r.checkWeigh()
}
