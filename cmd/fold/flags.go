package main

import (
	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
)

// The headings under which the help lists flags, in this order.
const (
	aboutInput   = "Input"
	aboutFilters = "Filters"
	aboutPerf    = "perf"
	aboutSample  = "sample"
	aboutPprof   = "pprof"
	aboutTable   = "Table"
	aboutLimits  = "Limits"
	aboutPicture = "Picture"
	aboutOutput  = "Output"
	aboutHelp    = "Help"
)

var headings = []string{
	aboutLimits, aboutTable, aboutPicture, aboutInput, aboutFilters, aboutPerf, aboutSample, aboutPprof, aboutOutput, aboutHelp,
}

// More workers than this only cost memory, and larger pieces are no pieces.
const (
	mostWorkers = 1024
	mostChunk   = 1 << 30
)

// request is what the flags say that every command takes which reads profiles.
type request struct {
	read      sources.Options
	event     string // the event to show; empty: that of the default column
	metric    string // the column to show; empty: the default
	filter    collapse.Filter
	noThreads bool   // leave out process and thread names
	modules   bool   // write modules
	noModules bool   // write no modules
	output    string // the file to write; empty: standard output
	quiet     bool   // no notes, warnings and progress

	allColumns bool // not a flag: the output holds all columns, so none is missing from it
	pairs      bool // not a flag: of a folded file with two weights a line the output shows both

	// not flags, but what the files turned out to be, once they are read
	formats  []string
	recorded []input.Recorded
}

// flags returns the flags that fill in r. Any command reads any format, so all of them take all flags.
func (r *request) flags() []cli.Flag {
	flags := append(r.inputFlags(), r.filterFlags()...)
	flags = append(flags, r.perfFlags()...)
	flags = append(flags, r.pprofFlags()...)
	return append(flags,
		toggle(aboutSample, "idle", "count threads that wait in parking calls, too", &r.read.Idle),
		toggle(aboutOutput, "modules", "write frames as module`function", &r.modules),
		toggle(aboutOutput, "no-modules", "write frames without their modules", &r.noModules),
		&cli.BoolFlag{
			Name: "no-threads", Aliases: []string{"no-comm"}, Category: aboutOutput, DisableDefaultText: true,
			Usage: "leave out the names of processes and threads", Destination: &r.noThreads,
		},
		short("o", setting(aboutOutput, "output", "write to `FILE`, which stays whole until all is written", filled{&r.output})),
		&cli.BoolFlag{
			Name: "quiet", Aliases: []string{"q"}, Category: aboutOutput, DisableDefaultText: true,
			Usage: "no notes, warnings and progress on stderr; errors only", Destination: &r.quiet,
		},
	)
}

func (r *request) inputFlags() []cli.Flag {
	return []cli.Flag{
		setting(aboutInput, "metric", "show the column `NAME` (or its number); collapse and top take all, too", filled{&r.metric}),
		setting(aboutInput, "event", "show the perf event `NAME`", filled{&r.event}),
		toggle(aboutInput, "strict", "a line that makes no sense is an error", &r.read.Strict),
		short("j", setting(aboutInput, "jobs", "parse with `N` workers; 0: one for each processor", number{&r.read.Workers, 0, mostWorkers})),
		&cli.GenericFlag{
			Name: "chunk-size", Category: aboutInput, Hidden: true,
			Usage: "read `N` bytes at a time", Value: number{&r.read.ChunkSize, 0, mostChunk},
		},
	}
}

func (r *request) filterFlags() []cli.Flag {
	f, about := &r.filter, aboutFilters
	return []cli.Flag{
		setting(about, "focus", "only stacks with a frame that matches `REGEXP`", pattern{&f.Focus}),
		setting(about, "ignore", "only stacks without a frame that matches `REGEXP`", pattern{&f.Ignore}),
		hidden("include", pattern{&f.Focus}), // as in async-profiler
		hidden("exclude", pattern{&f.Ignore}),
		setting(about, "hide", "take frames that match `REGEXP` out of their stacks", pattern{&f.Hide}),
		setting(about, "show", "take frames that do not match `REGEXP` out of their stacks", pattern{&f.Show}),
		setting(about, "show-from", "let stacks begin at the first frame that matches `REGEXP`", pattern{&f.ShowFrom}),
		setting(about, "prune-from", "let stacks end at the last frame that matches `REGEXP`", pattern{&f.PruneFrom}),
		setting(about, "skip-after", "cut the callers of the last frame that matches `REGEXP`", pattern{&f.SkipAfter}),
		setting(about, "tagfocus", "pprof: only samples with a label that matches `KEY=REGEXP`", filled{&r.read.TagFocus}),
		setting(about, "tagignore", "pprof: only samples without a label that matches `KEY=REGEXP`", filled{&r.read.TagIgnore}),
	}
}

func (r *request) perfFlags() []cli.Flag {
	o := &r.read
	annotations := switches{
		[]string{"kernel", "jit", "inlined"},
		[]*bool{&o.Annotate.Kernel, &o.Annotate.JIT, &o.Annotate.Inlined},
	}
	return []cli.Flag{
		toggle(aboutPerf, "pid", "write the process id behind the command's name", &o.PID),
		toggle(aboutPerf, "tid", "write process and thread id behind the command's name", &o.TID),
		toggle(aboutPerf, "addresses", "write the address of frames without a symbol (pprof, too)", &o.Addresses),
		setting(aboutPerf, "annotate", "`KINDS`: mark kernel, jit, inlined or all frames as _[k], _[j], _[i]", annotations),
		toggle(aboutPerf, "no-inline-split", "keep \"a->b\" of a JIT map as one frame", &o.NoInlineSplit),
	}
}

func (r *request) pprofFlags() []cli.Flag {
	o := &r.read
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
		toggle(aboutPprof, "no-inlines", "leave out inlined frames", &o.NoInlines),
		toggle(aboutPprof, "lines", "one frame for each source line: name:line", &o.Lines),
		toggle(aboutPprof, "all-frames", "keep the frames that the profile itself says to drop", &o.AllFrames),
		setting(aboutPprof, "generics", "`HOW`: Go's type arguments full, or short as [...]; default full", generics),
		setting(aboutPprof, "demangle", "`HOW`: mangled names become simple, full with parameters, or none; default simple", demangle),
		setting(aboutPprof, "tagroot", "add the labels `KEYS` as frames at the root", words{&o.TagRoot}),
		setting(aboutPprof, "tagleaf", "add the labels `KEYS` as frames at the leaf", words{&o.TagLeaf}),
	}
}

// toggle returns a flag without a value.
func toggle(about, name, usage string, to *bool) cli.Flag {
	return &cli.BoolFlag{Name: name, Usage: usage, Category: about, Destination: to, DisableDefaultText: true}
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

// short gives a flag a name of one letter beside its long one.
func short(letter string, f *cli.GenericFlag) *cli.GenericFlag {
	f.Aliases = []string{letter}
	return f
}

// helpFlag returns the flag that the framework answers with the help of the command.
func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this text", Category: aboutHelp, DisableDefaultText: true}
}

// check says what in the flags contradicts itself.
func (r *request) check() error {
	if r.modules && r.noModules {
		return usageError("--modules and --no-modules contradict each other")
	}
	return nil
}
