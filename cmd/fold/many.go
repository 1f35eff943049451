package main

import (
	"errors"
	"fmt"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
)

// readEach reads files, several at the same time, and gives them to take in the order in which they are named, with
// where to tell what is to be said about them. Where many are named, one that cannot be read or taken is left out.
func (s streams) readEach(in inputFiles, r *request, m messages, take func(m messages, file string, p *collapse.Profile, report *sources.Report) error) error {
	e, err := newEach(in, r, m)
	if err != nil {
		return err
	}
	several := r.read.SideBySide(len(in.names))
	bar := fileProgress{of: len(in.names)}
	if several && s.shows(r) {
		bar.w = s.stderr
	}
	defer bar.clear()
	type result struct {
		profile *collapse.Profile
		report  *sources.Report
		err     error
	}
	read := func(i int, o input.Options) result {
		p, report, err := s.readFile(in.names[i], r, o, !several && s.shows(r))
		return result{p, report, err}
	}
	err = input.Each(len(in.names), r.readOptions(), read, func(i int, got result) error {
		bar.count()
		file := in.names[i]
		name := r.nameOf(file)
		if got.err != nil {
			return e.leave(name, inFile(name, got.err), in.lenient[i])
		}
		e.told.tell(name, got.report)
		r.tellFileLabels(file, e.told)
		if err := take(e.told, file, got.profile, got.report); err != nil {
			return e.leave(name, err, in.lenient[i])
		}
		e.taken++
		return nil
	})
	if err != nil {
		return err
	}
	return e.finish()
}

// each is what happens to files that are read one after the other.
type each struct {
	r     *request
	m     messages
	told  messages // where to tell about single files
	taken int
	left  int
	first error // why the first one was left out
}

// newEach says what is to be said about files before they are read.
func newEach(in inputFiles, r *request, m messages) (*each, error) {
	if twice := in.givenTwice(); twice != "" {
		m.note("%s", twice)
	}
	for _, note := range in.notes {
		m.note("%s", note)
	}
	e := &each{r: r, m: m, told: m}
	if in.areMany() {
		e.told.tally = &tally{}
	}
	for _, l := range in.left {
		if err := e.leave(l.name, inFile(l.name, l.why), true); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// leave leaves a file out, or returns the error where that must not be: with --strict, or if the file was named by itself.
func (e *each) leave(name string, why error, lenient bool) error {
	if !lenient || e.r.read.Strict {
		return why
	}
	var apart errApart
	if errors.As(why, &apart) {
		why = inFile(name, errors.New(apart.why()))
	}
	if e.left++; e.left == 1 {
		e.first = why
	}
	e.told.leave(name, why)
	return nil
}

// finish says how many files were left out. It is an error if nothing is left.
func (e *each) finish() error {
	all := e.left + e.taken
	if e.taken == 0 && e.left == 1 {
		return e.first
	}
	if e.taken == 0 && e.left > 1 {
		return fmt.Errorf("none of %d files can be read: %w", all, e.first)
	}
	e.told.tally.tell(e.m)
	if e.left > 0 {
		e.m.note("%d of %d files left out; --strict makes that an error", e.left, all)
	}
	return nil
}
