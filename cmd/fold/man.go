package main

import (
	"io"

	"github.com/urfave/cli/v2"
)

// manCommand prints the manual page, which the framework makes of the commands and flags.
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
			page, err := c.App.ToManWithSection(1)
			if err != nil {
				return err
			}
			_, err = io.WriteString(s.stdout, page)
			return err
		},
	}
}
