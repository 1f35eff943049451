package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"fold/sources"
)

func (s streams) formatsCommand() *cli.Command {
	return &cli.Command{
		Name:        "formats",
		Usage:       "list the formats that fold reads and writes",
		Description: "fold looks at the content of a file, never at its name. Files may be compressed with gzip or zstd.",
		UsageText:   "\n   fold formats",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usageError("formats takes no file")
			}
			return s.writeFormats()
		},
	}
}

// formatsText stands between the formats of profiles and the other things that fold writes.
const formatsText = `
Every command reads the formats marked "reads"; fold convert --to FORMAT writes those marked "writes".
Tables and pictures have formats of their own:

`

// writeFormats prints one line for each format, and one for each command that writes tables or pictures.
func (s streams) writeFormats() error {
	table := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	line := func(name, reads, writes, title string) {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", name, reads, writes, title)
	}
	line("format", "reads", "writes", "what it is")
	for _, f := range sources.Formats() {
		reads, writes := "-", "-"
		if f.Reads() {
			reads = "reads"
		}
		if f.Write != nil {
			writes = "writes"
		}
		if !f.Reads() && f.Write == nil {
			continue // only recognised, to say what to do with it
		}
		line(f.Name, reads, writes, f.Title)
	}
	fmt.Fprint(table, formatsText)
	for _, c := range s.commands("") {
		if f, _, _ := findFlag(c.Flags, "--format"); f != nil {
			fmt.Fprintf(table, "fold %s --format\t%s\n", c.Name, strings.Join(valuesOf(f), ", "))
		}
	}
	return table.Flush()
}
