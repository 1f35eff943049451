package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fold/sources/perfdata"
	"fold/sources/record"
)

const recordName = "record"

const recordText = `Runs CMD under perf (Linux), sample or xctrace (macOS), then draws the picture and lists the heaviest functions on stderr.
Flags end at the first word that is no flag: everything after it belongs to CMD, and so do stdin and stdout.
The exit status is CMD's, or 125 if the profiler failed. An interrupted or failing CMD still gets its picture.`

const recordExamples = `
   fold record ./app --its-own-flags
   fold record -o slow.html -F 4999 -- ./app
   fold record --call-graph dwarf ./stripped-of-frame-pointers
   fold record -p 4410 -d 10
   fold record -a -d 10
   fold record http://localhost:6060/debug/pprof/profile`

const aboutRecord = "Recording"

// recordFlags are the flags of record alone.
type recordFlags struct {
	target  record.Target
	seconds decimal
	keep    bool
	open    bool
	xctrace bool
	frames  bool // -g, which is always so
}

func (f *recordFlags) flags() []cli.Flag {
	t := &f.target
	const most = 1 << 20 // samples a second
	return []cli.Flag{
		short("F", setting(aboutRecord, "frequency", "take `N` samples a second; default 997", number{&t.Frequency, 1, most})),
		short("e", setting(aboutRecord, "record-event", "perf: count `EVENT` instead of time, as perf list names it", filled{&t.Event})),
		toggle(aboutRecord, "g", "record callers, which is always done", &f.frames),
		setting(aboutRecord, "call-graph", "perf: find callers by `HOW`: fp, lbr, dwarf or dwarf,SIZE; default fp", callGraph{&t.CallGraph}),
		short("d", setting(aboutRecord, "duration", "end after `SECONDS`, and CMD too", &f.seconds)),
		short("p", setting(aboutRecord, "process", "record the running process `PID`", number{&t.PID, 1, math.MaxInt32})),
		also("a", toggle(aboutRecord, "all-cpus", "record all processors", &t.All)),
		toggle(aboutRecord, "xctrace", "macOS: record with Instruments' Time Profiler instead of sample", &f.xctrace),
		toggle(aboutRecord, "keep", "keep the profiler's own file and print where it is", &f.keep),
		toggle(aboutRecord, "open", "open the picture when it is drawn", &f.open),
	}
}

// callGraph is a way to find callers.
type callGraph struct{ to *string }

func (callGraph) String() string { return "" }

// Set takes fp, lbr, dwarf or dwarf,SIZE.
func (c callGraph) Set(text string) error {
	kind, size, hasSize := strings.Cut(text, ",")
	bytes := 0
	switch {
	case kind == "dwarf" && hasSize:
		const largest = 65528 // as perf has it
		if err := (number{&bytes, 8, largest}).Set(size); err != nil {
			return err
		}
	case hasSize, kind != "fp" && kind != "lbr" && kind != "dwarf":
		return errors.New("it is fp, lbr, dwarf or dwarf,SIZE")
	}
	*c.to = text
	return nil
}

func (s streams) recordCommand() *cli.Command {
	r, o, f := &request{}, &pictureFlags{}, &recordFlags{}
	formats := append(slices.Clone(svgFormats), writable()...)
	return &cli.Command{
		Name:        recordName,
		Usage:       "run a program under a profiler and draw its flame graph",
		ArgsUsage:   "[--] CMD [ARG ...]",
		Description: recordText,
		UsageText:   recordExamples,
		Flags: append(append(f.flags(),
			setting(aboutOutput, "format", "write `FORMAT`: "+strings.Join(formats, ", ")+"; default svg, or what the name of the file says", oneOf(&o.format, formats...)),
			setting(aboutPicture, "title", "write `TEXT` above the picture; default the command", filled{&o.Title}),
		), r.flags()...),
		Action: func(c *cli.Context) error {
			return s.record(c.Args().Slice(), r, o, f)
		},
	}
}

// record records and shows what was recorded.
func (s streams) record(args []string, r *request, o *pictureFlags, f *recordFlags) error {
	if err := f.check(args); err != nil {
		return err
	}
	if err := s.pickOutput(r, o); err != nil {
		return err
	}
	if r.filesFrom != "" {
		return usageError("record reads no files: --files-from is for the other commands")
	}
	m := s.messages(r)
	if len(args) == 1 && isURL(args[0]) {
		if f.target.Duration > 0 {
			r.seconds = int(math.Ceil(f.target.Duration.Seconds()))
		}
		return s.show(args[0], r, o, f, m)
	}
	f.target.Command = args
	if o.Title == "" {
		o.Title = f.what()
	}
	return s.recordHere(r, o, f, m)
}

