package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"fold/collapse/category"
	"fold/flame/compare"
	"fold/flame/table"
)

const trendText = `A row for each function: its share before and after the night in which it changed, and whether that is more than nights
differ anyway. The night of a file is the date in its path, as in nights/2026-09-01/web-1.pb.gz, or else the day (UTC)
on which the profile says it was recorded. Six nights at least are needed; several runs a night see smaller changes.`

const trendExamples = `
   fold trend nights/*/*.pb.gz
   fold trend --by total --since 2026-09-01 nights/*/*.pb.gz
   fold trend --ledger trend.csv nights -o trend.html`

// trendFlags are the flags of trend alone.
type trendFlags struct {
	rows   int // how many; -1: not said
	by     string
	since  string
	ledger string
	format string
	safe   bool
}

func (s streams) trendCommand() *cli.Command {
	r, t := &request{}, &trendFlags{rows: -1}
	return &cli.Command{
		Name:        "trend",
		Usage:       "find what changed over nights, and when",
		ArgsUsage:   "FILE ...",
		Description: trendText,
		UsageText:   trendExamples,
		Flags: append([]cli.Flag{
			setting(aboutTable, "n", "print `N` rows, 0 for all; default: what changed, and 20 at least; csv and json: all", number{&t.rows, 0, math.MaxInt}),
			setting(aboutTable, "by", "compare `WHAT`: self or total of functions, module, or category; default self", oneOf(&t.by, "self", "total", "module", byCategory)),
			setting(aboutTable, "ledger", "add the runs to those that `FILE` holds (CSV), and look at all of them; profiles may go then", filled{&t.ledger}),
			setting(aboutTable, "since", "leave out nights before `DATE`", filled{&t.since}),
			setting(aboutTable, "format", "write `FORMAT`: text, json, csv, markdown or html; default text", oneOf(&t.format, topFormats...)),
			toggle(aboutTable, "csv-safe", "csv: put an apostrophe before names that a spreadsheet would take for formulas", &t.safe),
		}, r.flags()...),
		Action: func(c *cli.Context) error { return s.trend(c.Args().Slice(), r, t) },
	}
}

func (s streams) trend(files []string, r *request, t *trendFlags) (err error) {
	if t.format, err = outputFormat("trend", r.output, t.format, topFormats...); err != nil {
		return err
	}
	if err := t.check(r); err != nil {
		return err
	}
	h, err := t.history(s, files, r)
	if err != nil {
		return err
	}
	trend := h.Trend()
	return s.write(r.output, func(w io.Writer) error { return s.writeTrend(w, &trend, r, t) })
}

func (t *trendFlags) check(r *request) error {
	switch {
	case r.metric == "all":
		return usageError("--metric all: a trend is of one metric")
	case t.since != "" && nightIn(t.since) != t.since:
		return usageError("--since: write a date like 2026-09-01")
	}
	if err := r.check(); err != nil {
		return err
	}
	return r.refuseWeigh("trend")
}

// history returns the runs of the files, with those that the ledger holds, which is written if a run is new.
func (t *trendFlags) history(s streams, files []string, r *request) (*compare.History, error) {
	if t.ledger == "" {
		h := &compare.History{}
		h.By, h.Group = t.rowsOf()
		return h, s.addNights(files, r, t, t.since, h.Add)
	}
	l := &compare.Ledger{}
	if l.By, l.Group = t.rowsOf(); t.by == byCategory {
		l.Rows = byCategory
	}
	if err := readLedger(t.ledger, l); err != nil {
		return nil, err
	}
	if len(files) > 0 || r.filesFrom != "" {
		if err := s.addNights(files, r, t, "", l.Add); err != nil {
			return nil, err
		}
		if err := s.write(t.ledger, l.WriteCSV); err != nil {
			return nil, err
		}
	}
	return l.History(t.since), nil
}

// readLedger reads a ledger, if it exists.
func readLedger(file string, l *compare.Ledger) error {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return inFile(file, err)
	}
	defer f.Close()
	if err := l.Read(bufio.NewReader(f)); err != nil {
		return fmt.Errorf("%s:%w", file, err)
	}
	return nil
}

const byCategory = "category"

// rowsOf returns what rows are, of profiles that are grouped by category already if that is asked for.
func (t *trendFlags) rowsOf() (table.Order, compare.Group) {
	switch t.by {
	case "total":
		return table.ByTotal, compare.GroupFunction
	case "module":
		return table.BySelf, compare.GroupModule
	}
	return table.BySelf, compare.GroupFunction
}

// addNights adds the files, each to the night that its path or its profile tells, unless that is before since.
func (s streams) addNights(files []string, r *request, t *trendFlags, since string, add func(night string, run compare.Run) error) error {
	in, err := s.inputs(files, r, "trend")
	if err != nil {
		return err
	}
	in = in.without(func(file string) bool {
		night := nightIn(file)
		return night != "" && night < since
	})
	if len(in.names)+len(in.left) == 0 {
		return nil
	}
	var formats []string
	err = s.eachRun(in, r, s.messages(r), false, func(l *loaded, m messages) error {
		night := nightIn(l.name)
		if start := l.profile.Origin.Start; night == "" && start != 0 {
			night = time.Unix(0, start).UTC().Format(time.DateOnly)
		}
		if night == "" {
			return inFile(l.name, errors.New("which night? Its path has no date, as in 2026-09-01/run.pb.gz, and the profile does not tell its time"))
		}
		formats = append(formats, l.format)
		if night < since {
			return nil
		}
		if t.by == byCategory {
			l.groupByCategory()
		}
		return add(night, compare.Run{Name: l.name, Profile: l.profile, Metric: l.metrics[0], Whole: l.wholeColumn(l.metrics[0])})
	})
	if err != nil {
		return err
	}
	return r.tellUnused(in.names, formats, s.messages(r))
}

// groupByCategory makes functions of categories.
func (l *loaded) groupByCategory() {
	if l.profile = category.Group(l.profile); l.all != nil {
		l.all = category.Group(l.all)
	}
}

// dates matches a date in a path: 2026-09-01, 2026_09_01 or 20260901.
var dates = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^0-9])(20[0-9]{2})([-_]?)(0[1-9]|1[0-2])([-_]?)(0[1-9]|[12][0-9]|3[01])(?:[^0-9]|$)`)
})

// nightIn returns the last date in a path, as 2026-09-01; "" if there is none.
func nightIn(path string) string {
	night := ""
	for _, match := range dates().FindAllStringSubmatch(path, -1) {
		if match[2] == match[4] {
			night = match[1] + "-" + match[3] + "-" + match[5]
		}
	}
	return night
}

func (s streams) writeTrend(w io.Writer, trend *compare.Trend, r *request, t *trendFlags) error {
	rows := t.rows
	if rows < 0 {
		rows = 20
		for i, row := range trend.Rows {
			if row.Beyond() {
				rows = max(rows, i+1)
			}
		}
	}
	switch t.format {
	case "json":
		return trend.WriteJSON(w)
	case "csv":
		return trend.WriteCSV(w, t.safe)
	case "markdown":
		return trend.WriteMarkdown(w, rows)
	case "html":
		return trend.WriteHTML(w, rows)
	}
	return trend.WriteText(w, compare.TextOptions{TextOptions: textFor(s.terminalFor(r)), N: rows})
}
