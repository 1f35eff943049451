package main

import (
	"errors"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"sync"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/flame/compare"
)

const diffText = `Shares are of each profile's own total, so runs of different length can be compared. Changes that sampling alone
would explain are noise, and are listed below a line that says so. docs/diff.md explains the statistics.`

const diffExamples = `
   fold diff monday.folded tuesday.folded
   fold diff --before 'old-*.pb.gz' --after 'new-*.pb.gz'
   fold diff --absolute --show '^main\.' before.pb.gz after.pb.gz
   fold diff sunday.folded monday.folded tuesday.folded --by total --format markdown
   fold diff --format svg monday.folded tuesday.folded > diff.svg
   fold diff --format folded monday.folded tuesday.folded > diff.folded`

var diffFormats = []string{"text", "json", "csv", "markdown", "folded", "svg", "html"}

// diffFlags are the flags of diff alone.
type diffFlags struct {
	compare.Options
	before     []string // the files of the first side, where it has several
	after      []string
	table      tableFlags
	normalize  bool   // folded: bring the first profile to the total of the second
	stripHex   bool   // addresses in names do not count
	sourceURL  string // html: what opens a function's place in the source
	negate     bool   // folded: write the second profile first; svg: draw the first
	byFunction bool   // svg: colour a frame by the change of its function
}

func (s streams) diffCommand() *cli.Command {
	r, d := &request{}, &diffFlags{}
	d.table.rows = -1
	return &cli.Command{
		Name:        "diff",
		Usage:       "show what changed between profiles",
		ArgsUsage:   "[BEFORE AFTER [AFTER2 ...]]",
		Description: diffText,
		UsageText:   diffExamples,
		Flags:       append(d.flags(), r.flags()...),
		Action: func(c *cli.Context) error {
			if err := d.check(r, c.NArg()); err != nil {
				return err
			}
			if (d.table.format == "svg" || d.table.format == "html") && s.terminalFor(r) != nil {
				return errPictureOnTerminal
			}
			files, err := s.sideFiles(c.Args().Slice(), r, d)
			if err != nil {
				return err
			}
			if done, err := s.diffSorted(files, r, d); done || err != nil {
				return err
			}
			sides, err := s.loadSides(files, r, d.tests())
			if err != nil {
				return err
			}
			if d.stripHex {
				for _, side := range sides {
					for i := range side.Runs {
						side.Runs[i].Profile = stripHex(side.Runs[i].Profile)
					}
				}
			}
			if d.tests() {
				for _, fact := range compare.Differences(sides) {
					s.messages(r).note("%s", fact)
				}
			}
			switch d.table.format {
			case "folded":
				return s.writeDiffFolded(sides, r, d)
			case "svg":
				return s.writeDiffSVG(sides, r, d)
			case "html":
				return s.writeDiffReport(sides, r, d)
			}
			return s.writeComparison(sides, r, d)
		},
	}
}

// sideFiles returns the files of each side: those of --before and --after, or those that each argument names.
func (s streams) sideFiles(files []string, r *request, d *diffFlags) (sides []sideFiles, err error) {
	named := [][]string{d.before, d.after}
	names := []string{"before", "after"}
	if len(d.before) == 0 {
		named, names = nil, nil
		for _, file := range s.withoutProgram(files, r) {
			named, names = append(named, []string{file}), append(names, "")
		}
	}
	var all inputFiles
	for i, args := range named {
		side := sideFiles{name: names[i]}
		if side.inputFiles, err = expand(args); err != nil {
			return nil, err
		}
		if side.name == "" && len(side.names) > 1 {
			side.name = args[0]
		}
		all.names = append(all.names, side.names...)
		sides = append(sides, side)
	}
	if len(sides) == 0 {
		return nil, errOneRun
	}
	return sides, all.checkStdin(false)
}

func (d *diffFlags) flags() []cli.Flag {
	t := &d.table
	return append(compareFlags(aboutTable, "", &d.Options),
		setting(aboutTable, "before", "compare several runs a side: `FILE`, a folder or a pattern is of before; may be repeated", fileList{&d.before}),
		setting(aboutTable, "after", "and `FILE`, a folder or a pattern is of after; may be repeated", fileList{&d.after}),
		toggle(aboutTable, "absolute", "compare weights instead of shares: for runs of equal work or equal time", &d.Absolute),
		rowsFlag{setting(aboutTable, "n", "print `N` rows, 0 for all; default: what fits the terminal, else 20; csv, json and markdown: all. Without N: --normalize", rows{
			number{&t.rows, 0, math.MaxInt},
			&d.normalize,
		})},
		setting(aboutTable, "format", "write `FORMAT`: text, json, csv, markdown, folded with two weights per line, svg, or html, a report; default text", oneOf(&t.format, diffFormats...)),
		toggle(aboutTable, "json", "same as --format json", &t.json),
		toggle(aboutTable, "csv-safe", "csv: put an apostrophe before names that a spreadsheet would take for formulas", &d.SafeCSV),
		also("normalise", toggle(aboutTable, "normalize", "folded: scale the first profile to the total of the second", &d.normalize)),
		also("s", toggle(aboutTable, "strip-hex", "ignore addresses in names: 0x7f21 becomes 0x...", &d.stripHex)),
		toggle(aboutTable, "negate", "folded: write the second profile first; svg and html: draw the shape of the first", &d.negate),
		toggle(aboutTable, "by-function", "svg: colour a frame by the change of its function, all its places together", &d.byFunction),
		setting(aboutTable, "source-url", "html: open sources at `URL`, as in https://host/{file}#L{line}", filled{&d.sourceURL}),
	)
}

