// Command fold turns what profilers write into folded stacks, interactive flame graphs and tables.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/urfave/cli/v2"
)

// The exit statuses of fold.
const (
	statusDone   = 0
	statusFailed = 1 // could not read, parse or write
	statusUsage  = 2 // wrong command line
	statusBroken = 3 // a check found something
)

func main() {
	// A write to a closed pipe must return EPIPE instead of ending the process: see exitStatus.
	signal.Ignore(syscall.SIGPIPE)
	paceCollector()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run does what the command line args says and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &stickyWriter{w: stdout}
	s := streams{stdin: stdin, stdout: out, stderr: stderr, self: &selfRecording{}}
	if isTerminal(stdout) {
		s.terminal = stdout.(*os.File)
	}
	app := newApp(s, commandIn(args))
	if n := len(args); n > 0 && args[n-1] == completionFlag {
		complete(out, app.Commands, args[:n-1])
		return s.exitStatus(out.err, nil)
	}
	line, err := arrange(app, args)
	if err == nil {
		err = s.do(app, line)
	}
	if err == nil {
		err = out.err
	}
	err = s.self.finish(err, messages{w: stderr})
	return s.exitStatus(err, line.command)
}

// do runs a command, or prints the help that was asked for.
func (s streams) do(app *cli.App, line commandLine) error {
	if line.help != noHelp {
		_, err := io.WriteString(s.stdout, helpText(app, line.command, line.help))
		return err
	}
	if err := s.self.start(line.args); err != nil {
		return err
	}
	if line.command != nil && !isAboutOthers(line.command.Name) {
		line.command.Flags = line.flags // the framework goes over all of them, for each of them
	}
	return app.Run(line.args)
}

// commandIn returns the command that arguments name, or nothing where others must be known, too.
func commandIn(args []string) string {
	if len(args) == 0 || args[len(args)-1] == completionFlag {
		return ""
	}
	name, _ := programNamed(args[0])
	return name
}

// isAboutOthers reports whether a command needs to know the others.
func isAboutOthers(name string) bool {
	return name == "help" || name == "man" || name == "completion" || name == "formats"
}

// exitStatus says what went wrong, if anything did, and returns the exit status. A reader that has seen
// enough and closed the pipe is no failure.
func (s streams) exitStatus(err error, command *cli.Command) int {
	var usage usageError
	var ended exitStatus
	m := messages{w: s.stderr}
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return statusDone
	case errors.Is(err, errBroken):
		return statusBroken
	case errors.As(err, &ended):
		return int(ended)
	case errors.As(err, &usage):
		m.fail(err)
		help := "fold --help"
		if command != nil {
			help = "fold " + command.Name + " --help"
		}
		m.fail(fmt.Errorf("see %s", help))
		return statusUsage
	}
	m.fail(err)
	return statusFailed
}

// exitStatus is the status to exit with, where all that is to be said was said.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// newApp returns the commands, which read and write s, or only the one with the given name: see commands. The framework's
// own help is off: it keeps state in globals, takes a file called "help" for a command, and sorts flags by the alphabet.
func newApp(s streams, name string) *cli.App {
	app := &cli.App{
		Name:           "fold",
		Usage:          "turn profiles into folded stacks, flame graphs and tables",
		UsageText:      "fold COMMAND [FLAGS] [FILE ...]",
		Description:    appText,
		Commands:       s.commands(name),
		HideHelp:       true,
		HideVersion:    true,
		Writer:         s.stdout,
		ErrWriter:      s.stderr,
		ExitErrHandler: func(*cli.Context, error) {},
	}
	var version bool
	app.Flags = []cli.Flag{
		helpFlag(),
		&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version", Destination: &version},
	}
	app.Action = func(*cli.Context) error {
		if version {
			return s.writeVersion()
		}
		fmt.Fprint(s.stderr, shortHelp)
		return usageError("no command given")
	}
	for _, c := range app.Commands {
		c.HideHelp = true
		c.Flags = append(c.Flags, recordSelfFlag(), helpFlag())
		c.OnUsageError = judge(c.Flags)
	}
	return app
}

// lazyCommand is a command that is made when it is needed: it comes with all of its flags, and there is one for each
// format.
type lazyCommand struct {
	name string
	make func() *cli.Command
}

// lazyCommands returns the commands in the order in which the help lists them.
func (s streams) lazyCommands() []lazyCommand {
	return slices.Concat(
		[]lazyCommand{
			{recordName, s.recordCommand},
			{"top", s.topCommand},
			{"svg", s.svgCommand},
			{"view", s.viewCommand},
			{"diff", s.diffCommand},
			{"check", s.checkCommand},
			{"trend", s.trendCommand},
			{"doctor", s.doctorCommand},
		},
		s.collapseCommands(),
		[]lazyCommand{
			{"convert", s.convertCommand},
			{"formats", s.formatsCommand},
			{"completion", s.completionCommand},
			{"man", s.manCommand},
			{"version", s.versionCommand},
			{"help", s.helpCommand},
		},
	)
}

// commands returns the command with the given name, or all where none has it, or where it is about others.
func (s streams) commands(name string) []*cli.Command {
	var all []*cli.Command
	lazy := s.lazyCommands()
	for _, c := range lazy {
		if c.name == name && !isAboutOthers(name) {
			return []*cli.Command{c.make()}
		}
	}
	for _, c := range lazy {
		all = append(all, c.make())
	}
	return all
}

func (s streams) versionCommand() *cli.Command {
	return &cli.Command{
		Name:      "version",
		Usage:     "print the version",
		UsageText: "\n   fold version",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usageError("version takes no file")
			}
			return s.writeVersion()
		},
	}
}

func (s streams) writeVersion() error {
	_, err := fmt.Fprintln(s.stdout, versionLine(debug.ReadBuildInfo()))
	return err
}

// versionLine returns "fold v1.2.3 go1.26.8".
func versionLine(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return "fold (unknown version)"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	return "fold " + version + " " + info.GoVersion
}
