package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// usageError is a wrong command line: exit status 2, and nothing on standard output.
type usageError string

func (e usageError) Error() string { return string(e) }

// arrange returns the arguments in the form that the framework understands, and the command that they
// name. The framework takes everything behind the first file for a file, so the flags move to the front,
// each as one argument under its main name:
//
//	top a.txt -n5 --show_from main b.txt
//	fold top --n=5 --show-from=main -- a.txt b.txt
func arrange(app *cli.App, args []string) (*cli.Command, []string, error) {
	if len(args) == 0 {
		return nil, []string{app.Name}, nil
	}
	if strings.HasPrefix(args[0], "-") {
		flags, _, err := split(app.Flags, args[:1])
		if err != nil {
			err = fmt.Errorf("%w; flags stand behind the command", err)
		}
		return nil, append([]string{app.Name}, flags...), err
	}
	command := app.Command(args[0])
	if command == nil {
		return nil, nil, noCommand(args[0])
	}
	flags, files, err := split(command.Flags, args[1:])
	if slices.Contains(flags, "--help") {
		files = nil // the framework would look for help about them
	}
	arranged := append([]string{app.Name, command.Name}, flags...)
	return command, append(append(arranged, "--"), files...), err
}

func noCommand(name string) error {
	if _, err := os.Stat(name); err == nil {
		return usageError(fmt.Sprintf("%q is a file: name a command first, as in fold top %s", name, name))
	}
	return usageError(fmt.Sprintf("no command %q", name))
}

// split sorts args into flags and files.
func split(known []cli.Flag, args []string) (flags, files []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			return flags, append(files, args...), nil
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			files = append(files, arg)
			continue
		}
		f, value, hasValue := findFlag(known, arg)
		if f == nil {
			return nil, nil, noFlag(arg)
		}
		if takesValue(f) && !hasValue {
			switch o, isOptional := f.(optional); {
			case isOptional && (len(args) == 0 || !o.takes(args[0])):
				value, hasValue = "", true
			case len(args) == 0:
				return nil, nil, usageError(dashed(f.Names()[0]) + " needs a value")
			default:
				value, hasValue, args = args[0], true, args[1:]
			}
		}
		flag := "--" + f.Names()[0]
		if hasValue {
			flag += "=" + value
		}
		flags = append(flags, flag)
	}
	return flags, files, nil
}

func noFlag(arg string) error {
	name, _, _ := strings.Cut(arg, "=")
	if plainName(name) == "diff" {
		return usageError("no flag " + name + ": a picture of what changed is fold diff --format svg BEFORE AFTER")
	}
	return usageError("no flag " + name)
}

// optional is a flag whose value may be missing. It says whether the next argument is the value.
type optional interface {
	takes(next string) bool
}

// findFlag returns the flag that arg names, and its value if arg holds one: "--n=5", "-n5".
func findFlag(known []cli.Flag, arg string) (f cli.Flag, value string, hasValue bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
	name, value, hasValue = strings.Cut(name, "=")
	if f = flagNamed(known, name); f != nil || len(name) < 2 || strings.HasPrefix(arg, "--") {
		return f, value, hasValue
	}
	if f = flagNamed(known, name[:1]); f != nil && takesValue(f) {
		return f, arg[2:], true
	}
	return nil, "", false
}

// flagNamed returns the flag with the given name, or nil. Dashes inside a name do not count and may be
// underscores: pprof writes show_from and noinlines.
func flagNamed(known []cli.Flag, name string) cli.Flag {
	for _, f := range known {
		for _, have := range f.Names() {
			if plainName(have) == plainName(name) {
				return f
			}
		}
	}
	return nil
}

var inName = strings.NewReplacer("-", "", "_", "")

func plainName(name string) string { return inName.Replace(name) }

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

// dashed returns a flag as users write it: "-n", "--sort".
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// wrongFlag rewords the framework's errors about values:
//
//	invalid value "x" for flag -sort: none of self, total
//	invalid boolean value "x" for -idle: parse error
func wrongFlag(_ *cli.Context, err error, _ bool) error {
	text := strings.Replace(err.Error(), " for flag -", " for -", 1)
	before, after, found := strings.Cut(text, " for -")
	if !found {
		return usageError(text)
	}
	name, why, _ := strings.Cut(after, ": ")
	return usageError(fmt.Sprintf("%s for %s: %s", before, dashed(name), why))
}
