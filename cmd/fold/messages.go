package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"fold/collapse"
	"fold/flame/text"
	"fold/sources"
)

// messages writes what users must know to standard error, one line each.
type messages struct {
	w     io.Writer
	quiet bool   // only errors
	tally *tally // adds up what is said about many files; nil: it is said at once
}

// messages returns where to write what must be known about what the flags say.
func (s streams) messages(r *request) messages { return messages{w: s.stderr, quiet: r.quiet} }

// note tells something that is no error.
func (m messages) note(format string, args ...any) {
	switch {
	case m.quiet:
	case m.tally != nil:
		m.tally.note(fmt.Sprintf(format, args...))
	default:
		m.fail(fmt.Errorf(format, args...))
	}
}

// tell tells what the report about a file says.
func (m messages) tell(name string, report *sources.Report) {
	if m.tally != nil {
		m.tally.report(name, report)
		return
	}
	for _, line := range report.Lines(name) {
		m.note("%s", line)
	}
}

// leave tells that a file was left out; why begins with its name.
func (m messages) leave(name string, why error) {
	if m.tally != nil {
		m.tally.leave(name, why)
		return
	}
	m.note("left out: %w", why)
}

// noteSums reports that sums do not fit, or that fractions lost digits so that they do.
func (m messages) noteSums(saturated, rounded bool) {
	if saturated {
		m.note("sums went beyond 64 bits and stand at the largest value instead")
	}
	if rounded {
		m.note("fractions are rounded: with all of their digits, the sums would not fit into 64 bits")
	}
}

// fail tells an error.
func (m messages) fail(err error) {
	fmt.Fprintf(m.w, "fold: %s\n", text.Visible(withoutSecrets(err.Error())))
}

// inFile says which file a message is about: "12: no weight" becomes "in.txt:12: no weight".
func inFile(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	var bad interface {
		error
		AtLine() int
	}
	if errors.As(err, &bad) && bad.AtLine() > 0 {
		return fmt.Errorf("%s:%w", name, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// about returns "in.txt: ", or nothing where a message is about several files.
func about(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

// weight returns a weight for people: "-1,234.5", or "3.80s" where it is a time or a size.
func weight(w int64, m collapse.Metric) string { return text.GroupedWeight(w, m) }

// withUnit returns a metric as lists of metrics show it: "alloc_space (bytes)".
func withUnit(m collapse.Metric) string {
	if m.Unit == "" {
		return m.Name
	}
	return m.Name + " (" + m.Unit + ")"
}
