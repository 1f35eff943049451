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

// nearest returns the flag that name may be a misspelling of, with its dashes, or nothing: the one that takes the fewest
// typos, and of those the most alike.
func nearest(flags []cli.Flag, name string) string {
	if len(name) < 2 {
		return ""
	}
	near, fewest, likeness := "", max(2, len(name)/4), -1.0
	for _, f := range flags {
		for _, known := range f.Names() {
			typos := smetrics.WagnerFischer(name, known, 1, 1, 1)
			if strings.HasPrefix(known, name) {
				typos = min(typos, fewest)
			}
			like := smetrics.JaroWinkler(name, known, 0.1, 4)
			if len(known) > 1 && (typos < fewest || typos == fewest && like > likeness) {
				near, fewest, likeness = "--"+known, typos, like
			}
		}
	}
	return near
}