// check says what is missing or too much.
func (f *recordFlags) check(args []string) error {
	t := &f.target
	t.Duration = f.duration()
	isRunning := t.PID > 0 || t.All
	switch {
	case t.PID > 0 && t.All:
		return usageError("-p and -a contradict each other")
	case isRunning && len(args) > 0:
		return usageError("-p and -a record what runs already: leave the command out")
	case !isRunning && len(args) == 0:
		return usageError("nothing to record: give a command, -p PID or -a")
	case len(args) > 1 && isURL(args[0]):
		return usageError("flags go before the URL: fold record -d 10 " + args[0])
	}
	return nil
}

// duration returns the time of -d.
func (f *recordFlags) duration() time.Duration {
	unit := float64(time.Second) / math.Pow10(f.seconds.digits)
	return time.Duration(float64(f.seconds.value) * unit)
}

// what says what is recorded.
func (f *recordFlags) what() string {
	switch t := f.target; {
	case t.PID > 0:
		return fmt.Sprintf("process %d", t.PID)
	case t.All:
		return "all processors"
	default:
		return strings.Join(t.Command, " ")
	}
}

// recordHere records on this machine.
func (s streams) recordHere(r *request, o *pictureFlags, f *recordFlags, m messages) error {
	profiler, err := record.Find(s.recorder(), f.xctrace)
	if err != nil {
		return s.notRecorded(err)
	}
	notes, err := profiler.Check(f.target)
	if err != nil {
		return s.notRecorded(err)
	}
	for _, note := range notes {
		m.note("%s", note)
	}
	if f.target.File, err = recordingFile(profiler.Extension()); err != nil {
		return err
	}
	result, err := s.run(profiler, f.target)
	if err != nil {
		os.Remove(f.target.File)
		return s.notRecorded(err)
	}
	return s.finish(result, r, o, f, m)
}

// recorder returns the machine that records.
func (s streams) recorder() record.Machine {
	if s.machine != nil {
		return *s.machine
	}
	return record.ThisMachine()
}

// recordingFile makes the temporary file of a recording, which nobody else may read.
func recordingFile(extension string) (string, error) {
	file, err := os.CreateTemp("", "fold-*"+extension)
	if err != nil {
		return "", err
	}
	return file.Name(), file.Close()
}

// statusProfiler is the exit status where the profiler failed, as env and timeout have it for themselves.
const statusProfiler = 125

// notRecorded says why nothing was recorded and returns the exit status for it.
func (s streams) notRecorded(err error) error {
	messages{w: s.stderr}.fail(err)
	var command *record.CommandError
	if errors.As(err, &command) {
		return exitStatus(command.Status())
	}
	return exitStatus(statusProfiler)
}

// run runs the profiler. Signals that end programs end the command and the profiler, but not fold.
func (s streams) run(p record.Profiler, t record.Target) (record.Result, error) {
	signals := make(chan os.Signal, 8)
	notifyEnds(signals)
	defer signal.Stop(signals)
	return p.Run(t, record.Streams{In: s.stdin, Out: s.programOutput(), Err: s.stderr}, signals)
}

// finish shows a recording and returns the exit status of what was recorded.
func (s streams) finish(result record.Result, r *request, o *pictureFlags, f *recordFlags, m messages) error {
	file, keep := f.target.File, f.keep
	defer func() {
		if !keep {
			os.Remove(file)
		}
	}()
	if result.Gave {
		keep = true
		m.fail(fmt.Errorf("interrupted twice: no picture; the recording is %s", file))
		return exitWith(result.Status)
	}
	err := s.show(file, r, o, f, m)
	switch {
	case result.Failed != nil:
		keep = keep || err == nil
		m.fail(result.Failed)
		result.Status = statusProfiler
	case errors.Is(err, perfdata.ErrNoSamples):
		m.note("the program used no CPU: it waited all the time, or ended before a sample was taken; -F 9999 samples ten times as often")
	case err != nil:
		keep = true
		m.fail(err)
		m.fail(fmt.Errorf("the recording is %s", file))
		result.Status = statusProfiler
	}
	if keep {
		m.note("the recording is %s%s", file, ownedBy(file))
	}
	return exitWith(result.Status)
}

