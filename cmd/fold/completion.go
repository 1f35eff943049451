package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// completionFlag asks fold for what the last word of a command line can become, as urfave/cli's scripts do:
//
//	fold top --so --generate-bash-completion
//	--sort
const completionFlag = "--generate-bash-completion"

// The scripts that make shells ask.
var (
	//go:embed completion/fold.bash
	bashCompletion string
	//go:embed completion/fold.zsh
	zshCompletion string
	//go:embed completion/fold.fish
	fishCompletion string
)

func (s streams) completionCommand() *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "print a completion script for a shell",
		ArgsUsage:   "bash|zsh|fish",
		Description: "Save the script where your shell looks for completions: for zsh that is any folder in fpath.",
		UsageText: `
   fold completion bash > ~/.local/share/bash-completion/completions/fold
   fold completion zsh > ~/.zfunc/_fold
   fold completion fish > ~/.config/fish/completions/fold.fish`,
		Action: func(c *cli.Context) error {
			scripts := map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
			script, known := scripts[c.Args().First()]
			if !known || c.NArg() != 1 {
				return usageError("name one shell: bash, zsh or fish")
			}
			_, err := io.WriteString(s.stdout, script)
			return err
		},
	}
}

// complete prints what the last of the words behind "fold" can become, a line each. It prints nothing
// where a file name is due; shells know those themselves.
func complete(w io.Writer, commands []*cli.Command, words []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	words = joinValue(words)
	last := words[len(words)-1]
	for _, candidate := range candidates(commands, words[:len(words)-1], last) {
		if strings.HasPrefix(candidate, last) {
			fmt.Fprintln(w, candidate)
		}
	}
}

// candidates returns the words that can stand behind others.
func candidates(commands []*cli.Command, before []string, last string) []string {
	if len(before) == 0 {
		return append(commandNames(commands), "--help", "--version")
	}
	var command *cli.Command
	for _, c := range commands {
		if c.Name == before[0] {
			command = c
		}
	}
	if command == nil {
		return nil
	}
	if previous := before[len(before)-1]; len(before) > 1 && strings.HasPrefix(previous, "-") {
		if f, _, hasValue := findFlag(command.Flags, previous); f != nil && takesValue(f) && !hasValue {
			return valuesOf(f)
		}
	}
	switch {
	case strings.HasPrefix(last, "-") && strings.Contains(last, "="):
		return valuesBehindEquals(command, last)
	case strings.HasPrefix(last, "-"):
		return flagNames(command)
	case command.Name == "completion":
		return []string{"bash", "zsh", "fish"}
	case command.Name == "help":
		return commandNames(commands)
	}
	return nil
}

// joinValue makes three words of two, as behind a blank, where bash has cut "--sort=se" at the "=": there the
// candidates are what stands behind it.
//
//	top --sort = se        top --sort se
//	top --sort =           top --sort ""
func joinValue(words []string) []string {
	n := len(words)
	switch {
	case n >= 2 && words[n-1] == "=":
		return append(slices.Clone(words[:n-1]), "")
	case n >= 3 && words[n-2] == "=":
		return append(slices.Clone(words[:n-2]), words[n-1])
	}
	return words
}

// valuesBehindEquals returns what "--sort=" and the like can become, where a shell takes it for one word.
func valuesBehindEquals(c *cli.Command, word string) []string {
	name, _, _ := strings.Cut(word, "=")
	f, _, _ := findFlag(c.Flags, name)
	if f == nil || !takesValue(f) {
		return nil
	}
	var words []string
	for _, value := range valuesOf(f) {
		words = append(words, name+"="+value)
	}
	return words
}

func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

func flagNames(c *cli.Command) []string {
	var names []string
	for _, f := range c.Flags {
		if visible, ok := f.(cli.VisibleFlag); ok && visible.IsVisible() {
			names = append(names, dashed(f.Names()[0]))
		}
	}
	return names
}

// valuesOf returns the words that a flag takes, if it takes only a few.
func valuesOf(f cli.Flag) []string {
	if g := genericOf(f); g != nil && takesValue(f) {
		return choicesOf(g.Value)
	}
	return nil
}
