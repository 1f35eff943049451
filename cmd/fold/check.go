package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"fold/flame/compare"
	"fold/flame/text"
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
	compare.Guard          // with a tolerance below zero as long as none is given
	against       []string // the files of the baseline
	minSamples    int      // fewer samples are too few to check; below zero: not given
	allowMissing  bool     // a limit may match nothing
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
		Flags:       onceEach(append(k.flags(), r.flags()...)),
		Action: func(c *cli.Context) error {
			if err := k.prepare(r); err != nil {
				return err
			}
			findings, err := s.check(c.Args().Slice(), r, k)
			if err != nil {
				return err
			}
			if err := missing(findings); err != nil && !k.allowMissing && !findings.Broken() {
				return err // and no line or JSON that says "ok"
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
		setting(aboutLimits, "against", "no function grows over the baseline profile `FILE`; repeat it, or give a folder or a pattern, for several runs", fileList{&k.against}),
		setting(aboutLimits, "tolerance", "by more than `POINTS` percentage points and the noise; default 1", fraction{&k.Tolerance, 0, 100}),
	}
	return append(append(limits, compareFlags(aboutLimits, "with --against, ", &k.Options)...),
		toggle(aboutLimits, "absolute", "compare weights with --against instead of shares, in percent of its total: for equal work", &k.Absolute),
		setting(aboutLimits, "budget", "read limits from `FILE`", filled{&k.budgetFile}),
		setting(aboutLimits, "min-samples", "fail with fewer than `N` samples; default 100, or what --tolerance needs", number{&k.minSamples, 0, math.MaxInt}),
		toggle(aboutLimits, "allow-missing", "let --max and --grow match no function of any profile", &k.allowMissing),
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
	if len(k.Limits) == 0 && len(k.against) == 0 {
		if k.budgetFile != "" {
			return inFile(k.budgetFile, errors.New("nothing to check: it has no max, grow or against"))
		}
		return usageError("nothing to check: give --max, --against or --budget")
	}
	for _, l := range k.Limits {
		if l.Grow && len(k.against) == 0 {
			return usageError("what may grow is compared with a baseline: give --against")
		}
	}
	return nil
}

// check reads the profiles and tries all limits. Each file is a run of its own.
func (s streams) check(files []string, r *request, k *checkFlags) (compare.Findings, error) {
	if slices.Contains(k.against, "-") && (len(files) == 0 && r.filesFrom == "" || r.filesFrom == "-" || slices.Contains(files, "-")) {
		return nil, usageError("standard input can be read only once: --against - takes it, so name a file")
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := r.refuseWeigh("check"); err != nil {
		return nil, err
	}
	in, err := s.inputs(files, r, "check")
	if err != nil {
		return nil, err
	}
	r.read.Samples = len(k.against) > 0
	m := s.messages(r)
	now, err := s.guarded("after", in, r, k, m)
	if err != nil {
		return nil, err
	}
	sides := []compare.Side{now}
	if len(k.against) > 0 {
		baseline, err := expand(k.against)
		if err != nil {
			return nil, err
		}
		base, err := s.guarded("before", baseline, r, k, m)
		if err != nil {
			return nil, err
		}
		sides = []compare.Side{base, now}
	}
	if err := compare.SameMetrics(runsOf(sides)); err != nil {
		return nil, err
	}
	for _, side := range sides {
		if err := k.enough(side); err != nil {
			return nil, err
		}
	}
	if len(sides) == 1 {
		return k.Check(now), nil
	}
	if k.Absolute {
		if err := compare.SameUnits(runsOf(sides)); err != nil {
			return nil, err
		}
	}
	for _, fact := range compare.Differences(sides) {
		m.note("%s", fact)
	}
	return k.Against(sides[0], now), nil
}

// guarded returns a side of a check.
func (s streams) guarded(name string, in inputFiles, r *request, k *checkFlags, m messages) (compare.Side, error) {
	side := compare.Side{Name: name}
	err := s.eachRun(in, r, m, false, func(l *loaded, m messages) error {
		run, err := k.run(l, m)
		if err == nil {
			side.Runs = append(side.Runs, run)
		}
		return err
	})
	if err != nil || oneColumn(side.Runs) {
		return side, err
	}
	l, err := s.loadAll(in, r) // which finds the column that they share, and adds it up
	if err != nil {
		return side, err
	}
	run, err := k.run(l, m)
	side.Runs = []compare.Run{run}
	return side, err
}

// oneColumn reports whether runs show the same column.
func oneColumn(runs []compare.Run) bool {
	first := runs[0].Profile.Metrics[runs[0].Metric]
	for _, run := range runs[1:] {
		if !same(run.Profile.Metrics[run.Metric], first) {
			return false
		}
	}
	return true
}

// run returns a profile to check, unless nothing can be said about it.
func (k *checkFlags) run(l *loaded, m messages) (compare.Run, error) {
	metric := l.metrics[0]
	switch {
	case l.profile.HasNegative(metric):
		return compare.Run{}, fmt.Errorf("%sweights below zero: this is a difference, and a check needs a profile", about(l.name))
	case l.profile.Saturated:
		return compare.Run{}, fmt.Errorf("%ssums go beyond 64 bits, so that no share is right", about(l.name))
	}
	quiet := m
	quiet.quiet = true
	run, err := asRun(l, metric, "", quiet)
	if err != nil {
		return run, err
	}
	switch why := run.Samples().Why; {
	case why == "":
	case len(k.against) == 0:
		m.note("%s%s, so they cannot be held against --min-samples", about(l.name), why)
	case k.minSamples != 0:
		return run, fmt.Errorf("%s%s, so growth cannot be told from noise: --min-samples 0 lets --tolerance alone decide", about(l.name), why)
	default:
		m.note("%s%s, so --tolerance alone decides", about(l.name), why)
	}
	return run, nil
}

// enough is an error where a side holds fewer samples than its limits need.
func (k *checkFlags) enough(side compare.Side) error {
	samples, inEffect := 0.0, ""
	for _, run := range side.Runs {
		of := run.Samples()
		if of.Number <= 0 {
			return nil // not known, or everything was counted
		}
		samples += of.Number
		if of.InEffect() {
			inEffect = " in effect"
		}
	}
	least, needs := float64(k.minSamples), "--min-samples is "+compare.SamplesText(float64(k.minSamples))
	if k.minSamples < 0 {
		least, needs = defaultMinSamples, fmt.Sprintf("a check needs %d", defaultMinSamples)
		if len(k.against) > 0 && k.Needs() > least {
			least = k.Needs()
			needs = fmt.Sprintf("a tolerance of %.2f points needs %s", k.Tolerance, compare.SamplesText(least))
		}
	}
	if samples >= least-1e-6 {
		return nil
	}
	name := fmt.Sprintf("the %d runs %s", len(side.Runs), side.Name)
	if len(side.Runs) == 1 {
		name = side.Runs[0].Name
	}
	return fmt.Errorf("%stoo small to check: %s, and %s: record %s times as long, or sample more often", about(name), compare.CountText(samples)+inEffect, needs, timesText(least/max(1, samples)))
}

// timesText returns a factor, rounded up so that it is enough: "1.4", and of large ones "89".
func timesText(factor float64) string {
	if factor < 10 {
		return strconv.FormatFloat(math.Ceil(factor*10-1e-6)/10, 'f', -1, 64)
	}
	return text.GroupDigits(strconv.FormatFloat(math.Ceil(factor-1e-6), 'f', 0, 64))
}

// missing is an error where limits match nothing: a guard that can never break is none.
func missing(findings compare.Findings) error {
	var what []string
	for _, f := range findings {
		if f.Unknown {
			what = append(what, f.What)
		}
	}
	if len(what) == 0 {
		return nil
	}
	return fmt.Errorf("no function matches %s: was it renamed? --allow-missing lets that pass", strings.Join(what, ", "))
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
