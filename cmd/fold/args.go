package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// usageError is a wrong command line: exit status 2, and nothing on standard output.
type usageError string

func (e usageError) Error() string { return string(e) }

// commandLine is a command line that was understood.
type commandLine struct {
	command *cli.Command // nil: none is named
	args    []string     // what the framework is given
	flags   []cli.Flag   // those of the command that are among args
	help    help         // what to print instead of running the command
}

// help is how much help was asked for.
type help int

const (
	noHelp    help = iota
	briefHelp      // -h
	fullHelp       // --help
)

// arrange brings the arguments into the form that the framework understands. The framework takes everything after
// the first file for a file, so flags move to the front, each as one argument under its main name:
//
//	top a.txt -n5 --show_from main b.txt
//	fold top --n=5 --show-from=main -- a.txt b.txt
func arrange(app *cli.App, args []string) (commandLine, error) {
	if len(args) == 0 {
		return commandLine{args: []string{app.Name}}, nil
	}
	if strings.HasPrefix(args[0], "-") {
		return arrangeRoot(app, args)
	}
	name, preset := programNamed(args[0])
	command := app.Command(name)
	if command == nil {
		return commandLine{}, noCommand(app, args[0])
	}
	line := commandLine{command: command}
	s := splitter{known: command.Flags, spellings: spellingsFor(command.Name), args: append(preset, args[1:]...)}
	s.wraps = command.Name == recordName
	err := s.split()
	line.help, line.flags = s.help, flagsIn(command.Flags, s.flags)
	line.args = append([]string{app.Name, command.Name}, s.flags...)
	line.args = append(append(line.args, "--"), s.files...)
	return line, err
}

// arrangeRoot arranges a command line without a command.
func arrangeRoot(app *cli.App, args []string) (commandLine, error) {
	if err := posixFold(args); err != nil {
		return commandLine{}, err
	}
	s := splitter{known: app.Flags, args: args[:1]}
	if err := s.split(); err != nil {
		return commandLine{}, usageError(err.Error() + "; flags go after the command")
	}
	return commandLine{args: append([]string{app.Name}, s.flags...), help: s.help}, nil
}

// splitter sorts arguments into flags and files.
type splitter struct {
	known     []cli.Flag
	spellings []spelling // of flags of other programs
	args      []string   // what is left to sort

	wraps        bool // the first word that is no flag begins another program's command line
	flags, files []string
	help         help
}

// split sorts all arguments.
func (s *splitter) split() error {
	for len(s.args) > 0 {
		arg := s.next()
		if arg == "--" {
			s.files = append(s.files, s.args...)
			return nil
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			s.files = append(s.files, arg)
			if s.wraps {
				s.files = append(s.files, s.args...)
				return nil
			}
			continue
		}
		if err := s.flag(arg); err != nil {
			return err
		}
	}
	return nil
}

func (s *splitter) next() string {
	arg := s.args[0]
	s.args = s.args[1:]
	return arg
}

// flag takes a flag, and its value if that is the next argument.
func (s *splitter) flag(arg string) error {
	f, value, hasValue := findFlag(s.known, arg)
	if f == nil {
		return s.foreign(arg)
	}
	name := nameOf(f)
	if name == "help" {
		s.help = max(s.help, helpAskedBy(arg))
		return nil
	}
	if takesValue(f) && !hasValue {
		switch o, isOptional := f.(optional); {
		case isOptional && (len(s.args) == 0 || !o.takes(s.args[0])):
		case len(s.args) == 0:
			return usageError(dashed(name) + " needs a value")
		default:
			value = s.next()
		}
		hasValue = true
	}
	flag := "--" + name
	if hasValue {
		flag += "=" + value
	}
	s.flags = append(s.flags, flag)
	return nil
}

func helpAskedBy(arg string) help {
	if arg == "-h" {
		return briefHelp
	}
	return fullHelp
}

// optional is a flag whose value may be missing. It reports whether the next argument is the value.
type optional interface {
	takes(next string) bool
}

// findFlag returns the flag that arg names, and its value if arg holds one: "--n=5", "-n5". Only a number may touch
// a flag of one letter: "-open" is no "-o pen".
func findFlag(known []cli.Flag, arg string) (f cli.Flag, value string, hasValue bool) {
	name, value, hasValue := cutFlag(arg)
	if f = flagNamed(known, name); f != nil {
		return f, value, hasValue
	}
	if letter, number, glued := cutNumber(arg); glued {
		if f = flagNamed(known, letter); f != nil && takesValue(f) {
			return f, number, true
		}
	}
	return nil, "", false
}

// flagsIn returns the flags that arguments name, each once.
func flagsIn(known []cli.Flag, args []string) (used []cli.Flag) {
	for _, arg := range args {
		f, _, _ := findFlag(known, arg)
		if f != nil && flagNamed(used, nameOf(f)) == nil {
			used = append(used, f)
		}
	}
	return used
}

// cutFlag returns the name of a flag, without dashes, and its value: "--n=5".
func cutFlag(arg string) (name, value string, hasValue bool) {
	return strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
}

// cutNumber returns the parts of a flag of one letter that a number touches: "-n5".
func cutNumber(arg string) (letter, number string, glued bool) {
	if len(arg) < 3 || arg[0] != '-' || arg[1] == '-' {
		return "", "", false
	}
	_, err := strconv.ParseUint(arg[2:], 10, 64)
	return arg[1:2], arg[2:], err == nil
}

// flagNamed returns the flag with the given name, or nil. Dashes inside a name do not count and may be
// underscores: pprof writes show_from and noinlines.
func flagNamed(known []cli.Flag, name string) cli.Flag {
	name = plainName(name)
	for _, f := range known {
		first, others := namesOf(f)
		if plainName(first) == name || slices.ContainsFunc(others, func(have string) bool { return plainName(have) == name }) {
			return f
		}
	}
	return nil
}

// namesOf returns the names of a flag. The framework's Names looks with a regular expression for commas in each.
func namesOf(f cli.Flag) (name string, aliases []string) {
	if g := genericOf(f); g != nil {
		return g.Name, g.Aliases
	}
	if b, is := f.(*cli.BoolFlag); is {
		return b.Name, b.Aliases
	}
	names := f.Names()
	return names[0], names[1:]
}

// nameOf returns the main name of a flag.
func nameOf(f cli.Flag) string {
	name, _ := namesOf(f)
	return name
}

func plainName(name string) string {
	if strings.IndexByte(name, '-') < 0 && strings.IndexByte(name, '_') < 0 {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", "")
}

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
