package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"regexp"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/table"
)

const topExamples = `
   fold top sample.txt
   fold top cpu.pb.gz --sort total -n 40
   fold top --by category prof.folded
   fold top --peek '^parse$' prof.folded
   fold top --hide '^runtime\.' --format markdown cpu.pb.gz
   perf script | fold top --json -n 0`

var topFormats = []string{"text", "json", "csv", "markdown", "html"}

// tableFlags are the flags of top alone.
type tableFlags struct {
	rows   int    // how many rows; 0: all; -1: not said
	by     string // what a row is: function, module or category; empty: function
	sort   table.Order
	peek   *regexp.Regexp // show the callers and callees of the functions that match; nil: a table
	format string
	json   bool
	safe   bool // CSV for spreadsheets
}

func (s streams) topCommand() *cli.Command {
	r, t := &request{}, &tableFlags{rows: -1}
	return &cli.Command{
		Name:        "top",
		Usage:       "list the heaviest functions",
		ArgsUsage:   "[FILE ...]",
		Description: "Self is the weight of the stacks that end in a function, total that of all stacks it appears in.",
		UsageText:   topExamples,
		Flags:       append(t.flags(), r.flags()...),
		Action: func(c *cli.Context) error {
			if err := t.check("top", r, topFormats...); err != nil {
				return err
			}
			r.allColumns = t.format == "html"
			if r.read.Times = r.allColumns; r.allColumns && s.terminalFor(r) != nil {
				return errPictureOnTerminal
			}
			l, err := s.load(c.Args().Slice(), r, "top")
			if err != nil {
				return err
			}
			if t.format == "html" {
				return s.drawReport(l, r, &pictureFlags{format: "html"}, c.Args().Slice())
			}
			return s.write(r.output, func(w io.Writer) error { return s.writeTables(w, l, r, t) })
		},
	}
}

func (t *tableFlags) flags() []cli.Flag {
	order := choice[table.Order]{
		&t.sort,
		[]string{"self", "total"},
		[]table.Order{table.BySelf, table.ByTotal},
	}
	return []cli.Flag{
		setting(aboutTable, "n", "print `N` rows, 0 for all; default: what fits the terminal, else 20; csv and json: all", number{&t.rows, 0, math.MaxInt}),
		setting(aboutTable, "by", "one row per `WHAT`: function, module or category; default function", oneOf(&t.by, "function", "module", "category")),
		setting(aboutTable, "peek", "show the callers and callees of functions that match `REGEXP`, as text or json", pattern{&t.peek}),
		setting(aboutTable, "sort", "sort by `COLUMN`: self or total; default self", order),
		stands(aboutTable, "cum", "same as --sort total, as in pprof", &t.sort, table.ByTotal),
		setting(aboutTable, "format", "write `FORMAT`: text, json, csv, markdown, or html, a report; default text", oneOf(&t.format, topFormats...)),
		toggle(aboutTable, "json", "same as --format json", &t.json),
		toggle(aboutTable, "csv-safe", "csv: put an apostrophe before names that a spreadsheet would take for formulas", &t.safe),
	}
}

// check fills in what follows from other flags and says what contradicts itself. Formats are those that the command can
// write.
func (t *tableFlags) check(command string, r *request, formats ...string) (err error) {
	if t.json && t.format != "" && t.format != "json" {
		return usageError("--json and --format " + t.format + " contradict each other")
	}
	if t.json {
		t.format = "json"
	}
	if t.format, err = outputFormat(command, r.output, t.format, formats...); err != nil {
		return err
	}
	if t.peek != nil && t.format != "" && t.format != "text" && t.format != "json" {
		return usageError("--peek writes text or json, not " + t.format)
	}
	if r.metric == "all" && t.forPrograms() {
		return usageError("--metric all is for text and markdown: pick one metric for " + t.format)
	}
	return nil
}

