package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// shortHelp is for those who type "fold" and nothing else.
const shortHelp = `usage: fold COMMAND [FLAGS] [FILE ...]

   fold top sample.txt               the heaviest functions
   fold svg sample.txt > prof.svg    the picture
   fold collapse sample.txt          folded stacks

`

const appText = `fold reads files, http URLs or standard input, plain or compressed with gzip or zstd, and detects their format.
Several files are added up; - is standard input. Flags may come before or after files; -- ends them.`

const appExamples = `
   fold top sample.txt
   perf script | fold svg > prof.svg
   fold collapse-sample < sample.txt > prof.folded`

// essentials are the flags that -h shows, of the commands that have them. --help shows all.
var essentials = []string{
	"n", "sort", "by", "peek", "group", "absolute", "max", "grow", "against", "tolerance", "budget", "title", "colors", "width",
	"inverted", "reverse", "format", "to", "metric", "event", "idle", "focus", "ignore", "hide", "lines", "output",
}

// helpText returns the help for a command, or for fold if that is nil.
func helpText(app *cli.App, c *cli.Command, asked help) string {
	if c == nil {
		return appHelp(app, asked)
	}
	return commandHelp(c, asked)
}

// appHelp returns what "fold --help" prints.
func appHelp(app *cli.App, asked help) string {
	var out strings.Builder
	out.WriteString("fold - turn profiles into folded stacks, flame graphs and tables\n\n")
	out.WriteString("USAGE\n   fold COMMAND [FLAGS] [FILE ...]\n\n" + appText + "\n\nCOMMANDS\n")
	writeColumns(&out, commandLines(app.Commands, asked))
	out.WriteString("\nEXAMPLES" + appExamples + "\n\n")
	if asked == briefHelp {
		out.WriteString("fold COMMAND -h explains a command, fold --help lists the flags that all of them take.\n")
		return out.String()
	}
	out.WriteString("Every command that reads profiles takes these flags; fold COMMAND --help lists its own.\n")
	writeFlags(&out, append((&request{}).flags(), helpFlag()))
	return out.String()
}

// commandLines returns a line for each command. There is a command for each format, which is too many for -h.
func commandLines(commands []*cli.Command, asked help) [][2]string {
	var lines [][2]string
	formats := [2]string{"collapse-FORMAT", "write folded stacks from FORMAT; fold formats lists them"}
	for _, c := range commands {
		switch {
		case asked == fullHelp || !strings.HasPrefix(c.Name, "collapse-"):
			lines = append(lines, [2]string{c.Name, c.Usage})
		case !slices.Contains(lines, formats):
			lines = append(lines, formats)
		}
	}
	return lines
}

// commandHelp returns what "fold COMMAND --help" prints. A command's UsageText holds its examples.
func commandHelp(c *cli.Command, asked help) string {
	var out strings.Builder
	fmt.Fprintf(&out, "fold %s - %s\n\nUSAGE\n   fold %s", c.Name, c.Usage, c.Name)
	if len(c.Flags) > 2 { // --help and --record-self are always there
		out.WriteString(" [FLAGS]")
	}
	if c.ArgsUsage != "" {
		out.WriteString(" " + c.ArgsUsage)
	}
	out.WriteByte('\n')
	if c.Description != "" {
		out.WriteString("\n" + c.Description + "\n")
	}
	if c.UsageText != "" {
		out.WriteString("\nEXAMPLES" + c.UsageText + "\n")
	}
	if asked == briefHelp {
		writeEssentials(&out, c)
		return out.String()
	}
	writeFlags(&out, c.Flags)
	return out.String()
}

// writeEssentials writes the flags that most people need.
func writeEssentials(out *strings.Builder, c *cli.Command) {
	var few []cli.Flag
	for _, f := range c.Flags {
		if slices.Contains(essentials, f.Names()[0]) {
			few = append(few, f)
		}
	}
	if len(few) == 0 {
		return
	}
	var lines [][2]string
	for _, heading := range headings {
		lines = append(lines, flagLines(few, heading)...)
	}
	out.WriteString("\nFLAGS\n")
	writeColumns(out, lines)
	fmt.Fprintf(out, "\nfold %s --help lists all flags.\n", c.Name)
}

// writeFlags writes all flags, each under its heading.
func writeFlags(out *strings.Builder, flags []cli.Flag) {
	for _, heading := range headings {
		if lines := flagLines(flags, heading); len(lines) > 0 {
			fmt.Fprintf(out, "\n%s\n", strings.ToUpper(heading))
			writeColumns(out, lines)
		}
	}
}

// flagLines returns a line for each visible flag under a heading: "-n N" and what it does. The value's
// name stands between backquotes in the flag's usage; where it begins the usage, it is not said again.
func flagLines(flags []cli.Flag, heading string) [][2]string {
	var lines [][2]string
	for _, f := range flags {
		visible, ok := f.(cli.CategorizableFlag)
		described, ok2 := f.(cli.DocGenerationFlag)
		if !ok || !ok2 || !visible.IsVisible() || visible.GetCategory() != heading {
			continue
		}
		name, usage := dashed(f.Names()[0]), described.GetUsage()
		if before, rest, found := strings.Cut(usage, "`"); found {
			value, after, _ := strings.Cut(rest, "`")
			if described.TakesValue() {
				name += " " + value
				usage = before + value + after
				if before == "" {
					usage = strings.TrimPrefix(after, ": ")
				}
			}
		}
		for _, alias := range f.Names()[1:] {
			name += ", " + dashed(alias)
		}
		lines = append(lines, [2]string{name, usage})
	}
	return lines
}

// writeColumns writes lines of two columns.
func writeColumns(out *strings.Builder, lines [][2]string) {
	width := 0
	for _, line := range lines {
		width = max(width, len(line[0]))
	}
	for _, line := range lines {
		fmt.Fprintf(out, "   %-*s  %s\n", width, line[0], line[1])
	}
}

// wrap returns text in lines of at most 100 letters.
func wrap(text string) string {
	var out strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		if column > 0 && column+1+len(word) > 100 {
			out.WriteByte('\n')
			column = 0
		} else if column > 0 {
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}

// helpCommand prints the help of the command that it is given, or of fold.
func (s streams) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show help for fold or a command",
		ArgsUsage: "[COMMAND]",
		UsageText: "\n   fold help top",
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			var command *cli.Command
			if name != "" {
				if command = c.App.Command(name); command == nil {
					return noCommand(c.App, name)
				}
			}
			_, err := io.WriteString(s.stdout, helpText(c.App, command, fullHelp))
			return err
		},
	}
}
