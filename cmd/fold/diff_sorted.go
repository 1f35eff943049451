package main

import (
	"io"
	"os"
	"reflect"

	"fold/collapse"
	"fold/sources"
	"fold/sources/folded"
	"fold/sources/input"
)

// diffSorted does what loadSides and writeDiffFolded do, if each side is one file of sorted stacks and no flag changes
// them. It reads each file twice, which takes half the time of making two trees, and no memory. Nothing is written
// before both are known to be sorted:
//
//	before   sorted? ─┐   ┌──► before ─┐
//	after    sorted? ─┴─yes──► after ──┴─► PairStacks
//	                  └─no───► loadSides
//
// Done is false if that is to follow.
func (s streams) diffSorted(sides []sideFiles, r *request, d *diffFlags) (done bool, err error) {
	if d.table.format != "folded" || d.normalize || d.stripHex || len(sides) != 2 || !r.changesNothing() {
		return false, nil
	}
	var stacks [2]*folded.Sorted
	for i, side := range sides {
		name, ok := side.onlyFile()
		if !ok {
			return false, nil
		}
		f, err := os.Open(name)
		if err != nil {
			return false, nil // it will be opened again, and the error told
		}
		defer f.Close()
		if stacks[i] = s.openSorted(f, r); stacks[i] == nil {
			return false, nil
		}
	}
	return true, s.write(r.output, func(w io.Writer) error {
		first, second := stacks[0], stacks[1]
		if d.negate {
			first, second = second, first
		}
		err := collapse.PairStacks(w, 0, first, second)
		for i, side := range sides {
			if changed := stacks[i].Err(); changed != nil {
				err = inFile(side.names[0], changed)
			}
		}
		return err
	})
}

// changesNothing reports whether all flags leave profiles as they are in their files.
func (r *request) changesNothing() bool {
	others := *r
	others.read.Workers, others.read.Strict, others.output, others.quiet = 0, false, "", false
	return reflect.DeepEqual(others, request{})
}

// onlyFile returns the name of the file if there is only one to read and to tell of, and it can be read twice.
func (in inputFiles) onlyFile() (name string, ok bool) {
	if len(in.names) != 1 || len(in.left)+len(in.notes) > 0 || in.names[0] == "-" || isURL(in.names[0]) {
		return "", false
	}
	info, err := os.Stat(in.names[0])
	return in.names[0], err == nil && info.Mode().IsRegular()
}

// openSorted returns the stacks of a file, or nil if that is not of sorted stacks.
func (s streams) openSorted(f *os.File, r *request) *folded.Sorted {
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	var file io.Reader = indexedFile{f, info.Size()}
	if s.shows(r) {
		bar := newProgress(file, s.stderr, r.nameOf(f.Name()), info.Size())
		defer bar.clear()
		file = bar.reader()
	}
	in, err := input.Open(file)
	if err != nil {
		return nil
	}
	if format, known := sources.Detect(in.Head); !known || format.Name != folded.Format.Name {
		return nil
	}
	return folded.OpenSorted(in)
}
