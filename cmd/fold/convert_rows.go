package main

import (
	"io"
	"os"
	"strings"

	"fold/sources/input"
	"fold/sources/tables"
)

// tablesNamed returns what makes tables of a format for engines; nil: there is no such format.
func tablesNamed(format string) func(samples, stacks io.Writer) tables.Output {
	switch format {
	case "tsv":
		return tables.NewTSV
	case "jsonl":
		return tables.NewJSONL
	case "parquet":
		return tables.NewParquet
	}
	return nil
}

// convertible returns the names of the formats that fold convert writes.
func convertible() []string { return append(writable(), "tsv", "jsonl", "parquet") }

// convertRows writes the files as two tables, one file after the other, so that one of them is in memory at a time.
func (s streams) convertRows(files []string, r *request, to string, output func(samples, stacks io.Writer) tables.Output) error {
	if isStdout(r.output) {
		return usageError(to + " is two tables: give their name with -o NAME, for NAME.samples." + to + " and NAME.stacks." + to)
	}
	if err := r.check(); err != nil {
		return err
	}
	if err := r.refuseWeigh("convert --to " + to); err != nil {
		return err
	}
	in, err := s.inputs(files, r, "convert")
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(r.output, "."+to)
	return s.write(name+".stacks."+to, func(stacks io.Writer) error {
		return s.write(name+".samples."+to, func(samples io.Writer) error {
			w := tables.NewWriter(output(samples, stacks), tables.Options{Places: r.read.Lines})
			if err := s.addRows(w, in, r); err != nil {
				return err
			}
			return w.Close()
		})
	})
}

// addRows adds the rows of all files.
func (s streams) addRows(w *tables.Writer, in inputFiles, r *request) error {
	m := s.messages(r)
	r.allColumns, r.read.KeepLabels = true, true
	touched := int64(0) // files that do not tell their time
	var formats []string
	err := s.eachRun(in, r, m, false, func(l *loaded, m messages) error {
		tellNotUTF8(l.profile, m)
		formats = append(formats, l.format)
		from := tables.Source{Time: tables.NoTime}
		if info, err := os.Stat(l.name); err == nil && info.Mode().IsRegular() {
			from.Time = info.ModTime().UnixNano()
			if l.profile.Origin.Start == 0 {
				touched++
			}
		}
		if r.metric != "" && r.metric != "all" {
			from.Columns = l.metrics
		}
		return w.Add(l.profile, from)
	})
	if err == nil {
		err = r.tellUnused(in.names, formats, m)
	}
	if err != nil {
		return err
	}
	if touched > 0 {
		m.note("%s without the time of the recording: samples have the time at which the file was last changed, unless a label time or date tells it", input.Plural(touched, "file"))
	}
	if w.Undated > 0 {
		m.note("%s without a time: the column time is empty where no label time or date tells it", input.Plural(w.Undated, "input"))
	}
	if w.Untimed > 0 {
		m.note("%s time or date of which no time can be made: write 2026-09-01 or 2026-09-01T02:00:00Z", input.Plural(w.Untimed, "label"))
	}
	return nil
}
