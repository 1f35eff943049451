package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// manCommand prints the manual page, in the language of troff.
func (s streams) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "Put it where man looks, under the name fold.1.",
		UsageText: `
   fold man > ~/.local/share/man/man1/fold.1`,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usageError("man takes no file")
			}
			_, err := io.WriteString(s.stdout, manualPage(c.App))
			return err
		},
	}
}

// manualPage returns the manual page: what the commands do, the flags of each, and the flags that all have which read
// profiles. Those of collapse-FORMAT are those of collapse.
func manualPage(app *cli.App) string {
	var out strings.Builder
	out.WriteString(".TH fold 1\n.SH NAME\nfold \\- " + troff(app.Usage) + "\n.SH SYNOPSIS\n" + troff(app.UsageText) + "\n.SH DESCRIPTION\n" + troff(appText) + "\n")
	common := (&request{}).flags()
	for _, c := range app.Commands {
		fmt.Fprintf(&out, ".SH %s\n%s\n.PP\nfold %s\n", troff(c.Name), troff(c.Usage), troff(c.Name+" [FLAGS] "+c.ArgsUsage))
		if strings.HasPrefix(c.Name, "collapse-") {
			continue
		}
		if c.Description != "" {
			out.WriteString(".PP\n" + troff(c.Description) + "\n")
		}
		if c.UsageText != "" {
			out.WriteString(".PP\n.nf" + troff(c.UsageText) + "\n.fi\n")
		}
		own := slices.DeleteFunc(slices.Clone(c.Flags), func(f cli.Flag) bool { return flagNamed(common, f.Names()[0]) != nil })
		writeManFlags(&out, own)
	}
	out.WriteString(".SH FLAGS OF ALL COMMANDS THAT READ PROFILES\n")
	writeManFlags(&out, common)
	return out.String()
}

// writeManFlags writes flags under their headings.
func writeManFlags(out *strings.Builder, flags []cli.Flag) {
	for _, heading := range headings {
		lines := flagLines(flags, heading)
		if len(lines) > 0 && heading != aboutHelp {
			fmt.Fprintf(out, ".SS %s\n", heading)
		}
		for _, line := range lines {
			fmt.Fprintf(out, ".TP\n.B %s\n%s\n", troff(line[0]), troff(strings.TrimSpace(line[1])))
		}
	}
}

// troff returns text so that troff writes it as it is: dashes are no hyphens, and no line is an instruction.
func troff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
