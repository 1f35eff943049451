package main

import (
	"errors"
	"io"
	"math"
	"regexp"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"fold/flame/compare"
	"fold/flame/table"
)

const trendText = `A row for each function: its share before and after the night in which it changed, and whether that is more than nights
differ anyway. The night of a file is the date in its path, as in nights/2026-09-01/web-1.pb.gz, or else the day (UTC)
on which the profile says it was recorded. Six nights at least are needed; several runs a night see smaller changes.`

const trendExamples = `
   fold trend nights/*/*.pb.gz
   fold trend --by total --since 2026-09-01 nights/*/*.pb.gz
   fold trend -o trend.html nights/*/*.pb.gz`

// trendFlags are the flags of trend alone.
type trendFlags struct {
	rows   int // how many; -1: not said
	by     string
	since  string
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
			setting(aboutTable, "by", "compare `WHAT`: self or total of functions, or module; default self", oneOf(&t.by, "self", "total", "module")),
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
	if r.metric == "all" {
		return usageError("--metric all: a trend is of one metric")
	}
	if t.since != "" && nightIn(t.since) != t.since {
		return usageError("--since: write a date like 2026-09-01")
	}
	if err := r.check(); err != nil {
		return err
	}
	if err := r.refuseWeigh("trend"); err != nil {
		return err
	}
	in, err := s.inputs(files, r, "trend")
	if err != nil {
		return err
	}
	e, err := newEach(in, r, s.messages(r))
	if err != nil {
		return err
	}
	h := &compare.History{}
	switch t.by {
	case "total":
		h.By = table.ByTotal
	case "module":
		h.Group = compare.GroupModule
	}
	for i, file := range in.names {
		if err := s.addNight(h, file, r, t.since); err != nil {
			if err := e.leave(r.nameOf(file), err, in.lenient[i]); err != nil {
				return err
			}
			continue
		}
		e.taken++
	}
	if err := e.finish(); err != nil {
		return err
	}
	trend := h.Trend()
	return s.write(r.output, func(w io.Writer) error { return s.writeTrend(w, &trend, r, t) })
}

// addNight adds a file to the night that its path or its profile tells.
func (s streams) addNight(h *compare.History, file string, r *request, since string) error {
	night := nightIn(file)
	if night != "" && night < since {
		return nil
	}
	l, err := s.loadOne(file, r)
	if err != nil {
		return err
	}
	if night == "" && l.profile.Origin.Start != 0 {
		night = time.Unix(0, l.profile.Origin.Start).UTC().Format(time.DateOnly)
	}
	if night == "" {
		return inFile(r.nameOf(file), errors.New("which night? Its path has no date, as in 2026-09-01/run.pb.gz, and the profile does not tell its time"))
	}
	if night < since {
		return nil
	}
	run := compare.Run{Name: r.nameOf(file), Profile: l.profile, Metric: l.metrics[0], Whole: l.wholeColumn(l.metrics[0])}
	return h.Add(night, run)
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
