package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// noCommand is the error about a command that there is not.
func noCommand(app *cli.App, name string) error {
	if _, err := os.Stat(name); err == nil {
		return usageError(fmt.Sprintf("%q is a file: name a command first, as in fold top %s", name, name))
	}
	// cli.SuggestCommand wraps its answer in a sentence; SuggestFlag returns the bare name.
	var names []cli.Flag
	for _, command := range commandNames(app.Commands) {
		names = append(names, &cli.BoolFlag{Name: command})
	}
	message := fmt.Sprintf("no command %q", name)
	if near := nearest(names, name); near != "" {
		message += "; did you mean " + strings.TrimLeft(near, "-") + "?"
	}
	return usageError(message)
}

// noFlag is the error about a flag that there is not.
func noFlag(known []cli.Flag, arg string) error {
	name, _, _ := strings.Cut(arg, "=")
	if plainName(name) == "diff" {
		return usageError("no flag " + name + ": a picture of what changed is fold diff --format svg BEFORE AFTER")
	}
	var shown []cli.Flag
	for _, f := range known {
		if visible, ok := f.(cli.VisibleFlag); ok && visible.IsVisible() {
			shown = append(shown, f)
		}
	}
	message := "no flag " + name
	if near := nearest(shown, strings.TrimLeft(name, "-")); near != "" {
		message += "; did you mean " + near + "?"
	}
	return usageError(message)
}

// nearest returns the flag that name may be a misspelling of, with its dashes, or nothing.
func nearest(flags []cli.Flag, name string) string {
	if len(name) < 2 {
		return ""
	}
	near := cli.SuggestFlag(flags, name, true)
	bare := strings.TrimLeft(near, "-")
	// The framework names the nearest flag, however far it is.
	typos := smetrics.WagnerFischer(name, bare, 1, 1, 1)
	if len(bare) < 2 || typos > max(2, len(name)/4) && !strings.HasPrefix(bare, name) {
		return ""
	}
	return near
}
