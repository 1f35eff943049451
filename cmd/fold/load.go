package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/text"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/record"
)

// streams are the standard input and outputs of the program.
type streams struct {
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	terminal *os.File // stdout, if it is a terminal
	self     *selfRecording
	machine  *record.Machine // what record finds; nil: this one
}

// loaded is a profile that is ready to be shown.
type loaded struct {
	profile *collapse.Profile
	metrics []int       // the columns to show: one, unless --metric all was asked for
	format  string      // of the file, if it is one run of several
	name    string      // the file that it comes from; empty: several
	whole   []int64     // weights of the columns before filters, each without its sign; nil: there are no filters
	census  bool        // it is a snapshot of threads, which holds no samples
	dumps   input.Dumps // or several, if somebody asked

	all       *collapse.Profile // of which whole is; nil as that is
	unchanged *collapse.Profile // without the stacks that filters leave out, but with all of their frames; may be nil
	recorded  input.Recorded    // how long the recording took
	facts     []compare.Fact    // what it says about the machine, where it is compared
	threads   int               // how many threads it is of; 0: not known
}

// load reads the files, merges them, picks the columns and applies the filters. No file means standard
// input. It tells on standard error whatever does not become part of the result.
func (s streams) load(files []string, r *request, command string) (*loaded, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	in, err := s.inputs(files, r, command)
	if err != nil {
		return nil, err
	}
	return s.loadAll(in, r)
}

// loadAll is load for files that are known to be there.
func (s streams) loadAll(in inputFiles, r *request) (*loaded, error) {
	m := s.messages(r)
	l := &loaded{}
	var err error
	if l.profile, err = s.readAll(in, r, m); err != nil {
		return nil, err
	}
	l.census = r.census
	if err := r.tellUnused(in.names, r.formats, m); err != nil {
		return nil, err
	}
	if len(in.names) == 1 {
		l.name = r.nameOf(in.names[0])
	}
	missing := m
	missing.quiet = m.quiet || r.allColumns
	if l.metrics, err = choose(l, r, missing); err != nil {
		return nil, err
	}
	r.mixed.tell(l.profile, l.metrics[0], r, missing)
	if err := s.beforeLabels(l, in, r, m); err != nil {
		return nil, err
	}
	l.reshape(r, m)
	return l, nil
}

// inputs returns the files to read: those that are named, and those in the list of --files-from.
func (s streams) inputs(files []string, r *request, command string) (inputFiles, error) {
	if len(files) == 0 && r.filesFrom == "" {
		if isTerminal(s.stdin) {
			return inputFiles{}, usageError("no input: give a file, or pipe a profile into fold " + command)
		}
		return oneFile("-"), nil
	}
	list, err := s.listed(r)
	if err != nil {
		return inputFiles{}, err
	}
	in, err := expand(s.withoutProgram(files, r))
	if err != nil {
		return in, err
	}
	listed, err := expand(list)
	if err != nil {
		return in, err
	}
	in = in.and(listed)
	return in, in.checkStdin(r.filesFrom == "-")
}

// withoutProgram returns the files without the program that go tool pprof takes before the profile.
func (s streams) withoutProgram(files []string, r *request) []string {
	if len(files) > 1 && isProgram(files[0]) && !isProgram(files[1]) {
		s.messages(r).note("%s: skipped: this is a program, and the profile already has its names", files[0])
		return files[1:]
	}
	return files
}

// checkStdin is an error if standard input is to be read more than once; taken says that something else reads it.
func (in inputFiles) checkStdin(taken bool) error {
	for _, name := range in.names {
		switch {
		case name != "-":
		case taken:
			return usageError("standard input can be read only once: - is given twice")
		default:
			taken = true
		}
	}
	return nil
}

// isProgram reports whether a file is a program, which go tool pprof takes before the profile.
func isProgram(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 16)
	n, _ := io.ReadFull(f, head)
	format, known := sources.Detect(input.NewHead(head[:n]))
	return known && format.Name == "executable"
}

// nameOf returns the name of an input for messages.
func (r *request) nameOf(file string) string {
	if r.shownAs != "" {
		return r.shownAs
	}
	return displayName(file)
}

// displayName returns the name of an input for messages.
func displayName(file string) string {
	switch {
	case file == "-":
		return "stdin"
	case isURL(file):
		return hideSecrets(file)
	}
	return file
}