// exitWith returns an exit status as an error; nil: all is well.
func exitWith(n int) error {
	if n == 0 {
		return nil
	}
	return exitStatus(n)
}

// ownedBy says how to get at a file that fold made under sudo.
func ownedBy(file string) string {
	user := os.Getenv("SUDO_USER")
	if user == "" || os.Geteuid() != 0 {
		return ""
	}
	return fmt.Sprintf(", which belongs to root: `sudo chown %s %s`", shellWord(user), shellWord(file))
}

// show draws a recording, lists its heaviest functions and reports whether it is long enough.
func (s streams) show(file string, r *request, o *pictureFlags, f *recordFlags, m messages) error {
	if !isURL(file) {
		r.shownAs = "the recording"
	}
	r.allColumns = true // what perf's other events are is no news to who chose them
	l, err := s.load([]string{file}, r, recordName)
	if err != nil {
		return err
	}
	switch o.format {
	case "svg", "png":
		err = s.draw(l, r, o)
	case "html":
		err = s.drawReport(l, r, o, []string{o.Title})
	default:
		err = s.writeAs(l, r, o.format)
	}
	if err != nil {
		return err
	}
	f.judgeLength(l, s.recorder(), m)
	if err := s.listHeaviest(l, r); err != nil {
		return err
	}
	if !isStdout(r.output) {
		m.note("wrote %s%s", r.output, ownedBy(r.output))
		f.openPicture(r.output, s)
	}
	return nil
}

// listHeaviest writes the table to standard error, because standard output is the command's.
func (s streams) listHeaviest(l *loaded, r *request) error {
	const rows = 10
	if r.quiet {
		return nil
	}
	s.terminal = nil
	if isTerminal(s.stderr) {
		s.terminal = s.stderr.(*os.File)
	}
	return s.writeTables(s.stderr, l, &request{metric: r.metric}, &tableFlags{rows: rows, format: "text"})
}

// judgeLength says so where a recording has too few samples, and how to get more.
func (f *recordFlags) judgeLength(l *loaded, machine record.Machine, m messages) {
	const few, good = 100, 1000
	samples := int64(-1)
	for i, metric := range l.profile.Metrics {
		if metric.Name == "samples" && metric.Event == l.profile.Metrics[l.metrics[0]].Event {
			samples = l.profile.Total(i)
		}
	}
	if samples < 1 || samples >= few {
		return
	}
	rate := f.target.Frequency
	if rate == 0 {
		rate = record.DefaultFrequency
	}
	need := int(good * int64(rate) / samples)
	if most := machine.MostSamples(); most > 0 && need > most {
		m.note("only %d samples, which shows what is heavy and little else: let it run longer", samples)
		return
	}
	m.note("only %d samples, which shows what is heavy and little else: -F %d would take %d", samples, need, good)
}

// pickOutput finds out what to write and where, before anything runs.
func (s streams) pickOutput(r *request, o *pictureFlags) (err error) {
	formats := append(slices.Clone(svgFormats), writable()...)
	if o.format, err = outputFormat(recordName, r.output, o.format, formats...); err != nil {
		return err
	}
	if o.format == "" {
		o.format = "svg"
	}
	if r.output == "" {
		r.output = "flame." + extensionOf(o.format)
	}
	if !isStdout(r.output) && !canReplace(r.output, o.format) {
		return fmt.Errorf("%s exists and is no %s: not replaced, give another name with -o", r.output, o.format)
	}
	return nil
}

// extensionOf returns how the names of files in a format end.
func extensionOf(format string) string {
	for _, e := range endings {
		if e.format == format {
			return strings.TrimPrefix(e.ending, ".")
		}
	}
	return format
}

// openPicture opens a picture, unless nobody would see it.
func (f *recordFlags) openPicture(file string, s streams) {
	if !f.open || !isTerminal(s.stderr) || !hasBrowser(os.Getenv) {
		return
	}
	path, err := filepath.Abs(file) // which no program takes for an option
	if err == nil {
		err = openBrowser(path)
	}
	if err != nil {
		messages{w: s.stderr}.note("open %s in a browser: %v", file, err)
	}
}
