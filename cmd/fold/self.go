package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/flame"
	"fold/flame/page"
	"fold/sources/live"
	"fold/sources/pprof"
)

// recordSelfFlag is the flag that every command takes and that the help does not show: fold's own run becomes
// a profile, to be attached to a report of a slow run.
func recordSelfFlag() cli.Flag {
	return &cli.StringFlag{Name: "record-self", Hidden: true, Usage: "record this run of fold in `FILE`: .svg, .html, .folded or .pb.gz"}
}

// recordVariable is the environment variable that stands for --record-self.
const recordVariable = "FOLD_RECORD_SELF"

// selfRecording is a recording of this run, if it was asked for. The zero value records nothing.
type selfRecording struct {
	file      string
	title     string
	recording *live.Recording
	signals   chan os.Signal
	waiting   sync.WaitGroup
	once      sync.Once
	err       error
}

// start begins to record if the arranged arguments or the environment ask for it.
func (r *selfRecording) start(args []string) (err error) {
	if r.file = recordFile(args); r.file == "" {
		return nil
	}
	if writerOf(r.file) == nil {
		return usageError("--record-self: the name must end in .svg, .html, .folded or .pb.gz")
	}
	if r.recording, err = live.Start(live.Wall); err != nil {
		return err
	}
	if len(args) > 1 {
		r.title = args[0] + " " + args[1]
	}
	r.signals = make(chan os.Signal, 1)
	notifyEnds(r.signals)
	r.waiting.Go(r.untilInterrupted)
	return nil
}

// recordFile returns the file that --record-self or the environment names; "": none.
func recordFile(args []string) string {
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if file, found := strings.CutPrefix(arg, "--record-self="); found {
			return file
		}
	}
	return os.Getenv(recordVariable)
}

// untilInterrupted ends the program when it is told to end.
func (r *selfRecording) untilInterrupted() {
	if sig, interrupted := <-r.signals; interrupted {
		r.exit(exitStatusOf(sig))
	}
}

// exit ends the program, but not before the recording is written.
func (r *selfRecording) exit(status int) {
	_ = r.write()
	os.Exit(status)
}

// finish ends the recording of a run that ended with an error or nil, and returns that, or else what went
// wrong with the recording.
func (r *selfRecording) finish(ran error, m messages) error {
	if r.recording == nil {
		return ran
	}
	err := r.write()
	signal.Stop(r.signals)
	close(r.signals)
	r.waiting.Wait()
	if errors.Is(err, errShortRun) || ran != nil && err != nil {
		m.fail(err)
		err = nil
	}
	return cmp.Or(ran, err)
}

var errShortRun = errors.New("not written: the run was over before it could be recorded")

// write ends the recording and writes it, once.
func (r *selfRecording) write() error {
	if r.recording == nil {
		return nil
	}
	r.once.Do(func() {
		p, err := r.recording.Stop()
		if err == nil {
			err = r.writeProfile(p.Filter(collapse.Filter{Ignore: ownWait()}).Compact())
		}
		if err != nil {
			r.err = inFile(r.file, err)
		}
	})
	return r.err
}

// ownWait matches the goroutine that waits for signals.
var ownWait = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.\(\*selfRecording\)\.untilInterrupted$`) })

func (r *selfRecording) writeProfile(p *collapse.Profile) error {
	if !hasSamples(p) {
		return errShortRun
	}
	return replaceFile(r.file, os.Exit, func(w io.Writer) error {
		return writerOf(r.file)(w, p, flame.SVGOptions{Title: r.title})
	})
}

// writerOf returns what writes a file of such a name, or nil.
func writerOf(file string) func(io.Writer, *collapse.Profile, flame.SVGOptions) error {
	switch {
	case strings.HasSuffix(file, ".svg"):
		return func(w io.Writer, p *collapse.Profile, o flame.SVGOptions) error {
			_, err := flame.WriteSVG(w, p, o)
			return err
		}
	case strings.HasSuffix(file, ".html"):
		return func(w io.Writer, p *collapse.Profile, o flame.SVGOptions) error {
			return page.Write(w, p, page.Options{Title: o.Title})
		}
	case strings.HasSuffix(file, ".folded"):
		return func(w io.Writer, p *collapse.Profile, o flame.SVGOptions) error {
			return collapse.WriteFolded(w, p, collapse.FoldedOptions{})
		}
	case strings.HasSuffix(file, ".pb.gz"):
		return func(w io.Writer, p *collapse.Profile, o flame.SVGOptions) error {
			return pprof.Write(w, p, p.Default)
		}
	}
	return nil
}
