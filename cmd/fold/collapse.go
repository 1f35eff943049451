package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/sources"
)

const collapseText = `Each line is one stack, root first, and its weight:

   main;parse;read 12

Lines are sorted by the bytes of the stack, so equal profiles give equal output.`

// collapseCommands returns collapse, and collapse-FORMAT for each format that fold reads.
func (s streams) collapseCommands() []lazyCommand {
	commands := []lazyCommand{{"collapse", func() *cli.Command {
		return s.collapseCommand("collapse", "", "write folded stacks", `
   fold collapse sample.txt > prof.folded
   fold collapse cpu.pb.gz --focus '^main\.' -o main.folded
   fold collapse monday.folded tuesday.folded > both.folded`)
	}}}
	for _, f := range sources.Formats() {
		if !f.Reads() {
			continue
		}
		name := "collapse-" + f.Name
		commands = append(commands, lazyCommand{name, func() *cli.Command {
			return s.collapseCommand(name, f.Name, "write folded stacks from "+f.Name, collapseExamples[f.Name])
		}})
	}
	return commands
}

// collapseExamples are the examples of collapse-FORMAT.
var collapseExamples = map[string]string{
	"perf": `
   perf script | fold collapse-perf > prof.folded
   fold collapse-perf --event cycles:u --annotate kernel perf.txt
   fold collapse-perf --metric samples --no-comm perf.txt`,
	"sample": `
   fold collapse-sample < sample.txt > prof.folded
   fold collapse-sample --idle --no-threads sample.txt`,
	"pprof": `
   fold collapse-pprof cpu.pb.gz > prof.folded
   fold collapse-pprof --metric alloc_space heap.pb.gz
   fold collapse-pprof --tagroot endpoint --no-inlines cpu.pb.gz`,
	"folded": `
   fold collapse-folded --ignore parse prof.folded > rest.folded`,
}

// collapseCommand returns a command that reads a format, or any if format is empty.
func (s streams) collapseCommand(name, format, usage, examples string) *cli.Command {
	r := &request{}
	r.read.Format = format
	var signed bool
	about := ""
	if f, known := sources.FormatNamed(format); known {
		about = "Reads " + f.Title + ".\n\n"
	}
	return &cli.Command{
		Name:        name,
		Usage:       usage,
		ArgsUsage:   "[FILE ...]",
		Description: about + collapseText,
		UsageText:   examples,
		Flags:       append(r.flags(), toggle(aboutOutput, "signed", "keep stacks of negative weight, as in differences", &signed)),
		Action: func(c *cli.Context) error {
			if _, err := outputFormat(name, r.output, "", "folded"); err != nil {
				return err
			}
			l, err := s.load(c.Args().Slice(), r, name)
			if err != nil {
				return err
			}
			return s.write(r.output, func(w io.Writer) error { return s.writeFolded(w, l, r, signed) })
		},
	}
}

// writeFolded writes the columns of l, each under a heading if all were asked for.
func (s streams) writeFolded(w io.Writer, l *loaded, r *request, signed bool) error {
	m := s.messages(r)
	for _, metric := range l.metrics {
		if r.metric == "all" {
			if _, err := io.WriteString(w, metricLine(l.profile.Metrics[metric])); err != nil {
				return err
			}
		}
		p, column := l.profile, metric
		if !signed {
			p, column = dropNegative(p, metric, m, "; --signed keeps them"), 0
		}
		if err := collapse.WriteFolded(w, p, collapse.FoldedOptions{Columns: []int{column}}); err != nil {
			return err
		}
	}
	return nil
}