// forPrograms reports whether the output is for programs, which no line tells about rows that are cut off.
func (t *tableFlags) forPrograms() bool { return t.format == "json" || t.format == "csv" }

// leastForBars is how many columns a terminal must have for bars beside the numbers: names need the room more.
const leastForBars = 90

// writeTables writes a table for each column of l.
func (s streams) writeTables(w io.Writer, l *loaded, r *request, t *tableFlags) error {
	terminal := s.terminalFor(r)
	rows := t.rows
	if rows < 0 {
		rows = t.defaultRows(terminal)
	}
	text := textFor(terminal)
	text.Bars = terminal != nil && text.Width >= leastForBars
	p := t.group(l.profile)
	s.messages(r).tellGivenLost(l.profile, p)
	for i, metric := range l.metrics {
		if r.metric == "all" {
			heading := metricLine(l.profile.Metrics[metric])
			if i > 0 {
				heading = "\n" + heading
			}
			if _, err := io.WriteString(w, heading+"\n"); err != nil {
				return err
			}
		}
		if t.peek != nil {
			if err := t.writePeek(w, p.WithDefault(metric), l.wholeOf(metric), text); err != nil {
				return err
			}
			continue
		}
		top := table.Top(p.WithDefault(metric), table.Options{
			Of: t.by, By: t.sort, N: rows, Whole: l.wholeOf(metric), Beside: r.stateColumns(p, metric),
		})
		top.SafeCSV = t.safe
		if err := t.write(w, top, text); err != nil {
			return err
		}
	}
	return nil
}

// group returns the profile whose frames are what a row is to be.
func (t *tableFlags) group(p *collapse.Profile) *collapse.Profile {
	switch t.by {
	case "module":
		return p.ByModule()
	case "category":
		return category.Group(p)
	}
	return p
}

func (t *tableFlags) write(w io.Writer, top table.Table, text table.TextOptions) error {
	switch t.format {
	case "json":
		return top.WriteJSON(w)
	case "csv":
		return top.WriteCSV(w)
	case "markdown":
		return top.WriteMarkdown(w)
	}
	return top.WriteText(w, text)
}

// writePeek writes the callers and callees of the functions that match.
func (t *tableFlags) writePeek(w io.Writer, p *collapse.Profile, whole int64, text table.TextOptions) error {
	match := func(f collapse.Frame) bool {
		return t.peek.MatchString(f.Name) || t.peek.MatchString(f.Text(true))
	}
	found := table.Peek(p, match, table.Options{N: max(t.rows, 0), Whole: whole})
	if len(found.Functions) == 0 {
		return fmt.Errorf("no function matches --peek %q", t.peek)
	}
	if t.format == "json" {
		return found.WriteJSON(w)
	}
	return found.WriteText(w, text)
}

// defaultRows returns how many rows to print when the flags do not say.
func (t *tableFlags) defaultRows(terminal *os.File) int {
	const others, least, usual = 5, 10, 20 // others: the lines above and below the rows, and the prompt
	if t.forPrograms() {
		return 0
	}
	_, height := sizeOf(terminal)
	if height == 0 {
		return usual
	}
	return max(least, height-others)
}

// terminalFor returns the terminal that the result is written to, or nil.
func (s streams) terminalFor(r *request) *os.File {
	if r.output == "" {
		return s.terminal
	}
	return nil
}

// textFor returns how text is written to a terminal, or to something else if it is nil.
func textFor(terminal *os.File) table.TextOptions {
	text := table.TextOptions{Color: terminal != nil && wantsColor()}
	text.Width, _ = sizeOf(terminal)
	return text
}

// sizeOf returns the size of a terminal; 0, 0 if it is nil or does not tell.
func sizeOf(terminal *os.File) (width, height int) {
	if terminal == nil {
		return 0, 0
	}
	width, height, err := term.GetSize(int(terminal.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// wantsColor reports whether the user's environment lets programs write in colour: see https://no-color.org.
func wantsColor() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