// rowsFlag is -n. With no number behind it, it is what difffolded.pl calls so: --normalize.
type rowsFlag struct{ *cli.GenericFlag }

func (rowsFlag) takes(next string) bool {
	_, err := strconv.Atoi(next)
	return err == nil
}

// rows is the value of -n.
type rows struct {
	number
	normalize *bool
}

// Set takes a number, or nothing.
func (r rows) Set(text string) error {
	if text == "" {
		*r.normalize = true
		return nil
	}
	return r.number.Set(text)
}

// check fills in what follows from other flags and says what contradicts itself.
func (d *diffFlags) check(r *request, files int) error {
	if err := d.table.check("diff", r, diffFormats...); err != nil {
		return err
	}
	switch {
	case r.metric == "all":
		return usageError("a comparison shows one metric: --metric picks it")
	case (len(d.before) == 0) != (len(d.after) == 0):
		return usageError("--before and --after go together")
	case len(d.before) > 0 && files > 0:
		return usageError("give files to compare with --before and --after, or without, but not both")
	case r.filesFrom != "":
		return usageError("--files-from is of one profile: give --before and --after folders or patterns")
	case files > 2 && !d.isTable():
		return usageError("--format " + d.table.format + " is of two profiles")
	case d.normalize && d.table.format != "folded":
		return usageError("--normalize, or -n without a number of rows, is for --format folded: all others compare shares anyway")
	case d.negate && d.isTable():
		return usageError("--negate is for --format folded, svg and html")
	case d.byFunction && d.table.format != "svg":
		return usageError("--by-function is for --format svg")
	case d.Group != compare.GroupFunction && !d.isTable():
		return usageError("--group is for tables")
	}
	return nil
}

// isTable reports whether the output is a table, which may have more than two sides.
func (d *diffFlags) isTable() bool {
	return d.table.format != "folded" && d.table.format != "svg" && d.table.format != "html"
}

// tests reports whether the output tells noise.
func (d *diffFlags) tests() bool { return d.table.format != "folded" }

// writeComparison writes a table.
func (s streams) writeComparison(sides []compare.Side, r *request, d *diffFlags) error {
	m := s.messages(r)
	runs := runsOf(sides)
	if err := compare.SameUnits(runs); err != nil {
		if d.Absolute {
			return err
		}
		m.note("weights in different units: their shares compare, but the change of the weights says nothing")
	}
	c := compare.Sides(sides, d.Options)
	if compare.IsPair(runs[0].Profile) {
		c.Metric.Name = "samples" // and not "before"
	}
	m.noteSums(c.Saturated, false)
	return s.write(r.output, func(w io.Writer) error {
		terminal := s.terminalFor(r)
		text := compare.TextOptions{TextOptions: textFor(terminal), N: d.table.rows}
		if text.N < 0 {
			text.N = d.defaultRows(terminal)
		}
		if d.table.forPrograms() && text.N > 0 {
			c.Rows = c.Rows[:min(text.N, len(c.Rows))]
		}
		switch d.table.format {
		case "json":
			return c.WriteJSON(w)
		case "csv":
			return c.WriteCSV(w)
		case "markdown":
			return c.WriteMarkdown(w, text)
		}
		return c.WriteText(w, text)
	})
}

// defaultRows returns how many rows to print when the flags do not say. A table that is read elsewhere is whole.
func (d *diffFlags) defaultRows(terminal *os.File) int {
	if d.table.format == "markdown" {
		return 0
	}
	return d.table.defaultRows(terminal)
}

// pair returns two profiles as the columns of one, in one unit. Runs of a side are added up.
func pair(sides []compare.Side) (*collapse.Profile, error) {
	if err := compare.SameUnits(runsOf(sides)); err != nil {
		return nil, err
	}
	return collapse.Beside(sides[0].Column(), sides[1].Column()).Align(2), nil
}

// writeDiffFolded writes what difffolded.pl writes: each stack with its weight before and after.
func (s streams) writeDiffFolded(sides []compare.Side, r *request, d *diffFlags) error {
	if err := compare.SameUnits(runsOf(sides)); err != nil {
		return err
	}
	first, second := sides[0].Column(), sides[1].Column()
	if d.negate {
		first, second = second, first
	}
	if !d.normalize && collapse.CanPair(first, second) {
		return s.write(r.output, func(w io.Writer) error { return collapse.WritePair(w, first, second) })
	}
	p, err := pair(sides)
	if err != nil {
		return err
	}
	m := s.messages(r)
	if d.normalize {
		before, after := p.Total(0), p.Total(1)
		if before <= 0 || after <= 0 {
			return errors.New("--normalize needs profiles whose weights add up to more than zero")
		}
		var lost int64
		if p, lost = p.Proportional(0, after, before); lost > 0 {
			m.note("--normalize rounds down: %s of %s are lost", weight(lost, p.Metrics[0]), weight(after, p.Metrics[0]))
		}
	}
	m.noteSums(p.Saturated, p.Rounded)
	columns := []int{0, 1}
	if d.negate {
		columns = []int{1, 0}
	}
	return s.write(r.output, func(w io.Writer) error { return collapse.WriteFolded(w, p, collapse.FoldedOptions{Columns: columns}) })
}

var hexNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("0x[0-9a-fA-F]+") })

// stripHex returns the profile with addresses in names replaced by "0x...".
func stripHex(p *collapse.Profile) *collapse.Profile {
	return p.MapFrames(func(f collapse.Frame) collapse.Frame {
		f.Name = hexNumber().ReplaceAllString(f.Name, "0x...")
		f.Module = hexNumber().ReplaceAllString(f.Module, "0x...")
		return f
	})
}
