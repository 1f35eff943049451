package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// shortHelp is for those who type "fold" and nothing else.
const shortHelp = `usage: fold COMMAND [FLAGS] [FILE ...]

   fold top sample.txt               the functions that weigh most
   fold svg sample.txt > prof.svg    the picture
   fold collapse sample.txt          folded stacks

`

const appText = `Every command reads every format, from files, http URLs or standard input, plain, gzip or zstd.
Several files are added up; - is standard input. Flags stand before or after files; -- ends them.`

const appExamples = `
   fold top sample.txt
   perf script | fold svg > prof.svg
   fold collapse-sample < sample.txt > prof.folded`

// appHelp returns what "fold --help" prints.
func appHelp(app *cli.App) string {
	var out strings.Builder
	out.WriteString("fold - turn profiles into folded stacks, flame graphs and tables\n\n")
	out.WriteString("USAGE\n   fold COMMAND [FLAGS] [FILE ...]\n\n" + appText + "\n\nCOMMANDS\n")
	var lines [][2]string
	for _, c := range app.Commands {
		lines = append(lines, [2]string{c.Name, c.Usage})
	}
	writeColumns(&out, append(lines, [2]string{"--version", "print the version"}))
	out.WriteString("\nEXAMPLES" + appExamples + "\n\nfold COMMAND --help tells more.\n")
	return out.String()
}

// commandHelp returns what "fold COMMAND --help" prints. A command's UsageText holds its examples.
func commandHelp(c *cli.Command) string {
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
	for _, heading := range headings {
		if lines := flagLines(c.Flags, heading); len(lines) > 0 {
			fmt.Fprintf(&out, "\n%s\n", strings.ToUpper(heading))
			writeColumns(&out, lines)
		}
	}
	return out.String()
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

// escapeTemplate returns a text that a template prints as it is.
func escapeTemplate(text string) string { return strings.ReplaceAll(text, "{{", `{{"{{"}}`) }

// helpCommand prints the help of the command that it is given, or of fold.
func (s streams) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "tell about fold or one of its commands",
		ArgsUsage: "[COMMAND]",
		UsageText: "\n   fold help top",
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			command := c.App.Command(name)
			if command == nil {
				return usageError(fmt.Sprintf("no command %q", name))
			}
			_, err := fmt.Fprint(s.stdout, commandHelp(command))
			return err
		},
	}
}
