package main

import (
	"fmt"
	"slices"
	"strings"

	"fold/sources"
	"fold/sources/input"
)

// limitedFlag is a flag that some formats use, and that does nothing for the others.
type limitedFlag struct {
	name string
	set  bool
	use  input.Uses // what the formats say that use it
}

// limitedFlags returns the flags that not all formats use.
func (r *request) limitedFlags() []limitedFlag {
	o := &r.read
	noPaths := len(r.labels) == 0 // which give every format labels
	return []limitedFlag{
		{"--idle", o.Idle, input.UsesIdle},
		{"--profile", o.Profile != nil, input.UsesProfile},
		{"--tagfocus", o.TagFocus != "" && noPaths, input.UsesLabels},
		{"--tagignore", o.TagIgnore != "" && noPaths, input.UsesLabels},
		{"--tagroot", len(o.TagRoot) > 0 && noPaths, input.UsesLabels},
		{"--tagleaf", len(o.TagLeaf) > 0 && noPaths, input.UsesLabels},
		{"--lines", o.Lines, input.UsesLines},
		{"--inlines", o.Inlines != input.InlinesAuto, input.UsesInlines},
		{"--generics", o.Generics != input.GenericsFull, input.UsesGenerics},
		{"--all-frames", o.AllFrames, input.UsesAllFrames},
		{"--pid", o.PID, input.UsesIDs},
		{"--tid", o.TID, input.UsesIDs},
		{"--addresses", o.Addresses, input.UsesAddresses},
		{"--annotate", o.Annotate != input.Annotate{}, input.UsesAnnotate},
		{"--no-inline-split", o.NoInlineSplit, input.UsesInlineSplit},
	}
}

// tellUnused says which flags do nothing for files of these formats; with --strict that is an error.
func (r *request) tellUnused(files, formats []string, m messages) error {
	formats = slices.Compact(slices.Sorted(slices.Values(formats)))
	var used input.Uses
	for _, name := range formats {
		format, _ := sources.FormatNamed(name)
		used |= format.Uses
	}
	for _, f := range r.limitedFlags() {
		if !f.set || used&f.use != 0 {
			continue
		}
		if err := r.unused(f.name, strings.Join(formats, " and "), m); err != nil {
			return err
		}
	}
	if len(r.labels) > 0 && !r.looksAtLabels() {
		if err := r.unused("--label", "a command without --tagroot, --tagleaf, --tagfocus, --tagignore or --weigh", m); err != nil {
			return err
		}
	}
	switch {
	case slices.ContainsFunc(files, isURL):
	case r.seconds > 0:
		return r.unused("--seconds", "files", m)
	case len(r.headers) > 0:
		return r.unused("--header", "files", m)
	case r.post != "":
		return r.unused("--post", "files", m)
	case r.timeout > 0:
		return r.unused("--timeout", "files", m)
	}
	return nil
}

func (r *request) unused(flag, what string, m messages) error {
	if r.read.Strict {
		return fmt.Errorf("%s does nothing for %s", flag, what)
	}
	m.note("%s does nothing for %s", flag, what)
	return nil
}
