package main

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
)

const convertText = `pprof is gzipped profile.proto for go tool pprof, Grafana, Parca and others, speedscope is for www.speedscope.app;
both hold all columns of the input, and --metric picks the one that is shown first. The others hold one column, which
--metric picks: firefox is for profiler.firefox.com, cpuprofile for Chrome DevTools and VS Code, json is the call tree
that d3-flame-graph draws. tsv, jsonl and parquet are two tables for ClickHouse, DuckDB, Spark and others: -o NAME writes
NAME.samples.tsv, a row for each stack, set of labels and metric, and NAME.stacks.tsv (docs/engines.md).`

const convertExamples = `
   fold convert --to pprof sample.txt > sample.pb.gz
   perf script | fold convert --to pprof -o perf.pb.gz
   fold convert --to speedscope cpu.pb.gz -o cpu.speedscope.json
   fold convert --to jsonl cpu.pb.gz -o fleet
   fold convert --to json --metric alloc_space heap.pb.gz > heap.json`

func (s streams) convertCommand() *cli.Command {
	r := &request{}
	var to string
	return &cli.Command{
		Name:        "convert",
		Usage:       "write a profile in another format",
		ArgsUsage:   "--to FORMAT [FILE ...]",
		Description: convertText,
		UsageText:   convertExamples,
		Flags: append([]cli.Flag{
			setting(aboutOutput, "to", "write `FORMAT`: "+strings.Join(convertible(), ", "), oneOf(&to, convertible()...)),
		}, r.flags()...),
		Action: func(c *cli.Context) error {
			var err error
			if to, err = outputFormat("convert", r.output, to, convertible()...); err != nil {
				return err
			}
			if to == "" {
				return usageError("say what to write: --to " + strings.Join(convertible(), ", --to "))
			}
			if output := tablesNamed(to); output != nil {
				return s.convertRows(c.Args().Slice(), r, to, output)
			}
			return s.convert(c.Args().Slice(), r, to)
		},
	}
}

// writable returns the names of the formats that fold writes.
func writable() []string {
	var names []string
	for _, f := range sources.Formats() {
		if f.Write != nil {
			names = append(names, f.Name)
		}
	}
	return names
}

// convert writes the files in the format called to.
func (s streams) convert(files []string, r *request, to string) error {
	format, _ := sources.FormatNamed(to)
	if r.metric == "all" && !format.AllColumns {
		return usageError("--metric all is for pprof and speedscope: " + to + " holds one metric")
	}
	if to == "pprof" && s.terminalFor(r) != nil {
		return usageError("pprof is not text for a terminal: write it to a file with -o FILE")
	}
	isPprof := to == "pprof"
	r.allColumns, r.read.KeepLabels, r.read.KeepLines = format.AllColumns, isPprof, isPprof
	l, err := s.load(files, r, "convert")
	if err != nil {
		return err
	}
	return s.writeAs(l, r, to)
}

// writeAs writes what was loaded in the format called to.
func (s streams) writeAs(l *loaded, r *request, to string) error {
	m := s.messages(r)
	p, metric := l.profile, l.metrics[0]
	if r.metric == "all" {
		metric = p.Default
	}
	format, _ := sources.FormatNamed(to)
	switch {
	case to == "pprof":
		tellFractions(p, m)
		tellOrigin(p.Origin, m)
	case !format.AllColumns || hasNegative(p):
		if format.AllColumns && len(p.Metrics) > 1 {
			m.note("%s cannot store the weights below zero that are there: %s is written alone", to, p.Metrics[metric].Name)
		}
		p, metric = dropNegative(p, metric, m, ""), 0
	}
	if format.Loses != nil {
		if lost := format.Loses(p, metric); lost != "" {
			m.note("%s", lost)
		}
	}
	if to != "folded" {
		tellNotUTF8(p, m)
	}
	return s.write(r.output, func(w io.Writer) error {
		return format.Write(w, p, metric)
	})
}

// hasNegative reports whether any column has a weight below zero.
func hasNegative(p *collapse.Profile) bool {
	for metric := range p.Metrics {
		if p.HasNegative(metric) {
			return true
		}
	}
	return false
}

// tellFractions tells in which unit columns with fractions are written, which pprof does not have.
func tellFractions(p *collapse.Profile, m messages) {
	for _, metric := range p.Metrics {
		if metric.Scale > 0 {
			one := "1" + strings.Repeat("0", metric.Scale)
			m.note("pprof cannot store the fractions of %s: written as whole numbers of 1/%s", metric.Name, one)
		}
	}
}

// tellOrigin tells what files did not agree about, so that it is not written.
func tellOrigin(o collapse.Origin, m messages) {
	if o.Periods {
		m.note("the files differ in how often they sampled: no period is written")
	}
	for _, program := range o.Programs {
		if program.Builds {
			m.note("%s has several build ids: none is written", program.Module)
		}
	}
}

// tellNotUTF8 tells how many names change because they are not UTF-8.
func tellNotUTF8(p *collapse.Profile, m messages) {
	changed := int64(0)
	for f := range p.Frames() {
		frame := p.Frame(collapse.FrameID(f))
		if frame.Kind == collapse.KindLabels {
			frame.Name = labelTexts(frame)
		}
		if !utf8.ValidString(frame.Text(p.Modules)) {
			changed++
		}
	}
	if changed > 0 {
		m.note("%s with bytes that are not UTF-8: U+FFFD is written for them", input.Plural(changed, "name"))
	}
}

// labelTexts returns the texts of the labels that a frame holds, one after the other.
func labelTexts(f collapse.Frame) (all string) {
	for _, label := range input.LabelsOf(f) {
		all += label.Key + label.Unit + label.Text
	}
	return all
}
