// Package sources reads what profilers write into a [collapse.Profile], whatever the format.
//
// [Read] finds out what an input is and reads it:
//
//	p, report, err := sources.Read(os.Stdin, sources.Options{})
//
// Each format is a package of its own below this one, and one line in the list that [Formats] returns. What a
// format is made of is described in package input.
package sources

import (
	"io"

	"fold/collapse"
	"fold/sources/input"
)

// The names that callers of [Read] need, so that they import one package.
type (
	Options = input.Options // how to read; the zero value reads as the profiler's own report would show it
	Report  = input.Report  // what a user must know about an input that was read
	Format  = input.Format  // a kind of file
)

// Read recognises an input, or takes it for what o.Format says, and reads it.
//
// What is wrong with the input is an [input.Error]. Lines that make no sense are in the report and are no error,
// unless o.Strict is set.
func Read(r io.Reader, o Options) (*collapse.Profile, *Report, error) {
	in, err := input.Open(r)
	if err != nil {
		return nil, nil, err
	}
	format, err := choose(in, o.Format)
	if err != nil {
		return nil, nil, err
	}
	return in.Read(format, o)
}

// choose returns the format to read an input with. An input that fold knows and cannot read is refused whatever the
// caller calls it.
func choose(in *input.Source, name string) (Format, error) {
	format, found := Detect(in.Head)
	switch {
	case found && !format.Reads():
		return Format{}, input.Errorf("%s", format.Hint)
	case found && name != "" && format.BinaryOf == name:
		return format, nil
	case name != "":
		named, known := FormatNamed(name)
		if !known || !named.Reads() {
			return Format{}, input.Errorf("no format is called %q: see fold formats", name)
		}
		return named, nil
	case !found && in.Empty() != nil:
		return Format{}, in.Empty()
	case !found:
		return Format{}, input.Errorf("not a profile that fold knows: see fold formats")
	}
	return format, nil
}
