package main

import (
	"fmt"
	"os"
	"slices"
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

// nearest returns the flag that name may be a misspelling of, with its dashes, or nothing. The framework names one
// however far it is, so it gets to see the close ones only.
func nearest(flags []cli.Flag, name string) string {
	var few []cli.Flag
	for _, f := range flags {
		if slices.ContainsFunc(f.Names(), func(known string) bool { return isClose(name, known) }) {
			few = append(few, f)
		}
	}
	return cli.SuggestFlag(few, name, true)
}

// isClose reports whether a name may be meant for a known one: it has few typos, or is how that begins.
func isClose(name, known string) bool {
	if len(name) < 2 || len(known) < 2 {
		return false
	}
	return strings.HasPrefix(known, name) || smetrics.WagnerFischer(name, known, 1, 1, 1) <= max(2, len(name)/4)
}
