package main

import (
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/flame/doctor"
)

const doctorExamples = `
   fold doctor cpu.pb.gz
   perf script | fold doctor
   fold doctor --format json sample.txt`

var doctorFormats = []string{"text", "json"}

func (s streams) doctorCommand() *cli.Command {
	r, format := &request{}, ""
	return &cli.Command{
		Name:        "doctor",
		Usage:       "report whether a profile can be trusted, and where to look",
		ArgsUsage:   "[FILE ...]",
		Description: "Doctor checks what experienced people check first, and says what to do for this profiler and language. The exit\nstatus is 0 whatever it finds. docs/doctor.md lists the checks.",
		UsageText:   doctorExamples,
		Flags: append([]cli.Flag{
			setting(aboutTable, "format", "write `FORMAT`: text or json; default text", oneOf(&format, doctorFormats...)),
		}, r.flags()...),
		Action: func(c *cli.Context) error {
			var err error
			if format, err = outputFormat("doctor", r.output, format, doctorFormats...); err != nil {
				return err
			}
			if r.metric == "all" {
				return usageError("--metric all: the doctor sees one metric at a time")
			}
			r.read.Creators, r.read.Dumps = true, true
			l, err := s.load(c.Args().Slice(), r, "doctor")
			if err != nil {
				return err
			}
			return s.write(r.output, func(w io.Writer) error { return s.writeDiagnosis(w, l, r, format) })
		},
	}
}

func (s streams) writeDiagnosis(w io.Writer, l *loaded, r *request, format string) error {
	p, metric := l.profile, l.metrics[0]
	if _, negative, _ := p.DropNegative(metric); negative > 0 {
		p, metric = dropNegative(p, metric, s.messages(r), ": a difference has no shares"), 0
	}
	known := r.known(p.Metrics[metric])
	if known.Dumps = r.reshapeDumps(); len(known.Dumps) > 0 {
		known.DumpCount = r.dumps.Count
		last := known.Dumps[len(known.Dumps)-1]
		if column := columnLike(last, p.Metrics[metric]); column >= 0 {
			p, metric = last, column
		}
	}
	diagnosis := doctor.Diagnose(p.WithDefault(metric), known)
	if format == "json" {
		return diagnosis.WriteJSON(w)
	}
	return diagnosis.WriteText(w, textFor(s.terminalFor(r)))
}

// known returns what the inputs say about their profile besides its weights.
func (r *request) known(m collapse.Metric) doctor.Options {
	return doctor.Options{
		Format: onlyOne(r.formats), Recorded: r.recordedAs(m), Far: r.far,
		Census: r.census, Deadlocks: r.deadlocks, Locks: r.contended(),
	}
}

// contended returns the locks that threads of the last dump want.
func (r *request) contended() (locks []doctor.Lock) {
	for _, l := range r.locks {
		locks = append(locks, doctor.Lock(l))
	}
	return locks
}

// recordedAs returns how long the recordings of all files took together, as a weight of the metric; 0 if that is
// not known, or if filters leave out what else kept the program busy.
func (r *request) recordedAs(m collapse.Metric) int64 {
	if r.filter != (filters{}) || r.read.TagFocus != "" || r.read.TagIgnore != "" || m.Scale > 0 {
		return 0
	}
	var all int64
	for _, recorded := range r.recorded {
		if recorded.Weight <= 0 || recorded.Unit != m.Unit {
			return 0
		}
		all, _ = collapse.AddWeights(all, recorded.Weight)
	}
	return all
}

// onlyOne returns what all words are, or nothing if they differ.
func onlyOne(words []string) string {
	words = slices.Compact(slices.Clone(words))
	if len(words) != 1 {
		return ""
	}
	return words[0]
}
