package main

import (
	"io"
	"path/filepath"
	"strings"

	"fold/collapse"
	"fold/flame/doctor"
	"fold/flame/page"
	"fold/sources/input"
)

// writeReport writes the report of a profile: all its columns, the chosen one first.
func (s streams) writeReport(p *collapse.Profile, r *request, o page.Options) error {
	return s.write(r.output, func(w io.Writer) error { return page.Write(w, p, o) })
}

// reportable returns the profile for a report: with all its columns, or with the chosen one alone if weights of any are
// below zero, which a page cannot show.
func reportable(p *collapse.Profile, metric int, m messages) *collapse.Profile {
	for column := range p.Metrics {
		if p.HasNegative(column) {
			return dropNegative(p, metric, m, "; a page cannot show them")
		}
	}
	return p.WithDefault(metric)
}

// reportOptions returns what the page of a profile says besides its weights.
func reportOptions(p *collapse.Profile, r *request, title string, files []string) page.Options {
	diagnosis := doctor.Diagnose(p, r.known(p.Metrics[p.Default]))
	o := page.Options{Title: title, Findings: diagnosis.Findings}
	for _, file := range files[:min(len(files), manyFiles)] {
		if file != "-" {
			o.Input = append(o.Input, displayName(file))
		}
	}
	if more := len(files) - manyFiles; more > 0 {
		o.Input = append(o.Input, input.Plural(int64(more), "more file"))
	}
	if r.filesFrom != "" && r.filesFrom != "-" {
		o.Input = append(o.Input, "the files in "+r.filesFrom)
	}
	if title == "" {
		o.Title = reportTitle(o.Input)
	}
	return o
}

// reportTitle returns what a page without a title is called: the files that it shows.
func reportTitle(files []string) string {
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
	}
	return strings.Join(names, " + ")
}

// drawReport writes the report of what fold svg or fold top loaded.
func (s streams) drawReport(l *loaded, r *request, o *pictureFlags, files []string) error {
	m := s.messages(r)
	p := reportable(l.profile, l.metrics[0], m)
	if o.scales() {
		p = dropNegative(p, p.Default, m, "; a page cannot show them")
	}
	p, err := o.reshape(p, m)
	if err != nil {
		return err
	}
	if !hasWeights(p, p.Default) {
		return s.noPicture(r, o, errEmpty(l.name))
	}
	report := reportOptions(p, r, o.Title, files)
	if !o.scales() && len(p.Metrics) == len(l.whole) {
		report.Whole = l.whole
	}
	report.Flags = r.filter.flags()
	report.Note, report.SourceURL, report.NoScript = o.Subtitle, o.sourceURL, o.NoScript || o.NoData
	return s.writeReport(p, r, report)
}

// reportPair writes the report of what changed between two columns of a profile.
func (s streams) reportPair(p *collapse.Profile, r *request, o *pictureFlags) error {
	report := page.Options{
		Title: o.Title, Note: o.Subtitle, SourceURL: o.sourceURL, NoScript: o.NoScript || o.NoData,
		Compare: &page.Compare{
			Pairs: []page.Pair{{Before: o.Delta.Before, After: o.Delta.After, Absolute: o.Delta.Absolute, Beyond: o.Delta.Beyond}},
		},
	}
	return s.writeReport(p, r, report)
}
