package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"fold/sources"
)

// outputs are the pictures and tables that fold writes.
var outputs = [][2]string{
	{"svg", "flame graph: fold svg"},
	{"text", "table for people: fold top"},
	{"markdown", "table for issues and chats: fold top --format markdown"},
	{"json", "table for programs: fold top --format json"},
	{"csv", "table for spreadsheets: fold top --format csv"},
}

func (s streams) formatsCommand() *cli.Command {
	return &cli.Command{
		Name:        "formats",
		Usage:       "list what fold reads and writes",
		Description: "Fold looks at the content of a file, never at its name. Files may be compressed with gzip or zstd.",
		UsageText:   "\n   fold formats",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usageError("formats takes no file")
			}
			return s.writeFormats()
		},
	}
}

// writeFormats prints one line for each format.
func (s streams) writeFormats() error {
	table := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	line := func(name, reads, writes, title string) {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", name, reads, writes, title)
	}
	line("format", "reads", "writes", "what it is")
	for _, f := range sources.Formats() {
		reads, writes := "-", "-"
		if f.Parse != nil {
			reads = "reads"
		}
		if f.Write != nil {
			writes = "writes"
		}
		if f.Parse == nil && f.Write == nil {
			continue // only recognised, to say what to do with it
		}
		line(f.Name, reads, writes, f.Title)
	}
	for _, o := range outputs {
		line(o[0], "-", "writes", o[1])
	}
	return table.Flush()
}
