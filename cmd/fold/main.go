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
	app := newApp(s)
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
	if line.command != nil && !isAboutOthers(line.command) {
		app.Commands = []*cli.Command{line.command} // the framework goes over the flags of all of them
	}
	return app.Run(line.args)
}

// isAboutOthers says whether a command needs to know the others.
func isAboutOthers(c *cli.Command) bool {
	return c.Name == "help" || c.Name == "man" || c.Name == "completion"
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

// newApp returns the commands, which read and write s. The framework's own help is off: it keeps state in globals, takes
// a file called "help" for a command, and sorts flags by the alphabet.
func newApp(s streams) *cli.App {
	app := &cli.App{
		Name:           "fold",
		Usage:          "turn profiles into folded stacks, flame graphs and tables",
		UsageText:      "fold COMMAND [FLAGS] [FILE ...]",
		Description:    appText,
		Commands:       s.commands(),
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

// commands returns the commands in the order in which the help lists them.
func (s streams) commands() []*cli.Command {
	return slices.Concat(
		[]*cli.Command{s.recordCommand(), s.topCommand(), s.svgCommand(), s.viewCommand(), s.diffCommand(), s.checkCommand(), s.trendCommand(), s.doctorCommand()},
		s.collapseCommands(),
		[]*cli.Command{s.convertCommand(), s.formatsCommand(), s.completionCommand(), s.manCommand(), s.versionCommand(), s.helpCommand()},
	)
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
