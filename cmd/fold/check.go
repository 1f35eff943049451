package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"syscall"

	"github.com/urfave/cli/v2"

	"fold/flame/compare"
	"fold/sources/input"
)

const checkText = `The exit status is 0 if all limits hold, 3 if one is exceeded, and 1 if the profile is too small to tell.
docs/check.md shows how to run it in CI.`

const checkExamples = `
   fold check prof.folded --max 'malloc|free=15%'
   fold check tuesday.folded --against monday.folded --tolerance 2
   fold check cpu.pb.gz --max '^runtime\.gc=25%' --format json`

// errBroken is a check that found something, which it has already told: exit status 3.
var errBroken = errors.New("a limit is broken")

var checkFormats = []string{"text", "github", "json"}

// checkFlags are the flags of check alone.
type checkFlags struct {
	compare.Guard        // with a tolerance below zero as long as none is given
	against       string // the baseline's file; empty: none
	minSamples    int    // fewer samples are too few to check; below zero: not given
	budgetFile    string
	format        string
}

func (s streams) checkCommand() *cli.Command {
	r, k := &request{}, &checkFlags{Guard: compare.Guard{Tolerance: -1}, minSamples: -1}
	return &cli.Command{
		Name:        "check",
		Usage:       "fail if a profile exceeds its limits, as a guard in CI",
		ArgsUsage:   "[FILE ...]",
		Description: checkText,
		UsageText:   checkExamples,
		Flags:       append(k.flags(), r.flags()...),
		Action: func(c *cli.Context) error {
			if err := k.prepare(r); err != nil {
				return err
			}
			findings, err := s.check(c.Args().Slice(), r, k)
			if err != nil {
				return err
			}
			err = s.write(r.output, func(w io.Writer) error { return k.write(w, findings) })
			if findings.Broken() && (err == nil || errors.Is(err, syscall.EPIPE)) { // also where nobody reads which one
				return errBroken
			}
			return err
		},
	}
}

func (k *checkFlags) flags() []cli.Flag {
	limits := []cli.Flag{
		setting(aboutLimits, "max", "`REGEXP=SHARE%`: stacks with a matching function take at most this share", limitValue{&k.Limits, false}),
		setting(aboutLimits, "grow", "`REGEXP=POINTS`: and grow over --against by at most so many percentage points", limitValue{&k.Limits, true}),
		setting(aboutLimits, "against", "no function grows over the baseline profile `FILE`", filled{&k.against}),
		setting(aboutLimits, "tolerance", "by more than `POINTS` percentage points and sampling noise; default 1", fraction{&k.Tolerance, 0, 100}),
	}
	return append(append(limits, compareFlags(aboutLimits, "with --against, ", &k.Options)...),
		toggle(aboutLimits, "absolute", "compare weights with --against instead of shares, in percent of its total: for equal work", &k.Absolute),
		setting(aboutLimits, "budget", "read limits from `FILE`", filled{&k.budgetFile}),
		setting(aboutLimits, "min-samples", "fail with fewer than `N` samples; default 100", number{&k.minSamples, 0, math.MaxInt}),
		setting(aboutTable, "format", "write `FORMAT`: text, github or json; default text", oneOf(&k.format, checkFormats...)),
	)
}

// The limits that hold if nobody names others.
const (
	defaultTolerance  = 1
	defaultMinSamples = 100
)

// prepare adds what the budget file says; what the command line says goes first.
func (k *checkFlags) prepare(r *request) (err error) {
	if k.format, err = outputFormat("check", r.output, k.format, checkFormats...); err != nil {
		return err
	}
	if r.metric == "all" {
		return usageError("a check looks at one metric: --metric picks it")
	}
	if k.budgetFile != "" {
		file, err := readBudget(k.budgetFile)
		if err != nil {
			return err
		}
		k.add(file)
	}
	if k.Tolerance < 0 {
		k.Tolerance = defaultTolerance
	}
	if k.minSamples < 0 {
		k.minSamples = defaultMinSamples
	}
	if len(k.Limits) == 0 && k.against == "" {
		if k.budgetFile != "" {
			return inFile(k.budgetFile, errors.New("nothing to check: it has no max, grow or against"))
		}
		return usageError("nothing to check: give --max, --against or --budget")
	}
	for _, l := range k.Limits {
		if l.Grow && k.against == "" {
			return usageError("what may grow is compared with a baseline: give --against")
		}
	}
	return nil
}

// check reads the profiles and tries all limits.
func (s streams) check(files []string, r *request, k *checkFlags) (compare.Findings, error) {
	if k.against == "-" && (len(files) == 0 || slices.Contains(files, "-")) {
		return nil, usageError("standard input can be read only once: --against - takes it, so name a file")
	}
	l, err := s.load(files, r, "check")
	if err != nil {
		return nil, err
	}
	m := messages{s.stderr, r.quiet}
	now, err := k.run(l, m)
	if err != nil {
		return nil, err
	}
	var findings compare.Findings
	if k.against == "" {
		findings = k.Check(now)
	} else {
		base, err := s.baseline(now, r, k, m)
		if err != nil {
			return nil, err
		}
		findings = k.Against(base, now)
	}
	for _, f := range findings {
		if f.Unknown {
			m.note("no function matches %s", f.What)
		}
	}
	return findings, nil
}

// baseline reads the profile that --against names, if it can be compared with now.
func (s streams) baseline(now compare.Run, r *request, k *checkFlags, m messages) (compare.Run, error) {
	l, err := s.loadRun(k.against, r, m, false)
	if err != nil {
		return compare.Run{}, err
	}
	run, err := k.run(l, m)
	if err != nil {
		return run, err
	}
	runs := []compare.Run{run, now}
	if err := compare.SameMetrics(runs); err != nil {
		return run, err
	}
	if k.Absolute {
		return run, compare.SameUnits(runs)
	}
	return run, nil
}

// write writes the findings in the format that was asked for.
func (k *checkFlags) write(w io.Writer, findings compare.Findings) error {
	switch k.format {
	case "json":
		return findings.WriteJSON(w)
	case "github":
		return findings.WriteGithub(w)
	}
	return findings.WriteText(w)
}

// run returns a profile to check, unless it is too small to say anything.
func (k *checkFlags) run(l *loaded, m messages) (compare.Run, error) {
	metric := l.metrics[0]
	if l.profile.HasNegative(metric) {
		return compare.Run{}, fmt.Errorf("%sweights below zero: this is a difference, and a check needs a profile", about(l.name))
	}
	follows := untestable
	if k.against == "" {
		follows = "they cannot be held against --min-samples"
	}
	run, err := asRun(l, metric, follows, m)
	if err != nil {
		return run, err
	}
	if run.Samples >= 0 {
		if samples := cmp.Or(run.WholeSamples, run.Profile.Total(run.Samples)); samples < int64(k.minSamples) {
			return run, fmt.Errorf("%stoo small to check: %s, and --min-samples is %d", about(l.name), input.Plural(samples, "sample"), k.minSamples)
		}
	}
	return run, nil
}
