// Package perfdata reads perf.data, the binary recordings of Linux perf, and finds the names of functions
// itself. What it makes of a recording is what perf script would print for it, read by package perf, but for
// where perf is wrong or gives up: docs/formats.md lists the differences.
package perfdata

import (
	"fmt"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
	"fold/sources/symbolize"
)

// Format is perf.data, as perf record writes it to a file or into a pipe. It is described by
// tools/perf/Documentation/perf.data-file-format.txt of the kernel and by uapi/linux/perf_event.h.
var Format = input.Format{
	Name: "perfdata", Title: "perf.data, Linux perf's binary recording", BinaryOf: "perf",
	Uses:    input.UsesLabels | input.UsesLines | input.UsesIDs | input.UsesAddresses | input.UsesAnnotate | input.UsesInlines | input.UsesInlineSplit,
	Sniff:   func(h *input.Head) bool { return h.HasPrefix("PERFILE2", "2ELIFREP", "PERFFILE") },
	ReadAt:  read,
	Ordered: true,
}

// read reads a recording in two passes: one from front to back, which notes where the records are, and one in
// the order of time, which keeps track of the processes and adds the samples.
func read(f *input.File, b *collapse.Builder) error {
	r, err := readHeader(f)
	if err != nil {
		return err
	}
	x, err := readIndex(f, r)
	if err != nil {
		return err
	}
	replay := newReplay(x, b, symbolize.New(symbolize.Options{
		Open: f.Options.Open, Root: f.Options.Symfs, DebugDir: f.Options.DebugDir, Kallsyms: f.Options.Kallsyms,
	}))
	r.reportFacts(f)
	if err := replay.run(); err != nil {
		return err
	}
	return replay.report()
}

// report says what is missing from the result, and why.
func (r *replay) report() error {
	x, f := r.index, r.file
	switch {
	case r.samples == 0 && x.aux:
		return errOnlyAux
	case r.samples == 0 && x.cut:
		return errCut
	case r.samples == 0:
		return ErrNoSamples
	case x.cut && f.Options.Strict:
		return errCut
	}
	if x.killed {
		f.Count(x.records, input.Note{Noun: "record", Text: "read: perf record was killed before it finished the file, so the rest is missing"})
	} else if x.cut {
		f.Count(x.records, input.Note{Noun: "record", Text: "read, then the file ends: it was cut short, so the rest is missing"})
	}
	f.Count(int64(x.lost+x.lostSample), perfevent.NoteLost)
	for _, n := range x.unknown {
		f.Count(int64(n), input.Note{Noun: "record", Text: "of an unknown type left out: was it written by a newer perf?"})
	}
	f.Count(r.noEvent, input.Note{Noun: "sample", Text: "left out: the header does not say of which event"})
	f.Count(r.damaged, input.Note{Noun: "sample", Text: "damaged and left out"})
	f.Count(r.noUserPart, input.Note{Noun: "sample", Text: "without the program's part of the stack, which perf did not write"})
	f.Count(r.guest, input.Note{Noun: "sample", Text: "from inside a virtual machine, shown as [guest]: see perf kvm"})
	r.reportUnnamed()
	return nil
}

// reportUnnamed says which modules have functions without names, and why. Files that were not found are one
// sentence, because there can be many.
func (r *replay) reportUnnamed() {
	why := map[string]string{}
	for _, p := range r.machine.symbols.Problems() {
		if why[p.Module] == "" {
			why[p.Module] = p.Why
		}
	}
	missing, paths := int64(0), []string(nil)
	for _, m := range r.machine.inOrder {
		reason := why[m.path]
		switch {
		case m.unnamed == 0 && reason == "", m.files == nil:
		case reason == symbolize.NotFound:
			missing += m.unnamed
			paths = append(paths, m.path)
		case m.unnamed == 0:
			r.file.Count(1, input.Note{Noun: "program", Text: fmt.Sprintf("without inlined calls: %s: %s", m.path, reason)})
		case reason != "":
			r.file.Count(m.unnamed, input.Note{Noun: "frame", Text: fmt.Sprintf("of %s without a name: %s", m.path, reason)})
		}
	}
	const most = 3
	if len(paths) > most {
		paths = append(paths[:most], fmt.Sprintf("and %d more", len(paths)-most))
	}
	r.file.Count(missing, input.Note{
		Noun: "frame", Text: "without a name, because these files were not found: " + strings.Join(paths, ", "),
	})
}