// readAll reads the files and adds them up in the order given.
func (s streams) readAll(in inputFiles, r *request, m messages) (*collapse.Profile, error) {
	sum := newSum(r, len(in.names))
	err := s.readEach(in, r, m, func(m messages, file string, p *collapse.Profile, report *sources.Report) error {
		name := r.nameOf(file)
		if !hasSamples(p) {
			m.note("%s: no samples in it", name)
		}
		if err := sum.add(file, p, report); err != nil {
			return err
		}
		r.mixed.add(p)
		r.learn(report)
		r.addDumps(p, report)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := r.rename(sum.profile(m), m)
	m.noteSums(p.Saturated, p.Rounded)
	return p, r.strictSums(p, "")
}

// learn keeps what a file turned out to be.
func (r *request) learn(report *sources.Report) {
	r.census = (r.census || len(r.formats) == 0) && report.Format.Census
	r.formats = append(r.formats, report.Format.Name)
	r.recorded = append(r.recorded, report.Recorded)
	r.weighed = r.weighed || report.Weighed
	r.deadlocks = append(r.deadlocks, report.Deadlocks...)
	r.locks = report.Locks // doctor looks at the last dump
	for name, samples := range report.Far {
		if r.far == nil {
			r.far = make(map[string]int64)
		}
		r.far[name] += samples
	}
}

// strictSums is an error where sums do not fit, if that is not to be passed over.
func (r *request) strictSums(p *collapse.Profile, name string) error {
	if p.Saturated && r.read.Strict {
		return fmt.Errorf("%ssums go beyond 64 bits", about(name))
	}
	return nil
}

// readFile reads one file, or standard input if it is called "-", or what a URL names, and shows on a terminal how far
// it is if shown is true.
func (s streams) readFile(file string, r *request, o input.Options, shown bool) (*collapse.Profile, *sources.Report, error) {
	opened, size, err := s.open(file, r, shown)
	if err != nil {
		return nil, nil, err
	}
	defer opened.Close()
	o.FileLabels = r.fileLabels(file)
	var in io.Reader = opened
	if shown {
		bar := newProgress(in, s.stderr, r.nameOf(file), size)
		defer bar.clear()
		in = bar.reader()
	}
	p, report, err := sources.Read(in, o)
	if err != nil {
		return p, report, withPerf(file, err)
	}
	collectAfter(p)
	noteSymbols(file, r, report)
	return p, report, nil
}

// open returns an input and its size, -1 if that is not known. While a server records, that is shown if shown is true.
func (s streams) open(file string, r *request, shown bool) (in io.ReadCloser, size int64, err error) {
	switch {
	case file == "-":
		return io.NopCloser(s.stdin), -1, nil
	case isURL(file):
		return s.fetch(file, r, shown)
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) && isHost(file) {
		return nil, 0, fmt.Errorf("no such file; as a URL it is http://%s", file)
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, 0, fmt.Errorf("permission denied: was it recorded with sudo? `sudo chown \"$USER\" %s`", file)
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory")
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return indexedFile{f, info.Size()}, info.Size(), nil
}

// reshape applies what the flags ask for to the profile.
func (l *loaded) reshape(r *request, m messages) {
	before := l.profile
	defer func() { m.tellGivenLost(before, l.profile) }()
	if r.filter != (filters{}) {
		if !r.relative && l.whole == nil {
			l.whole, l.all = measure(l.profile), l.profile
		}
		l.filter(r.filter, m)
	}
	l.profile = r.merge.apply(l.profile)
	if r.read.Inlines == input.InlinesNone {
		l.profile = l.profile.DropKind(collapse.KindInlined)
	}
	if r.noThreads {
		l.profile = l.profile.DropKind(collapse.KindThread)
	}
	if r.modules || r.noModules {
		l.profile = l.profile.WithModules(r.modules)
	}
}

// tellGivenLost says that a rewrite dropped the inclusive weights that the profiler recorded.
func (m messages) tellGivenLost(before, after *collapse.Profile) {
	if after.GivenLost && !before.GivenLost {
		m.note("the inclusive weights that the profiler recorded are left out: functions were joined, cut or hidden")
	}
}

// filter applies the filters and says how much they keep.
func (l *loaded) filter(f filters, m messages) {
	shown := l.metrics[0]
	metric, all := l.profile.Metrics[shown], l.profile.Total(shown)
	l.profile = f.apply(l.profile)
	kept := l.profile.Total(shown)
	switch {
	case !hasSamples(l.profile):
		m.note("no stack matches the filters")
	case all > 0:
		m.note("filters keep %s of %s (%.2f%%)", weight(kept, metric), weight(all, metric), 100*float64(kept)/float64(all))
	default:
		m.note("filters keep %s of %s", weight(kept, metric), weight(all, metric))
	}
}

// hasSamples reports whether any stack has a weight, in any column.
func hasSamples(p *collapse.Profile) bool {
	for metric := range p.Metrics {
		if hasWeights(p, metric) {
			return true
		}
	}
	return false
}

// hasWeights reports whether any stack has a weight in the given column.
func hasWeights(p *collapse.Profile, metric int) bool {
	for n := range p.Len() {
		if p.Self(metric, collapse.NodeID(n)) != 0 {
			return true
		}
	}
	return false
}

// dropNegative returns the profile with one column and without stacks of negative weight, and says so;
// instead is what users can do about it.
func dropNegative(p *collapse.Profile, metric int, m messages, instead string) *collapse.Profile {
	kept, stacks, lost := p.DropNegative(metric)
	if stacks > 0 {
		m.note("%s of negative weight (%s in all) left out%s",
			input.Plural(int64(stacks), "stack"), weight(lost, p.Metrics[metric]), instead)
	}
	return kept
}

// metricLine heads a section of the output of --metric all: "# metric: alloc_space bytes".
func metricLine(m collapse.Metric) string {
	if m.Unit == "" {
		return fmt.Sprintf("# metric: %s\n", text.Visible(m.Name))
	}
	return fmt.Sprintf("# metric: %s %s\n", text.Visible(m.Name), text.Visible(m.Unit))
}
